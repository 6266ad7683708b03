"""The scenarios: one module per topic, found by the catalogue."""

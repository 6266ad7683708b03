"""Pages of a report about eo runs."""

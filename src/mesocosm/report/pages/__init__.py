"""Pages of a report for any suite, found by name."""

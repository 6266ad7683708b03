"""Pages of a report that any suite may have, found by name."""

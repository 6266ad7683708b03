"""Pages of a report about tornado runs."""

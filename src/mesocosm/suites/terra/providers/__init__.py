"""Sources of data for the tools of an item: its region, or live services."""

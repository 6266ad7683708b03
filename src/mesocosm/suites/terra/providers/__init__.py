"""What tools of an item ask for data: its region, or live services."""

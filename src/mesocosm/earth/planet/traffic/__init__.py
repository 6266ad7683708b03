"""What moves through a region in time: vehicles on roads, by the hours of a week."""

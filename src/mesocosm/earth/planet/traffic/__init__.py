"""What moves through a region in time: vehicles on roads, ships on lanes, aircraft at airfields."""

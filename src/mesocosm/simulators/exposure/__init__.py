"""Buildings of a map as assets: their values, their occupants and their locations."""

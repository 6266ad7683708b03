"""Hazard on roads by geometry: how deep each road lies under it, how slow it is, and whether it is closed."""

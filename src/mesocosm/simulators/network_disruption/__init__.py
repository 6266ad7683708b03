"""Hazard on roads by geometry: the depth on each road, its speed, and whether it is closed."""

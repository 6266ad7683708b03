"""Forecast grids, maps and soundings: reading, drawing and diagnosing them."""

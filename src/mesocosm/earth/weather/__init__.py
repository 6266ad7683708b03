"""Forecast grids, maps and soundings: reading, diagnosing and drawing them."""

"""Geometry on the globe and in map planes: boxes, grids, projections, distances, outlines, GeoJSON."""

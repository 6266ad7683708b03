"""The ground of a region: terrain, drainage, soils, climate normals, land cover."""

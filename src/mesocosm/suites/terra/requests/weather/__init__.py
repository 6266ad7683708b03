"""Weather as it was and will be, its extremes and its normals."""

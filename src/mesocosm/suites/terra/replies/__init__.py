"""What tools answer with: archives, rasters and lists in words."""

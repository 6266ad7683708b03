"""Answers of tools about archives, rasters and lists, in words."""

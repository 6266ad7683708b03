"""The thirty-five published tools.

gather    crops, series in time, companions of other sensors
move      pan and zoom
detect    scenes, objects and their attributes
mask      buildings, roads, objects; urban land, plants and water by their spectra
index     spectral indices, and which index serves a theme
relate    relations of boxes and masks, normalised boxes, arithmetic
"""

"""Earth science without agents: a library of its own, that knows nothing of items, tools or scores.

geo      boxes, grids, projections, distances, outlines, GeoJSON
imagery  a catalogue of pictures of the ground, and what stands in them
planet   one synthetic Earth from one seed: ground, weather, water, towns, what sensors see of them
weather  forecast grids in GRIB, soundings, maps

Functions take plain numbers and arrays and say their units; what they raise for bad input is a `UserError`.
"""

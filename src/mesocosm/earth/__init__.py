"""Earth science without agents: a library that imports nothing about items, tools or scores.

geo      boxes, grids, projections, distances, outlines, GeoJSON
imagery  a catalogue of satellite scenes, and what they show
planet   one synthetic Earth from one seed: ground, weather, water, towns, and what sensors see of them
weather  forecast grids in GRIB, soundings, maps

Functions take plain numbers and arrays and state their units; they raise `UserError` for bad input.
"""

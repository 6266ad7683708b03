"""The families of this suite's tools, and the purpose of each. A module of tools names its own as `FAMILY`."""

from __future__ import annotations

FAMILIES = {
    "reanalysis": "fields of reanalyses, observations, air quality and climate projections: values, normals, indices",
    "forecast": "ensembles, seasonal forecasts, calibration, verification, forecasters, cyclone tracks",
    "satellite": "scenes: bands, indices, composites, change, land cover, water, burnt areas",
    "gis": "places, maps, overlays, distances, travel times, terrain and watersheds",
    "simulation": "engines: crops, hazards, buildings, traffic, heat stress, health, water chemistry",
    "visualization": "maps, series, ensembles and imagery as pictures",
    "search": "documents of the library and pages of the web",
    "execution": "Python in a sandbox, files of the workspace, arithmetic with units",
}
"""Name of a family to its purpose, in the order in which they are shown."""

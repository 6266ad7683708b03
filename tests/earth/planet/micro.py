"""A planet small enough to build in a test."""

from mesocosm.earth.planet.sizes import Size

MICRO = Size(regions=1, cells=40, towns=1, days=2)
QUICK = ("ground", "people", "weather", "stations")
"""Subjects without towns, water and scenes, which take longer to make."""

"""Scenes of the Planetary Computer."""

from __future__ import annotations

from mesocosm.earth.archives.stac_source import PlanetaryComputer

source = PlanetaryComputer()

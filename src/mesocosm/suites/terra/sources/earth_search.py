"""Scenes of Earth Search."""

from __future__ import annotations

from mesocosm.earth.archives.stac_source import EarthSearch

source = EarthSearch()

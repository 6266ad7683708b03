"""Maps of OpenStreetMap."""

from __future__ import annotations

from mesocosm.earth.places.live_places import Overpass

source = Overpass()

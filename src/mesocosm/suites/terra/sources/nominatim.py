"""Names of places in OpenStreetMap."""

from __future__ import annotations

from mesocosm.earth.places.live_places import Nominatim

source = Nominatim()

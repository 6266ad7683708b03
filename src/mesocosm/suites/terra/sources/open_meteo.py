"""Air quality of Open-Meteo."""

from __future__ import annotations

from mesocosm.earth.archives.open_meteo import OpenMeteo

source = OpenMeteo()

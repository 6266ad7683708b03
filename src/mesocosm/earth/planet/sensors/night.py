"""Lights at night as VIIRS sees them: radiance of towns, roads and ships of a port in pixels of some hundred metres.

A person's share of a town's light is about the same everywhere, so that a town's summed radiance follows its people
(Elvidge et al. 1997, International Journal of Remote Sensing 18, 1373-1379); it spreads over neighbours by the sensor's
own blur. The floor is airglow; noise that of the day and night band (Elvidge et al. 2017, IJRS 38, 5860-5879).
"""

from __future__ import annotations

import datetime as dt

import numpy as np

from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.people.settlement import Place
from mesocosm.earth.planet.people.settlement_builder import make_settlement
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sensors.lines import road_shares
from mesocosm.earth.planet.sensors.noise import normal, salt
from mesocosm.earth.planet.sensors.streets import reach_m
from mesocosm.earth.planet.sensors.sun import sun_at
from mesocosm.earth.planet.sensors.window import Floats, Singles, Window
from mesocosm.errors import UserError

PER_PERSON = 0.012
"""nW cm⁻² sr⁻¹ over a square kilometre for each person."""
ROADS = 3.0
"""nW cm⁻² sr⁻¹ of a pixel that a lit road fills."""
AIRGLOW, NOISE = 0.25, 0.08
STEP = 0.01


def make_night_lights(window: Window, date: dt.date) -> Singles:
    """Radiance in nW cm⁻² sr⁻¹, in steps of 0.01, about midnight; pixels of 100 m or more."""
    if window.resolution_cm < 10_000:
        raise UserError(f"lights are seen in pixels of at least 100 m, got {window.resolution_m} m")
    if sun_at(window.region.latitude, date, 0.0).elevation_deg > -6.0:
        raise UserError(f"on {date} the night at {window.region.latitude} degrees north is too bright to see lights")
    x, y = window.x(), window.y()
    total = np.full((y.size, x.size), AIRGLOW)
    for place in make_settlement(make_ground(window.region)).places:
        total += _glow(place, x, y)
    total += ROADS * road_shares(window)[0]
    key = salt(window.region, "night", date.toordinal())
    noise = normal(key, window.row_numbers()[:, None], window.column_numbers()[None, :])
    return round_to_step(np.maximum(total + NOISE * noise, 0.0), STEP).astype(np.float32)


def _glow(place: Place, x: Floats, y: Floats) -> Floats:
    """A town's light about its square: 1 / (1 + d²/r²)² holds half of all light within the reach r of its houses."""
    reach = reach_m(place)
    away = ((x[None, :] - place.x) ** 2 + (y[:, None] - place.y) ** 2) / (reach * reach)
    # The integral over the plane is π r².
    peak = PER_PERSON * place.population / (np.pi * (reach / 1000.0) ** 2)
    return np.asarray(peak / ((1.0 + away) * (1.0 + away)))

"""Concentrations of the air that flows in from beyond the region: fine particles, nitrogen oxides and ozone."""

from __future__ import annotations

import numpy as np

from mesocosm.earth.planet.ground.ground import Floats
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.regions import Climate, Region
from mesocosm.earth.planet.sky.clock import Clock
from mesocosm.earth.planet.sky.waves import slow_moods
from mesocosm.seeding import generator

PM_UG_M3: dict[Climate, float] = {
    "oceanic": 4.5,
    "mediterranean": 6.5,
    "continental": 6.5,
    "humid_subtropical": 6.5,
    "semi_arid": 6.0,
    "tropical": 7.5,
}
"""Mean PM2.5 far from towns, µg/m³: sea salt, dust and emissions of other lands."""
OZONE_UG_M3 = (72.0, 16.0)
"""Mean ozone, and half its range between autumn and late spring, when it is highest."""


NOX_UG_M3 = (5.0, 2.0)
"""Nitrogen oxides (as NO₂) in winter and in summer, when the sun removes them sooner."""


def background(region: Region, clock: Clock) -> tuple[Floats, Floats, Floats]:
    """Return PM2.5, nitrogen oxides and ozone of every hour, µg/m³, in steps of 0.1."""
    drawn = (generator("planet", region.seed, "air", region.key, name) for name in ("particles", "ozone"))
    particles, ozone = (slow_moods(draw, 2.5, 30.0).at(clock.hour) for draw in drawn)
    spring = np.cos(2 * np.pi * (clock.day_of_year - 130.0) / 365.25)
    mean, swing = OZONE_UG_M3
    winter, summer = NOX_UG_M3
    nox = (winter + summer) / 2 + (winter - summer) / 2 * clock.winter
    return (
        round_to_step(PM_UG_M3[region.climate] * np.exp(0.38 * particles - 0.07), 0.1),
        round_to_step(nox * np.exp(0.3 * particles - 0.045), 0.1),
        round_to_step(np.maximum(mean + swing * spring + 9.0 * ozone, 10.0), 0.1),
    )

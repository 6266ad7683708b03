"""Radar of a site: smooth ground is dark, although coarser pixels would make it bright."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import numpy as np
import pytest

from mesocosm.earth.planet.regions import make_region
from mesocosm.earth.planet.sensors.conditions import Conditions
from mesocosm.earth.planet.sensors.landscape import Landscape, Surface, make_landscape
from mesocosm.earth.planet.sensors.radar import make_backscatter
from mesocosm.earth.planet.sensors.window import window_about
from mesocosm.suites.eo.lake.backscatter import with_smooth_pavement

WINDOW = window_about(make_region(1, 0, 40), 0.0, 0.0, 200.0, 2.0)


def ground(surface: Surface, height_m: float = 0.0) -> Landscape:
    """Make level land with one cover."""
    land = make_landscape(WINDOW.widened(1))
    shape = land.surface.shape
    nothing = np.zeros(shape, np.float32)
    return replace(
        land,
        surface=np.full(shape, surface, np.uint8),
        elevation_m=nothing,
        water_share=nothing,
        road_share=nothing,
        rail_share=nothing,
        roof_height_m=np.full(shape, height_m, np.float32),
    )


def brightness(land: Landscape) -> float:
    """Return mean backscatter in VV, in dB."""
    radar = make_backscatter(WINDOW, Conditions(dt.date(2031, 6, 5)), with_smooth_pavement(land))
    return float(radar.vv_db.mean())


@pytest.mark.parametrize("smooth", [(Surface.PAVED, 0.0), (Surface.PAVED, 3.0), (Surface.TILE_ROOF, 0.0)])
def test_runways_quays_and_courts_are_darker_than_grass(smooth: tuple[Surface, float]) -> None:
    assert brightness(ground(*smooth)) < brightness(ground(Surface.GRASS)) - 3.0


def test_roofs_stay_bright() -> None:
    assert brightness(ground(Surface.TILE_ROOF, 6.0)) > brightness(ground(Surface.GRASS)) + 3.0

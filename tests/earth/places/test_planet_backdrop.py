"""Shores and rivers of a planet, compared with its ground."""

from dataclasses import replace

import numpy as np
import pytest

from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.places.planet_backdrop import PlanetBackdrop
from mesocosm.earth.planet.planet import Planet


class OneGround:
    """A planet of which only one ground is known."""

    def __init__(self, ground):
        self.ground = lambda key: ground


@pytest.fixture(scope="module")
def planet():
    return Planet(1, "tiny")


def test_shores_lie_between_water_and_land(planet):
    region = planet.regions[0]
    about = BoundingBox(
        west=region.longitude - 1, south=region.latitude - 0.5, east=region.longitude + 1, north=region.latitude + 0.5
    )
    lines = PlanetBackdrop(planet).lines(about)
    ground = planet.ground(region.key)
    wet = ground.sea
    points = np.concatenate(lines["coast"])
    columns, rows = region.grid.locate(points[:, 0], points[:, 1])
    last = len(wet) - 1
    across, up = ([np.clip(part(at), 0, last).astype(int) for part in (np.floor, np.ceil)] for at in (columns, rows))
    kinds = np.stack([wet[row, column] for row in up for column in across])
    assert (kinds.any(axis=0) & ~kinds.all(axis=0)).mean() > 0.97  # corners are cut
    assert lines["river"]


def test_specks_of_water_are_left_out_and_narrow_lakes_stay(planet):
    ground = planet.ground(planet.regions[0].key)
    pond, arm = np.zeros_like(ground.lake), np.eye(*ground.lake.shape, dtype=bool)
    pond[50, 50] = pond[20, 20:22] = True
    arm[:, :90] = arm[:, 110:] = False  # cells that touch at their corners
    lakes = [
        PlanetBackdrop(OneGround(replace(ground, lake=water)))._lakes("") for water in (pond, arm, pond | arm, ~pond)
    ]
    assert [len(lines) for lines in lakes] == [0, 1, 1, 0]


def test_a_map_of_the_globe_has_no_specks_of_shores(planet):
    lines = PlanetBackdrop(planet).lines(BoundingBox(west=-180, south=-90, east=180, north=90))
    assert not lines["coast"]


def test_elsewhere_nothing_is_known(planet):
    lines = PlanetBackdrop(planet).lines(BoundingBox(west=-60, south=-40, east=-50, north=-30))
    assert not lines["coast"]
    assert not lines["river"]

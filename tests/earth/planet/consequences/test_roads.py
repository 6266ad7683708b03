"""Flood water on a small network of roads, worked by hand."""

import math

import numpy as np
import pytest
from shapely.geometry import LineString

from mesocosm.earth.planet.consequences.roads import closed_roads, journey_minutes, speed_km_h
from mesocosm.earth.planet.people.settlement import Bridge, Place, Road, Settlement
from mesocosm.earth.planet.regions import make_region

COLUMNS = 5


def place(number, cell):
    return Place(f"p{number}", f"Town {number}", 0.0, 0.0, cell, 1000, False, -1)


def road(name, kind, *cells):
    points = [(1000.0 * (cell % COLUMNS), 1000.0 * (cell // COLUMNS)) for cell in cells]
    return Road(name, kind, name, LineString(points), cells, 2)


BRIDGE = Bridge("b0", "north", 0.0, 0.0, 12, 40.0, 60.0, 90.0, 2.0, 2001)
SETTLEMENT = Settlement(
    region=make_region(1, 0, COLUMNS),
    places=(place(0, 0), place(1, 4), place(2, 20)),
    roads=(
        road("direct", "primary", 0, 1, 2, 3, 4),  # 4 km at 80 km/h: 3 minutes
        road("west", "secondary", 0, 5, 10),  # 2 km at 60 km/h: 2 minutes
        road("north", "secondary", 10, 11, 12, 13, 14),  # 4 minutes, over a bridge at cell 12
        road("east", "secondary", 14, 9, 4),  # 2 minutes
        road("rail", "railway", 10, 15, 20),
    ),
    bridges=(BRIDGE,),
    power_lines=(),
    cover=np.zeros((COLUMNS, COLUMNS), np.uint8),
)


def depth(**cells):
    water = np.zeros((COLUMNS, COLUMNS))
    for name, metres in cells.items():
        water.flat[int(name.removeprefix("at_"))] = metres
    return water


def test_a_dry_journey_takes_the_quickest_way_and_none_goes_by_rail():
    minutes = journey_minutes(SETTLEMENT)
    assert minutes[0, 1] == pytest.approx(3.0)
    assert minutes[0, 2] == math.inf
    assert (minutes == minutes.T).all()


def test_deep_water_closes_a_road_and_the_journey_goes_round():
    water = depth(at_2=0.5)
    assert closed_roads(SETTLEMENT, water) == ("direct",)
    assert journey_minutes(SETTLEMENT, water)[0, 1] == pytest.approx(2 + 4 + 2)


def test_shallow_water_slows_a_road_down():
    """100 mm: 0.0009 * 10,000 - 0.5529 * 100 + 86.9448 = 40.65 km/h, by the published curve; 4 km take 5.9 minutes."""
    assert speed_km_h("primary", 0.1) == pytest.approx(40.65, abs=0.01)
    assert journey_minutes(SETTLEMENT, depth(at_2=0.1))[0, 1] == pytest.approx(5.90, abs=0.01)


def test_a_bridge_lifts_its_road_up_to_its_clearance():
    blocked = depth(at_2=0.5, at_12=2.2)
    assert closed_roads(SETTLEMENT, blocked) == ("direct",)
    drowned = depth(at_2=0.5, at_12=2.4)
    assert closed_roads(SETTLEMENT, drowned) == ("direct", "north")
    assert journey_minutes(SETTLEMENT, drowned)[0, 1] == math.inf

"""Settlements: towns on land, roads that join them all and avoid water, bridges where roads meet rivers."""

import numpy as np
import pytest
import shapely
from tests.earth.planet.people.joined import joined

from mesocosm.earth.planet.ground.courses import river_courses, river_points, water_field
from mesocosm.earth.planet.ground.ground import Cover
from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.people.settlement_builder import make_settlement
from mesocosm.earth.planet.regions import BELTS, make_region

SEED, CELLS = 7, 96


@pytest.fixture(scope="module", params=[0, 1, 5], ids=lambda index: make_region(SEED, index, CELLS).climate)
def ground(request):
    return make_ground(make_region(SEED, request.param, CELLS))


@pytest.fixture(scope="module")
def settlement(ground):
    return make_settlement(ground)


def test_names_and_ids_are_given_once(settlement):
    assert len({place.name for place in settlement.places}) == len(settlement.places) >= 5
    everything = (*settlement.places, *settlement.roads, *settlement.bridges, *settlement.power_lines)
    assert len({record.id for record in everything}) == len(everything)


def test_towns_stand_on_gentle_dry_land_apart_from_each_other(ground, settlement):
    cells = [place.cell for place in settlement.places]
    assert not (ground.sea | ground.lake).ravel()[cells].any()
    assert (ground.slope.ravel()[cells] < 0.04).all()
    at = np.array([(place.x, place.y) for place in settlement.places])
    between = np.sqrt(((at[:, None] - at[None]) ** 2).sum(axis=-1)) + 1e9 * np.eye(len(at))
    assert between.min() > 4000


def test_populations_follow_rank_and_size(settlement):
    people = np.array([place.population for place in settlement.places])
    assert (np.diff(people) <= 0).all()
    # Zipf: rank times size is about the size of the largest, here within a third.
    ratio = people * np.arange(1, len(people) + 1) / people[0]
    assert (np.abs(ratio - 1) < 0.34).all()


def test_the_largest_town_of_a_coastal_region_is_a_port(settlement):
    assert settlement.places[0].port == BELTS[settlement.region.climate].coastal


def test_roads_join_all_places(settlement):
    roads = [road for road in settlement.roads if road.kind != "railway"]
    assert joined((road.cells[0], road.cells[-1]) for road in roads)
    ends = {end for road in roads for end in (road.cells[0], road.cells[-1])}
    assert {place.cell for place in settlement.places} <= ends


def test_roads_keep_off_water_and_run_from_cell_to_neighbour(ground, settlement):
    columns = ground.sea.shape[1]
    for road in settlement.roads:
        cells = np.array(road.cells)
        assert not (ground.sea | ground.lake).ravel()[cells].any()
        assert np.abs(np.diff(cells // columns)).max() <= 1
        assert np.abs(np.diff(cells % columns)).max() <= 1


def test_roads_share_their_ends(settlement):
    """Two stretches that end in the same cell end at the same point."""
    ends: dict[int, set[tuple[float, float]]] = {}
    for road in settlement.roads:
        if road.kind != "railway":
            ends.setdefault(road.cells[0], set()).add(road.line.coords[0])
            ends.setdefault(road.cells[-1], set()).add(road.line.coords[-1])
    assert all(len(points) == 1 for points in ends.values())


def test_roads_are_gentler_than_the_straight_way(ground, settlement):
    """The total climb along the roads is less than along straight lines between their ends."""
    height = ground.elevation_m.ravel()
    columns = ground.sea.shape[1]
    by_road = straight = 0.0
    for road in settlement.roads:
        ends = np.array([divmod(road.cells[0], columns), divmod(road.cells[-1], columns)])
        line = np.round(np.linspace(ends[0], ends[1], len(road.cells))).astype(int)
        by_road += np.abs(np.diff(height[list(road.cells)])).sum()
        straight += np.abs(np.diff(np.maximum(height, 0)[line[:, 0] * columns + line[:, 1]])).sum()
    assert by_road < straight


def test_bridges_lie_on_rivers_and_on_their_roads(ground, settlement):
    courses = river_courses(ground.region)
    roads = {road.id: road for road in settlement.roads}
    assert settlement.bridges
    for bridge in settlement.bridges:
        point = shapely.Point(bridge.x, bridge.y)
        reach = int(np.searchsorted(courses.cells, bridge.cell))
        assert courses.cells[reach] == bridge.cell
        assert courses.lines[reach].distance(point) < 0.02
        assert roads[bridge.road].line.distance(point) < 0.02
        assert bridge.length_m > bridge.river_width_m == ground.river_width_m.ravel()[bridge.cell]


def test_no_road_crosses_a_river_without_a_bridge(ground, settlement):
    courses = river_courses(ground.region)
    by_road: dict[str, list[shapely.Point]] = {}
    for bridge in settlement.bridges:
        by_road.setdefault(bridge.road, []).append(shapely.Point(bridge.x, bridge.y))
    tree = shapely.STRtree(courses.lines)
    for road in settlement.roads:
        for reach in tree.query(road.line, predicate="crosses"):
            for point in shapely.get_parts([road.line.intersection(courses.lines[reach])]):
                # Crossings within 60 m of each other share one.
                assert min(point.distance(other) for other in by_road[road.id]) < 61


def test_reaches_start_in_their_cell_and_end_in_the_next(ground):
    courses = river_courses(ground.region)
    points = river_points(ground.region)
    below = ground.downstream.ravel()[courses.cells]
    wet = (ground.sea | ground.lake).ravel()
    for line, cell, target in list(zip(courses.lines, courses.cells, below, strict=True))[::7]:
        assert line.coords[0] == tuple(points[cell])
        assert target < 0 or wet[target] or line.coords[-1] == tuple(points[target])


def test_rivers_reach_the_water_they_run_into(ground):
    courses = river_courses(ground.region)
    wet = (ground.sea | ground.lake).ravel()
    below = ground.downstream.ravel()[courses.cells]
    mouths = np.flatnonzero((below < 0) | wet[np.maximum(below, 0)])
    ends = np.asarray([courses.lines[reach].coords[-1] for reach in mouths]).reshape(-1, 2)
    assert all(float(water_field(ground.region, x, y)[0, 0]) < 0.0 for x, y in ends[:, :, None])


def test_built_land_lies_about_the_places(ground, settlement):
    built = settlement.cover == Cover.BUILT
    assert all(built.ravel()[place.cell] for place in settlement.places)
    assert (settlement.cover == ground.cover)[~built].all()
    assert not built[ground.sea | ground.lake].any()


def test_a_region_with_a_single_place_has_no_roads_and_one_without_land_has_nothing():
    alone = make_settlement(make_ground(make_region(5, 0, 30)))
    assert (len(alone.places), alone.roads, alone.bridges) == (1, (), ())
    sea = make_settlement(make_ground(make_region(1, 0, 20)))
    assert (sea.places, sea.roads, sea.power_lines) == ((), (), ())

"""Hazards on roads: worked by hand, against intersections of boxes, and as inputs of the traffic engine."""

import csv
import io
import itertools
import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesocosm.errors import InvalidRecord
from mesocosm.simulators.network_disruption.engine import simulator
from mesocosm.simulators.network_disruption.hazard import Cells
from mesocosm.simulators.network_disruption.inputs import Grid
from mesocosm.simulators.simulator import RunLimits
from mesocosm.simulators.sumo.example import town_osm
from mesocosm.simulators.sumo.inputs import TrafficInputs

pytest.importorskip("pyproj", reason="pip install 'mesocosm[traffic]'")
shapely = pytest.importorskip("shapely", reason="pip install 'mesocosm[traffic]'")
LIMITS = RunLimits()


def line(name, *points, speed_km_h=60, **properties):
    geometry = {"type": "LineString", "coordinates": [list(point) for point in points]}
    return {"type": "Feature", "properties": {"id": name, "speed_km_h": speed_km_h, **properties}, "geometry": geometry}


def square(intensity, west, south, east, north):
    ring = [[west, south], [east, south], [east, north], [west, north], [west, south]]
    geometry = {"type": "Polygon", "coordinates": [ring]}
    return {"type": "Feature", "properties": {"intensity": intensity}, "geometry": geometry}


def collection(*features):
    return {"type": "FeatureCollection", "features": list(features)}


def grid(values, **changes):
    return {"west": 0.0, "north": 0.02, "cell_x": 0.01, "cell_y": 0.01, "values": values, **changes}


EAST = line("east", (0.0, 0.005), (0.02, 0.005))
GOOD = {"roads": collection(EAST), "grid": grid([[0, 0], [0, 0.2]]), "effect": "flood"}


def run(**inputs):
    return simulator.run({**GOOD, **inputs}, seed=0, limits=LIMITS)


def rows(result):
    return {row["id"]: row for row in csv.DictReader(io.StringIO(result.artifacts["roads.csv"].decode()))}


def test_a_road_half_under_water_by_hand():
    # 0.2 m: v = 0.0009·200² - 0.5529·200 + 86.9448 = 12.3648 km/h on half of it: 1 / (0.5/60 + 0.5/12.3648) km/h.
    row = rows(run())["east"]
    assert float(row["worst"]) == 0.2
    assert float(row["mean"]) == pytest.approx(0.1)
    assert float(row["share_touched"]) == pytest.approx(0.5)
    assert float(row["speed_km_h"]) == pytest.approx(20.504, abs=1e-3)
    assert float(row["length_m"]) == pytest.approx(2226.39, abs=0.01)  # 0.02° of the equator (WGS84)


@pytest.mark.parametrize(("depth", "closed"), [(0.29, "False"), (0.3, "True"), (2.0, "True")])
def test_thirty_centimetres_stop_cars(depth, closed):
    row = rows(run(grid=grid([[0, 0], [0, depth]])))["east"]
    assert row["closed"] == closed
    assert (float(row["speed_factor"]) == 0) == (closed == "True")


def test_the_depth_counts_above_a_bridges_clearance():
    lifted = line("east", (0.0, 0.005), (0.02, 0.005), clearance_m=0.5)
    assert rows(run(roads=collection(lifted), grid=grid([[0, 0], [0, 0.6]])))["east"]["worst"] == "0.1"


def test_a_road_along_a_line_of_the_grid_is_in_one_cell_alone():
    edge = line("edge", (0.0, 0.01), (0.02, 0.01))
    row = rows(run(roads=collection(edge), grid=grid([[0.1, 0.1], [0.2, 0.2]])))["edge"]
    assert row["worst"] in ("0.1", "0.2")
    assert float(row["share_touched"]) == 1


def test_nothing_lies_beyond_the_grid_and_unknown_cells_are_dry():
    far = line("far", (0.5, 0.5), (0.6, 0.5))
    assert rows(run(roads=collection(far)))["far"]["worst"] == "0.0"
    assert rows(run(grid=grid([[0, 0], [0, None]])))["east"]["worst"] == "0.0"


def test_the_worst_of_two_areas_counts():
    areas = collection(square(0.1, 0, 0, 0.02, 0.02), square(0.25, 0.01, 0, 0.015, 0.02))
    row = rows(run(grid=None, areas=areas))["east"]
    assert float(row["worst"]) == 0.25
    assert float(row["mean"]) == pytest.approx(0.75 * 0.1 + 0.25 * 0.25, abs=1e-6)
    assert float(row["share_touched"]) == pytest.approx(1)


def test_an_ascii_grid_reads_as_the_same_grid():
    asc = "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 0.01\nNODATA_value -9999\n0 0\n-9999 0.2\n"
    assert run(grid=None, asc=asc).artifacts == run().artifacts


def test_a_grid_in_metres_is_laid_over_degrees():
    # The zone 31 of UTM has its middle at 3° E; 500 km east there, 0 north on the equator.
    road = line("mid", (3.0, 0.001), (3.01, 0.001))
    metres = {"crs": "EPSG:32631", "west": 500_000, "north": 10_000, "cell_x": 20_000, "cell_y": 10_000}
    row = rows(run(roads=collection(road), grid={**metres, "values": [[0.1]]}))["mid"]
    assert float(row["share_touched"]) == pytest.approx(1, abs=1e-6)


def test_a_threshold_closes_and_slows_nothing():
    row = rows(run(effect="threshold", closes_at=5.0, grid=grid([[0, 0], [0, 4.9]])))["east"]
    assert (row["closed"], row["speed_factor"]) == ("False", "1.0")
    assert rows(run(effect="threshold", closes_at=4.9, grid=grid([[0, 0], [0, 4.9]])))["east"]["closed"] == "True"


def test_closures_are_inputs_of_the_traffic_engine():
    inputs = {"osm": town_osm(), "grid": simulator.example["grid"], "from_s": 60, "to_s": 600}
    result = run(roads=None, **inputs)
    handed = json.loads(result.artifacts["closures.json"])
    trip = {"id": "t", "depart_s": 0, "from_point": [10, 45], "to_point": [10.001, 45]}
    traffic = TrafficInputs(osm=town_osm(), trips=[trip], end_s=900, **handed)
    assert [closure.ways for closure in traffic.closures] == [("201", "303")]
    assert {slow.ways[0] for slow in traffic.slowdowns} == {"200", "202", "900"}
    assert traffic.closures[0].to_s == 600


def test_a_run_repeated_gives_the_same_bytes():
    first, second = (
        simulator.run(simulator.example, seed=0, limits=LIMITS).model_copy(update={"runtime_s": 0.0}) for _ in range(2)
    )
    assert first.fingerprint() == second.fingerprint()


coordinates = st.floats(-1, 5, allow_nan=False).map(lambda number: round(number, 3))
paths = st.lists(st.tuples(coordinates, coordinates), min_size=2, max_size=5)


@settings(max_examples=60, deadline=None)
@given(paths, st.lists(st.lists(st.floats(0, 1), min_size=4, max_size=4), min_size=3, max_size=3))
def test_cutting_at_grid_lines_equals_intersecting_with_boxes(path, values):
    """Compare the shares of each segment in each cell with shapely's intersection with the cell's box."""
    cells = Cells(Grid(west=0, north=3, cell_x=1, cell_y=1, values=((0.0,),)), np.array(values))
    whole = 0.0
    for start, end in itertools.pairwise(path):
        metres, found = cells.along(np.array([start, end]))
        if start == end:
            continue
        mean = float((metres * found).sum() / metres.sum()) if metres.sum() else 0.0
        segment = shapely.LineString([start, end])
        expected = sum(
            values[row][column] * segment.intersection(shapely.box(column, 2 - row, column + 1, 3 - row)).length
            for row in range(3)
            for column in range(4)
        )
        on_lines = any(start[axis] == end[axis] and float(start[axis]).is_integer() for axis in (0, 1))
        if not on_lines:  # a line of the grid belongs to both boxes
            assert mean == pytest.approx(expected / segment.length, abs=1e-5)
        whole += mean
    assert whole >= 0


@settings(max_examples=40, deadline=None)
@given(st.floats(0, 0.5), st.floats(0, 0.5))
def test_deeper_water_is_never_faster(first, second):
    shallow, deep = sorted((first, second))
    factors = [float(rows(run(grid=grid([[0, 0], [0, depth]])))["east"]["speed_factor"]) for depth in (shallow, deep)]
    assert factors[1] <= factors[0]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"roads": None}, "exactly one of osm, net, roads must be given, got none"),
        ({"areas": collection()}, "exactly one of grid, asc, areas must be given, got grid and areas"),
        ({"effect": "wind"}, "effect: "),
        ({"effect": "threshold"}, "closes_at is needed"),
        ({"closes_at": 0.5}, "closes_at must not exceed 0.3 m of a flood"),
        ({"closes_at": -1}, "closes_at: .*greater than 0"),
        ({"grid": grid([[0, -1]])}, r"grid\.values\.0\.1.*greater than or equal to 0, got -1"),
        ({"grid": grid([[0, float("nan")]])}, r"grid\.values\.0\.1.*finite"),
        ({"grid": grid([[0, 0], [0]])}, "values must be rows of one length"),
        ({"grid": grid([[0]], crs="EPSG:1")}, "grid.crs: 'EPSG:1' is not known"),
        ({"grid": None, "asc": "ncols 2\nnrows 2\n0 0"}, "asc: the header lacks xllcorner"),
        (
            {"grid": None, "asc": "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 1\n0 0 0"},
            "asc: the header announces 4 cells, and 3 follow",
        ),
        (
            {"grid": None, "asc": "ncols 1\nnrows 1\nxllcorner 0\nyllcorner 0\ncellsize 1\nnan"},
            "asc: must be a finite number",
        ),
        ({"roads": {"type": "FeatureCollection", "features": []}}, "roads: must be a GeoJSON FeatureCollection"),
        ({"roads": collection(line("a", (0, 0)))}, "a line needs two points"),
        ({"roads": collection(line("a", (0, 0), (500, 0)))}, "longitude -180 to 180"),
        ({"roads": collection(line("a", (0, 0), (1, 0), speed_km_h=-3))}, "speed_km_h: must be a number from 0 up"),
        ({"roads": collection(EAST, EAST)}, "roads: an id is given twice"),
        ({"roads": None, "osm": "<osm/>"}, "osm: the map has no road that cars may use"),
        ({"roads": None, "osm": "<osm><node id='1'/></osm>"}, "osm: an object lacks its 'lon'"),
        ({"roads": None, "osm": "<!DOCTYPE osm><osm/>"}, "osm: a document type"),
        ({"from_s": 5, "to_s": 5}, "to_s must lie after from_s"),
        ({"grid": None, "areas": collection(square(-1, 0, 0, 1, 1))}, "intensity: must be a number from 0 up"),
    ],
)
def test_bad_inputs_are_refused_with_their_field(changes, message):
    with pytest.raises(InvalidRecord, match=message):
        simulator.validate({**GOOD, **changes})


def test_a_road_that_crosses_too_many_cells_is_refused_before_it_is_cut():
    # Forty thousand times over a thousand cells: forty million pieces.
    zigzag = line("zigzag", *((0.0001 if turn % 2 else 0.0199, 0.005) for turn in range(40_001)))
    fine = grid([[0.0] * 1000], cell_x=0.00002, cell_y=0.02)
    with pytest.raises(InvalidRecord, match="a road may cross 39,600,000 cells of the grid, at most 4,000,000"):
        run(roads=collection(zigzag), grid=fine)


def test_a_road_that_meets_too_many_corners_is_refused_before_it_is_cut():
    zigzag = line("zigzag", *((0.0 if turn % 2 else 0.02, 0.005) for turn in range(40_001)))
    squares = [square(0.1, 0.0, 0.0001 * step, 0.02, 0.02) for step in range(40)]
    with pytest.raises(InvalidRecord, match="a road may cross 8,000,200 lines of the areas, at most 4,000,000"):
        run(roads=collection(zigzag), grid=None, areas=collection(*squares))

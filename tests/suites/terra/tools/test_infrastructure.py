"""Buildings, roads and traffic by files: a box by two engines, a flooded bridge, cars that find a way round."""

import json
import math

import numpy as np
import pytest
import rasterio
from affine import Affine
from pydantic import ValidationError
from tests.engines import needs
from tests.suites.terra.tools.run_making import BRIDGE, areas, rows, table, value, write_inputs

from mesocosm.earth.imagery.raster import Raster, as_geotiff
from mesocosm.errors import ToolError
from mesocosm.simulators.building_hourly.engine import example_weather
from mesocosm.suites.terra.toolkit.engine_runs import Runs
from mesocosm.suites.terra.tools import gis, infrastructure, simulation
from mesocosm.tools.tool import make
from mesocosm.workspace.workspace import Workspace

HOUSE = {
    "floor_area_m2": 100.5, "wall_u_w_m2k": 0.3, "roof_u_w_m2k": 0.2, "floor_u_w_m2k": 0.3,
    "window_share": {"south": 0.3},
}  # fmt: skip
DRIVE = {
    "zones": "zones.csv",
    "trips_per_person": 0.2,
    "distance_scale_km": 2.0,
    "departures_until_s": 300.0,
    "seed": 1,
}


@pytest.fixture(scope="module")
def space(tmp_path_factory):
    with Workspace(tmp_path_factory.mktemp("infrastructure")) as workspace:
        write_inputs(workspace)
        workspace.write_text("year.epw", example_weather())
        yield workspace, Runs()


@pytest.fixture(scope="module")
def flooded(space):
    return infrastructure.hazard_on_roads(*space, "town.osm", "flood.geojson", "flood")


@pytest.fixture(scope="module")
def drives(space):
    """Simulate the town with an open bridge, and one closed by a flood that also covers streets no car can reach."""
    lonely = '<node id="98" lat="45.01" lon="10.02"/><node id="99" lat="45.011" lon="10.02"/></osm>'
    for way, tags in (("950", ""), ("951", '<tag k="access" v="no"/>')):
        role = f'<way id="{way}"><nd ref="98"/><nd ref="99"/><tag k="highway" v="residential"/>{tags}</way>'
        lonely = lonely.replace("</osm>", f"{role}</osm>")
    space[0].write_text("streets.osm", space[0].read_text("town.osm").replace("</osm>", lonely))
    rim = [[10.01, 45.0], [10.03, 45.0], [10.03, 45.02], [10.01, 45.02], [10.01, 45.0]]
    areas(space[0], "floods.geojson", BRIDGE, rim, intensity=0.5)
    closures = infrastructure.hazard_on_roads(*space, "streets.osm", "floods.geojson", "flood").data["tables"]
    open_ = infrastructure.traffic(*space, "streets.osm", 900.0, **DRIVE)
    role = {"scenario": "intervention", "description": "bridge under water"}
    shut = infrastructure.traffic(*space, "streets.osm", 900.0, **DRIVE, closures=closures["closures"], **role)
    return open_, shut


def house(**changes):
    return infrastructure.House.model_validate(HOUSE | changes)


def test_a_better_wall_saves_heat_and_nothing_else_differs(space):
    as_is = infrastructure.building_hourly(*space, "year.epw", house())
    better = infrastructure.building_hourly(
        *space, "year.epw", house(wall_u_w_m2k=0.15), scenario="intervention", description="insulated walls"
    )
    comparison = simulation.compare_runs(*space, as_is.data["run"], better.data["run"], ["building.walls"])
    assert comparison.data["changed_inputs"] == ["building.walls.u_w_m2k"]
    assert comparison.data["differences"]["heating_energy"]["change"] < 0
    assert as_is.engine_kind == "reduced_order"
    assert "(reduced_order)" in as_is.text


def test_defect_floor_area_may_have_decimals(space):
    """The published tool read the area by a pattern that knew whole numbers only."""
    output = infrastructure.building_hourly(*space, "year.epw", house())
    assert value(output, "heating_energy") == pytest.approx(100.5 * value(output, "heating_energy_per_area"), rel=1e-6)


@pytest.mark.exhaustive
def test_defect_discomfort_is_that_of_the_rooms_not_of_the_air_outside(space):
    """The published tool counted hours in which the outdoor air lay beyond 18 to 27 °C, whatever the building."""
    cool, warm = (infrastructure.building_hourly(*space, "year.epw", house(heating_setpoint_c=c)) for c in (19.0, 22.0))
    assert value(warm, "discomfort_cold_hours") < 0.2 * value(cool, "discomfort_cold_hours")


def test_a_building_that_cannot_be_is_refused(space):
    with pytest.raises(ValidationError, match="wall_u_w_m2k"):
        house(wall_u_w_m2k=9.0)
    with pytest.raises(ToolError, match="heating_setpoint_c must not be above cooling_setpoint_c"):
        infrastructure.building_hourly(*space, "year.epw", house(heating_setpoint_c=27.0))
    with pytest.raises(ToolError, match="line 1 must begin with LOCATION"):
        infrastructure.building_hourly(*space, "zones.csv", house())


@needs("energyplus")
def test_energyplus_takes_a_text_or_a_box(space):
    with pytest.raises(ToolError, match="give either `idf` or `building`"):
        infrastructure.energyplus(*space, "year.epw")


@pytest.mark.exhaustive
@needs("energyplus")
def test_defect_energyplus_tells_heating_cooling_and_discomfort_and_agrees_with_the_reduced_order(space):
    """The published tool read two numbers off the real engine: total and peak."""
    real = infrastructure.energyplus(*space, "year.epw", building=house())
    reduced = infrastructure.building_hourly(*space, "year.epw", house())
    assert (real.engine, real.engine_kind) == ("EnergyPlus", "real")
    assert value(real, "heating_energy") == pytest.approx(value(reduced, "heating_energy"), rel=0.15)
    assert {"cooling_energy", "heating_peak", "discomfort_hot_hours", "unmet_heating_hours"} <= real.data[
        "values"
    ].keys()


# --- roads -----------------------------------------------------------------------------------------------------------


def test_defect_the_hazard_lies_over_roads_by_geometry(space, flooded):
    """The published tool joined tables by id and looked at no shape."""
    closed = [row["id"] for row in rows(space[0], flooded.data["tables"]["roads"]) if row["closed"] == "True"]
    assert closed == ["900"]  # the bridge
    # A bridge of one step of 0.0015 degrees of longitude at 45 degrees north.
    step_km = 0.0015 * math.pi / 180 * 6378.137 * math.cos(math.radians(45.003))
    assert value(flooded, "length_closed") == pytest.approx(step_km, rel=0.005)


@pytest.mark.parametrize(("metres", "dissolve"), [(0.0, False), (1.0, True)])
def test_zones_get_the_intensity_that_a_hazard_needs(space, flooded, metres, dissolve):
    further = [[x + 1.0, y] for x, y in BRIDGE]
    areas(space[0], "plain.geojson", BRIDGE, further, depth="knee")
    zones = gis.buffer(space[0], "plain.geojson", metres, dissolve=dissolve, numbers={"intensity": 0.5}).data["path"]
    output = infrastructure.hazard_on_roads(*space, "town.osm", zones, "flood")
    assert value(output, "length_closed") == value(flooded, "length_closed")


def test_a_raster_in_metres_closes_the_same_bridge(space):
    """The flood as a GeoTIFF in UTM: cells of 20 m about the bridge, whose middle is worked out with pyproj."""
    import pyproj

    x, y = pyproj.Transformer.from_crs(4326, 32632, always_xy=True).transform(10.00375, 45.003)
    depths = np.zeros((20, 20))
    depths[9:11, 8:12] = 0.5
    plane = Affine(20, 0, x - 200, 0, -20, y + 200)
    raster = Raster({"depth": depths}, plane, rasterio.crs.CRS.from_epsg(32632), {"depth": "m"})
    space[0].write_bytes("flood.tif", as_geotiff(raster))
    output = infrastructure.hazard_on_roads(*space, "town.osm", "flood.tif", "flood")
    closed = [row["id"] for row in rows(space[0], output.data["tables"]["roads"]) if row["closed"] == "True"]
    assert closed == ["900"]


def test_defect_17_cars_find_another_way_around_a_closed_road(drives):
    """The published stand-in cancelled every trip over a closed edge; its real branch always gave a completion of 1."""
    open_, shut = drives
    assert value(open_, "completion_ratio") == 1.0
    assert value(shut, "trips_rerouted") > 0
    assert 0.8 < value(shut, "completion_ratio") < 1.0  # some homes stand on the bridge's street
    assert value(shut, "mean_travel_time") > value(open_, "mean_travel_time")
    assert shut.seed == 1


def test_closures_of_a_hazard_go_straight_into_traffic_less_ways_without_cars(drives):
    warning = drives[1].data["warnings"][0]
    assert warning.startswith("left out 2 closed or slow ways of the map that are no roads of the network: 950, 951; ")
    assert drives[1].text.count("950, 951") == 1


def test_matched_drives_are_compared_trip_by_trip(space, drives):
    paths = [output.data["run"] for output in drives]
    comparison = simulation.compare_runs(*space, *paths, ["closures"]).data
    assert comparison["changed_inputs"] == ["closures"]
    assert comparison["same_trips"]["common"] == value(drives[1], "trips_completed")
    assert comparison["same_trips"]["mean_change_s"] > 0
    with pytest.raises(ToolError, match="inputs differ in closures, and changes allow nothing"):
        simulation.compare_runs(*space, *paths)


BAD_DRIVES = [
    ({}, "give either `trips` or `zones`"),
    ({"zones": "months.csv"}, "'months.csv' lacks id, people, jobs"),
    ({"zones": "zones.csv", "closures": "zones.csv"}, "`closures` 'zones.csv' is no JSON"),
    pytest.param(
        {"zones": "zones.csv", "closed_ways": ["12345"]},
        "no road for cars was made from the way 12345",
        marks=pytest.mark.exhaustive,
    ),
]


@pytest.mark.parametrize(("arguments", "problem"), BAD_DRIVES)
def test_drives_that_cannot_be_are_refused(space, arguments, problem):
    before = len(space[0].files())
    with pytest.raises(ToolError, match=problem):
        infrastructure.traffic(*space, "town.osm", 900.0, **arguments)
    assert len(space[0].files()) == before


def test_hazards_that_are_none_are_refused(space):
    areas(space[0], "dry.geojson", [[10.0, 45.0], [10.1, 45.0], [10.1, 45.1], [10.0, 45.0]])
    with pytest.raises(ToolError, match=r"feature 0 needs the property `intensity`.*gis.buffer sets it: metres 0"):
        infrastructure.hazard_on_roads(*space, "town.osm", "dry.geojson", "flood")
    with pytest.raises(ToolError, match="closes_at is needed for the effect threshold"):
        infrastructure.hazard_on_roads(*space, "town.osm", "flood.geojson", "threshold")


def test_defect_the_answer_holds_no_hints_on_what_to_do_next(drives):
    """The published answer gave a level of risk and which tools to call next."""
    for word in ("risk_level", "recommended", "next_tools", "headline"):
        assert word not in json.dumps(drives[0].data)
    assert len(drives[0].text.splitlines()) <= 6


@pytest.mark.exhaustive
def test_trips_may_be_named_one_by_one(space):
    ends = {"from_longitude": [10.0, 10.0015], "from_latitude": [45.003, 45.003]}
    ends |= {"to_longitude": [10.0075, 10.006], "to_latitude": [45.003, 45.003]}
    table(space[0], "trips.csv", {"id": ["a", "b"], "depart_s": [0, 60]} | ends)
    checked = make("infrastructure.traffic", infrastructure.traffic)
    arguments = checked.check({"map": "town.osm", "end_s": 600, "trips": "trips.csv"})
    assert value(infrastructure.traffic(*space, **arguments), "trips_completed") == 2


def test_ends_of_trips_may_lie_as_far_from_a_road_as_is_said(space):
    """The first end lies 0.004 degrees or 445 m south of the lowest street."""
    ends = {"from_longitude": [10.0], "from_latitude": [44.996], "to_longitude": [10.0015], "to_latitude": [45.003]}
    table(space[0], "far.csv", {"id": ["a"], "depart_s": [0]} | ends)
    checked = make("infrastructure.traffic", infrastructure.traffic)
    given = {"map": "town.osm", "end_s": 600, "trips": "far.csv"}
    with pytest.raises(ToolError, match="no road for cars within 200 m .*increase snap_m"):
        infrastructure.traffic(*space, **checked.check(given))
    assert value(infrastructure.traffic(*space, **checked.check(given | {"snap_m": 600})), "trips_demanded") == 1

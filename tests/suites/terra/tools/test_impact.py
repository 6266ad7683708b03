"""Losses, assets, heat and health: against hand-worked values, pythermalcomfort and the published formulas."""

import importlib.util
import json
import math

import numpy as np
import pytest
import rasterio
from affine import Affine
from tests.shared import SHARED
from tests.suites.terra.tools.run_making import areas, rows, table, value

from mesocosm.earth.imagery.raster import Raster, as_geotiff
from mesocosm.errors import ToolError, ToolUnavailable
from mesocosm.simulators.exposure.engine import simulator as exposure_engine
from mesocosm.simulators.exposure_response.functions import ResponseFunction
from mesocosm.suites.terra.toolkit.engine_runs import Runs
from mesocosm.suites.terra.tools import impact, simulation
from mesocosm.tools.tool import make
from mesocosm.workspace.workspace import Workspace

HOUSE = {"house": impact.Curve(intensity=[0, 20, 40], damage=[0, 0, 0.5])}
"""By hand: 28 costs 0.2 of the value, 24 costs 0.1, 45 costs 0.5."""
SQUARE = [[120.4, 9.9], [120.6, 9.9], [120.6, 10.1], [120.4, 10.1], [120.4, 9.9]]


@pytest.fixture
def space(tmp_path):
    with Workspace(tmp_path) as workspace:
        events = {"event": ["gale", "gale", "storm"], "frequency_per_year": [0.1, 0.1, 0.02], "latitude": [10, 10, 10]}
        table(workspace, "events.csv", events | {"longitude": [120.0, 120.5, 120.0], "intensity": [28, 24, 45]})
        assets = {"latitude": [10.0, 10.0], "longitude": [120.0, 120.5], "value": [100, 200], "people": [3, 4]}
        table(workspace, "assets.csv", assets | {"curve": ["house", "house"]})
        yield workspace, Runs()


def test_losses_are_those_worked_by_hand(space):
    output = impact.event_loss(*space, ["events.csv"], "assets.csv", HOUSE, "m/s", "USD")
    # gale: 100 x 0.2 + 200 x 0.1 = 40; storm: 100 x 0.5 = 50; a year: 40 x 0.1 + 50 x 0.02 = 5.
    assert value(output, "annual_average_loss") == pytest.approx(5.0)
    losses = {row["event"]: float(row["loss_USD"]) for row in rows(space[0], output.data["tables"]["events"])}
    assert losses == pytest.approx({"gale": 40.0, "storm": 50.0})
    assert output.engine == "event_loss"  # never under the name of another engine


def test_defect_annual_average_and_losses_of_events_are_told_apart(space):
    """The published tool reported the annual average as total and as expected impact of an event."""
    output = impact.event_loss(*space, ["events.csv"], "assets.csv", HOUSE, "m/s", "USD")
    names = {name: (entry["value"], entry["unit"]) for name, entry in output.data["values"].items()}
    assert names["annual_average_loss"] == (pytest.approx(5.0), "USD/year")
    assert names["greatest_event_loss"] == (pytest.approx(50.0), "USD")
    assert names["loss_of_50_years"][0] == pytest.approx(50.0)


def test_defect_assets_take_the_intensity_of_their_place_not_one_of_the_event(space):
    """The published stand-in gave every asset of an event the same intensity."""
    values = np.array([[np.nan, 0.0], [28.0, 24.0]])
    place = Affine(0.5, 0, 119.75, 0, -0.5, 10.75)
    raster = Raster({"wind": values}, place, rasterio.crs.CRS.from_epsg(4326), {"wind": "m/s"})
    space[0].write_bytes("gale.tif", as_geotiff(raster))
    areas(space[0], "storm.geojson", SQUARE, intensity=45.0)
    output = impact.event_loss(
        *space, ["gale.tif", "storm.geojson"], "assets.csv", HOUSE, "m/s", "USD", frequency_per_year=[0.1, 0.02]
    )
    losses = {row["event"]: float(row["loss_USD"]) for row in rows(space[0], output.data["tables"]["events"])}
    assert losses == pytest.approx({"gale.tif": 40.0, "storm.geojson": 100.0})  # the square holds the second asset


def test_an_asset_outside_a_raster_takes_no_loss(space):
    raster = Raster(
        {"depth": np.full((2, 2), 40.0)},
        Affine(0.5, 0, 121, 0, -0.5, 11),
        rasterio.crs.CRS.from_epsg(4326),
    )
    space[0].write_bytes("far.tif", as_geotiff(raster))
    output = impact.event_loss(*space, ["far.tif"], "assets.csv", HOUSE, "m/s", "USD", frequency_per_year=[1.0])
    assert value(output, "greatest_event_loss") == 0.0


def test_people_can_stand_in_the_place_of_money(space):
    output = impact.event_loss(*space, ["events.csv"], "assets.csv", HOUSE, "m/s", "people", value_column="people")
    assert value(output, "total_value") == 7.0


BAD_LOSSES = [
    ({"hazard": ["assets.csv"]}, "lacks event, frequency_per_year, intensity"),
    ({"exposure": "events.csv"}, "`exposure` 'events.csv' lacks value, curve"),
    ({"curves": {"barn": HOUSE["house"]}}, "exposure.curve 'house' is not among curves"),
    ({"frequency_per_year": [1.0]}, "must be the only file of `hazard`"),
    ({"hazard": ["nowhere.tif"]}, "'nowhere.tif' does not exist"),
]


@pytest.mark.parametrize(("wrong", "problem"), BAD_LOSSES)
def test_what_does_not_fit_together_is_told(space, wrong, problem):
    arguments = {"hazard": ["events.csv"], "exposure": "assets.csv", "curves": HOUSE, "intensity_unit": "m/s"}
    before = len(space[0].files())
    with pytest.raises(ToolError, match=problem):
        impact.event_loss(*space, **arguments | wrong, value_unit="USD")
    assert len(space[0].files()) == before


@pytest.mark.skipif(importlib.util.find_spec("climada") is not None, reason="CLIMADA is installed")
def test_where_climada_is_absent_no_other_engine_takes_its_name(space):
    with pytest.raises(ToolUnavailable, match="climada is not installed here; impact.event_loss computes the same"):
        impact.climada(*space, ["events.csv"], "assets.csv", HOUSE, "m/s", "USD")
    assert "not installed here; impact.event_loss" in simulation.describe_engine("climada").text


@pytest.mark.skipif(importlib.util.find_spec("climada") is None, reason="pip install --no-deps climada==6.1.0")
def test_climada_gives_the_losses_worked_by_hand(space):
    output = impact.climada(*space, ["events.csv"], "assets.csv", HOUSE, "m/s", "USD")
    assert output.engine == "CLIMADA"
    assert value(output, "annual_average_loss") == pytest.approx(5.0)


@pytest.mark.fidelity
@pytest.mark.skipif(
    not (SHARED / "data/real/climada/demo").is_dir(), reason="needs the real files of CLIMADA's demonstration"
)
def test_files_that_climada_wrote_are_read(space):
    demo = SHARED / "data/real/climada/demo"
    for name in ("tc_fl_1990_2004.h5", "exp_demo_today.h5"):
        space[0].write_bytes(name, (demo / name).read_bytes())
    curve = {"1": impact.Curve(intensity=[0, 20, 60, 100], damage=[0, 0, 0.2, 0.6])}
    output = impact.event_loss(*space, ["tc_fl_1990_2004.h5"], "exp_demo_today.h5", curve, "m/s", "USD")
    assert value(output, "total_value") == pytest.approx(657053294559.9105, rel=1e-9)  # of CLIMADA's own documentation
    assert 0 < value(output, "annual_average_loss") < value(output, "total_value")


# --- assets ----------------------------------------------------------------------------------------------------------


def test_defect_exposure_comes_from_footprints_and_people_not_from_defaults(space):
    """The published tool filled in half cropland, NDVI as a share of crops, and a value of 100,000 for each asset."""
    example = exposure_engine.example
    space[0].write_text("houses.geojson", json.dumps(example["buildings"]))
    zones = [
        {"type": "Feature", "properties": {"id": z["id"], "people": z["people"]}, "geometry": z["area"]}
        for z in example["population"]
    ]
    space[0].write_text("zones.geojson", json.dumps({"type": "FeatureCollection", "features": zones}))
    worth = impact.FloorValues(residential=1000.0, commercial=0.0, industrial=0.0)
    output = impact.exposure_layers(*space, "houses.geojson", "zones.geojson", value_per_m2=worth, value_unit="USD")
    homes = [row for row in rows(space[0], output.data["tables"]["assets"]) if row["use"] == "residential"]
    assert value(output, "people") == 60
    assert value(output, "value") == pytest.approx(1000 * sum(float(row["floor_area_m2"]) for row in homes))
    loss = impact.event_loss(
        *space, [areas(space[0], "all.geojson", [[9, 44], [11, 44], [11, 46], [9, 46], [9, 44]], intensity=40.0)],
        output.data["tables"]["assets"], dict.fromkeys(("residential", "commercial", "industrial"), HOUSE["house"]),
        "m", "USD", frequency_per_year=[0.01],
    )  # fmt: skip
    assert value(loss, "greatest_event_loss") == pytest.approx(value(output, "value") / 2)


def test_areas_without_people_are_told(space):
    space[0].write_text("houses.geojson", json.dumps(exposure_engine.example["buildings"]))
    areas(space[0], "zones.geojson", SQUARE, id="a")
    with pytest.raises(ToolError, match="area 0 needs the property `people`, a number, got None"):
        impact.exposure_layers(*space, "houses.geojson", "zones.geojson", gdp_per_capita_usd_2010=30_000.0)


WORTH = {"value_per_m2": impact.FloorValues(residential=1000.0, commercial=0.0, industrial=0.0)}


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({}, "give either `gdp_per_capita_usd_2010` or `value_per_m2`, and not both"),
        (WORTH | {"gdp_per_capita_usd_2010": 30_000.0}, "give either `gdp_per_capita_usd_2010` or `value_per_m2`"),
        (WORTH, "`value_per_m2` needs `value_unit`, such as USD"),
        (WORTH | {"value_unit": "USD", "with_contents": True}, "`value_per_m2` goes without `with_contents`"),
    ],
)
def test_worth_is_refused_by_the_names_of_the_arguments(space, arguments, problem):
    space[0].write_text("houses.geojson", json.dumps(exposure_engine.example["buildings"]))
    with pytest.raises(ToolError, match=problem):
        impact.exposure_layers(*space, "houses.geojson", **arguments)


# --- heat and air ----------------------------------------------------------------------------------------------------


def hours(workspace, warmth, **columns):
    count = len(warmth)
    given = {"time": [f"2031-07-01T{hour:02d}:00" for hour in range(count)], "temperature_c": warmth}
    usual = {"rh_percent": [50.0] * count, "wind_speed_10m_m_s": [2.0] * count, "mrt_c": warmth}
    return table(workspace, "hours.csv", given | usual | columns)


def test_defect_17_utci_of_air_at_zero_is_not_that_of_25_degrees(space):
    output = impact.heat_stress(*space, hours(space[0], [0.0, 30.0], mrt_c=[0.0, 50.0]))
    indices = [float(row["utci_c"]) for row in rows(space[0], output.data["tables"]["indices"])]
    assert indices == pytest.approx([-4.3, 34.6], abs=0.15)  # pythermalcomfort 4.7.0, which rounds to 0.1
    assert "thermofeel" in output.engine_version


def test_shade_and_humidity_from_the_dew_point_are_told_as_assumptions(space):
    table(space[0], "bare.csv", {"t2m [K]": [303.15], "d2m_c": [20.0], "wind_speed_10m_km_h": [7.2]})
    output = impact.heat_stress(*space, "bare.csv", radiant="air")
    assert "mean radiant temperature taken as that of the air" in output.data["assumptions"]
    # Bolton by hand: 6.112 exp(17.67 x 20 / 263.5) = 23.37 hPa over 42.43 hPa at 30 °C is 55.1 %.
    assert value(output, "utci_highest") == pytest.approx(30.0, abs=0.15)  # pythermalcomfort 4.7.0
    with pytest.raises(ToolError, match="has no column for mean_radiant_temperature_c"):
        impact.heat_stress(*space, "bare.csv")


def test_attributable_cases_follow_the_log_linear_formula(space):
    table(space[0], "air.csv", {"date": ["2031-01-01"], "pm25_ug_m3": [20.0]})
    output = impact.attributable_cases(
        *space, "air.csv", "pm25_ug_m3", "pm25_mortality_hrapie", "year", baseline_rate_per_100000_year=1000.0,
        population=1e6,
    )  # fmt: skip
    share = 1 - math.exp(-math.log(1.062) * 20 / 10)
    assert value(output, "attributable_cases") == pytest.approx(10_000 * share)


def test_a_function_of_ones_own_is_taken(space):
    table(space[0], "air.csv", {"date": ["2031-01-01"], "heat [K]": [303.15]})
    own = ResponseFunction(
        shape="linear", relative_risk=1.1, lower=1.0, upper=1.2, per=1.0, exposure_unit="°C", threshold=28
    )
    output = impact.attributable_cases(
        *space, "air.csv", "heat [K]", own, "day", baseline_rate_per_100000_year=36500.0, population=1000.0
    )
    # By hand: one case a day; two degrees above the threshold give a risk of 1.2, so 0.2/1.2 of the case.
    assert value(output, "attributable_cases") == pytest.approx(0.2 / 1.2)


def test_defect_a_yearly_rate_is_taken_for_the_days_that_the_series_covers(space):
    """The published tool spread the cases of a whole year over the rows, whatever their step."""
    days = [f"2031-07-{day:02d}" for day in range(1, 11)]
    table(space[0], "ten.csv", {"date": days, "heat_c": [35.0] * 10})
    output = impact.attributable_cases(
        *space, "ten.csv", "heat_c", "heat_mortality_mediterranean", "day", baseline_rate_per_100000_year=1000.0,
        population=1e6,
    )  # fmt: skip
    assert value(output, "expected_cases") == pytest.approx(10_000 * 10 / 365)


def test_units_of_exposure_are_converted_or_refused(space):
    table(space[0], "air.csv", {"date": ["2031-01-01"], "pm25": [2e-8]})
    arguments = {"baseline_rate_per_100000_year": 1000.0, "population": 1e6}
    function = "pm25_mortality_hrapie"
    output = impact.attributable_cases(*space, "air.csv", "pm25 [kg/m**3]", function, "year", **arguments)
    assert value(output, "attributable_fraction") == pytest.approx(1 - 1.062**-2)
    with pytest.raises(ToolError, match="is in kelvin, which cannot be converted to"):
        impact.attributable_cases(*space, "air.csv", "pm25 [K]", function, "year", **arguments)
    with pytest.raises(ToolError, match="`function` must be one of pm25_mortality_hrapie"):
        impact.attributable_cases(*space, "air.csv", "pm25 [K]", "mine", "year", **arguments)


def test_defect_no_argument_of_health_names_a_command_or_a_file_of_results():
    schema = make("impact.attributable_cases", impact.attributable_cases).schema_bytes.decode()
    assert "command" not in schema
    assert "metrics" not in schema

"""Crops by files of the workspace: the engines' own numbers, units converted, pairs that can be compared."""

import json

import numpy as np
import pytest
import xarray as xr
from tests.engines import needs
from tests.suites.terra.tools.run_making import MAIZE, SUNFLOWER, TREATMENTS, rows, table, value, write_inputs

from mesocosm.errors import ToolError
from mesocosm.simulators.dssat.engine import simulator as dssat_engine
from mesocosm.simulators.simulator import RunLimits
from mesocosm.simulators.wofost.engine import simulator as wofost_engine
from mesocosm.suites.terra.inputs.files import saved_fields
from mesocosm.suites.terra.inputs.weather import daily_weather
from mesocosm.suites.terra.toolkit.engine_runs import Runs
from mesocosm.suites.terra.tools import crop, simulation
from mesocosm.tools.tool import make
from mesocosm.workspace.workspace import Workspace

FIELD = {"crop": "Maize", "planting_date": "2001-05-01", "soil": "Loam", "initial_water_percent": 100.0}


@pytest.fixture(scope="module")
def space(tmp_path_factory):
    with Workspace(tmp_path_factory.mktemp("crops")) as workspace:
        write_inputs(workspace)
        yield workspace, Runs()


@pytest.fixture(scope="module")
def dry(space):
    return crop.aquacrop(*space, "maize.csv", **FIELD)


def test_a_run_says_who_made_it_and_where_its_tables_are(space, dry):
    assert (dry.engine, dry.engine_kind) == ("AquaCrop-OSPy", "real")
    assert dry.data["engine"] == {"name": dry.engine, "version": dry.engine_version, "label": "real"}
    assert dry.text.splitlines()[0].startswith(f"AquaCrop-OSPy {dry.engine_version} (real), baseline")
    daily = rows(space[0], dry.data["tables"]["daily"])
    assert float(daily[-1]["dry_yield_t_ha"]) == pytest.approx(value(dry, "dry_yield"), abs=1e-6)
    assert list(dry.inputs) == ["maize.csv"]


def test_the_run_file_holds_all_that_is_needed_to_repeat_it(space, dry):
    document = json.loads(space[0].read_text(dry.data["run"]))
    assert document["scenario"] == "baseline"
    assert document["inputs"]["irrigation.method"] == "rainfed"
    assert document["inputs"]["weather.rain_mm"].startswith("sha256:")
    assert document["files"] == dry.inputs


@pytest.mark.exhaustive
def test_irrigation_alone_makes_the_difference(space, dry):
    wet = crop.aquacrop(
        *space, "maize.csv", **FIELD, irrigation="threshold", threshold_percent=60.0, scenario="intervention",
        description="irrigated at 60 %",
    )  # fmt: skip
    comparison = simulation.compare_runs(*space, dry.data["run"], wet.data["run"], ["irrigation"])
    gain = comparison.data["differences"]["dry_yield"]
    assert gain["change"] == pytest.approx(value(wet, "dry_yield") - value(dry, "dry_yield"))
    assert gain["change"] > 0
    assert comparison.data["changed_inputs"] == ["irrigation.method", "irrigation.threshold_percent"]


@pytest.mark.parametrize("engine", ["aquacrop", "dssat"])
def test_defect_no_argument_names_a_command_or_a_file_of_results(engine):
    schema = make(f"crop.{engine}", getattr(crop, engine)).schema_bytes.decode()
    for word in ("command", "metrics", "backend", "container", "threads"):
        assert word not in schema


def test_weather_in_other_units_and_formats_gives_the_same_columns(space):
    """The same season as NetCDF in kelvin, kg/m²/s and mm/day: the columns agree, so the run would."""
    workspace, _ = space
    weather = MAIZE["weather"]
    times = np.array(weather["date"], "datetime64[ns]")
    fields = {
        "tasmin": (np.array(weather["tmin_c"]) + 273.15, "K"),
        "tasmax": (np.array(weather["tmax_c"]) + 273.15, "K"),
        "pr": (np.array(weather["rain_mm"]) / 86400, "kg m-2 s-1"),
        "et0": (np.array(weather["et0_mm"]), "mm d-1"),
    }
    dataset = xr.Dataset(
        {name: ("time", column, {"units": unit}) for name, (column, unit) in fields.items()}, {"time": times}
    )
    path = saved_fields(workspace, "season", dataset)
    plain, _, _ = daily_weather(workspace, "maize.csv", {}, None)
    read, _, _ = daily_weather(workspace, path, {}, None)
    for name, column in plain.items():
        assert read[name] == column or read[name] == pytest.approx(column, abs=2e-5)  # kelvin in single precision


def test_lowest_and_highest_may_lie_in_two_files_under_one_name(space):
    workspace, _ = space
    weather = MAIZE["weather"]
    for name in ("tmin_c", "tmax_c"):
        table(workspace, f"{name}.csv", {"date": weather["date"], "t2m": weather[name]})
    table(workspace, "rain.csv", {"date": weather["date"][5:], "rain_mm": weather["rain_mm"][5:]})
    named = {"tmin_c": "tmin_c.csv:t2m [degC]", "tmax_c": "tmax_c.csv:t2m [degC]"}
    read, _, _ = daily_weather(workspace, ["tmin_c.csv", "tmax_c.csv", "rain.csv"], named, None)
    assert read["date"] == weather["date"][5:]
    assert read["tmax_c"] == weather["tmax_c"][5:]
    with pytest.raises(ToolError, match="several files have"):
        daily_weather(workspace, ["tmin_c.csv", "tmax_c.csv", "rain.csv"], {"tmin_c": "t2m [degC]"}, None)


def test_defect_17_a_zero_is_a_number_like_any_other(space):
    """The published reader took a highest temperature of 0 for the lowest, and an evapotranspiration of 0 for none."""
    columns = {"date": ["2031-01-01", "2031-01-02"], "tmin_c": [-4.0, 0.0], "tmax_c": [0.0, 0.0], "rain_mm": [0.0, 0.0]}
    table(space[0], "frost.csv", columns | {"et0_mm": [0.0, 0.0]})
    read, _, _ = daily_weather(space[0], "frost.csv", {}, None)
    assert read["tmax_c"] == [0.0, 0.0]
    assert read["et0_mm"] == [0.0, 0.0]


BAD_WEATHER = [
    ({"tmax": [1.0, 2.0]}, "tmax of 'bad.csv' states no unit; say it with `columns`, such as 'tmax \\[degC\\]'"),
    ({"tmax_mm": [1.0, 2.0]}, "tmax_mm of 'bad.csv' is in mm, which cannot be converted to degC"),
    ({"tmax_c": [1.0, ""]}, r"tmax_c of 'bad.csv' has no number in row 2 \(2031-01-02T00:00\)"),
    ({}, "'bad.csv' has no column for tmax_c"),
]


@pytest.mark.parametrize(("column", "problem"), BAD_WEATHER)
def test_weather_that_does_not_fit_is_refused_with_the_column(space, column, problem):
    plain = {"date": ["2031-01-01", "2031-01-02"], "tmin_c": [0.0, 0.0], "rain_mm": [0.0, 1.0]}
    table(space[0], "bad.csv", plain | column)
    before = len(space[0].files())
    with pytest.raises(ToolError, match=problem):
        crop.aquacrop(*space, "bad.csv", **FIELD)
    assert len(space[0].files()) == before


def test_a_gap_in_the_days_is_told(space):
    table(
        space[0],
        "gap.csv",
        {"date": ["2031-01-01", "2031-01-03"], "tmin_c": [0, 0], "tmax_c": [1, 1], "rain_mm": [0, 0]},
    )
    with pytest.raises(ToolError, match="must continue day by day, but 2031-01-03 follows 2031-01-01"):
        crop.aquacrop(*space, "gap.csv", **FIELD)


def test_the_engines_own_refusals_reach_the_agent(space):
    with pytest.raises(ToolError, match=r"crop must be one of the engine's, got 'Maiz'; did you mean Maize"):
        crop.aquacrop(*space, "maize.csv", **FIELD | {"crop": "Maiz"})
    table(space[0], "layers.csv", {"thickness_m": [1.0], "wilting_point": [0.1], "field_capacity": [0.2]})
    with pytest.raises(ToolError, match="'layers.csv' lacks saturation, conductivity_mm_day"):
        crop.aquacrop(*space, "maize.csv", **FIELD | {"soil": "layers.csv"})


@pytest.fixture(scope="module")
def aloft(space):
    """The season of WOFOST with wind at 10 m and the dew point in the place of wind at 2 m and vapour pressure."""
    gone = ("wind_m_s", "vapour_pressure_kpa")
    weather = {name: column for name, column in SUNFLOWER["weather"].items() if name not in gone}
    days = len(weather["date"])
    return table(space[0], "aloft.csv", weather | {"wind_10m_m_s": [2.0 / 0.748] * days, "d2m_c": [10.0] * days})


def test_wind_at_2_m_and_vapour_pressure_follow_from_other_columns(space, aloft):
    """By FAO-56: at 10 m the wind is 1/0.748 of that at 2 m; vapour pressure at a dew point of 10 °C is 1.2280 kPa."""
    read, _, notes = daily_weather(space[0], aloft, {}, None)
    assert read["wind_m_s"][0] == pytest.approx(2.0, abs=1e-3)
    assert read["vapour_pressure_kpa"][0] == pytest.approx(1.2280, abs=1e-4)
    assert "wind at 2 m from that at 10 m (FAO-56, equation 47)" in notes


@pytest.mark.exhaustive
def test_wofost_gives_what_the_engine_gives_on_the_same_weather(space):
    field = {"crop": "sunflower", "planting_date": "2001-04-10", "point": [5.0, 45.0], "elevation_m": 200.0}
    water = {"mode": "water_limited", "soil": "SandyLoam", "initial_available_mm": 120.0}
    output = crop.wofost(*space, "sunflower.csv", **field, **water)
    direct = wofost_engine.run(dict(SUNFLOWER), seed=0, limits=RunLimits())
    assert output.engine.startswith("WOFOST")
    assert {name: entry["value"] for name, entry in output.data["values"].items()} == {
        name: held.magnitude for name, held in direct.values.items()
    }


@needs("dssat")
def test_defect_17_dssat_reads_the_soil_and_the_phenology_is_the_engines_own(space):
    """The published one never opened the soil file and put stages at fixed shares of the series."""
    whole = crop.dssat(*space, "meso.mzx", "meso.wth", "meso.sol")
    direct = dssat_engine.run(dict(TREATMENTS), seed=0, limits=RunLimits())
    assert value(whole, "treatment_2_yield") == direct.values["treatment_2_yield"].magnitude
    shallow = TREATMENTS["soil"].replace("0.310", "0.180")  # holds less water
    space[0].write_text("sandy.sol", shallow)
    poor = crop.dssat(*space, "meso.mzx", "meso.wth", "sandy.sol", scenario="counterfactual", description="sandy")
    comparison = simulation.compare_runs(*space, whole.data["run"], poor.data["run"], ["soil"])
    assert comparison.data["differences"]["treatment_2_yield"]["change"] < 0
    stages = rows(space[0], whole.data["tables"]["phenology"])[0]
    assert stages["planting"] < stages["emergence"] < stages["anthesis"] < stages["maturity"]

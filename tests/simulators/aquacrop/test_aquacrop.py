"""AquaCrop in the sandbox: the results of a season, refused inputs, and repeatability."""

import copy
import csv
import io
import math
import runpy
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec

import pytest

from mesocosm.errors import InvalidRecord, ToolError
from mesocosm.isolation.selection import why_none
from mesocosm.simulators.aquacrop.engine import DAILY, simulator
from mesocosm.simulators.aquacrop.tables import CROPS, DRIVERS, NOT_USED, RANGES
from mesocosm.simulators.simulator import RunLimits
from mesocosm.simulators.simulator.run_cache import RUNS, kept_run, run_key

if find_spec("aquacrop") is None:
    pytest.skip("install mesocosm[crops]", allow_module_level=True)
sandboxed = pytest.mark.skipif(why_none() is not None, reason=f"no isolator works here: {why_none()}")
LIMITS = RunLimits(seconds=120)
RAIN, EVAPORATION = (simulator.example["weather"][name] for name in ("rain_mm", "et0_mm"))


def changed(path, value):
    """Return the example with one input changed: `soil.texture`, or a row of a column as `weather.tmin_c.3`."""
    inputs = copy.deepcopy(dict(simulator.example))
    *folders, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    place = inputs
    for part in folders:
        place = place[part]
    place[last] = value
    return inputs


def shipped_crops():
    """Return the engine's own crop table, read without loading the engine."""
    place = find_spec("aquacrop").submodule_search_locations[0]
    return runpy.run_path(f"{place}/entities/crops/crop_params.py")["crop_params"]


def test_every_crop_of_the_engine_lies_within_the_ranges():
    outside = [
        (crop, name, value)
        for crop, parameters in shipped_crops().items()
        for name, value in parameters.items()
        if name in RANGES and value != NOT_USED and abs(value) < 1e10 and not _within(RANGES[name], value)
    ]
    assert outside == []
    assert all(name in shipped_crops()[crop] for crop in CROPS for name in DRIVERS)


def _within(bounds, value):
    return bounds[0] <= value <= bounds[1]


@pytest.fixture(scope="module")
def result():
    return simulator.run(simulator.example, seed=0, limits=LIMITS)


@sandboxed
def test_the_example_grows_maize(result):
    values = {name: value.magnitude for name, value in result.values.items()}
    # Maize of the engine's own files reaches 13.6 t/ha in Nebraska; harvest index 0.48 is its reference value.
    assert 8 < values["dry_yield"] < 16
    assert values["harvest_index"] == pytest.approx(0.48, abs=0.02)
    assert values["evapotranspiration"] == pytest.approx(values["evaporation"] + values["transpiration"], rel=1e-8)
    assert (result.engine.kind, result.warnings) == ("real", ())


DRY = {"weather": {**simulator.example["weather"], "rain_mm": [0.3 * depth for depth in RAIN]}}
RAINFED = {"irrigation": {"method": "rainfed"}}


@pytest.fixture(scope="module")
def dry_seasons():
    """Seasons with a third of the rain: seeds in dry soil, a crop that dies, an irrigated one; and still days."""
    thin = {"et0_mm": [0.0 if step % 40 == 0 else depth for step, depth in enumerate(EVAPORATION)]}
    seasons = {
        "in dust": {**DRY, **RAINFED, "initial_water": {"available_percent": 10}},
        "dying": {**DRY, **RAINFED, "initial_water": {"available_percent": 60}},
        "irrigated": {**DRY, "initial_water": {"available_percent": 10}},
        "still days": {"weather": {**simulator.example["weather"], **thin}},
    }
    inputs = [{**simulator.example, **changes} for changes in seasons.values()]
    return dict(zip(seasons, simulator.run_many(inputs, seed=0, limits=LIMITS), strict=True))


@sandboxed
def test_a_crop_that_irrigation_saves_has_days_of_water_stress_without_it(dry_seasons):
    values = {
        name: {key: value.magnitude for key, value in result.values.items()} for name, result in dry_seasons.items()
    }
    saved = values["irrigated"]
    assert saved["water_stress_days"] < 0.2 * saved["season_length"]
    for name in ("in dust", "dying"):
        assert saved["dry_yield"] > 1.5 * values[name]["dry_yield"]
        assert values[name]["water_stress_days"] > 0.6 * values[name]["season_length"]


@sandboxed
def test_a_crop_that_fails_is_named(dry_seasons):
    assert dry_seasons["in dust"].values["dry_yield"].magnitude == 0
    assert "the crop failed: it never emerges, for lack of water or of warmth" in dry_seasons["in dust"].warnings
    assert not any("failed" in warning for warning in dry_seasons["irrigated"].warnings)


@sandboxed
def test_days_without_evaporation_are_named(dry_seasons):
    # 160 days, of which those number 0, 40, 80 and 120 have none.
    assert "et0_mm is below 0.1 mm on 4 of 160 days, and taken as 0.1 mm there" in dry_seasons["still days"].warnings


@sandboxed
def test_a_yield_driver_far_from_the_crops_own_gives_a_warning():
    far = changed("crop_parameters", {"HI0": 0.95, "WP": 30.0})
    (warning, *_) = simulator.run(far, seed=0, limits=LIMITS).warnings
    assert warning.startswith("crop_parameters.HI0 is 0.95, and 0.48 for the engine's Maize")


@sandboxed
def test_the_daily_table_has_the_evaporation_that_drove_it(result):
    rows = list(csv.DictReader(io.StringIO(result.artifacts[DAILY].decode())))
    given = simulator.example["weather"]["et0_mm"]
    assert [float(row["et0_mm"]) for row in rows] == pytest.approx(given[: len(rows)], rel=1e-8)


@sandboxed
def test_the_water_balance_of_the_daily_table_closes(result):
    rows = list(csv.DictReader(io.StringIO(result.artifacts[DAILY].decode())))

    def total(*names):
        return math.fsum(float(row[f"{name}_mm"]) for row in rows for name in names)

    gained = total("rain", "irrigation", "capillary_rise")
    lost = total("runoff", "drainage", "evaporation", "transpiration")
    assert gained - lost == pytest.approx(result.values["storage_change"].magnitude, abs=1e-4)
    assert abs(result.values["water_balance_error"].magnitude) < 1e-6


@sandboxed
def test_stages_come_in_order(result):
    (table,) = result.tables
    days = {stage: day for stage, _, day in table.rows}
    order = ["planting", "emergence", "maximum_canopy", "yield_formation", "maturity"]
    assert [days[stage] for stage in order] == sorted(days[stage] for stage in order)
    assert table.rows[0] == ("planting", "2001-05-01", 1)


@sandboxed
def test_runs_at_once_give_the_same_bytes(result):
    with ThreadPoolExecutor(2) as pool:
        again = list(pool.map(lambda seed: simulator.run(simulator.example, seed=seed, limits=LIMITS), (0, 0)))
    assert {run.model_copy(update={"runtime_s": 0.0}).fingerprint() for run in (*again, result)} == {
        result.model_copy(update={"runtime_s": 0.0}).fingerprint()
    }


@pytest.mark.exhaustive
@sandboxed
def test_eight_runs_at_once_give_the_same_bytes(result):
    with ThreadPoolExecutor(8) as pool:
        again = list(pool.map(lambda seed: simulator.run(simulator.example, seed=seed, limits=LIMITS), [0] * 8))
    assert {run.artifacts[DAILY] for run in again} == {result.artifacts[DAILY]}


@sandboxed
def test_a_run_stopped_half_way_leaves_nothing_to_read():
    with pytest.raises(ToolError, match="was stopped: it ran longer than 0.3 s"):
        kept_run(simulator, simulator.example, seed=97, limits=RunLimits(seconds=0.3))
    assert not RUNS.path(run_key(simulator, simulator.example, 97)).exists()


def test_half_a_kept_run_is_not_read(tmp_path, monkeypatch):
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path))
    path = RUNS.path(run_key(simulator, simulator.example, 0))
    path.parent.mkdir(parents=True)
    path.write_bytes(b"half a run")
    monkeypatch.setattr(type(simulator), "run", lambda *_, **__: pytest.fail("made again"))
    with pytest.raises(pytest.fail.Exception, match="made again"):
        kept_run(simulator, simulator.example, seed=0, limits=LIMITS)


@sandboxed
def test_a_crop_that_cannot_ripen_is_refused_in_the_engines_words():
    inputs = changed("crop", "MaizeGDD")
    inputs["weather"] = {name: column[:60] for name, column in inputs["weather"].items()}
    result = simulator.run(inputs, seed=0, limits=LIMITS)
    assert "not enough growing degree days" in result.errors[0]
    assert result.values == {}


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("weather.tmin_c.3", float("nan"), r"weather.tmin_c: row 4 must be a number in \[-70, 65\] .*got nan"),
        ("weather.tmax_c.0", 295.15, "got 295.15, which looks like kelvin"),
        ("weather.rain_mm.2", -1.0, r"weather.rain_mm: row 3 must be a number in \[0, 2000\] mm, got -1"),
        ("weather.rain_mm.2", float("inf"), "row 3 .* got inf"),
        ("weather.date.5", "2001-05-09", "row 6 must be the day after 2001-05-05, got 2001-05-09"),
        ("weather.date.5", "May", "row 6 must be a date such as 2001-05-01, got 'May'"),
        ("weather.et0_mm", [0.0] * 160, "weather.et0_mm must be above 0 on some day, got 0 on all"),
        ("weather.et0_mm", [3.0], "et0_mm must hold 160 values, one a day, holds 1"),
        ("weather", {"date": []}, "weather.date: must hold 2 to 3700 days, holds 0"),
        ("crop", "Maise", "did you mean Maize"),
        ("crop_parameters", {"Maturty": 5.0}, "crop_parameters must be one of the engine's.* did you mean Maturity"),
        ("crop_parameters", {"Maturity": float("nan")}, "crop_parameters.Maturity: Input should be a finite number"),
        ("crop_parameters", {"WP": 500.0}, r"crop_parameters.WP must lie in \[5, 36\], got 500"),
        ("crop_parameters", {"HI0": 48.0}, r"crop_parameters.HI0 must lie in \[0, 1\], got 48"),
        ("planting_date", "2002-05-01", "planting_date must lie in the weather, 2001-05-01 to 2001-10-07"),
        ("planting_date", "1000001-05-01", "planting_date"),
        ("soil", {"texture": "Lom"}, "did you mean Loam"),
        ("soil", {}, "must name a texture or list layers"),
        ("initial_water", {"available_percent": -5}, "available_percent: .*greater than or equal to 0, got -5"),
        ("initial_water", {"at": "wet"}, "initial_water.at"),
        ("irrigation", {"method": "schedule"}, "dates must be given with method schedule"),
        ("irrigation", {"method": "rainfed", "threshold_percent": 5}, "threshold_percent must be given with method"),
        ("co2_ppm", 0.04, "co2_ppm: .*greater than or equal to 100"),
        ("command", "rm", "command is not an input"),
    ],
)
def test_bad_inputs_are_refused_by_name(path, value, message):
    with pytest.raises(InvalidRecord, match=message):
        simulator.validate(changed(path, value))


LAYER = {
    "thickness_m": 0.5,
    "wilting_point": 0.1,
    "field_capacity": 0.3,
    "saturation": 0.5,
    "conductivity_mm_day": 500.0,
}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"thickness_m": -1}, "thickness_m"),
        ({"thickness_m": 0.25}, "thickness_m must be a multiple of 0.1"),
        ({"field_capacity": 0.05}, "wilting_point < field_capacity < saturation must hold, got 0.1, 0.05 and 0.5"),
        ({"saturation": 50}, "saturation: Input should be less than 1, got 50"),
    ],
)
def test_bad_layers_are_refused(change, message):
    with pytest.raises(InvalidRecord, match=message):
        simulator.validate(changed("soil", {"layers": [LAYER | change]}))


def test_weather_without_evaporation_needs_a_latitude():
    inputs = changed("weather.et0_mm", None)
    with pytest.raises(InvalidRecord, match="latitude is needed to compute et0_mm"):
        simulator.validate(inputs)
    simulator.validate(inputs | {"latitude": 48.0})


def test_weather_comes_as_the_text_of_a_file_too():
    columns = simulator.example["weather"]
    rows = zip(*columns.values(), strict=True)
    text = "\n".join([",".join(columns), *(",".join(map(str, row)) for row in rows)])
    simulator.validate(changed("weather", text))
    with pytest.raises(InvalidRecord, match="row 1 must hold 5 cells, holds 2"):
        simulator.validate(changed("weather", text.split("\n")[0] + "\n2001-05-01,5"))


def test_names_are_those_of_the_engine():
    from aquacrop.entities.crops.crop_params import crop_params

    assert set(CROPS) == set(crop_params)


def test_parameters_are_those_of_the_engine():
    from aquacrop.entities.crop import Crop

    changed = Crop("Maize", planting_date="05/01", **dict.fromkeys(RANGES, 0.123))
    unread = [name for name in RANGES if getattr(changed, name, None) != 0.123]
    assert unread == []

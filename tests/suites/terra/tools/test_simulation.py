"""Weather for engines, descriptions of engines, and comparison of runs."""

import hashlib
import json

import numpy as np
import pytest
from tests.shared import SHARED
from tests.suites.terra.tools.run_making import MONTHS, rows, table, value

from mesocosm.earth.weather.epw import read_epw
from mesocosm.errors import QuotaExceeded, ToolError
from mesocosm.simulators.simulator.scenarios import seal_run
from mesocosm.suites.terra.toolkit.engine_descriptions import ENGINES
from mesocosm.suites.terra.toolkit.engine_runs import Runs
from mesocosm.suites.terra.tools import crop, environment, impact, infrastructure, simulation
from mesocosm.tools.tool import make
from mesocosm.workspace.workspace import Workspace

HOURS = 8760


@pytest.fixture
def space(tmp_path):
    with Workspace(tmp_path) as workspace:
        table(workspace, "months.csv", MONTHS)
        yield workspace, Runs()


def sunny_hours(workspace, *, shift=0, start="2031-01-01T00"):
    """Write a year of hours at 0° N 0° E: sunlight as the cosine of the hour around noon."""
    hour = np.arange(HOURS)
    times = np.datetime64(start) + hour.astype("timedelta64[h]")
    light = np.maximum(600 * np.sin(np.pi * ((hour - shift) % 24 + 0.5 - 6) / 12), 0.0)
    columns = {"temperature_c": np.full(HOURS, 26.0), "rh_percent": np.full(HOURS, 60.0), "ssrd_w_m2": light.round(3)}
    return table(workspace, "hours.csv", {"time": [str(time) for time in times]} | columns)


def test_days_keep_the_sums_and_means_of_months(space):
    output = simulation.monthly_to_daily(*space, "months.csv", 45.0, seed=7)
    days = rows(space[0], output.data["tables"]["daily_weather"])
    for place, month in enumerate(MONTHS["month"]):
        part = [row for row in days if row["date"].startswith(month)]
        assert sum(float(row["rain_mm"]) for row in part) == pytest.approx(MONTHS["rain_mm"][place], abs=1e-4)
        mean = sum(float(row["tmax_c"]) for row in part) / len(part)
        assert mean == pytest.approx(MONTHS["tmax [K]"][place] - 273.15, abs=1e-4)
    assert output.seed == 7


@pytest.mark.parametrize(("unit", "of_a_day"), [("mm/day", 1.0), ("kg m-2 s-1", 1 / 86400), ("m/s", 1e-3 / 86400)])
def test_rates_of_rain_count_by_the_days_of_their_months(space, unit, of_a_day):
    """2 mm a day: 62 mm in months of 31 days, 60 in those of 30, 56 in February 2031."""
    rain = {f"pr [{unit}]": [2.0 * of_a_day] * len(MONTHS["month"])}
    kept = {name: values for name, values in MONTHS.items() if name != "rain_mm"}
    table(space[0], "rates.csv", kept | rain)
    output = simulation.monthly_to_daily(*space, "rates.csv", 45.0, seed=7)
    days = rows(space[0], output.data["tables"]["daily_weather"])
    for month in MONTHS["month"]:
        part = [float(row["rain_mm"]) for row in days if row["date"].startswith(month)]
        assert sum(part) == pytest.approx(2.0 * len(part), abs=1e-4)


def test_a_sum_of_rain_in_another_kind_of_unit_is_refused(space):
    kept = {name: values for name, values in MONTHS.items() if name != "rain_mm"}
    table(space[0], "wrong.csv", kept | {"pr [K]": [280.0] * len(MONTHS["month"])})
    with pytest.raises(ToolError, match="is in kelvin, which cannot be converted to mm"):
        simulation.monthly_to_daily(*space, "wrong.csv", 45.0, seed=7)


def test_a_seed_repeats_its_days_and_another_does_not(space):
    first, same, other = (simulation.monthly_to_daily(*space, "months.csv", 45.0, seed=seed) for seed in (1, 1, 2))
    assert first.data["tables"] == same.data["tables"]
    assert first.data["tables"] != other.data["tables"]


def test_defect_runs_of_two_seeds_are_not_compared(space):
    """The published traffic tool passed no seed on, so that chance stood beside the intervention."""
    first = simulation.monthly_to_daily(*space, "months.csv", 45.0, seed=1)
    other = simulation.monthly_to_daily(*space, "months.csv", 45.0, seed=2, scenario="intervention")
    with pytest.raises(ToolError, match="seed 1 and 2"):
        simulation.compare_runs(*space, first.data["run"], other.data["run"])
    noon = {"date": ["2031-05-01"], "temperature_c": [17], "rh_percent": [42], "wind_km_h": [25], "rain_mm": [0]}
    fire = environment.fire_weather(*space, table(space[0], "noon.csv", noon), [0.0, 50.0])
    with pytest.raises(ToolError, match="runs of one engine, got fire_weather, weather_generator"):
        simulation.summarize_runs(*space, [first.data["run"], fire.data["run"]], "days")


NOON = {"date": ["2031-05-01", "2031-05-02"], "temperature_c": [17, 22], "rh_percent": [42, 30], "wind_km_h": [25, 25]}


@pytest.fixture
def pair(space):
    """Run two days with rain on the first, and the same without it; return files and values of both runs."""
    made = []
    for name, rain, scenario in (("was", [5.0, 0.0], "baseline"), ("dry", [0.0, 0.0], "counterfactual")):
        path = table(space[0], f"{name}.csv", NOON | {"rain_mm": rain})
        made.append(environment.fire_weather(*space, path, [0.0, 50.0], scenario=scenario, description=name))
    return made


def test_rain_alone_makes_the_difference(space, pair):
    was, dry = (output.data["run"] for output in pair)
    comparison = simulation.compare_runs(*space, was, dry, ["rain_24h_mm"])
    change = comparison.data["differences"]["fwi_last"]
    assert change["change"] == value(pair[1], "fwi_last") - value(pair[0], "fwi_last") > 0
    assert change["relative"] == pytest.approx(change["change"] / change["baseline"])
    assert comparison.data["changed_inputs"] == ["rain_24h_mm"]


def with_number(space, output, number):
    """Return the same run with another last index, on record under the same file."""
    file = hashlib.sha256(space[0].read_bytes(output.data["run"])).hexdigest()
    run = space[1].by_file[file]
    changed = run.result.values["fwi_last"].model_copy(update={"magnitude": number})
    result = run.result.model_copy(update={"values": {**run.result.values, "fwi_last": changed}})
    space[1].by_file[file] = seal_run(run.model_copy(update={"result": result}))


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
def test_what_has_no_number_is_null(space, pair, number):
    was, dry = (output.data["run"] for output in pair)
    with_number(space, pair[1], number)
    comparison = simulation.compare_runs(*space, was, dry, ["rain_24h_mm"])
    change = comparison.data["differences"]["fwi_last"]
    assert (change["other"], change["change"], change["relative"]) == (None, None, None)
    assert change["baseline"] == value(pair[0], "fwi_last")
    json.dumps(comparison.data, allow_nan=False)
    assert "fwi_last" not in comparison.text
    with pytest.raises(ToolError, match=f"'fwi_last' has no number in '{dry}'; leave out the runs without one"):
        simulation.summarize_runs(*space, [was, dry], "fwi_last")


def test_a_run_counts_once(space, pair):
    was, dry = (output.data["run"] for output in pair)
    space[0].write_bytes("copy.json", space[0].read_bytes(was))
    for twice in ([was, dry, was], [was, dry, "copy.json"]):
        with pytest.raises(ToolError, match="`paths` gives the run fire_weather-baseline-.* twice, .*give each once"):
            simulation.summarize_runs(*space, twice, "fwi_last")
    assert simulation.summarize_runs(*space, [was, dry], "fwi_last").data["runs"] == 2


def test_an_unmatched_pair_is_refused_with_what_differs(space, pair):
    was, dry = (output.data["run"] for output in pair)
    with pytest.raises(ToolError, match="inputs differ in rain_24h_mm, and changes allow temperature_c"):
        simulation.compare_runs(*space, was, dry, ["temperature_c"])
    with pytest.raises(ToolError, match="must be a baseline, and is: counterfactual"):
        simulation.compare_runs(*space, dry, was, ["rain_24h_mm"])
    with pytest.raises(ToolError, match="'rain_24h' is no input of these runs; did you mean rain_24h_mm"):
        simulation.compare_runs(*space, was, dry, ["rain_24h"])


def test_an_edited_run_file_is_not_believed(space, pair):
    workspace, runs = space
    was, dry = (output.data["run"] for output in pair)
    document = json.loads(workspace.read_text(dry))
    document["values"]["fwi_last"]["value"] = 99.0
    workspace.write_text("better.json", json.dumps(document))
    with pytest.raises(ToolError, match="'better.json' is not a run file of a simulation here"):
        simulation.compare_runs(workspace, runs, was, "better.json", ["rain_24h_mm"])
    with pytest.raises(ToolError, match="is not a run file"):
        simulation.compare_runs(workspace, Runs(), was, dry, ["rain_24h_mm"])  # of another world
    workspace.write_bytes("copy.json", workspace.read_bytes(dry))
    assert simulation.compare_runs(workspace, runs, was, "copy.json", ["rain_24h_mm"]).data["differences"]


def test_runs_are_summed_up_with_percentiles(space, pair):
    paths = [output.data["run"] for output in pair]
    low, high = sorted(value(output, "fwi_last") for output in pair)
    summary = simulation.summarize_runs(*space, paths, "fwi_last", threshold=(low + high) / 2).data
    assert summary["p10"] == pytest.approx(low + 0.1 * (high - low))  # by hand: linear between the two
    assert summary["share_below"] == 0.5
    with pytest.raises(ToolError, match="has no value 'fire'"):
        simulation.summarize_runs(*space, paths, "fire")


def test_defect_19_runs_of_a_pair_never_share_a_file(space, pair):
    files = [{output.data["run"], *output.data["tables"].values()} for output in pair]
    assert not files[0] & files[1]
    assert all(space[0].read_bytes(path) for path in files[0] | files[1])


def test_a_run_that_does_not_fit_the_workspace_leaves_no_half(tmp_path):
    with Workspace(tmp_path, most_files=2) as workspace:
        table(workspace, "months.csv", MONTHS)
        with pytest.raises(QuotaExceeded, match="this run writes 2 files"):
            simulation.monthly_to_daily(workspace, Runs(), "months.csv", 45.0, seed=1)
        assert [file.path for file in workspace.files()] == ["months.csv"]


# --- a weather year --------------------------------------------------------------------------------------------------


def test_defect_17_a_weather_year_has_sunshine_from_where_the_sun_stands(space):
    """The published writer left radiation at zero or missing and drew wind directions at random."""
    output = simulation.weather_to_epw(space[0], sunny_hours(space[0]), "Null Island", [0.0, 0.0], 0.0)
    year = read_epw(space[0].read_text(output.data["path"]))
    light = year.light
    level = light.direct_normal * np.maximum(light.path.up, 0).mean(axis=1) + year.hours["diffuse_w_m2"]
    assert level == pytest.approx(year.hours["global_w_m2"], abs=20.0)  # each is written in whole W/m²
    assert year.hours["direct_normal_w_m2"].max() > 400
    noon = 24 * 79 + 12  # 21 March, 12:00 to 13:00: the sun stands overhead within 8 degrees
    assert np.degrees(np.arcsin(light.path.up[noon].mean())) > 80
    assert output.data["global_kwh_m2"] == pytest.approx(
        365 * 600 * 24 / np.pi / 1000, rel=0.01
    )  # the integral, by hand


def test_utc_is_turned_into_local_time_by_longitude(space):
    """The same light, recorded at 90 degrees east by a clock of UTC: six hours earlier."""
    there = simulation.weather_to_epw(space[0], sunny_hours(space[0], shift=-6), "East", [90.0, 0.0], 0.0)
    year = read_epw(space[0].read_text(there.data["path"]))
    assert year.hours["global_w_m2"][:24].argmax() in (11, 12)
    assert year.time_zone == 6


def test_sunshine_at_night_means_a_wrong_clock(space):
    with pytest.raises(ToolError, match="fall with the sun below the horizon at longitude 90: check `clock`"):
        simulation.weather_to_epw(space[0], sunny_hours(space[0]), "East", [90.0, 0.0], 0.0)


BAD_YEARS = [
    ({"start": "2031-02-01T00"}, "must hold one year from 1 January on, 8760 rows, got 8760 from 2031-02-01"),
    ({"start": "2031-01-01T06"}, "must hold one year from 1 January on"),
]


@pytest.mark.parametrize(("wrong", "problem"), BAD_YEARS)
def test_what_is_no_whole_year_is_refused(space, wrong, problem):
    path = sunny_hours(space[0], **wrong)
    before = len(space[0].files())
    with pytest.raises(ToolError, match=problem):
        simulation.weather_to_epw(space[0], path, "Here", [0.0, 0.0], 0.0)
    assert len(space[0].files()) == before


def epw_of_days(workspace, **more):
    days = np.datetime64("2032-01-01") + np.arange(366)  # a leap year: 29 February is left out
    columns = {
        "tmin_c": [5.0] * 366,
        "tmax_c": [15.0] * 366,
        "dew_point_c": [3.0] * 366,
        "radiation_mj_m2": [12.0] * 366,
    }
    table(workspace, "days.csv", {"date": [str(day) for day in days]} | columns | more)
    return simulation.weather_to_epw(workspace, "days.csv", "Town", [0.0, 45.0], 100.0, step="day")


def test_days_become_hours_that_keep_each_days_sunshine(space):
    output = epw_of_days(space[0])
    assert output.data["global_kwh_m2"] == pytest.approx(365 * 12 / 3.6, rel=1e-6)  # 3.6 MJ a kWh
    assert output.data["mean_temperature_c"] == pytest.approx(10.0, abs=0.1)  # 24 points of two half cosines
    assert any("lowest at sunrise" in note for note in output.data["assumptions"])
    assert not any("Parton" in note for note in output.data["assumptions"])


def test_the_wind_of_days_counts_at_10_m(space):
    """FAO-56, table 2.9: the wind at 2 m is 0.748 of that at 10 m; parts of 3 and 4 m/s are a wind of 5."""
    at_2_m = epw_of_days(space[0], wind_m_s=[3.74] * 366)
    parts = epw_of_days(space[0], u10_m_s=[3.0] * 366, v10_m_s=[-4.0] * 366)
    for output, words in ((at_2_m, "from wind_m_s at 2 m"), (parts, "from its eastward and northward parts")):
        speed = [float(line.split(",")[21]) for line in space[0].read_text(output.data["path"]).splitlines()[8:]]
        assert set(speed) == {5.0}
        assert words in output.text
        assert "wind_10m_m_s is not told" not in output.text
    assert "wind_10m_m_s is not told" in epw_of_days(space[0]).text


@pytest.mark.fidelity
@pytest.mark.skipif(not (SHARED / "data/real/building/epw").is_dir(), reason="needs the real weather years")
def test_the_split_of_real_sunshine_is_near_that_of_the_file(space):
    """Chicago's typical year: global light goes in, direct and diffuse come out near the file's own sums."""
    text = (SHARED / "data/real/building/epw/USA_IL_Chicago-OHare.Intl.AP.725300_TMY3.epw").read_text()
    real = read_epw(text)
    hour = np.arange(HOURS)
    times = np.datetime64("2031-01-01T00") + hour.astype("timedelta64[h]")
    names = {"temperature_c": "temperature_c", "dew_point_c": "dew_point_c", "ssrd_w_m2": "global_w_m2"}
    columns = {name: real.hours[given].tolist() for name, given in names.items()}
    table(space[0], "chicago.csv", {"time": [str(time) for time in times]} | columns)
    output = simulation.weather_to_epw(space[0], "chicago.csv", "Chicago", [-87.92, 41.98], 201.0, clock="local")
    assert output.data["direct_normal_kwh_m2"] == pytest.approx(real.hours["direct_normal_w_m2"].sum() / 1e3, rel=0.12)
    assert output.data["diffuse_kwh_m2"] == pytest.approx(real.hours["diffuse_w_m2"].sum() / 1e3, rel=0.12)


# --- words -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_is_described_with_the_tool_that_drives_it(engine):
    family, _, name = ENGINES[engine].tool.partition(".")
    modules = {
        module.__name__.rpartition(".")[2]: module for module in (crop, environment, impact, infrastructure, simulation)
    }
    assert callable(getattr(modules[family], name))
    description = simulation.describe_engine(engine)
    assert ENGINES[engine].what in description.text
    assert len(description.text) < 1200


def test_defect_no_tool_lets_the_agent_name_its_numbers():
    """The published engines read their headline numbers from a file that the agent named, or ran a command it gave."""
    for module in (crop, environment, impact, infrastructure, simulation):
        for name, function in vars(module).items():
            if hasattr(function, "__mesocosm_tool__") and function.__module__ == module.__name__:
                words = make(f"x.{name}", function).schema["properties"].keys()
                assert not {"command", "metrics_path", "output_dir", "output_path", "assumptions", "run_id"} & words
    assert "mock_numeric_answer" not in simulation.PUBLISHED

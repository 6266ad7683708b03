"""The real engine in the sandbox: results, identical bytes, broken inputs, and machines without the engine."""

import importlib.util
import platform
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from tests.shared import SHARED
from tests.simulators.building_hourly.bestest import CASES, LOADS

from mesocosm.errors import InvalidRecord, MissingExtra, ToolError, ToolUnavailable
from mesocosm.isolation.selection import why_none
from mesocosm.simulators.building_hourly.building import Building
from mesocosm.simulators.building_hourly.engine import OFFICE, example_weather
from mesocosm.simulators.building_hourly.engine import simulator as hourly
from mesocosm.simulators.building_hourly.ground import Ground
from mesocosm.simulators.energyplus.emulation import VARIABLE
from mesocosm.simulators.energyplus.engine import simulator
from mesocosm.simulators.energyplus.idf_writer import write_idf
from mesocosm.simulators.simulator import RunLimits
from mesocosm.workspace.stale_folders import work_folder

LIMITS = RunLimits(seconds=120)
REAL = SHARED / "data/real/building"
HERE = platform.machine() == "x86_64" and importlib.util.find_spec("pyenergyplus") is not None
needs_engine = pytest.mark.skipif(
    not HERE or why_none() is not None, reason="needs mesocosm[energyplus] (Linux on x86_64) and an isolator"
)
needs_data = pytest.mark.skipif(not REAL.exists(), reason="the shared building data is not beside the checkout")


def magnitudes(result):
    return {name: value.magnitude for name, value in result.values.items()}


def week(**changed):
    """Return a week of the office as input text."""
    text = write_idf(Building.model_validate({**OFFICE, **changed}), Ground(0.5, True, (9.0,) * 12), 200.0)
    return text.replace("RunPeriod,Year,1,1,,12,31,", "RunPeriod,Week,1,1,,1,7,")


def run_text(text, limits=LIMITS):
    return simulator.run({"idf": text, "epw": example_weather()}, seed=0, limits=limits)


@pytest.fixture(scope="module")
def year():
    return simulator.run(simulator.example, seed=0, limits=LIMITS)


@needs_engine
def test_the_engine_says_who_it_is():
    assert simulator.engine.model_dump() == {"name": "EnergyPlus", "version": "25.2.0", "kind": "real"}


@needs_engine
def test_a_year_of_a_box(year):
    values = magnitudes(year)
    assert not year.errors
    assert values["energy_balance_error"] <= 1e-3
    months, balance = year.tables
    assert sum(row[1] for row in months.rows) == pytest.approx(values["heating_energy"], abs=0.1)
    parts = dict(balance.rows)
    stored = parts.pop("stored")
    assert sum(parts.values()) == pytest.approx(stored, abs=1e-3 * sum(abs(part) for part in parts.values()))
    assert year.artifacts["hours.csv"].count(b"\n") == 8761


@needs_engine
def test_the_hourly_engine_comes_close(year):
    """Run the same record and weather in both engines; the docs state how close the results are."""
    ours = magnitudes(hourly.run(hourly.example, seed=0, limits=LIMITS))
    theirs = magnitudes(year)
    for name in ("heating_energy", "cooling_energy", "heating_peak", "cooling_peak"):
        assert ours[name] == pytest.approx(theirs[name], rel=0.15)


@needs_engine
def test_the_same_bytes_alone_and_eight_at_once():
    text = week()
    alone = run_text(text)
    with ThreadPoolExecutor(8) as pool:
        others = list(pool.map(run_text, [text] * 8))
    assert alone.values["heating_energy"].magnitude > 0
    assert len({result.model_copy(update={"runtime_s": 0.0}).fingerprint() for result in (alone, *others)}) == 1


@needs_engine
def test_a_broken_input_gives_the_engines_words():
    result = run_text(week().replace("Construction,Roof,Roof layer 1", "Construction,Roof,No such layer"))
    assert not result.values
    assert any("No such layer" in error or "NO SUCH LAYER" in error for error in result.errors)


@needs_engine
def test_files_of_ours_are_out_of_reach(tmp_path):
    (tmp_path / "secret.csv").write_text("1\n" * 8760)
    schedule = f"Schedule:File,Stolen,Any,{tmp_path}/secret.csv,1,0,8760,Comma,No,60;\n"
    result = run_text(week() + schedule)
    assert not result.values
    assert any("files that an input names are out of its reach" in error for error in result.errors)


@needs_engine
def test_a_run_that_lasts_is_stopped_and_leaves_nothing(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with pytest.raises(ToolError, match=r"EnergyPlus was stopped: it ran longer than 0.2 s"):
        run_text(week(), RunLimits(seconds=0.2))
    assert list(work_folder().iterdir()) == []


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({"building": OFFICE}, "epw is missing"),
        ({"epw": "LOCATION"}, "give either idf or building, and not both"),
        ({"epw": "x", "building": {**OFFICE, "floor_area_m2": -1}}, "building.floor_area_m2: .*got -1"),
        ({"epw": "x", "idf": "Version,25.2;"}, "idf must hold a Building object"),
        ({"epw": "x", "path": "/etc"}, "path is not an input; allowed: epw, idf, building"),
    ],
)
def test_inputs_that_make_no_sense_are_refused(inputs, message):
    with pytest.raises(InvalidRecord, match=message):
        simulator.validate(inputs)


def test_weather_with_a_gap_is_refused():
    lines = example_weather().split("\r\n")
    words = lines[100].split(",")
    words[6] = "nan"
    with pytest.raises(InvalidRecord, match="temperature_c in hour 93 must lie in .* got nan"):
        simulator.validate({"building": OFFICE, "epw": "\r\n".join([*lines[:100], ",".join(words), *lines[101:]])})


def test_a_machine_that_cannot_run_it_gets_an_error(monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    with pytest.raises(
        ToolUnavailable, match=r"runs on Linux on x86_64, and this machine is linux on aarch64; .* building_hourly"
    ):
        simulator.run(simulator.example, seed=0, limits=LIMITS)


@pytest.mark.skipif(platform.machine() != "x86_64", reason="elsewhere the package cannot be installed")
def test_without_the_package_the_error_says_how_to_install_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyenergyplus", None)
    with pytest.raises(MissingExtra, match="energyplus"):
        simulator.run(simulator.example, seed=0, limits=LIMITS)


@needs_engine
@needs_data
@pytest.mark.fidelity
@pytest.mark.parametrize(
    "weather",
    [
        "USA_CO_Golden-NREL.724666_TMY3.epw",
        pytest.param("USA_IL_Chicago-OHare.Intl.AP.725300_TMY3.epw", marks=pytest.mark.exhaustive),
    ],
)
def test_the_projects_own_example_runs(weather):
    inputs = {name: (REAL / path).read_text() for name, path in (("idf", EXAMPLE), ("epw", f"epw/{weather}"))}
    result = simulator.run(inputs, seed=0, limits=LIMITS)
    # 1ZoneUncontrolled: 5,250 W at most, and the floor of 50 ft x 50 ft, as its remarks say.
    assert magnitudes(result)["building_area"] == pytest.approx(15.24**2, abs=0.01)
    assert magnitudes(result)["electricity_peak"] == pytest.approx(5.25)
    assert magnitudes(result)["heating_energy"] == 0


EXAMPLE = "idf/1ZoneUncontrolled.idf"


@needs_engine
@needs_data
@pytest.mark.fidelity
def test_an_input_whose_design_days_alone_run_has_no_result():
    text, weather = (REAL / EXAMPLE).read_text(), (REAL / "epw/USA_CO_Golden-NREL.724666_TMY3.epw").read_text()
    off = re.sub(r"Yes(,\s*!- Run Simulation for Weather File Run Periods)", r"No\1", text)
    assert off != text
    result = simulator.run({"idf": off, "epw": weather}, seed=0, limits=LIMITS)
    assert not result.values
    [error] = result.errors
    assert error.startswith("only design days ran, and no period of the weather")


@needs_engine
def test_a_week_says_that_it_is_no_year(year):
    assert run_text(week()).warnings[0].startswith("the run covers 168 hours of weather, and not a year")
    assert not any("and not a year" in warning for warning in year.warnings)


@needs_engine
@needs_data
@pytest.mark.fidelity
@pytest.mark.exhaustive
@pytest.mark.parametrize("case", LOADS)
def test_standard_cases_lie_in_or_near_their_range(case):
    """Run ASHRAE 140-2020 cases as building records; simple glazing in place of panes costs some per cent."""
    weather = Path(REAL / "ashrae140_bestest/725650TYCST.epw").read_text()
    values = magnitudes(simulator.run({"building": CASES[case], "epw": weather}, seed=0, limits=LIMITS))
    for name, (low, high) in zip(("heating_energy", "cooling_energy"), LOADS[case][:2], strict=True):
        assert max(low - values[name] / 1000, values[name] / 1000 - high, 0.0) <= 0.12 * (low + high) / 2

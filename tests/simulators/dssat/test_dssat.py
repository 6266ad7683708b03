"""DSSAT in the sandbox: its example, refused inputs, laws, and machines without its program."""

import platform
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import distributions

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from tests.engines import needs

from mesocosm.errors import InvalidRecord, ToolError, ToolUnavailable
from mesocosm.simulators.dssat import program
from mesocosm.simulators.dssat.engine import DAILY, PROGRAM_VERSION, SUMMARY, simulator
from mesocosm.simulators.simulator import RunLimits
from mesocosm.simulators.simulator.run_cache import RUNS, kept_run, run_key

runs = needs("dssat")
installed = pytest.mark.skipif(not list(distributions(name=program.PACKAGE)), reason="install mesocosm[dssat]")
LIMITS = RunLimits(seconds=120)
EXAMPLE = dict(simulator.example)


@pytest.fixture(scope="module")
def result():
    return simulator.run(EXAMPLE, seed=0, limits=LIMITS)


@runs
def test_nitrogen_raises_the_yield_of_the_example(result):
    values = {name: value.magnitude for name, value in result.values.items()}
    assert 0.5 < values["treatment_1_yield"] < values["treatment_2_yield"] < 15
    assert values["treatment_2_nitrogen_uptake"] > values["treatment_1_nitrogen_uptake"]
    # The program counts in single precision: some hundredths of a millimetre over a season.
    assert abs(values["treatment_1_water_balance_error"]) < 0.05


@runs
def test_the_water_balance_closes(result):
    values = {name.removeprefix("treatment_1_"): value.magnitude for name, value in result.values.items()}
    gained = values["rain"] + values["irrigation"]
    lost = values["runoff"] + values["drainage"] + values["evapotranspiration"]
    # The summary gives whole millimetres: half of one in each of five numbers.
    assert gained - lost == pytest.approx(values["storage_change"], abs=2.5)


@runs
def test_dates_come_in_order(result):
    (table,) = result.tables
    for row in table.rows:
        assert list(row[2:]) == sorted(row[2:])
    assert table.rows[0][:3] == (1, "NO NITROGEN", "2001-04-25")


@runs
def test_the_program_is_the_version_it_is_said_to_be(result):
    assert f"Ver. {PROGRAM_VERSION}" in result.artifacts[SUMMARY].decode()
    assert result.engine.version.startswith(PROGRAM_VERSION)


@runs
def test_no_file_says_when_it_was_made(result):
    whole = b"".join(result.artifacts.values()).decode("latin-1")
    assert not re.search(r"20[2-9]\d[; ]+\d\d:\d\d", whole)
    assert "/tmp" not in whole
    assert result.artifacts[DAILY].startswith(b"treatment,date,")


@runs
def test_runs_at_once_give_the_same_bytes(result):
    with ThreadPoolExecutor(8) as pool:
        again = list(pool.map(lambda seed: simulator.run(EXAMPLE, seed=seed, limits=LIMITS), [0] * 8))
    prints = {run.model_copy(update={"runtime_s": 0.0}).fingerprint() for run in (*again, result)}
    assert len(prints) == 1


@runs
def test_a_run_stopped_half_way_leaves_nothing_to_read():
    with pytest.raises(ToolError, match="DSSAT was stopped: it ran longer than 0.01 s"):
        kept_run(simulator, EXAMPLE, seed=97, limits=RunLimits(seconds=0.01))
    assert not RUNS.path(run_key(simulator, EXAMPLE, 97)).exists()


@runs
def test_what_the_program_refuses_is_reported_in_its_words():
    unknown = EXAMPLE["experiment"].replace("990002", "ZZ9999")
    result = simulator.run(EXAMPLE | {"experiment": unknown}, seed=0, limits=LIMITS)
    assert result.values == {}
    assert any("MZCER048.CUL" in line or "ultivar" in line for line in result.errors)


def replaced(name, old, new):
    assert old in EXAMPLE[name]
    return EXAMPLE | {name: EXAMPLE[name].replace(old, new, 1)}


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        (replaced("weather", "01093", "01193"), "weather 1 row 3: date must be 2001093, got 01193"),
        (
            replaced("weather", "\n01091  11.9", "\n01091   nan"),
            r"weather 1 row 1: SRAD must lie in \[0, 45\] .*got nan",
        ),
        (replaced("weather", "SRAD  TMAX", "SUN   TMAX"), "must have the columns SRAD, TMAX, TMIN, RAIN, lacks SRAD"),
        (replaced("weather", "MESO", "ELSE"), "weather must be of station MESO"),
        (replaced("soil", "*MESO000001", "*MESO000002"), "soil must hold the profile MESO000001"),
        (replaced("experiment", "*EXP.DETAILS:", "*EXP"), r"experiment must begin with \*EXP.DETAILS"),
        (replaced("experiment", "*FIELDS", "*FELDS"), "experiment must have the sections"),
        (EXAMPLE | {"genotype": {"../x": "y"}}, "genotype must name files such as MZCER048.CUL, got '../x'"),
        (EXAMPLE | {"genotype": {"MZCER048.CUL\n": "y"}}, r"got .MZCER048\.CUL\\n."),
        (EXAMPLE | {"weather": ()}, "weather"),
        (EXAMPLE | {"command": "sh"}, "command is not an input"),
        (EXAMPLE | {"soil": ""}, "soil"),
    ],
)
def test_bad_inputs_are_refused_by_name(inputs, message):
    with pytest.raises(InvalidRecord, match=message):
        simulator.validate(inputs)


def test_kelvin_and_gaps_are_refused():
    hot = re.sub(r"(\n01091 +\S+ +)\S+", r"\g<1>289.9", EXAMPLE["weather"])
    with pytest.raises(InvalidRecord, match="TMAX must lie in .* got 289.9, which looks like kelvin"):
        simulator.validate(EXAMPLE | {"weather": hot})


@runs
def test_an_unknown_crop_is_refused():
    with pytest.raises(InvalidRecord, match="experiment must be of a crop of DSSAT, got 'QQ'"):
        simulator.run(replaced("experiment", "MESO0101MZ", "MESO0101QQ"), seed=0, limits=LIMITS)


@installed
def test_a_machine_without_the_program_says_so(monkeypatch):
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(ToolUnavailable, match="for x86_64 and this machine is aarch64: install qemu-user-static"):
        simulator.run(EXAMPLE, seed=0, limits=LIMITS)


@installed
def test_another_machine_runs_the_program_through_an_emulator(monkeypatch, tmp_path):
    (tmp_path / "qemu-x86_64-static").touch()
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    monkeypatch.setattr(shutil, "which", lambda name: str(tmp_path / name))
    words = program.command("A.MZX")
    assert words[0] == str((tmp_path / "qemu-x86_64-static").resolve())
    assert words[1].endswith("bin/dscsm048")


def with_rain(depth, every):
    """Return the example's weather with other rain, the last column of each row."""
    lines = EXAMPLE["weather"].splitlines()
    heading = next(place for place, line in enumerate(lines) if line.startswith("@DATE"))
    rows = [f"{line[:-6]}{depth if step % every == 0 else 0.0:6.1f}" for step, line in enumerate(lines[heading + 1 :])]
    return EXAMPLE | {"weather": "\n".join([*lines[: heading + 1], *rows]) + "\n"}


@runs
@settings(
    max_examples=2,
    deadline=None,
    derandomize=True,
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)
@given(st.integers(5, 60), st.integers(2, 10), st.floats(1.1, 3))
def test_more_rain_never_runs_off_less(depth, every, more):
    dry, wet = (
        simulator.run(with_rain(mm, every), seed=0, limits=LIMITS).values for mm in (depth, round(depth * more, 1))
    )
    for number in (1, 2):
        away = [
            values[f"treatment_{number}_runoff"].magnitude + values[f"treatment_{number}_drainage"].magnitude
            for values in (dry, wet)
        ]
        assert away[1] >= away[0] - 1  # each of the two is given in whole millimetres
        assert abs(wet[f"treatment_{number}_water_balance_error"].magnitude) < 0.1

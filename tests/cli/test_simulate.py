"""`mesocosm simulate ENGINE`: an engine's own command, or inputs as JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from mesocosm import registry
from mesocosm.cli.main import mesocosm_command
from mesocosm.errors import InvalidRecord, ToolError, UserError
from mesocosm.isolation.selection import why_none
from mesocosm.simulators.simulator import Engine, Result, Table, Value
from mesocosm_toy.sphere import simulator as sphere

INPUTS = {"depth_m": 100.0, "excess_mass_kg": 1e9, "distance_m": 0.0}


def run(*words: object):
    return CliRunner().invoke(mesocosm_command, ["simulate", *map(str, words)])


def test_an_engine_of_another_package_runs_on_json():
    done = json.loads(run("sphere", "--inputs", json.dumps(INPUTS), "--seed", 3, "--json").stdout)
    # G M / z2 in microgal, worked by hand: 6.6743e-11 * 1e9 / 1e4 * 1e8.
    assert done["values"]["anomaly"] == {"magnitude": pytest.approx(667.43, rel=1e-12), "unit": "microgal"}
    assert (done["engine"]["name"], done["engine"]["kind"], done["seed"]) == ("sphere", "reduced_order", 3)


def test_inputs_come_from_a_file_too(tmp_path):
    (tmp_path / "inputs.json").write_text(json.dumps(INPUTS))
    output = run("sphere", "--inputs", f"@{tmp_path / 'inputs.json'}").stdout
    assert "sphere 1 (reduced_order)" in output
    assert "667.43" in output


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ("{", "--inputs must be JSON, or @FILE that holds it"),
        ("[1]", "--inputs must be an object of names and values, got list"),
        ("@nothing.json", "cannot read nothing.json"),
        ('{"depth_m": 1}', "excess_mass_kg must be a number"),
    ],
)
def test_bad_inputs_are_told(inputs, message):
    done = run("sphere", "--inputs", inputs)
    assert isinstance(done.exception, UserError)
    assert message in str(done.exception)


def test_a_misspelt_engine_is_answered_with_the_nearest():
    assert "Did you mean phreeqc" in run("phreqc").output


class Loud:
    """A stand-in for the sphere that produces a file, a table, a warning and an error."""

    engine = Engine(name="loud", version="1", kind="table")
    example = INPUTS
    artifact = "deep/listing.txt"

    def validate(self, inputs):
        pass

    def run(self, inputs, *, seed, limits):
        if limits.seconds < 1:
            raise ToolError("loud was stopped: it ran longer than allowed")
        return Result(
            engine=self.engine,
            values={"level": Value(magnitude=float("nan"), unit="m")},
            tables=(Table(file="a.sel", headings=("x",), rows=((1.0,), (2.0,))),),
            artifacts={self.artifact: b"all of it"},
            warnings=("odd",),
            errors=("wrong",),
        )


@pytest.fixture
def loud(monkeypatch):
    module = registry.import_module(registry.homes("simulators")["sphere"].module)
    assert module.simulator is sphere
    monkeypatch.setattr(module, "simulator", Loud())
    return module.simulator


def test_files_tables_and_the_engines_words(loud, tmp_path):
    done = run("sphere", "--inputs", "{}", "--out", tmp_path / "out")
    assert (tmp_path / "out" / "deep" / "listing.txt").read_bytes() == b"all of it"
    assert (tmp_path / "out" / "a.sel.csv").read_text() == "x\n1.0\n2.0\n"
    assert "a.sel: 2 rows" in done.stdout
    assert done.stderr.endswith("odd\nwrong\n")
    assert done.exit_code == 1


def test_no_number_is_null_in_json(loud):
    done = json.loads(run("sphere", "--inputs", "{}", "--json").stdout)
    assert (done["values"]["level"]["magnitude"], done["errors"], done["files"]) == (None, ["wrong"], [])


def test_a_stopped_run_is_told_in_one_line(loud):
    done = run("sphere", "--inputs", "{}", "--seconds", 0.5)
    assert isinstance(done.exception, UserError)
    assert "loud was stopped" in str(done.exception)


def test_an_engine_cannot_write_outside_of_the_folder(loud, tmp_path):
    loud.artifact = "../outside.txt"
    done = run("sphere", "--inputs", "{}", "--out", tmp_path / "out")
    assert isinstance(done.exception, InvalidRecord)
    assert list(tmp_path.rglob("outside.txt")) == []


@pytest.mark.skipif(why_none() is not None, reason=f"no isolator works here: {why_none()}")
def test_phreeqc_brings_its_own_command(tmp_path):
    deck = tmp_path / "deck.pqi"
    deck.write_text("SELECTED_OUTPUT 1\n -file a.sel\n -reset false\n -pH true\nSOLUTION 1\n pH 7\nEND\n")
    done = run("phreeqc", deck, "--out", tmp_path / "out")
    assert f"{Path(tmp_path / 'out' / 'result.out')}: " in done.stdout
    assert f"{Path(tmp_path / 'out' / 'a.sel')}: 1 rows" in done.stdout
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a.sel", "result.out"]


def test_phreeqc_is_not_run_on_an_empty_file(tmp_path):
    (deck := tmp_path / "empty.pqi").write_text("\n")
    done = run("phreeqc", deck, "--out", tmp_path / "out")
    assert f"INPUT_FILE {deck} is empty; PHREEQC needs keyword blocks" in str(done.exception)
    assert not (tmp_path / "out").exists()


@pytest.mark.skipif(why_none() is not None, reason=f"no isolator works here: {why_none()}")
def test_phreeqc_tells_what_is_wrong(tmp_path):
    deck = tmp_path / "deck.pqi"
    deck.write_text("SOLUTION 1\n pH seven\nEND\n")
    done = run("phreeqc", deck, "--out", tmp_path / "out")
    assert isinstance(done.exception, UserError)
    assert "PHREEQC ended with" in str(done.exception)
    assert (tmp_path / "out" / "result.out").exists()


def test_the_example_runs_and_can_be_changed(tmp_path):
    plain = json.loads(run("sphere", "--example", "--json").stdout)
    assert plain["values"]["anomaly"]["magnitude"] > 0
    far = json.loads(run("sphere", "--example", "--inputs", '{"distance_m": 1e6}', "--json").stdout)
    assert far["values"]["anomaly"]["magnitude"] < plain["values"]["anomaly"]["magnitude"]


def test_a_file_gives_an_input_its_text(tmp_path):
    (tmp_path / "depth").write_text("deep")
    done = run("sphere", "--example", "--file", f"depth_m={tmp_path / 'depth'}")
    assert "depth_m must be a number" in str(done.exception)
    assert "'deep'" in str(done.exception)


def test_a_file_without_a_name_is_refused():
    done = run("sphere", "--file", "weather.csv")
    assert isinstance(done.exception, InvalidRecord)
    assert "--file must be NAME=PATH, got 'weather.csv'" in str(done.exception)


def test_the_inputs_of_the_example_can_be_begun_from():
    shown = json.loads(run("sphere", "--show-inputs").stdout)
    assert shown == dict(sphere.example)


def test_a_file_of_json_gives_what_it_holds(tmp_path):
    (tmp_path / "depth.json").write_text("150.5")
    kept = json.loads(run("sphere", "--example", "--file", f"depth_m={tmp_path / 'depth.json'}", "--json").stdout)
    said = json.loads(run("sphere", "--example", "--inputs", '{"depth_m": 150.5}', "--json").stdout)
    assert kept["values"] == said["values"]
    (tmp_path / "broken.json").write_text("{")
    done = run("sphere", "--example", "--file", f"depth_m={tmp_path / 'broken.json'}")
    assert "broken.json must hold JSON, as its name says" in str(done.exception)


def test_what_exposure_writes_is_an_input_of_event_loss(tmp_path):
    pytest.importorskip("shapely", reason="install mesocosm[traffic]")
    run("exposure", "--example", "--out", tmp_path)
    curve = {"intensity_unit": "m", "intensity": [0, 1, 3], "damage": [0, 0.2, 0.6], "affected": [1, 1, 1]}
    flood = {
        "intensity_unit": "m",
        "latitude": [45.0],
        "longitude": [10.0],
        "frequency_per_year": [0.01],
        "intensity": {"event": [0], "point": [0], "value": [1.0]},
    }
    inputs = {"hazard": flood, "curves": dict.fromkeys(("residential", "commercial", "industrial"), curve)}
    file = f"exposure={tmp_path / 'exposure.json'}"
    done = json.loads(run("event_loss", "--file", file, "--inputs", json.dumps(inputs), "--json").stdout)
    values = done["values"]
    # A fifth of all value, once in a hundred years.
    assert values["annual_average_loss"]["magnitude"] == pytest.approx(0.002 * values["total_value"]["magnitude"])


@pytest.fixture
def run_folder(tmp_path):
    """Folder of three runs of the sphere: unchanged, deeper, and with another seed."""
    for name, words in {"a": (), "deep": ("--inputs", '{"depth_m": 300}'), "seed": ("--seed", 7)}.items():
        assert run("sphere", "--example", *words, "--out", tmp_path / name).exit_code == 0
    return tmp_path


def test_two_kept_runs_are_compared(run_folder):
    words = ("compare", run_folder / "a", run_folder / "deep", "--change", "depth_m")
    done = json.loads(run(*words, "--json").stdout)
    (difference,) = done["differences"].values()
    assert difference["change"] == difference["other"] - difference["baseline"] < 0
    assert (done["baseline"], done["other"], done["changed_inputs"]) == ("a", "deep", ["depth_m"])
    assert "microgal" in run(*words).stdout


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        ("a", "deep", "a and deep are not matched: inputs differ in depth_m, and changes allow nothing"),
        ("a", "seed", "seed 0 and 7"),
        ("a", "none", "none holds no run.json"),
        ("a", "a", ""),
    ],
)
def test_runs_that_do_not_match_are_refused(run_folder, first, second, why):
    done = run("compare", run_folder / first, run_folder / second)
    assert (isinstance(done.exception, InvalidRecord) and why in str(done.exception)) if why else not done.exception


def test_a_record_that_was_changed_is_not_compared(run_folder):
    path = run_folder / "deep" / "run.json"
    path.write_text(path.read_text().replace('"depth_m":300', '"depth_m":200'))
    assert "deep was changed after it was run" in str(run("compare", run_folder / "a", run_folder / "deep").exception)
    path.write_text("{}")
    assert "is not the record of a run" in str(run("compare", run_folder / "a", run_folder / "deep").exception)


def test_the_help_tells_what_each_engine_computes():
    output = " ".join(run("--help").output.split())
    assert "Vertical pull of a buried sphere at a distance along the surface." in output  # of another package
    for name in registry.names("simulators"):
        about = " ".join((type(registry.load("simulators", name)).__doc__ or "").partition("\n\n")[0].split())
        assert f"{name} {about}" in output
        assert about in " ".join(run(name, "--help").output.split())


def test_the_help_imports_no_engine():
    code = (
        "import sys; from mesocosm.cli.main import mesocosm_command as m; m(['simulate', '--help'], standalone_mode=0)"
    )
    code += "; print([name for name in sys.modules if name.endswith('.engine')])"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).endswith("\n[]\n")


def test_wrong_inputs_are_answered_with_the_way_to_an_example():
    result = run("sphere", "--inputs", '{"radius": 5}')
    assert str(result.exception).endswith("; --show-inputs prints an example of all inputs")


def test_phreeqc_has_the_options_of_every_engine():
    pytest.importorskip("phreeqc", reason="install mesocosm[phreeqc]")
    assert "SOLUTION 1" in json.loads(run("phreeqc", "--show-inputs").stdout)["input"]
    output = run("phreeqc", "--help").output
    assert all(option in output for option in ("--example", "--show-inputs", "--seed", "--inputs", "--file", "--json"))


@pytest.mark.skipif(why_none() is not None, reason=f"no isolator works here: {why_none()}")
def test_phreeqc_runs_its_example():
    done = json.loads(run("phreeqc", "--example", "--seed", 5, "--json").stdout)
    assert (done["engine"]["name"], done["seed"], done["values"]["errors"]["magnitude"]) == ("PHREEQC", 5, 0)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("{deck}",), "-o is missing"),
        (("{deck}", "--example", "-o", "out"), "--example does not go with INPUT_FILE"),
        (("--example", "--database", "pitzer.dat"), "--database goes with INPUT_FILE"),
    ],
)
def test_a_file_of_phreeqc_is_all_of_its_input(tmp_path, words, expected):
    (deck := tmp_path / "deck.pqi").write_text("SOLUTION 1\nEND\n")
    assert expected in run("phreeqc", *(word.format(deck=deck) for word in words)).output

"""`mesocosm simulate river_routing`: an input file by name, and calibration on a file of observed discharge."""

import csv
import io
import json

import pytest
from click.testing import CliRunner
from tests.simulators.river_routing.test_calibration import TRUTH, catchment

from mesocosm.cli.main import mesocosm_command
from mesocosm.errors import InvalidRecord
from mesocosm.simulators.river_routing.engine import simulator
from mesocosm.simulators.simulator import RunLimits


def run(*words):
    return CliRunner().invoke(mesocosm_command, ["simulate", "river_routing", *map(str, words)])


KNOWN = {"beta": 1.1, "percolation_mm_d": 1.5}
"""Parameters given in the inputs: the first is wrong, the second true."""


@pytest.fixture
def files(tmp_path):
    """Inputs of a catchment without parameters, and the discharge of one whose parameters are set."""
    (tmp_path / "inputs.json").write_text(json.dumps(catchment(days=200)))
    (tmp_path / "known.json").write_text(json.dumps(catchment(KNOWN, days=200)))
    made = simulator.run(catchment(KNOWN | TRUTH, days=200), seed=0, limits=RunLimits())
    (tmp_path / "observed.csv").write_bytes(made.artifacts["discharge_m3_s.csv"])
    return tmp_path


def test_a_file_of_inputs_runs_by_its_name(files):
    done = json.loads(run(files / "inputs.json", "--json").stdout)
    assert (done["engine"]["kind"], done["values"]["mass_balance_error"]["magnitude"]) == ("reduced_order", 0)


def test_calibration_writes_inputs_that_run_and_fit_better(files):
    pytest.importorskip("scipy", reason="pip install 'mesocosm[science]'")
    words = ("--calibrate", files / "observed.csv", "--warm-up-days", 40, "--generations", 3, "--objective", "nse")
    done = json.loads(run(files / "inputs.json", *words, "--out", files, "--json").stdout)
    assert done["after"]["calibration"]["nse"] > done["before"]["calibration"]["nse"]
    assert done["after"]["validation"]["days"] == 53  # the last third of 160 days
    again = json.loads((files / "calibrated.json").read_text())
    assert again["parameters"] == done["parameters"]  # no reach has a length, so that no wave speed is sought
    made = simulator.run(again, seed=0, limits=RunLimits())
    flows = list(csv.DictReader(io.StringIO(made.artifacts["discharge_m3_s.csv"].decode())))
    assert len(flows) == 200


def test_few_parameters_are_found_again_where_the_others_are_known(files):
    # Of a perfect fit: soil and power make up for each other a little, the shares of the stores hardly.
    pytest.importorskip("scipy", reason="pip install 'mesocosm[science]'")
    words = ("--calibrate", files / "observed.csv", "--warm-up-days", 40)
    sought = [word for name in TRUTH for word in ("--seek", name)]
    done = json.loads(run(files / "known.json", *words, *sought, "--out", files, "--json").stdout)
    assert done["parameters"] == {name: pytest.approx(value, rel=0.03) for name, value in TRUTH.items()}
    assert done["replaced"] == {"beta": 1.1}
    again = json.loads((files / "calibrated.json").read_text())["parameters"]
    assert again == {**KNOWN, **done["parameters"]}


def test_what_is_given_and_sought_all_the_same_is_named(files):
    pytest.importorskip("scipy", reason="pip install 'mesocosm[science]'")
    words = ("--calibrate", files / "observed.csv", "--warm-up-days", 40, "--generations", 1)
    output = run(files / "known.json", *words).stdout
    assert "given in the inputs, but calibrated anyway: beta 1.1, percolation_mm_d 1.5 (the search does not" in output


@pytest.mark.parametrize(
    ("generations", "message"),
    [(1, "after 1 generation, the most allowed: it had not"), (60, "generations: it converged")],
)
def test_the_output_says_why_the_search_ended(files, generations, message):
    pytest.importorskip("scipy", reason="pip install 'mesocosm[science]'")
    words = ("--calibrate", files / "observed.csv", "--warm-up-days", 40, "--seek", "beta")
    assert message in run(files / "known.json", *words, "--generations", generations).stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--example",), "--calibrate needs inputs with weather, and those of --example have none: give INPUT"),
        ((), "--calibrate needs inputs with weather, and none are given: give INPUT"),
        (("--file", "weather=w.json"), "--calibrate does not take --file: give all inputs as INPUT"),
    ],
)
def test_calibration_says_which_inputs_it_needs(files, words, message):
    refused = run("--calibrate", files / "observed.csv", *words)
    assert isinstance(refused.exception, InvalidRecord)
    assert message in str(refused.exception)


def test_a_search_that_ends_worse_than_it_began_says_so(files):
    pytest.importorskip("scipy", reason="pip install 'mesocosm[science]'")
    words = ("--calibrate", files / "observed.csv", "--warm-up-days", 40, "--generations", 1, "--seek", "beta")
    (files / "true.json").write_text(json.dumps(catchment(KNOWN | TRUTH, days=200)))
    ended = run(files / "true.json", *words).stdout
    assert "WARNING: in the calibration period kge fell from 1.000 to" in ended
    assert "--out FOLDER writes inputs with these parameters" in ended


def test_the_inputs_of_the_example_are_shown_whatever_else_is_asked(files):
    shown = json.loads(run("--show-inputs", "--calibrate", files / "observed.csv").stdout)
    assert shown == simulator.example


def test_the_table_has_both_periods(files):
    pytest.importorskip("scipy", reason="pip install 'mesocosm[science]'")
    words = ("--calibrate", files / "observed.csv", "--warm-up-days", 40, "--generations", 1)
    output = run(files / "inputs.json", *words).stdout
    assert all(word in output for word in ("soil_water_mm", "calibration", "validation", "before", "after", "kge"))


def test_a_file_without_discharge_is_refused(files):
    (files / "odd.csv").write_text("date,flow\n2001-01-01,high\n")
    refused = run(files / "inputs.json", "--calibrate", files / "odd.csv")
    assert isinstance(refused.exception, InvalidRecord)
    assert "line 2 must hold a discharge in m³/s, got 'high'" in str(refused.exception)

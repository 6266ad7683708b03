"""`mesocosm analyse` as a person uses it, on logs of the toy suite."""

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner
from tests.waiting import PATIENCE_S, PROGRAM

from mesocosm.cli.main import mesocosm_command
from mesocosm.errors import UserError

UNFIT = {"ablation", "budget", "category", "symmetry"}
"""Our analyses that need what the toy does not have: options, tokens, tags, templates."""


def analyse(*words):
    return CliRunner().invoke(mesocosm_command, ["analyse", *(str(word) for word in words)])


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    """Logs of two items, by the oracle and by the null agent, which stops without an answer."""
    folder = tmp_path_factory.mktemp("logs")
    words = [
        "run",
        "toy",
        "--agent",
        "oracle",
        "--agent",
        "null",
        "--no-baselines",
        "--limit",
        "2",
        "--log-dir",
        str(folder),
    ]
    done = CliRunner().invoke(mesocosm_command, words)
    assert done.exit_code == 0, done.output
    return folder


def test_list_names_every_analysis():
    analyses = {one["name"]: one for one in json.loads(analyse("list", "--json").output)}
    assert analyses["retention"]["baseline"] == "needed"
    assert "accuracy" in analyse("list").output


def test_accuracy_as_table_and_json(logs):
    done = analyse("accuracy", logs)
    assert done.exit_code == 0, done.output
    assert "oracle" in done.output
    assert "accuracy [clusters 95 %]" in done.output
    rows = {row["run"]: row for row in json.loads(analyse("accuracy", logs, "--json").output)["rows"]}
    assert (rows["oracle"]["accuracy"]["share"], rows["null"]["accuracy"]["share"]) == (1.0, 0.0)
    assert rows["null"]["tokens_per_correct"] == "NaN"


def test_failures_of_the_toy(logs):
    rows = {row["run"]: row["failures"] for row in json.loads(analyse("failures", logs, "--json").output)["rows"]}
    assert rows["null"]["counts"]["no_answer"] == 2  # and not no_run: the toy has no simulator
    assert rows["oracle"]["wrong"] == 0


def test_retention_against_an_agent(logs):
    [row] = json.loads(analyse("retention", logs, "--baseline", "oracle", "--json").output)["rows"]
    assert (row["run"], row["baseline"]) == ("null", "oracle")
    assert (row["change"]["lost"], row["change"]["retention"]) == (2, 0.0)


def test_a_figure(logs, tmp_path):
    done = analyse("steps", logs, "--figure", tmp_path / "new" / "steps.png")
    assert done.exit_code == 0, done.output
    assert (tmp_path / "new" / "steps.png").read_bytes().startswith(b"\x89PNG")


def test_all_writes_every_analysis(logs, tmp_path):
    done = analyse("all", logs, "--out", tmp_path, "--baseline", "null")
    assert done.exit_code == 0, done.output
    names = {one["name"] for one in json.loads(analyse("list", "--json").output)}
    text = (tmp_path / "analyses.txt").read_text()
    not_done = {name for name in names if f"{name}: not done: " in text}
    assert not_done >= UNFIT
    assert {path.stem for path in tmp_path.glob("*.json")} == names - not_done
    for path in tmp_path.glob("*.json"):
        json.loads(path.read_text(), parse_constant=pytest.fail)  # no bare NaN
    assert {"accuracy", "grid", "steps"} <= {path.stem for path in tmp_path.glob("*.png")}
    assert "accuracy [clusters 95 %]" in (tmp_path / "analyses.txt").read_text()


def test_all_without_a_baseline_says_what_was_not_done(logs, tmp_path):
    done = analyse("all", logs, "--out", tmp_path)
    assert done.exit_code == 0, done.output
    assert not (tmp_path / "retention.json").exists()
    assert "retention: not done: retention needs a baseline" in (tmp_path / "analyses.txt").read_text()


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("retension", "{logs}"), "no analysis is called 'retension'; did you mean retention?"),
        (("accuracy", "{empty}"), "there is neither a finished log of a mesocosm suite nor a trace in"),
        (("accuracy", "{empty}/missing"), "give .eval files or folders of them"),
        (("accuracy",), "give at least one log or folder of logs"),
        (("accuracy", "{logs}", "--baseline", "null"), "accuracy compares no runs"),
        (("accuracy", "{logs}", "--suite", "phreeqc"), "the logs hold no episode of 'phreeqc'; they hold toy"),
        (("retention", "{logs}"), "retention needs a baseline: an agent (null, oracle)"),
        (("retention", "{logs}", "--baseline", "orcale"), "did you mean oracle?"),
        (("labels", "{logs}", "--figure", "a.png"), "labels has no figure"),
        (("accuracy", "{logs}", "--figure", "a.pdf"), "--figure must be a .png file, got a.pdf"),
        (("accuracy", "{logs}", "--out", "x"), "--out is for `all`"),
        (("all", "{logs}"), "say where with --out DIR"),
    ],
)
def test_what_a_person_did_wrong_is_told(words, message, logs, tmp_path):
    places = [word.format(logs=logs, empty=tmp_path) for word in words]
    done = analyse(*places)
    assert done.exit_code != 0
    assert isinstance(done.exception, UserError | SystemExit)  # which the program prints in one line
    assert message in " ".join(f"{done.output} {done.exception}".split())


def test_the_program_tells_it_in_one_line(tmp_path):
    command = [sys.executable, "-c", PROGRAM, "analyse", "accuracy", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: there is neither a finished log")
    assert done.stderr.count("\n") == 1

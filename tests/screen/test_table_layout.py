"""At 80 columns every table shows its key column and the score in full."""

import pytest
from click.testing import CliRunner
from rich.table import Table

from mesocosm.cli.main import mesocosm_command
from mesocosm.report.results import SampleRow, make_row
from mesocosm.report.table import results_table
from mesocosm.screen.tables import show

WIDE = ("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu")


@pytest.fixture(autouse=True)
def _narrow(monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")


def test_a_wide_table_is_told_in_parts_with_the_agent_in_front_of_each(capsys):
    table = Table("suite", "agent", title="Title", caption="Caption")
    for heading in WIDE:
        table.add_column(heading, justify="right")
    table.add_row("toy", "oracle", *(f"0.{number:03} [0.000, 1.000]" for number in range(len(WIDE))))
    show(table)
    output = capsys.readouterr().out
    assert max(map(len, output.splitlines())) <= 80
    assert all(f"0.{number:03} [0.000, 1.000]" in output for number in range(len(WIDE)))  # no number is cut or broken
    assert output.count("oracle") == output.count("┏") > 1
    assert (output.count("Title"), output.count("Caption"), output.count("toy")) == (1, 1, 1)


def test_a_narrow_table_stays_whole(capsys):
    show(Table("agent", "score", "more"))
    assert capsys.readouterr().out.count("┏") == 1


def test_results_show_agent_and_score_first(capsys):
    sample = SampleRow(
        item="a", epoch=1, score=0.5, success=0, steps=3, rejected_calls=0, tokens=9, answer="valid", end="submitted"
    )
    row = make_row([sample], suite="toy", version="1-A", profile="default", agent="openai/gpt-5", knows_reference=True)
    show(results_table([row]))
    output = capsys.readouterr().out
    first = output.split("└")[0]
    assert "openai/gpt-5" in first
    assert "0.500" in first
    # A name that can be broken gives way, numbers and the frame do not.
    assert max(map(len, output.splitlines())) <= 80
    assert "0.000 [0.000, 0.793]" in output
    assert all(line[-1] in "┓┃┩│┘" for line in output.splitlines() if line[:1] in "┏┃┡│└")


VERBS = {
    "run": ["run", "toy", "--agent", "null", "--limit", "2", "--log-dir", "logs"],
    "score": ["score", "logs"],
    "accuracy": ["analyse", "accuracy", "logs"],
    "trajectory": ["analyse", "trajectory", "logs"],
    "failures": ["analyse", "failures", "logs"],
    "attack": ["attack", "toy", "--limit", "1", "--exploit", "do_nothing"],
    "list": ["list", "suites"],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("narrow")


@pytest.mark.parametrize("verb", VERBS)
def test_no_verb_cuts_a_word_or_a_number(verb, folder, monkeypatch):
    monkeypatch.chdir(folder)
    if not (folder / "logs").exists():
        assert CliRunner().invoke(mesocosm_command, VERBS["run"]).exit_code == 0
    done = CliRunner().invoke(mesocosm_command, VERBS[verb])
    assert done.exit_code == 0, done.output
    drawn = [line for line in done.stdout.splitlines() if line[:1] in "┏┃┡│└"]
    assert drawn
    assert max(map(len, drawn)) <= 80
    assert not [line for line in drawn if "…" in line]

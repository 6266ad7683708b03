"""Untrusted text never controls a terminal."""

import json
import re

import pytest
from click.testing import CliRunner

from mesocosm.cli.main import mesocosm_command
from mesocosm.report.table import make_table
from mesocosm.screen.tables import show, show_json, show_table
from mesocosm.screen.untrusted_text import cell, plain, plain_json, plain_line
from mesocosm.trace.schema import Called, EpisodeEnded, EpisodeStarted, Observed
from mesocosm.trace.writer import TraceWriter
from mesocosm.types import Budget

NASTY = "\x1b[2J\x1b]0;owned\x07 \x9b31m \u202e012\u2066 [red]x[/red] \x08\x7f"
STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def test_what_a_terminal_would_obey_is_spelled_out():
    assert plain("a\x1b[2Jb\x07") == "a\\x1b[2Jb\\x07"
    assert plain("1\u202e2") == "1\\u202e2"
    assert plain("line\ttab\nnext é 漢 🌪") == "line\ttab\nnext é 漢 🌪"


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("two\nlines\t", "two\\x0alines\\x09"),
        ("zero\u200bwidth\ufeff", "zero\\u200bwidth\\ufeff"),
        ("filler\u3164\u2800", "filler\\u3164\\u2800"),
        ("wide\u2003space\u00a0", "wide\\u2003space\\xa0"),
        ("variant\U000e0100", "variant\\U000e0100"),
        ("plain words, é 漢 🌪", "plain words, é 漢 🌪"),
    ],
)
def test_a_name_is_one_line_of_what_shows(text, spelled):
    assert plain_line(text) == spelled


def test_a_carriage_return_cannot_overwrite_a_line():
    assert plain("score 0.0\rscore 1.0") == "score 0.0\\x0dscore 1.0"
    assert plain("one\r\ntwo") == "one\ntwo"


def test_half_a_character_can_be_printed():
    assert plain("\ud800").encode() == b"\\ud800"


def test_markup_stays_text():
    assert cell("[red]x[/red]") == "\\[red]x\\[/red]"


@pytest.mark.parametrize("text", [NASTY, "\U000e0041", "\ud800"])
def test_json_says_the_same(text):
    spelled = plain_json(json.dumps(text, ensure_ascii=False))
    assert not STEERING.search(spelled)
    assert json.loads(spelled) == text


@pytest.mark.parametrize(
    "draw",
    [
        lambda: show_table((NASTY,), [(NASTY,)], NASTY),
        lambda: show(make_table(NASTY, [NASTY], [NASTY], [[NASTY, NASTY]], NASTY)),
        lambda: show_json({NASTY: NASTY}),
    ],
    ids=["table", "results", "json"],
)
def test_everything_that_is_drawn_is_clean(draw, capsys):
    draw()
    output = capsys.readouterr().out
    assert "[red]x[/red]" in output
    assert not STEERING.search(output)


def test_trace_show_prints_no_escape_of_an_agent(tmp_path):
    with TraceWriter(tmp_path / "t.jsonl") as writer:
        writer.append(EpisodeStarted(suite="toy", item="toy-s0-0000", agent=NASTY, budget=Budget()))
        writer.append(Called(call="c", tool=NASTY, arguments={"x": NASTY}))
        writer.append(Observed(call="c", text=NASTY))
        writer.append(EpisodeEnded(reason="stopped"))
    for words in (["trace", "show"], ["trace", "show", "--json"], ["trace", "validate"]):
        done = CliRunner().invoke(mesocosm_command, [*words, str(tmp_path / "t.jsonl")])
        assert done.exit_code == 0
        assert not STEERING.search(done.output)


def test_a_tools_reply_is_printed_clean(tmp_path):
    (tmp_path / "notes.txt").write_text(NASTY, newline="")
    words = ["call", "files.read_file", "--args", '{"path": "notes.txt"}', "--workspace", str(tmp_path)]
    done = CliRunner().invoke(mesocosm_command, words)
    assert "owned" in done.output
    assert not STEERING.search(done.output)

"""Wrong starts: each ends with a short message that names the cause, an exit status, and no traceback."""

import json
import os
import socket
import subprocess
import sys

import pytest
from tests.suite_marks import needs_suite
from tests.waiting import PATIENCE_S, PROGRAM

from mesocosm.cli.main import main
from mesocosm.trace.schema import Called, EpisodeEnded, EpisodeStarted, Observed
from mesocosm.trace.writer import TraceWriter
from mesocosm.types import Budget

MOST_LINES = 4
"""Most lines of a message: Click prints usage in three lines, and the error in a fourth."""
INSPECT = "from inspect_ai._cli.main import main; main()"
RUN = ["run", "toy", "--no-baselines", "--limit", "1"]


WRONG = {
    "unknown verb": (["lsit"], "Did you mean list?"),
    "unknown suite": (["run", "toi"], "did you mean toy?"),
    "unknown agent": ([*RUN, "--agent", "oracel"], "did you mean oracle?"),
    "unknown option of a suite": ([*RUN, "--agent", "null", "--option", "depth=deep"], "has no option 'depth'"),
    "an option without a value": ([*RUN, "--agent", "null", "--option", "depth"], "NAME=VALUE"),
    "unknown option of the command": (
        [*RUN, "--agnet", "null"],
        "No such option '--agnet'. Did you mean '--agent'?",
    ),
    "unknown profile": ([*RUN, "--agent", "null", "--profile", "publsihed"], "profile must be one of default"),
    "unknown tool": (["call", "files.read_fiel"], "did you mean files.read_file"),
    "unknown analysis": (["analyse", "retentoin", "."], "did you mean retention?"),
    "unknown item": (["show", "toy-s7-9x"], "'toy-s7-9x' is not an item of toy; ids look like toy-s7-0012"),
    "a name with markup": (["show", "[red]x[/red]"], "'[red]x[/red]'"),
    "no provider": ([*RUN, "--model", "gpt"], "model must be PROVIDER/NAME such as openai/gpt-5"),
    "unknown provider": (
        [*RUN, "--model", "opnai/gpt-5"],
        "no provider is called 'opnai'; did you mean openai or openai-api?",
    ),
    "missing key": ([*RUN, "--model", "openai/gpt-5"], "export OPENAI_API_KEY=..."),
    "missing key of a server": ([*RUN, "--model", "openai-api/local/x"], "export LOCAL_API_KEY=..."),
    "missing library of a provider": ([*RUN, "--model", "mistral/x"], "install it: pip install mistralai"),
    "nothing to run": (RUN, "nothing to run: give --model or --agent"),
    "no items": ([*RUN[:-1], "0", "--agent", "null"], "0 is not in the range x>=1"),
    "fewer than no items": ([*RUN[:-1], "-3", "--agent", "null"], "-3 is not in the range x>=1"),
    "a file for a folder of logs": ([*RUN, "--agent", "null", "--log-dir", "file"], "'file' is a file; name a folder"),
    "a folder nobody can write to": ([*RUN, "--agent", "null", "--log-dir", "/proc/x"], "cannot be written"),
    "a folder of other logs": ([*RUN, "--agent", "null", "--log-dir", "."], "not made by mesocosm run"),
    "a file nobody can write": (["items", "toy", "--limit", "1", "-o", "/proc/x.jsonl"], "No such file or directory"),
    "a log that is none": (["analyse", "retention", "bad.eval"], "bad.eval is not a log that Inspect can read"),
    "a log that is none, scored": (["score", "bad.eval"], "bad.eval is not a log that Inspect can read"),
    "a trace that is none": (["trace", "show", "bad.jsonl"], "bad.jsonl: line 1: not JSON"),
    "a trace that is not text": (["trace", "show", "raw.jsonl"], "is not text"),
    "nothing to analyse": (["analyse", "retention", "empty"], "run something there first"),
    "nothing to report": (["report", "empty", "-o", "out"], "`mesocosm run SUITE --log-dir empty` writes one"),
    "nothing to score": (["score", "empty"], "run something with --log-dir empty first"),
    "a path that is not there": (["analyse", "retention", "nowhere"], "there is no nowhere"),
    "an analysis without a figure": (["analyse", "overlap", ".", "--figure", "x.png"], "overlap has no figure"),
    "arguments that are not JSON": (["call", "files.read_file", "--args", "{"], "--args must be a JSON object"),
    "arguments of another tool": (["call", "files.read_file", "--args", '{"pth": "a"}'], "did you mean path?"),
    "an item of another form": (["mcp", "--suite", "toy", "--item", "toy-s9"], "ids look like toy-s7-0012"),
    "a seal in a folder that exists": (["seal", "toy", "-o", "file"], "file exists already"),
    "a seal without its secret": (["seal", "close", "empty"], "cannot read empty/record/seal.json"),
    "a scorer that is not there": (["run", "toy", "--sealed", "socket", "--agent", "null"], "no scorer answers"),
    "nothing to verify": (["verify", "empty"], "empty holds no seal.json"),
}


@pytest.mark.parametrize(("words", "expected"), WRONG.values(), ids=WRONG.keys())
def test_a_wrong_start_is_told_in_a_few_lines(start, place, words, expected):
    before = {path.name for path in place.glob("[!.]*")}
    status, message = start(*words)
    assert status in (1, 2)
    assert expected in message
    assert len(message.rstrip().splitlines()) <= MOST_LINES, message
    assert {path.name for path in place.glob("[!.]*")} == before  # nothing was begun


def test_there_are_enough_ways():
    assert len(WRONG) >= 25


def program(code: str, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code, *words]
    env = {**os.environ, **environment}
    return subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE_S, env=env, stdin=subprocess.DEVNULL
    )


def without(*modules: str) -> str:
    """The program on a machine without these libraries."""
    return f"import sys; sys.modules.update(dict.fromkeys({modules!r})); {PROGRAM}"


@pytest.mark.parametrize(
    ("missing", "words", "message"),
    [
        ("inspect_ai", [*RUN, "--agent", "null"], "pip install 'mesocosm[inspect]'"),
        ("anthropic", [*RUN, "--model", "anthropic/claude"], "pip install 'mesocosm[anthropic]'"),
        ("mcp", ["mcp", "--suite", "toy"], "pip install 'mesocosm[mcp]'"),
        ("cryptography", ["seal", "toy", "-o", "new"], "pip install 'mesocosm[sealed]'"),
        pytest.param(
            "phreeqc",
            ["run", "phreeqc", "--agent", "null"],
            "pip install 'mesocosm[phreeqc]'",
            marks=needs_suite("phreeqc"),
        ),
        pytest.param(
            "shapely",
            ["run", "tornado", "--agent", "null"],
            "pip install 'mesocosm[weather]'",
            marks=needs_suite("tornado"),
        ),
    ],
)
def test_a_missing_library_is_answered_with_its_install_line(place, missing, words, message):
    done = program(without(missing), *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert len(done.stderr.splitlines()) <= 2


@needs_suite("atmos")
def test_a_missing_sandbox_is_told_before_anything_runs(start, place, monkeypatch):
    monkeypatch.setenv("MESOCOSM_ISOLATOR", "none")
    words = ["run", "atmos", "--agent", "null", "--no-baselines", "--option", "tools=python", "--limit", "1"]
    status, message = start(*words, "--log-dir", "new")
    assert (status, not (place / "new").exists()) == (2, True)
    assert message == "error: sandbox: running code is switched off here: MESOCOSM_ISOLATOR is none\n"


def closed_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def test_a_dead_server_is_told_and_fails(place):
    url = f"http://127.0.0.1:{closed_port()}/v1"
    words = [*RUN, "--model", "openai/gpt-4", "--max-retries", "0", "--log-dir", "new"]
    done = program(PROGRAM, *words, OPENAI_API_KEY="x", OPENAI_BASE_URL=url)
    assert done.returncode == 1
    assert "openai/gpt-4: 1 of 1 episodes broke: APIConnectionError" in done.stderr
    assert "start the server, or set its address, OPENAI_BASE_URL" in done.stderr
    assert "no episode of openai/gpt-4 could be scored" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_port_in_use_is_told(place):
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = str(holder.getsockname()[1])
        done = program(PROGRAM, "mcp", "--suite", "toy", "--item", "toy-s7-0003", "--http", "--port", port)
    assert done.returncode == 2
    assert f"port {port} of 127.0.0.1 is in use; choose another with --port" in done.stderr
    assert "Traceback" not in done.stderr


def test_words_of_a_model_are_not_markup(place, monkeypatch, capsys):
    with TraceWriter(place / "t.jsonl") as writer:
        writer.append(EpisodeStarted(suite="toy", item="toy-s0-0000", agent="[/INST]", budget=Budget()))
        writer.append(Called(call="c", tool="[/b]", arguments={"x": "[/INST]"}))
        writer.append(Observed(call="c", text="[/INST] [red]"))
        writer.append(EpisodeEnded(reason="stopped"))
    monkeypatch.setattr(sys, "argv", ["mesocosm", "trace", "show", "t.jsonl"])
    with pytest.raises(SystemExit) as ended:
        main()
    assert not ended.value.code
    assert "[/INST] [red]" in capsys.readouterr().out


def test_a_plug_in_that_does_not_import_hides_nothing(place):
    broken = place / "broken-1.dist-info"
    broken.mkdir()
    (broken / "METADATA").write_text("Name: broken\nVersion: 1\n")
    (broken / "entry_points.txt").write_text("[mesocosm.suites]\nwreck = wreck_module\n")
    (place / "wreck_module.py").write_text("raise RuntimeError('no')\n")
    paths = os.pathsep.join([str(place), os.environ.get("PYTHONPATH", "")])
    listed = program(PROGRAM, "list", "suites", PYTHONPATH=paths)
    assert listed.returncode == 0
    assert "could not be loaded: suites 'wreck' of broken: RuntimeError: no" in listed.stderr
    asked = program(PROGRAM, "show", "wreck", PYTHONPATH=paths)
    assert asked.returncode == 2
    assert "Traceback" not in asked.stderr
    run = program(PROGRAM, "run", "wreck", "--agent", "null", PYTHONPATH=paths)
    assert run.returncode == 2
    assert run.stderr == "error: suites 'wreck' of broken cannot be loaded: RuntimeError: no\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-T", "protocol=raw"], "no parameter of mesocosm/toy is called 'protocol'"),
        (["-T", "options=nonsense"], "options must be NAME=VALUE joined by commas"),
        (["-T", "profile=nonsense"], "suite toy has no profile 'nonsense'"),
        (["-T", "limit=0"], "limit must be at least 1, got 0"),
        (["-T", "n=0"], "limit must be at least 1, got 0"),
    ],
)
def test_inspect_never_runs_another_world(place, words, message):
    done = program(INSPECT, "eval", "mesocosm/toy", *words, "--limit", "1", "--model", "mesocosm/null")
    assert done.returncode == 1
    assert message in " ".join((done.stdout + done.stderr).split())
    assert "Traceback" not in done.stdout + done.stderr


@pytest.mark.exhaustive
@needs_suite("atmos")
def test_inspect_takes_an_option_of_the_suite_and_scores_its_log_again(place):
    from inspect_ai.log import list_eval_logs, read_eval_log

    words = ["-T", "tools=calculator", "-T", "limit=1", "--model", "mesocosm/oracle", "--log-dir", "logs"]
    done = program(INSPECT, "eval", "mesocosm/atmos", *words, "--display", "none")
    assert done.returncode == 0, done.stdout + done.stderr
    [log] = list_eval_logs("logs")
    assert read_eval_log(log.name).eval.metadata["options"]["tools"] == "calculator"
    again = program(INSPECT, "score", log.name, "--action", "append", "--overwrite", "--display", "none")
    assert again.returncode == 0, again.stdout + again.stderr
    scores = read_eval_log(log.name).samples[0].scores
    assert sum(name.startswith("score") for name in scores) == 2
    assert json.dumps([score.value for name, score in scores.items() if name.startswith("score")]) == "[1.0, 1.0]"

"""Every verb as a person uses it."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tomllib

import pytest
from click.testing import CliRunner
from tests.shared import ROOT
from tests.suite_marks import needs_suite
from tests.waiting import INTERRUPTIBLE, PATIENCE_S, PROGRAM, running, wait_until

from mesocosm import registry
from mesocosm.adapters.inspect.log_folder import hold_folder
from mesocosm.cli.check import chosen_contracts
from mesocosm.cli.doctor import error_line
from mesocosm.cli.main import mesocosm_command
from mesocosm.cli.new import KINDS


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def invoke(*words: str):
        return CliRunner().invoke(mesocosm_command, [str(word) for word in words])

    return invoke


def program(*words: str, **options) -> subprocess.CompletedProcess:
    """Run the real program in a process of its own; return exit code and both streams."""
    command = [sys.executable, "-c", PROGRAM, *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, **options)


def test_help_lists_every_verb(run):
    output = run("--help").output
    for verb in ("list", "show", "run", "score", "call", "mcp", "check", "new", "demo", "doctor", "trace"):
        assert f"\n  {verb} " in output


def test_the_first_sentence_of_every_verb_fits_a_line(run):
    """On a screen of 80 columns, which the runner pretends to have."""
    help_text = run("--help").output
    assert [line for line in help_text.splitlines() if line.endswith("...") and "Usage" not in line] == []
    assert len([line for line in help_text.splitlines() if line.startswith("  ")]) > 20


@pytest.mark.parametrize("name", ["--limit", "--n"], ids=["the word everywhere", "an older one"])
def test_items_are_limited(run, name):
    assert len(run("items", "toy", name, "2").stdout.splitlines()) == 2


def test_items_are_the_same_lines_from_processes_and_their_balance_is_told(run):
    alone, together = run("items", "toy", "--limit", "3"), run("items", "toy", "--limit", "3", "--jobs", "2")
    assert together.stdout == alone.stdout
    assert [line for line in together.stderr.splitlines() if "all" in line and "3" in line]


def test_help_shows_one_word_for_the_number_of_items(run):
    for words in (["items"], ["run"], ["attack"], ["seal", "make"]):
        help_text = run(*words, "--help").output
        assert "--limit INTEGER" in help_text
        assert "--n" not in help_text.replace("--no-", "")


def test_a_misspelt_verb_is_answered_with_the_nearest(run):
    result = run("lsit")
    assert result.exit_code == 2
    assert "Did you mean list?" in result.output


def test_list_as_json(run):
    found = json.loads(run("list", "--json").output)
    assert "toy" in found["suites"]
    assert "files.read_file" in found["tools"]
    assert {"null", "random", "scripted", "replay", "oracle"} <= set(found["agents"])


def test_list_the_tools_of_a_family(run):
    found = json.loads(run("list", "tools", "--family", "execution", "--json").output)
    assert "files.read_file" in found["tools"]
    assert found["families"]["execution"]["tools"] == len(found["tools"])
    shown = run("list", "tools", "--family", "execution").output
    assert "execution.python" in shown
    assert f"{len(found['tools'])} tools of 1 family, about {found['families']['execution']['tokens']}" in shown


def test_list_families_with_their_tokens(run):
    families = json.loads(run("list", "families", "--json").output)["families"]
    assert families["gravity"]["tools"] == 2  # a module that names no family is one
    assert 100 < families["gravity"]["tokens"] < 1000
    assert "gravity" in run("list", "families").output


@needs_suite("tornado")
def test_list_the_families_of_one_suite(run):
    families = json.loads(run("list", "families", "--suite", "tornado", "--json").output)["families"]
    everything = json.loads(run("list", "families", "--json").output)["families"]
    assert 0 < len(families) < len(everything)
    tools = json.loads(run("list", "tools", "--suite", "tornado", "--json").output)
    assert sum(each["tools"] for each in families.values()) == len(tools["tools"])
    assert "did you mean tornado?" in str(run("list", "families", "--suite", "tornato").exception)
    assert "chooses among tools and families, got agents" in str(run("list", "agents", "--suite", "toy").exception)


def test_list_the_tools_of_a_suite_without_any_of_its_own(run):
    assert run("list", "tools", "--suite", "toy").output.endswith("0 tools of 0 families, about 0 tokens\n")
    assert json.loads(run("list", "families", "--suite", "toy", "--json").output) == {"families": {}}


def test_list_of_an_unknown_family(run):
    done = run("list", "tools", "--family", "executon")
    assert "did you mean execution?" in str(done.exception)


def test_list_of_an_unknown_kind():
    done = program("list", "suits")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "error: no kind is called 'suits'; did you mean suites?\n"


def test_show_an_item_keeps_its_truth_back(run):
    shown = json.loads(run("show", "toy-s7-0003", "--json").output)
    assert "reference" not in shown
    assert "answer" not in json.dumps(shown["data"])
    assert "strata" not in shown  # they may tell that an item cannot be answered
    assert json.loads(run("show", "toy-s7-0003", "--reference", "--json").output)["reference"]["answer"]


def test_show_of_a_misspelt_name_suggests():
    done = program("show", "files.raed_file")
    assert done.returncode == 2
    assert "did you mean files.read_file" in done.stderr


def test_call_writes_into_the_workspace(run, tmp_path):
    result = run("call", "files.write_file", "--args", '{"path": "a.txt", "content": "hi"}', "--workspace", tmp_path)
    assert result.exit_code == 0
    assert (tmp_path / "a.txt").read_text() == "hi"


def test_call_keeps_pictures(run, tmp_path):
    arguments = '{"start": [-500, 0], "end": [500, 0]}'
    result = run("call", "gravity.survey_line", "--item", "toy-s7-0000", "--args", arguments)
    assert result.exit_code == 0, result.output
    assert (tmp_path / "picture-1.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("{", "--args must be a JSON object"),
        ("@missing.json", "cannot read 'missing.json'"),
        ("[]", "arguments must be a JSON object, got []"),
        ('{"pth": "a"}', "did you mean path?"),
        ('{"path": 3}', "`path` must be a valid string, got 3"),
        ('{"path": "../a"}', "paths stay inside the workspace"),
    ],
)
def test_call_with_bad_arguments(arguments, message, tmp_path):
    done = program("call", "files.read_file", "--args", arguments, cwd=tmp_path)
    assert done.returncode in (1, 2)
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_call_of_a_tool_that_needs_a_world(tmp_path):
    done = program("call", "gravity.read_meter", "--args", '{"x_m": 0, "y_m": 0}', cwd=tmp_path)
    assert done.returncode == 2
    assert "needs a Ground, which this world does not provide" in done.stderr


def test_trace_show_tells_the_words_and_how_it_ended(run, tmp_path):
    words = '{"kind": "said", "role": "assistant", "text": "It is [/INST] B", "stop": "max_tokens"}'
    start, end = (
        '{"kind": "episode_started", "suite": "x", "item": "x-s0-0000"}',
        '{"kind": "episode_ended", "reason": "loop"}',
    )
    (tmp_path / "one.jsonl").write_text(f"{start}\n{words}\n{end}\n")
    shown = run("trace", "show", "one.jsonl").output
    assert "(assistant says)" in shown
    assert "It is [/INST] B [max_tokens]" in shown
    assert "ended: loop; answer: missing" in shown


def test_trace_show_takes_files_and_folders(run, tmp_path):
    places = [tmp_path / "one.jsonl", tmp_path / "folder" / "inner" / "two.jsonl", tmp_path / "folder" / "three.jsonl"]
    (tmp_path / "folder" / "inner").mkdir(parents=True)
    for path in places:
        path.write_text(f'{{"kind": "episode_started", "suite": "x", "item": "x-{path.stem}"}}\n')
    (tmp_path / "folder" / "bad.jsonl").write_text("no trace\n")
    shown = run("trace", "show", "one.jsonl", "folder")
    assert [line.split(",")[0].strip() for line in shown.stdout.splitlines() if "x-" in line] == [
        "x-one", "x-two", "x-three",
    ]  # fmt: skip
    assert "skipped: folder/bad.jsonl: " in shown.stderr
    every = json.loads(run("trace", "show", "one.jsonl", "folder", "--json").stdout)
    assert [[event["item"] for event in trace] for trace in every] == [["x-one"], ["x-two"], ["x-three"]]


def test_run_score_and_traces_agree(run, tmp_path):
    done = run("run", "toy", "--agent", "surveyor", "--limit", "2", "--seed", "7", "--log-dir", "logs", "--json")
    assert done.exit_code == 0, done.output
    rows = {row["agent"]: row for row in json.loads(done.stdout)}
    assert set(rows) == {"surveyor", "oracle", "random", "null"}  # the baselines stand beside every agent
    assert (rows["oracle"]["score"], rows["null"]["score"]) == (1.0, 0.0)
    again = run("run", "toy", "--agent", "surveyor", "--limit", "2", "--seed", "7", "--log-dir", "logs", "--json")
    assert json.loads(again.stdout) == json.loads(done.stdout)  # nothing left to play, and the output is the same
    shutil.copytree("logs", "copies")
    scored = json.loads(run("score", "logs", "copies", "--json").stdout)
    assert len(scored) == 8  # every trace once, wherever else it lies
    again = [row["value"] for row in scored if row["agent"] == "mesocosm/surveyor"]
    assert sum(again) / 2 == rows["surveyor"]["score"]
    [log] = [rows["oracle"]["log"]]
    converted = run("trace", "convert", log, "traces").output.split()
    assert len(converted) == 2
    assert run("trace", "validate", converted[0]).exit_code == 0
    assert "survey_line" in run("trace", "show", converted[0]).output
    assert json.loads(run("score", "traces", "--json").output)[0]["value"] == 1.0


def test_run_refuses_the_log_directory_of_another_run(run):
    (first := run("run", "toy", "--agent", "null", "--no-baselines", "--limit", "1", "--log-dir", "logs"))
    assert first.exit_code == 0, first.output
    done = program("run", "toy", "--agent", "null", "--limit", "2", "--seed", "3", "--log-dir", "logs", cwd=os.getcwd())
    assert done.returncode == 2
    assert "logs holds another run: items: 1 there, 2 here; seed: 0 there, 3 here" in done.stderr


def test_run_refuses_a_folder_of_foreign_logs(tmp_path):
    (tmp_path / "old.eval").write_bytes(b"")
    done = program("run", "toy", "--agent", "null", "--log-dir", str(tmp_path))
    assert done.returncode == 2
    assert "it was not made by mesocosm run" in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run", "toi"], "no suite is called 'toi'; did you mean toy?"),
        (["run", "toy", "--agent", "oracel"], "no agent is called 'oracel'; did you mean oracle?"),
        (["run", "toy", "--model", "gpt"], "model must be PROVIDER/NAME such as openai/gpt-5, got 'gpt'"),
        (["run", "toy", "--profile", "publsihed"], "profile must be one of default, got 'publsihed'"),
        (["run", "toy", "--limit", "0"], "0 is not in the range x>=1"),
        (["mcp", "--suite", "toy", "--item", "toy-7"], "'toy-7' is not an item of toy; ids look like toy-s7-0012"),
        (["score", "pyproject.toml"], "does not exist"),
    ],
)
def test_bad_input_is_told_in_one_line(words, message, tmp_path):
    done = program(*words, cwd=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert list(tmp_path.iterdir()) == []  # nothing was begun


def test_score_of_a_file_that_is_no_trace(run, tmp_path):
    (tmp_path / "x.jsonl").write_text("not json\n")
    done = program("score", "x.jsonl", cwd=tmp_path)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_validate_names_the_line(run, tmp_path):
    (tmp_path / "x.jsonl").write_text('{"kind":"episode_started","suite":"toy","item":"a"}\n{"kind":"observed"}\n')
    result = run("trace", "validate", "x.jsonl")
    assert result.exit_code == 1
    assert "x.jsonl: line 2: " in result.output


def test_check_takes_everything_registered():
    kinds = ("suites", "tools", "simulators", "sources", "analyses", "pages", "commands")
    assert sorted(chosen_contracts(())) == sorted((kind, name) for kind in kinds for name in registry.names(kind))


def test_check_passes_over_some_of_every_kind(run):
    """Every contract is checked in tests/contracts, one by one, over all workers."""
    names = ["toy", *(name for kind in ("tools", "simulators", "sources") for name in registry.names(kind)[:3])]
    result = run("check", "--json", *names)
    assert result.exit_code == 0, result.output
    rows = [(row["kind"], row["name"]) for row in json.loads(result.stdout)]
    assert rows == chosen_contracts(names)
    assert {kind for kind, _ in rows} >= {"suites", "tools", "simulators", "sources"}


def test_doctor_finds_what_is_installed(run):
    done = run("doctor", "--json")
    found = {one["what"]: one for one in json.loads(done.stdout)}
    for part in ("suites", "extras", "isolators", "simulators", "services"):
        assert f"doctor: {part}: 0 of " in done.stderr
    assert found["extra inspect"]["works"]
    assert found["simulator sphere"]["works"]


def test_doctor_reads_the_installed_packages_once_for_all_extras(monkeypatch):
    from importlib import metadata

    from mesocosm.cli.doctor import _extras

    readings = []
    monkeypatch.setattr(metadata, "packages_distributions", lambda: readings.append(1) or {"click": ["click"]})
    assert len(_extras()) > 1
    assert len(readings) == 1


@pytest.mark.exhaustive
def test_doctor_tells_the_line_that_installs(run, monkeypatch):
    import importlib.util

    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *rest: None if name == "gymnasium" else real(name, *rest)
    )
    found = {one["what"]: one for one in json.loads(run("doctor", "--json").stdout)}
    assert found["extra gym"]["details"] == "missing gymnasium: pip install 'mesocosm[gym]'"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (
            ModuleNotFoundError("No module named 'pyproj'", name="pyproj"),
            "pyproj is not installed; it comes with: pip install 'mesocosm[weather]'",
        ),
        (ModuleNotFoundError("No module named 'mine'", name="mine"), "ModuleNotFoundError: No module named 'mine'"),
    ],
)
def test_doctor_names_the_extra_of_a_library_that_is_missing(error, words):
    assert error_line(error) == words


def test_demo_prints_a_table_and_writes_a_page(run, tmp_path):
    result = run("demo", "--limit", "2", "--suite", "toy")
    assert result.exit_code == 0, result.output
    page = (tmp_path / "demo" / "index.html").read_text()
    assert "oracle" in result.output
    assert "oracle" in page
    assert "http" not in page.replace("http-equiv", "")  # nothing is loaded from outside


@pytest.mark.slow
def test_a_demo_that_is_interrupted_ends_its_runs(tmp_path):
    words = ["demo", "--limit", "300", "--suite", "toy", "--out", str(tmp_path)]
    command = [sys.executable, "-c", INTERRUPTIBLE + PROGRAM, *words]
    with running(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as demo:
        wait_until(lambda: list(tmp_path.glob("logs/*/*.eval")), "a log was begun", demo)
        os.killpg(demo.pid, signal.SIGINT)  # as a terminal does
        errors = demo.communicate(timeout=PATIENCE_S)[1]
    assert demo.returncode != 0
    assert "Traceback" not in errors, errors
    [folder] = (tmp_path / "logs").iterdir()
    with hold_folder(folder):  # which the run held as long as it lived
        assert not (tmp_path / "index.html").exists()


@pytest.mark.parametrize("kind", KINDS)
def test_a_scaffold_passes_its_own_test(run, kind, tmp_path):
    done = run("new", kind, "sample_thing")
    assert done.exit_code == 0
    assert "install it: pip install -e mesocosm-sample_thing\n" in done.stderr
    assert "run its test: python -m pytest mesocosm-sample_thing    (needs pytest: pip install pytest)" in done.stderr
    root = tmp_path / "mesocosm-sample_thing"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(root)],
        capture_output=True,
        text=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


LINTER = ["--isolated", "--line-length", "120", "--target-version", "py311"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_scaffold_passes_the_linter(run, kind, tmp_path):
    rules = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["ruff"]["lint"]["select"]
    assert run("new", kind, "sample_thing").exit_code == 0
    root = tmp_path / "mesocosm-sample_thing"
    for words in (["check", "--select", ",".join(rules)], ["format", "--check"]):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *words, *LINTER, "."], cwd=root, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout


def test_new_refuses_to_overwrite(run):
    assert run("new", "tool", "sample_thing").exit_code == 0
    done = program("new", "tool", "sample_thing", cwd=os.getcwd())
    assert done.returncode == 2
    assert "exists already; nothing was written" in done.stderr


@pytest.mark.parametrize("name", ["Upper", "a-b", "1a", "class", "files"])
def test_new_refuses_a_bad_name(name, tmp_path):
    done = program("new", "tool", name, cwd=tmp_path)
    assert done.returncode == 2
    assert list(tmp_path.iterdir()) == []

"""Mistakes of newcomers: each is answered with what is wrong, what is allowed, and what was probably meant."""

import json

import pytest

SUITE = {
    "in capitals": ("TOY", "no suite is called 'TOY'; did you mean toy?"),
    "two": ("toy,toy", "name one suite at a time: toy or toy"),
    "an item": ("toy-s0-0001", "it looks like an item of the suite toy: write toy"),
}
SHOW = {
    "an id without its number": ("show toy-s0", "'toy-s0' is not an item of toy; ids look like toy-s7-0012"),
    "an id in capitals": ("show TOY-s0-0001", "did you mean toy-s0-0001?"),
    "an id with a zero too few": ("show toy-s0-1", "did you mean toy-s0-0001?"),
    "an id with a zero too many": ("show toy-train-s07-0001", "did you mean toy-train-s7-0001?"),
    "an id in other digits": ("show toy-s٣-0001", "did you mean toy-s3-0001?"),
    "an id of many digits": (f"show toy-s{'9' * 5000}-0001", "ids look like toy-s7-0012 and toy-train-s7-0012"),
    "an id of a misspelt suite": (
        "show toys-s0-0001",
        "ids look like toy-s7-0012 and toy-train-s7-0012; did you mean toy-s0-0001?",
    ),
    "an id without its suite": ("show s7-0000", "'s7-0000' is not the id of an item"),
    "an id of training without its suite": ("show train-s7-3", "or toy-train-s7-0003"),
    "an id of no suite": ("show zzzzz-s7-0000", "suites: atmos, "),
    "an item of a misspelt suite to call in": ("call files.list_files --item toys-s7-1", "did you mean toy-s7-0001?"),
    "an item without its suite to call in": ("call files.list_files --item s7-0000", "or toy-s7-0000"),
    "an item of another suite to serve": ("mcp --suite toy --item eo-s7-0000", "it names the suite eo"),
    "an item without its suite to serve": ("mcp --suite toy --item s7-0000", "did you mean toy-s7-0000?"),
    "a suite with its reference": ("show toy --reference", "--reference is for an item, such as toy-s0-0001"),
}
LIST = {
    "a tool as a family": ("list tools --family calculator", "calculator.calculate is of the family execution"),
    "an unknown family": ("list tools --family zzz", "Known: "),
    "a part of a family": ("list tools --family executio", "did you mean execution?"),
}
VERBS = {
    "a word for a number": ("run toy --limit ten", "'ten' is not a valid integer."),
    "a misspelt verb of a seal": ("seal serv x", "'serv' is neither a verb nor a suite; did you mean serve?"),
    "a setting of nobody": ("run toy --temperature 1", "--temperature is set for models; give --model"),
    "an agent of another suite": (
        "run toy --agent eo.perception",
        "agent eo.perception plays the suite eo only, not toy; agents that play toy: careless, null, oracle, random",
    ),
    "a replay of nothing": ("run toy --agent replay", "set it: export MESOCOSM_REPLAY=FOLDER"),
    "a file for an agent": (
        "run toy --agent my_agent.py:solve",
        "one of your own plays from Python, mesocosm.run(SUITE, FUNCTION)",
    ),
    "a file for an agent of a seal": (
        "run toy --sealed socket --agent my_agent.py:solve",
        "write my_agent:solve, with the file's folder in PYTHONPATH",
    ),
    "an agent of another suite before a seal": (
        "run toy --sealed socket --agent eo.perception",
        "agent eo.perception plays the suite eo only, not toy",
    ),
    "a seed beside an item": ("mcp --suite toy --item toy-s7-0000 --seed 3", "--seed does not go with --item"),
    "a number beside an item": ("mcp --suite toy --item toy-s7-0000 --limit 3", "--limit does not go with --item"),
    "a suite as an option of the doctor": ("doctor --suite toy", "Did you mean mesocosm check SUITE?"),
    "a suite as an option": ("run --suite toy", "Did you mean mesocosm run SUITE?"),
    "no place to write": ("bundle empty", "Missing option '-o' / '--out'. Example: mesocosm bundle empty -o FILE"),
    "no folder to write": ("report empty", "Example: mesocosm report empty -o FOLDER"),
    "a tool of another suite's desk": (
        'call submit.submit --item atmos-s0-0000 --args {"answer":"A"}',
        "no tool of atmos-s0-0000 is called 'submit.submit'; did you mean choice.submit",
    ),
    "no suite": ("run", "Missing argument 'SUITE'. Suites: "),
    "no suite to serve": ("mcp", "Missing option '--suite'. Suites: "),
    "an agent behind the suite": ("run toy oracle", "Got one word too many, 'oracle'; did you mean --agent oracle?"),
    "two suites": ("run toy toy", "name one suite at a time: mesocosm run toy"),
    "a model behind the suite": ("run toy openai/x", "did you mean --model openai/x?"),
    "nothing that can be checked": ("check zzzzzz", "is called 'zzzzzz'; `mesocosm list` tells what there is\n"),
    "a misspelt agent to check": ("check orcale", "is called 'orcale'; did you mean oracle?"),
    "two agents": ("run toy --agent oracle,null", "name one agent at a time: oracle or null"),
    "an agent as a model": ("run toy --model oracle", "oracle is a reference agent: --agent oracle"),
    "a suite to demonstrate": ("demo toy", "did you mean --suite toy?"),
    "a suite for the doctor": ("doctor toy", "did you mean mesocosm check toy?"),
    "one thing to list": ("list oracle", "oracle is the name of one thing: mesocosm show oracle"),
    "no analysis": ("analyse empty", "empty is a path: write mesocosm analyse NAME empty"),
    "no verb for a trace": ("trace file", "'file' is a path: write mesocosm trace show file."),
    "a folder of something else": (
        "verify .",
        ". holds no seal.json; only sealed evaluations are verified: `mesocosm score LOGS`",
    ),
    "a word of other programs": ("eval toy", "No such command 'eval'. Did you mean mesocosm run?"),
    "a suite as a verb": ("toy", "toy is a suite: mesocosm run toy, or mesocosm show toy."),
    "no verb at all": ("frobnicate", "There are: analyse, "),
    "an option with a former name near": (
        "run toy --agnet oracle",
        "No such option '--agnet'. Did you mean '--agent'?",
    ),
    "an option of other verbs": ("run toy -o x", "No such option '-o'. Did you mean --log-dir?"),
}
PATHS = {
    "a file to run into": ("run toy --log-dir file", "'file' is a file; name a folder."),
    "a file to report into": ("report empty -o file", "'file' is a file; name a folder."),
    "a file that is no log": ("report file -o out", "file is not a log of Inspect (.eval, .json)"),
    "a file that is no log to bundle": ("bundle file -o out", "file is not a log of Inspect (.eval, .json)"),
    "a folder for a bundle": ("leaderboard empty", "`mesocosm bundle empty -o FILE` makes one of a folder of logs"),
    "a file to serve": ("serve empty/page.html", "'empty/page.html' is a file; name a folder, such as 'empty'."),
    "a folder for a trace": ("trace validate empty", "'empty' is a folder; name a file."),
    "a folder without a trace": ("trace show empty", "no trace and no log lies in empty"),
    "a folder of bad traces": ("trace show .", "none of the 3 files in . could be used"),
    "a folder for items": ("items toy -o empty", "'empty' is a folder; name a file."),
    "a file in the way of items": ("items toy -o file/x", "/file' is not a folder"),
    "a place that cannot be written": (
        "items toy -o /proc/x",
        "'/proc/x' cannot be written: No such file or directory",
    ),
    "a path that is nearly there": ("score flie", "'flie' does not exist; did you mean file?"),
    "a text that is no trace": ("score file", "accepted are mesocosm traces (JSON lines)"),
    "a folder without a report": ("serve empty", "`mesocosm report LOGS -o empty` writes one"),
}
RUNNING = {
    "a port without a server": ("mcp --suite toy --port 8000", "--port needs --http"),
    "a file beside the options": ("simulate sphere in.json", "did you mean --inputs @in.json?"),
    "any word beside the options": ("simulate sphere in.txt", "did you mean --inputs @FILE, or --file NAME=in.txt?"),
    "a file that is not marked": ("simulate sphere --inputs file", "--inputs must be JSON, or @file, which is a file"),
    "a file that is not JSON": (
        "simulate sphere --inputs @file",
        "--inputs: file must hold JSON: Expecting value: line 1",
    ),
    "no inputs": ("simulate sphere", "no inputs are given: --inputs or --file gives them, --example runs"),
    "arguments without their option": ("call files.read_file a", "arguments are given as JSON: --args '{"),
    "an unknown engine": ("simulate spere", "No such command 'spere'. Did you mean sphere"),
    "no engine at all": ("simulate zzz", "There are: "),
    "an answer to nobody": ('call submit.submit --args {"answer":1}', "give --item with the id of an item"),
    "arguments from a file": ("call files.read_file --args @file", "at file, line 1, column 1"),
    "a model without a provider": (
        "doctor --model TYPO",
        "model must be PROVIDER/NAME such as openai/gpt-5, got 'TYPO'",
    ),
    "an unknown provider": ("doctor --model opnai/x", "no provider is called 'opnai'; did you mean openai"),
}
NEW = {
    "a keyword": ("new tool class", "NAME must not be a word of the Python language, got 'class'; write class_tool"),
    "a soft keyword": ("new tool match", "NAME must not be a word of the Python language, got 'match'"),
    "a class": ("new tool SoilMoisture", "got 'SoilMoisture'; did you mean soil_moisture?"),
    "an agent that there is": ("new agent oracle", "there is an agent called 'oracle' already; choose another name"),
    "a suite that there is": ("new suite toy", "there is a suite called 'toy' already; choose another name"),
}
MISTAKES = {**SHOW, **LIST, **VERBS, **PATHS, **RUNNING, **NEW}


@pytest.mark.parametrize("verb", ["run", "items", "attack"])
@pytest.mark.parametrize(("name", "expected"), SUITE.values(), ids=SUITE.keys())
def test_something_else_for_a_suite(start, verb, name, expected):
    status, message = start(verb, name)
    assert (status, expected in message) == (2, True), message


@pytest.mark.parametrize(("line", "expected"), MISTAKES.values(), ids=MISTAKES.keys())
def test_a_mistake_is_answered_and_loses_nothing(start, place, line, expected):
    (place / "empty" / "page.html").touch()
    before = {path: path.stat().st_mtime_ns for path in place.rglob("*")}
    status, message = start(*line.split())
    assert (status, expected in message) == (2, True), message
    assert {path: path.stat().st_mtime_ns for path in place.rglob("*")} == before


def test_items_are_one_array_where_json_is_asked_for(start, place):
    assert start("items", "toy", "--limit", "2", "--json", "-o", "items.json")[0] == 0
    assert [item["id"] for item in json.loads((place / "items.json").read_text())] == ["toy-s0-0000", "toy-s0-0001"]

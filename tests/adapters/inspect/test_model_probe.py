"""A model tried over a real connection: what it can do, what is wrong, and the flag that repairs it."""

import gc
import json

import pytest
from click.testing import CliRunner

from mesocosm.cli.main import mesocosm_command
from mesocosm.testing.model_server import ModelServer, Turn

# Inspect leaves its HTTP clients to the garbage collector; the fixture collects them before the next test.
pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]
FIRST, SECOND = ("add", '{"a": 2, "b": 3}'), ("add", '{"a": 4, "b": 5}')
ABLE = {
    "ready": Turn(text="ready"),
    "add 2 and 3": Turn(calls=(FIRST,)),
    "twice": Turn(calls=(FIRST, SECOND)),
    "colour": Turn(text="Red."),
    "Count": Turn(text="1 2 3"),
}


class Patient(ModelServer):
    """Answers each probe by a word of its question; a number is the status of its failure. A tool has 50 tokens."""

    tool_tokens = 50

    def answer(self, request):
        status, body = super().answer(request)
        if "usage" in body:
            read = 100 + self.tool_tokens * bool(request.get("tools"))
            body["usage"] = {"prompt_tokens": read, "completion_tokens": 10, "total_tokens": read + 10}
        return status, body

    def __init__(self, **replies):
        super().__init__([Turn(text="?")])
        self.replies = {**ABLE, **{word.replace("_", " "): reply for word, reply in replies.items()}}

    def turn(self, request, number):
        asked = json.dumps(request["messages"])
        return next(reply for word, reply in self.replies.items() if word in asked)


@pytest.fixture
def examine():
    def run(server, *words):
        with server:
            given = ["doctor", "--model", "openai-api/probed/model", "--base-url", server.url, *words]
            return CliRunner().invoke(mesocosm_command, given)

    yield run
    gc.collect()


def findings_by_name(done):
    return {one["what"]: one for one in json.loads(done.stdout)["findings"]}


def test_an_able_model_and_what_suites_would_cost(examine):
    server = Patient()
    server.models = ({"id": "model", "max_model_len": 4096},)
    done = examine(server, "--json")
    assert done.exit_code == 0, done.output
    report = json.loads(done.stdout)
    assert {one["what"]: one["works"] for one in report["findings"]} == {
        "reply": True, "tool call": True, "tools seen": True, "parallel calls": True, "picture": True,
        "speed": True, "context": True,
    }  # fmt: skip
    assert report["context"] == 4096
    assert "toy" in {one["suite"] for one in report["suites"]}


def test_a_call_as_text_names_the_flags_of_servers(examine):
    words = '<tool_call>{"name": "add", "arguments": {"a": 2, "b": 3}}</tool_call>'
    call = findings_by_name(examine(Patient(add_2_and_3=Turn(text=words)), "--json"))["tool call"]
    assert call["works"] is False
    for flag in ("--enable-auto-tool-choice --tool-call-parser", "--jinja", "--emulate-tools"):
        assert flag in call["mend"]


@pytest.mark.parametrize(
    ("word", "reply", "what", "details"),
    [
        ("add 2 and 3", Turn(text="It is 5."), "tool call", "no call but words"),
        ("add 2 and 3", Turn(text="add = lambda x, y: x + y\nadd(2, 3)"), "tool call", "no call but words"),
        ("add 2 and 3", Turn(text="I would add (2 and 3)."), "tool call", "no call but words"),
        ("add 2 and 3", Turn(text="def add(a, b):\n    return a + b"), "tool call", "no call but words"),
        ("add 2 and 3", Turn(text="add(a=2, b=3)"), "tool call", "a call as text"),
        (
            "add 2 and 3",
            Turn(text='```json\n{"name": "add", "arguments": {"a": 2}}\n```'),
            "tool call",
            "a call as text",
        ),
        ("twice", Turn(calls=(FIRST,)), "parallel calls", "one call a turn: every suite works"),
        ("colour", Turn(text="Blue"), "picture", "taken, but not seen"),
        ("colour", Turn(failures=(400,) * 9), "picture", "scripted failure 400"),
    ],
)
def test_what_a_model_cannot_do(examine, word, reply, what, details):
    findings = findings_by_name(examine(Patient(**{word: reply}), "--json"))
    assert findings[what]["works"] is False
    assert details in findings[what]["details"]
    assert {one["works"] for name, one in findings.items() if name not in (what, "context")} == {True}


def test_the_servers_own_words_are_repeated(examine):
    words = "image input is not supported - hint: you may need to provide the mmproj"
    refused = findings_by_name(examine(Patient(colour=Turn(error=words, status=500)), "--json"))["picture"]
    assert refused["works"] is False
    assert words in refused["details"]
    assert "Future" not in refused["details"]
    assert "--mmproj" in refused["mend"]


def test_a_refused_question_with_tools_names_the_parser(examine):
    findings = findings_by_name(examine(Patient(add_2_and_3=Turn(failures=(400,) * 9)), "--json"))
    assert "scripted failure 400" in findings["tool call"]["details"]
    assert (findings["tool call"]["works"], findings["tools seen"]["works"]) == (False, None)
    assert "--tool-call-parser" in findings["tool call"]["mend"]


def test_a_template_that_drops_tools_is_found_out(examine):
    server = Patient(add_2_and_3=Turn(text="It is 5."), twice=Turn(text="5 and 9."))
    server.tool_tokens = 0
    findings = findings_by_name(examine(server, "--json"))
    assert findings["tools seen"]["works"] is False
    assert "100 tokens with it and 100 without" in findings["tools seen"]["details"]
    for what in ("tools seen", "tool call", "parallel calls"):
        assert "chat template drops the tools" in findings[what]["mend"]
        assert "--emulate-tools" in findings[what]["mend"]


def test_a_request_that_timed_out_is_not_known(examine):
    server = Patient(Count=Turn(hang=True), twice=Turn(hang=True))
    # Long enough for every other question to be answered on a busy machine.
    done = examine(server, "--request-timeout", "10", "--json")
    findings = findings_by_name(done)
    for what in ("speed", "parallel calls"):
        assert findings[what]["works"] is None
        assert findings[what]["details"] == "not known: no answer in 10 s"
        assert "--request-timeout" in findings[what]["mend"]
    assert json.loads(done.stdout)["speed"] is None
    assert "80 s at most, 10 s a request (--request-timeout)" in done.stderr


def test_costs_are_given_without_times_where_the_speed_is_not_known(examine):
    # Long enough for every other question to be answered on a busy machine.
    done = examine(Patient(Count=Turn(hang=True)), "--request-timeout", "10")
    text = " ".join(done.stdout.split())
    assert "not known: no answer in 10 s" in text
    assert "how fast the server writes" in text
    assert "tokens a second" not in text


def test_a_model_that_does_not_reply_ends_with_status_1(examine):
    server = Patient(ready=Turn(failures=(404,) * 9))
    server.models = ({"id": "another"},)
    done = examine(server)
    assert done.exit_code == 1
    assert "another" in done.stdout


def test_a_server_that_is_not_there():
    with ModelServer([Turn()]) as gone:
        address = gone.url
    words = ["doctor", "--model", "openai-api/probed/model", "--base-url", address, "--json"]
    done = CliRunner().invoke(mesocosm_command, words)
    assert done.exit_code == 1
    assert "is the server up" in findings_by_name(done)["reply"]["mend"]


def test_a_missing_key_is_a_finding(monkeypatch):
    monkeypatch.delenv("NOWHERE_API_KEY", raising=False)
    done = CliRunner().invoke(mesocosm_command, ["doctor", "--model", "openai-api/nowhere/model", "--json"])
    assert done.exit_code == 1
    assert "NOWHERE_API_KEY" in findings_by_name(done)["reply"]["details"]


def test_without_inspect_the_doctor_says_what_to_install(monkeypatch):
    import sys

    from mesocosm.errors import MissingExtra

    monkeypatch.setitem(sys.modules, "inspect_ai", None)
    done = CliRunner().invoke(mesocosm_command, ["doctor", "--model", "openai/gpt-x"])
    assert isinstance(done.exception, MissingExtra)
    assert "pip install 'mesocosm[inspect]'" in str(done.exception)

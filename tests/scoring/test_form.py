"""The form of an answer comes from the last thing an agent did; what is evident is not counted."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.scoring.form import handed_in, read_form
from mesocosm.trace.schema import Answered, Broke, Called, EpisodeEnded, EpisodeStarted, Observed, Said, Trace
from mesocosm.types import Answer, Fault

TOOLS = {"submit": "", "calculate": ""}
UNREAD = 'Error parsing the following tool call arguments:\n\n{"answer": "C",,\n\nError details: JSONDecodeError'


def trace(*acts, end="stopped", answer=None, fault=None):
    """An episode of a few acts: words, or a tool with its arguments and what was wrong."""
    events = [EpisodeStarted(suite="lab", item="lab-s0-0000", tools=TOOLS)]
    for number, act in enumerate(acts):
        if isinstance(act, Said):
            events.append(act)
        elif isinstance(act, str):
            events.append(Said(role="assistant", text=act))
        else:
            tool, arguments, error = act
            refusal = Fault(kind=error[0], message=error[1]) if error else None
            events.append(Called(call=str(number), tool=tool, arguments=arguments))
            events.append(Observed(call=str(number), text="", error=refusal))
    events += [Broke(boundary="provider", message=fault)] if fault else []
    events += [Answered(answer=answer)] if answer else []
    return Trace(events=(*events, EpisodeEnded(reason=end)))


def form(*acts, lettered=True, printed=None, **about):
    return read_form(trace(*acts, **about), hand_in=("submit",), lettered=lettered, printed=printed)


REFUSED = Answer(value="E", status="rejected", attempts=3)
CUT = Said(role="assistant", text="Let me", stop="max_tokens")
AS_TEXT = '{"name": "submit", "arguments": {"answer": "C"}}'


@pytest.mark.parametrize(
    ("one", "kind", "evident"),
    [
        (form(answer=Answer(value="B", status="valid")), "submitted", None),
        (form("The answer is C.", fault="no disk", end="broken"), "broken", "C"),
        (form("The answer is C.", end="waiting"), "waiting", "C"),
        (form(end="context"), "context", None),
        (form(("calculate", {}, None), end="images"), "images", None),
        (form(end="crashed"), "crashed", None),
        (form(answer=REFUSED), "rejected", None),
        (form(("final_answer", {"answer": "C"}, ("unknown_tool", "no"))), "wrong_tool", "C"),
        (form(("submit", {}, ("harness.parsing", UNREAD)), end="loop"), "malformed_json", "C"),
        (form(("submit", {"letter": "(c) 4.2"}, ("arguments", "no"))), "wrong_arguments", "C"),
        (form(("calculate", {"answer": "C"}, ("arguments", "no"))), "wrong_arguments", None),
        (form("The answer is C.", CUT), "cut_off", "C"),
        (form(), "empty", None),
        (form(" \n"), "empty", None),
        (form(AS_TEXT), "call_as_text", "C"),
        (form(AS_TEXT.replace("arguments", "parameters")), "call_as_text", "C"),
        (form('{"type": "function", "function": {"name": "submit", "arguments": "{\\"answer\\": \\"C\\"}"}}'),)
        + ("call_as_text", "C"),
        (form("<function=submit><parameter=answer>C</parameter></function>"), "call_as_text", "C"),
        (form('I call submit(answer="C").'), "call_as_text", "C"),
        (form('{"name": "submit", "arguments": {"answer": "C"'), "call_as_text", "C"),
        (form('{"name": "calculate", "arguments": {"expression": "1"}}'), "call_as_text", None),
        (form("It is boxed: \\boxed{C}", end="loop"), "prose", "C"),
        (form("I will submit my answer soon.", end="stopped"), "prose", None),
        (form("Call a tool.", end="loop"), "loop", None),
        (form(("calculate", {}, None), end="loop"), "loop", None),
        (form(("calculate", {}, None), end="budget"), "unfinished", None),
        (form("The answer is C.", ("calculate", {}, None), end="budget"), "unfinished", "C"),
    ],
)
def test_the_rules(one, kind, evident):
    assert (one.kind, one.evident) == (kind, evident)


def test_an_answer_that_is_not_a_letter_is_taken_as_the_call_gives_it():
    answer = {"depth_m": 100}
    result = form(json.dumps({"name": "submit", "arguments": {"answer": answer}}), lettered=False)
    assert (result.kind, result.evident) == ("call_as_text", answer)
    assert form("The answer is C.", lettered=False).evident is None


@pytest.mark.parametrize(
    ("turns", "evident"),
    [
        (("Your answer is D) 1468 km", "A) 1044 km", "A) 1044 km"), "A"),
        (("A) 1 km\nB) 2 km", "A) 1 km", "I cannot help."), "A"),
        (("The answer is D.", "A) 1 km\nB) 2 km\nC) 3 km\nD) 4 km"), "D"),
        (("**D) 377.3**", "Is it not? A) is wrong because of the drag."), "D"),
        (("A) 1 km\nB) 2 km", "C\nD"), None),
    ],
)
def test_the_last_turn_that_settles_on_an_answer_is_evident(turns, evident):
    assert form(*turns).evident == evident


def test_a_turn_that_contradicts_the_printed_options_settles_on_nothing():
    printed = {"A": "564.3", "B": "1468", "C": "668.9", "D": "1044"}
    assert form("Your answer is D) 1468 km", "A) 1044 km", printed=printed).evident is None
    assert form("D) 1044 km", "A) 1044 km", printed=printed).evident == "D"


def test_a_trace_with_the_evident_answer_handed_in():
    before = trace("The answer is C.", end="loop")
    after = handed_in(before, "C")
    assert (after.answer.value, after.answer.accepted, after.end.reason) == ("C", True, "submitted")
    assert before.answer.status == "missing"


@given(st.text(alphabet='{}[]":, submitanswer=()<>CAB\\'), st.booleans())
def test_any_words_have_a_form(text, lettered):
    assert form(text, lettered=lettered).kind in ("empty", "prose", "call_as_text")

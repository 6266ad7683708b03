"""In which form an agent answered, apart from whether it was right.

An answer counts only if it was submitted. Many models know the answer and fail to submit it: they write it in prose,
write the call as text, or break its JSON. The class says where they failed, and `evident` is the answer they meant.
The class follows from the last act of the agent, by the first rule that fits:

    submitted         an answer was submitted and accepted
    broken            something on our side failed
    waiting           the model's server had not replied when a limit was reached
    context           the conversation outgrew the model
    images            the model does not take pictures
    crashed           the agent's own program failed
    rejected          answers were submitted, and every one was refused
    wrong_tool        the last call named a tool that does not exist
    malformed_json    the last call could not be read
    wrong_arguments   the last call did not fit its tool
    cut_off           the last words were cut off at the model's limit of tokens
    empty             nothing was said and nothing was called
    call_as_text      the last words hold a call, as text
    prose             the last words hold an answer; or they hold none, and differ from those before
    loop              the same turn came again and again
    unfinished        the last call went well, and no answer followed
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Literal, get_args

from pydantic import Field, JsonValue

from mesocosm.scoring.chosen_letter import extract
from mesocosm.tools.written_call import LETTER_GIVEN, call_in
from mesocosm.trace.schema import Answered, Called, EpisodeEnded, Observed, Said, Trace
from mesocosm.types import Answer, Record

FormClass = Literal[
    "submitted",
    "broken",
    "waiting",
    "context",
    "images",
    "crashed",
    "rejected",
    "wrong_tool",
    "malformed_json",
    "wrong_arguments",
    "cut_off",
    "empty",
    "call_as_text",
    "prose",
    "loop",
    "unfinished",
]
FORM_CLASSES: tuple[FormClass, ...] = get_args(FormClass)
ENDINGS: tuple[FormClass, ...] = ("broken", "waiting", "context", "images", "crashed")
"""Reasons of an episode's end that are classes of their own."""
UNREADABLE = re.compile(
    r"arguments are not an object|Error parsing the following tool call arguments:\s*(.*)", re.DOTALL
)
"""Texts of harnesses for a call that was not JSON, each followed by the call."""
BAD_CALL = frozenset({"arguments", "harness.parsing", "harness"})
LETTER = re.compile(r"\W*(?:option\s*)?\(?([A-Da-d])\b", re.IGNORECASE)

Act = Said | tuple[Called, Observed | None]
"""A text, or a call with its observation."""


class Form(Record):
    """The form in which an agent answered."""

    kind: FormClass
    evident: JsonValue = None
    """If nothing was submitted: the answer in a text or in a call that was not accepted; it is not counted."""


class Asked(Record):
    """What a task asks for, and how it is submitted."""

    hand_in: tuple[str, ...]
    """The tools that submit answers."""
    lettered: bool
    """Whether the task asks for one of the options A to D."""
    printed: dict[str, str] = Field(default_factory=dict)
    """The text of each option, if that is known."""


def read_form(
    trace: Trace, *, hand_in: Collection[str], lettered: bool, printed: Mapping[str, str] | None = None
) -> Form:
    """Return the class of an episode, with the answer in the last turn that has one.

    Args:
        trace: The trace of the episode.
        hand_in: The tools that submit answers.
        lettered: Whether the task asks for one of the options A to D.
        printed: The text of each option, if that is known.
    """
    asked = Asked(hand_in=tuple(hand_in), lettered=lettered, printed=dict(printed or {}))
    if trace.answer.accepted:
        return Form(kind="submitted")
    acts = list(_acts(trace))
    tools = frozenset(trace.start.tools) if trace.start is not None else frozenset[str]()
    found = (_evident(act, tools, asked) for act in reversed(acts))
    evident = next((value for value in found if value is not None), None)
    return Form(kind=_kind(trace, acts, tools), evident=evident)


def handed_in(trace: Trace, value: JsonValue) -> Trace:
    """Return the trace as it would be if this answer had been submitted."""
    events = [event for event in trace.events if not isinstance(event, Answered | EpisodeEnded)]
    ends = trace.end or EpisodeEnded(reason="submitted")
    answered = Answered(answer=Answer(value=value, status="valid", attempts=1))
    return Trace(events=(*events, answered, ends.model_copy(update={"reason": "submitted"})))


def _acts(trace: Trace) -> Iterator[Act]:
    seen = {event.call: event for event in trace.events if isinstance(event, Observed)}
    for event in trace.events:
        if isinstance(event, Called):
            yield event, seen.get(event.call)
        elif isinstance(event, Said) and event.role == "assistant":
            yield event


def _kind(trace: Trace, acts: list[Act], tools: Collection[str]) -> FormClass:
    reason = "broken" if trace.faults or trace.end is None else trace.end.reason
    for ending in ENDINGS:
        if reason == ending:
            return ending
    if trace.answer.status == "rejected":
        return "rejected"
    if not acts:
        return "empty"
    last = acts[-1]
    if isinstance(last, Said):
        return _kind_of_words(last, tools, looped=reason == "loop")
    return _kind_of_call(*last, tools) or ("loop" if reason == "loop" else "unfinished")


def _kind_of_words(words: Said, tools: Collection[str], *, looped: bool) -> FormClass:
    if words.stop == "max_tokens":
        return "cut_off"
    if not words.text.strip():
        return "empty"
    if call_in(words.text, tools) is not None:
        return "call_as_text"
    return "loop" if looped and extract(words.text) is None else "prose"


def _kind_of_call(call: Called, seen: Observed | None, tools: Collection[str]) -> FormClass | None:
    if seen is None or seen.error is None:
        return None
    if call.tool not in tools:
        return "wrong_tool"
    if UNREADABLE.search(seen.error.message):
        return "malformed_json"
    return "wrong_arguments" if seen.error.kind in BAD_CALL else None


# ---------------------------------------------------------------- the answer that was not handed in


def _evident(act: Act, tools: Collection[str], asked: Asked) -> JsonValue:
    if isinstance(act, Said):
        return _in_words(act.text, tools, asked)
    call, seen = act
    if (seen is not None and seen.error is None) or (call.tool in tools and call.tool not in asked.hand_in):
        return None
    raw = UNREADABLE.search(seen.error.message) if seen is not None and seen.error is not None else None
    if raw is not None and not call.arguments:
        return _in_broken_call(raw[1] or "", asked.lettered)
    return _answer_of(call.arguments, asked.lettered)


def _in_words(text: str, tools: Collection[str], asked: Asked) -> JsonValue:
    called = call_in(text, tools)
    if called is not None and called[0] in asked.hand_in:
        return _answer_of(called[1], asked.lettered)
    return extract(text, printed=asked.printed) if asked.lettered else None


def _in_broken_call(text: str, lettered: bool) -> JsonValue:
    """Return the answer in a call with broken JSON: only a letter can still be read."""
    given = LETTER_GIVEN.search(text) if lettered else None
    return given[1] if given else None


def _answer_of(arguments: JsonValue, lettered: bool) -> JsonValue:
    """Return the answer that a call would have submitted: its only argument, or the one called `answer`."""
    if isinstance(arguments, dict):
        arguments = arguments.get("answer", next(iter(arguments.values()), None) if len(arguments) == 1 else None)
    if not lettered:
        return arguments
    letter = LETTER.match(arguments) if isinstance(arguments, str) else None
    return letter[1].upper() if letter else None

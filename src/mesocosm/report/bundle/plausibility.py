"""Checks for forged traces: whether the suite's own world can have written one, by what it writes and how it counts.

Anyone can write a trace by hand: nothing here proves that one was played. It detects what was played under another
budget, with other tools or another wording, and what no episode can contain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from mesocosm.episode.reminder import MOST_REMINDERS
from mesocosm.episode.setting import Setting
from mesocosm.episode.trace_events import episode_start
from mesocosm.errors import InvalidRecord
from mesocosm.report.bundle.refusal import shorten
from mesocosm.trace.reader import sequence_problems
from mesocosm.trace.schema import Answered, Called, EpisodeEnded, Trace
from mesocosm.types import Item
from mesocosm.workspace.submission import SubmissionDesk

CALLS = "calls."
"""Beginning of the name of calls spent on a tool."""
STARTED_WITH = ("version", "origin", "seed", "budget", "tools", "prompts")
"""Fields of an episode's start that only the world writes."""


def check_possible(item: Item, setting: Setting, trace: Trace) -> None:
    """Refuse a trace that the item's world under this setting cannot have written."""
    _check_started(item, setting, trace)
    if problems := sequence_problems(list(enumerate(trace.events, start=1))):
        raise InvalidRecord(f"its trace is not in order: {problems[0]}")
    _check_spent(_spent(trace), setting)
    if not trace.faults:
        _check_counts(_spent(trace), setting, trace)
        _check_answer(setting.desk, setting, trace)


def _check_started(item: Item, setting: Setting, trace: Trace) -> None:
    expected = episode_start(item, setting).model_dump(mode="json", include=set(STARTED_WITH))
    recorded = trace.start.model_dump(mode="json", include=set(STARTED_WITH)) if trace.start is not None else {}
    for name in STARTED_WITH:
        if recorded.get(name) != expected[name]:
            says = f"its trace says {shorten(recorded.get(name))}, the suite's world has {shorten(expected[name])}"
            raise InvalidRecord(f"{name}: {says}")


def _spent(trace: Trace) -> Mapping[str, float]:
    return trace.end.spent if isinstance(trace.end, EpisodeEnded) else {}


def _check_spent(spent: Mapping[str, float], setting: Setting) -> None:
    """Check that steps, tokens and calls of the world's own tools are whole numbers, not below 0."""
    known = {"steps", "tokens", *(f"{CALLS}{name}" for name in setting.tools)}
    if strange := sorted(spent.keys() - known):
        raise InvalidRecord(f"its trace says that {shorten(strange[0])} was spent, which no world counts")
    if lacking := sorted({"steps", "tokens"} - spent.keys()):
        raise InvalidRecord(f"its trace does not say how many {lacking[0]} were spent")
    for name, value in spent.items():
        if not (value >= 0 and float(value).is_integer()):
            raise InvalidRecord(f"its trace must give {name} as a whole number, 0 or more, got {value}")


def _check_counts(spent: Mapping[str, float], setting: Setting, trace: Trace) -> None:
    """Check the steps: every call is one unless it came too late, and so are a few turns of words between two calls."""
    calls = list(trace.calls())
    most = len(calls) + (MOST_REMINDERS + 1) * (len(calls) + 1)
    if setting.budget.steps is not None:
        most = min(most, setting.budget.steps)
    _check_within("steps", spent["steps"], len(calls) - 1, most)
    made = Counter(call.tool for call, _ in calls)
    gone_well = Counter(call.tool for call, seen in calls if seen is not None and seen.error is None)
    if strange := sorted(gone_well.keys() - setting.tools.keys()):
        raise InvalidRecord(f"its trace has a call of {shorten(strange[0])}, a tool that its world does not have")
    for name in setting.tools:
        most = min(made[name], setting.budget.calls.get(name, made[name]))
        _check_within(f"{CALLS}{name}", spent.get(f"{CALLS}{name}", 0), gone_well[name], most)


def _check_within(name: str, recorded: float, least: int, most: int) -> None:
    if not least <= recorded <= most:
        raise InvalidRecord(f"its trace says {recorded:g} {name}; by its events it is {max(least, 0)} to {most}")


def _check_answer(desk: SubmissionDesk, setting: Setting, trace: Trace) -> None:
    """Check that there is at most one answer, written as the episode ends, after no more tries than the desk allows."""
    answers = [place for place, event in enumerate(trace.events) if isinstance(event, Answered)]
    if not answers:
        return
    if answers != [len(trace.events) - 2]:
        raise InvalidRecord("its trace has more than one answer, or one that was not written at its end")
    tries = min(desk.tries, 1 if desk.reader is not None else _hand_ins(desk, setting, trace))
    if not 1 <= trace.answer.attempts <= tries:
        claim = f"its trace has an answer after {trace.answer.attempts} tries"
        raise InvalidRecord(f"{claim}; its calls and the desk allow {tries}")


def _hand_ins(desk: SubmissionDesk, setting: Setting, trace: Trace) -> int:
    """Count the calls that can have submitted something; if the answer is a file, the calls of any tool."""
    tools = {name for name, tool in setting.tools.items() if desk.file or SubmissionDesk in tool.provided}
    return sum(isinstance(event, Called) and event.tool in tools for event in trace.events)

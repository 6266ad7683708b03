"""Agents to compare with: each does one thing right or wrong, so that every score can be seen to tell them apart."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator, Mapping
from datetime import date, timedelta

from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.episode.agent import Case, Script, call
from mesocosm.seeding import generator
from mesocosm.suites.terra.oracle import hand_in, plan_of
from mesocosm.suites.terra.records import Data, Truth
from mesocosm.suites.terra.workflows.answer_fields import RequestedField
from mesocosm.suites.terra.workflows.tool_runner import OPENER, Hands, Plan, PlanFailed
from mesocosm.tools.sampling import sample
from mesocosm.types import Observation, ToolCall

NEEDS_REFERENCE = ("careless", "lucky")

SLIP_SHARE = 0.3
"""Share of a careless planner's calls whose boxes and numbers are wrong."""
LATE_DAYS = (2, 9)
SHIFT_DEGREES = 0.2
DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
TYPICAL: dict[str, float] = {
    "degC": 15.0,
    "K": 288.0,
    "mm": 60.0,
    "m/s": 5.0,
    "hPa": 1013.0,
    "percent": 50.0,
    "m3/s": 50.0,
    "km": 20.0,
    "km2": 100.0,
    "min": 30.0,
    "h": 12.0,
    "d": 10.0,
    "t/ha": 6.0,
    "ug/m3": 20.0,
    "1": 0.5,
}
"""Typical value of a number in each unit, anywhere on Earth."""
TYPICAL_COUNT = 5


def careless(case: Case[Data, Truth]) -> Script:
    """Follow the plan with wrong arguments: every period starts some days late, some boxes lie beside their place."""
    truth = case.reference.hidden
    plan = plan_of(truth)(Hands(case.tools, truth.given))
    try:
        answers = yield from _with_slips(plan, generator("terra", "careless", case.item.id, case.seed))
    except (PlanFailed, LookupError, ValueError, ArithmeticError):  # what follows from a slip need not make sense
        answers = {}
    yield hand_in(case, answers)


def _with_slips(plan: Plan, chance: Chance) -> Generator[ToolCall, Observation, Mapping[str, JsonValue]]:
    """Make every call of a plan, most with a slip; a call refused for its slip is repeated as it was meant."""
    late = timedelta(days=int(chance.integers(*LATE_DAYS)))
    try:
        meant = next(plan)
        while True:
            made = slip_call(meant, late, off=bool(chance.random() < SLIP_SHARE))
            seen = yield made
            if seen.error is not None and made != meant:
                seen = yield meant
            meant = plan.send(seen)
    except StopIteration as end:
        return dict(end.value)


def slip_call(meant: ToolCall, late: timedelta, *, off: bool) -> ToolCall:
    """Return a call with its days late and, if `off`, with shifted boxes, points and numbers; names and files stay."""
    if not isinstance(meant.arguments, dict):
        return meant
    arguments = {name: _slip(name, value, late, off=off) for name, value in meant.arguments.items()}
    return meant.model_copy(update={"arguments": arguments})


def _slip(name: str, value: JsonValue, late: timedelta, *, off: bool) -> JsonValue:
    if isinstance(value, str) and DAY.fullmatch(value):
        return (date.fromisoformat(value) + late).isoformat()
    if off and name in ("box", "point") and isinstance(value, list):
        return [round(float(str(side)) + SHIFT_DEGREES, 6) for side in value]
    return value * 1.15 if off and isinstance(value, float) else value


def lucky(case: Case[Data, Truth]) -> Script:
    """Submit the right answer without having called a tool."""
    answers = case.reference.answer
    yield hand_in(case, answers if isinstance(answers, dict) else {})


def flooder(case: Case[Data, Truth]) -> Script:
    """Call every tool once, whatever is asked, and submit an answer based on nothing."""
    chance = generator("terra", "flooder", case.item.id, case.seed)
    names = {tool.id: name for name, tool in case.tools.whole.items()}
    if OPENER in names:
        for group in dict.fromkeys(tool.family for name, tool in case.tools.whole.items() if name not in case.tools):
            yield call(names[OPENER], group=group)
    for name, tool in case.tools.whole.items():
        if tool.id not in (OPENER, "submit.submit"):
            yield ToolCall(tool=name, arguments=sample(tool, chance))
    yield hand_in(case, {field.key: 0 for field in case.item.data.fields if field.kind == "number"})


def climatology(case: Case[Data, Truth]) -> Script:
    """Answer with typical values: a usual number for the unit, the first place and day named in the request."""
    yield hand_in(case, {field.key: usual(field, case.item.prompt) for field in case.item.data.fields})


def usual(field: RequestedField, words: str) -> JsonValue:
    """Guess a field's value from its unit and the words of the request alone."""
    if field.kind == "number":
        return TYPICAL_COUNT if field.certainty == "count" else TYPICAL.get(field.unit, 1.0)
    if field.kind == "boolean":
        return True
    if field.kind == "date":
        return next(iter(re.findall(r"\d{4}-\d{2}-\d{2}", words)), "2031-07-15")
    places: list[JsonValue] = list(_names(words))
    return field.among[0] if field.among else places if field.kind == "list" else next(iter(places), "unknown")


def _names(words: str) -> Iterator[str]:
    """Return the capitalised words inside sentences, which are mostly names."""
    return iter(dict.fromkeys(re.findall(r"(?<=[a-z,:] )[A-Z][a-z]{3,}", words)))

"""The reviewer who reads records: families of tools, data of results, references between calls, scores of values."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Iterator

from pydantic import JsonValue

from mesocosm.suites.terra.release.review.candidate import Candidate, Criterion, Rule
from mesocosm.suites.terra.scoring.calls import Call
from mesocosm.suites.terra.scoring.evidence import in_text
from mesocosm.suites.terra.scoring.prediction import prediction_of
from mesocosm.suites.terra.scoring.provenance import trace_answers
from mesocosm.suites.terra.scoring.truth import Field
from mesocosm.suites.terra.toolkit.toolbox import toolbox
from mesocosm.suites.terra.workbench import LIVE_ONLY
from mesocosm.suites.terra.workflows.tool_runner import numbers_in, recognisable_values

RETRIEVAL = ("archive_", "satellite_", "documents_", "gis_", "files_")
MONEY = re.compile(r"\b(USD|EUR)\b")
PACKAGING = ("calculator_", "execution_")
MOST_DEAD = 0.2
"""Largest share of calls whose results neither another call nor the answer uses."""
SHOWN = frozenset({"visualization"})
"""Families whose results are for people: no later call needs to use them."""
YEARS = range(1900, 2200)
COUNTABLE = 61
"""Bound below which whole numbers may be counted, or read from a clock."""
TELLING_DIGITS = 4
"""Significant digits with which a number in a text is no coincidence."""


def workflow_fidelity(candidate: Candidate) -> str:
    """Require place and time, retrieval, computation, and the special kind of call of the track."""
    families = [_family(call) for call in candidate.good]
    if not any(call.tool.startswith(RETRIEVAL) for call in candidate.good):
        return "no call retrieves data"
    computing = [name for name in families if name not in ("search", "gis", "visualization")]
    if len(computing) < 2 and not any(call.tool.startswith(PACKAGING) for call in candidate.good):
        return "nothing is computed"
    if candidate.track == "simulator" and "simulation" not in families:
        return "a simulator-grounded trace runs no engine"
    if candidate.track == "document" and not any(call.tool == "documents_read" for call in candidate.good):
        return "a document-grounded trace reads no document"
    return ""


def provenance(candidate: Candidate) -> str:
    """Require that every number answered appears in the result of a call."""
    answered = [field for field in candidate.fields if isinstance(candidate.answers.get(field.key), int | float)]
    truth = [field.truth(candidate.answers[field.key]) for field in answered if field.kind == "number"]
    given = prediction_of({field.key: _number(candidate.answers[field.key]) for field in truth} or {"none": None})
    support = trace_answers(truth, given, candidate.calls)
    lacking = [
        field.key
        for field in truth
        if not support.fields.get(field.key) and not _is_counted(field) and not _is_chosen(field, candidate)
    ]
    return f"no result holds {', '.join(lacking)}" if lacking else ""


def _number(value: JsonValue) -> JsonValue:
    return float(f"{value:.6g}") if isinstance(value, float) else value


def _is_counted(field: Field) -> bool:
    """Return whether a number is a small count or an hour: it may come from a list and is no evidence either way."""
    return isinstance(field.value, int | float) and field.value == round(field.value) and abs(field.value) < COUNTABLE


def _is_chosen(field: Field, candidate: Candidate) -> bool:
    """Return whether a number is a year, or an argument of calls such as a seed, which the agent chose itself."""
    written = {value for call in candidate.good for value in call.named_arguments().values() if isinstance(value, int)}
    return isinstance(field.value, int | float) and (field.value in YEARS or field.value in written)


def leakage(candidate: Candidate) -> str:
    """Require that no answer appears in what the agent is shown or given at the start."""
    text = candidate.prompt + "\n".join(_as_text(data) for data in candidate.files.values())
    for field in candidate.fields:
        value = candidate.answers[field.key]
        if isinstance(value, float) and _digits(value) >= TELLING_DIGITS:
            for spelling in {f"{value:.6g}", f"{value:.{TELLING_DIGITS}g}", f"{value:.{field.decimals or 0}f}"}:
                if len(spelling.replace(".", "").lstrip("-0")) >= TELLING_DIGITS and spelling in text:
                    return f"{field.key} appears in the text shown: {spelling}"
    return ""


def _digits(value: float) -> int:
    return len(f"{value:.10g}".replace("-", "").replace(".", "").lstrip("0")) if math.isfinite(value) else 0


def _as_text(data: bytes) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return ""


def branch_honesty(candidate: Candidate) -> str:
    """Require that no call is made twice, and that few calls remain unused."""
    spoken = [(call.tool, str(sorted(call.named_arguments().items()))) for call in candidate.good]
    if len(set(spoken)) < len(spoken):
        return "a call is repeated"
    dead = list(_dead(candidate))
    share = len(dead) / max(len(candidate.good), 1)
    return f"{len(dead)} of {len(candidate.good)} calls are unused" if share > MOST_DEAD else ""


def _dead(candidate: Candidate) -> Iterator[Call]:
    """Return calls whose file is unused, unless another call of the same tool is used: one town of six is chosen."""
    idle = [call for call in _unused(candidate) if not _holds_answer(candidate, call)]
    names = {id(call) for call in idle}
    chosen = {call.tool for call in candidate.good if id(call) not in names}
    return (call for call in idle if call.tool not in chosen)


def _unused(candidate: Candidate) -> Iterator[Call]:
    used = {
        word
        for call in candidate.calls
        for value in call.named_arguments().values()
        for word in recognisable_values(value)
    }
    text = " ".join(str(call.arguments) for call in candidate.calls)
    reckoned = {number for call in candidate.good for number in numbers_in(call.named_arguments().get("expression"))}
    for call in candidate.good:
        named = any(path in used or path in text for path in call.files)
        named = named or not reckoned.isdisjoint(numbers_in(call.data))
        if call.files and not named and _family(call) not in SHOWN:
            yield call


def _holds_answer(candidate: Candidate, call: Call) -> bool:
    numbers = [value for value in candidate.answers.values() if isinstance(value, float)]
    return any(
        abs(number - seen) <= 1e-6 * max(abs(number), 1e-9) for number in numbers for seen in _numbers(call.data)
    )


def _numbers(value: JsonValue) -> Iterator[float]:
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield float(value)
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _numbers(inner)


def completeness(candidate: Candidate) -> str:
    """Require that every field is answered; open only if the request cannot be answered in full."""
    lacking = [field.key for field in candidate.fields if field.key not in candidate.answers]
    if lacking:
        return f"no answer to {', '.join(lacking)}"
    left_open = [key for key, value in candidate.answers.items() if value is None]
    if left_open and candidate.trait not in ("absent", "false premise"):
        return f"{', '.join(left_open)} left open without a reason"
    if candidate.trait == "absent" and len(left_open) in (0, len(candidate.fields)):
        return "of what is absent some fields must be open, and others answered"
    return ""


def schema(candidate: Candidate) -> str:
    """Require values of the kinds asked for, finite, among the words allowed, in known units."""
    for field in candidate.fields:
        value = candidate.answers.get(field.key)
        if value is not None and not _fits(field.kind, value):
            return f"{field.key} must be a {field.kind}, got {value!r}"
        if field.among and value is not None and value not in field.among:
            return f"{field.key} must be one of {', '.join(field.among)}, got {value!r}"
        if not _is_unit(field.unit):
            return f"{field.key} has a unit that is not known: {field.unit}"
    return ""


def _is_unit(unit: str) -> bool:
    from mesocosm.units import parse

    if unit in ("", "1", "percent") or MONEY.search(unit):
        return True
    try:
        parse(f"1 {unit}")
    except ValueError:
        return False
    return True


def _fits(kind: str, value: JsonValue) -> bool:
    if kind == "number":
        return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
    fitting: dict[str, type] = {"text": str, "date": str, "boolean": bool, "list": list}
    return isinstance(value, fitting[kind])


def document_discipline(candidate: Candidate) -> str:
    """Require separate fields for documents and data, the latter from a call that reads no document."""
    if candidate.track != "document":
        return ""
    if not candidate.standings:
        return "nothing of a document is checked"
    for standing in candidate.standings:
        if standing.key not in candidate.answers:
            return f"the stated value {standing.key} is not asked for"
        value = candidate.answers.get(standing.measured) if standing.measured else None
        if isinstance(value, float) and not _is_measured(candidate, value):
            return f"{standing.measured} comes from no call but those that read documents"
    return ""


def _is_measured(candidate: Candidate, value: float) -> bool:
    own = [call for call in candidate.good if not call.tool.startswith("documents_")]
    allowed = max(1e-6 * abs(value), 1e-9)
    return any(abs(value - seen) <= allowed for call in own for seen in (*_numbers(call.data), *in_text(call.text)))


def minimal_editing(candidate: Candidate) -> str:
    """Require the trace of a real execution: executed again, it makes the same calls and gives the same answers."""
    if candidate.again is None:
        return ""
    if candidate.again_tools != tuple(call.tool for call in candidate.calls):
        return "a second execution makes other calls"
    differing = [key for key, value in candidate.answers.items() if candidate.again.get(key) != value]
    return f"a second execution gives another {', '.join(differing)}" if differing else ""


def _family(call: Call) -> str:
    """Return the family of a tool by the name under which it is shown."""
    return _families().get(call.tool, call.tool.partition("_")[0])


@functools.cache
def _families() -> dict[str, str]:
    return {name: tool.family for name, tool in toolbox("all", "ours", LIVE_ONLY).items()}


RULES: dict[Criterion, Rule] = {
    "workflow fidelity": workflow_fidelity,
    "provenance": provenance,
    "leakage": leakage,
    "branch honesty": branch_honesty,
    "completeness": completeness,
    "schema": schema,
    "document discipline": document_discipline,
    "minimal editing": minimal_editing,
}

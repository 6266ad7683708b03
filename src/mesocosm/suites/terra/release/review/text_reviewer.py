"""The reviewer who reads words: what was shown, the order of the calls, and numbers as they are printed."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator

from pydantic import JsonValue

from mesocosm.suites.terra.release.review.candidate import Candidate, Criterion, Rule
from mesocosm.suites.terra.workflows.answer_fields import RequestedField

NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
LEAST_CALLS = 8
"""Least number of calls; a shorter chain is no workflow."""
LEAST_TOOLS = 4
COUNTABLE = 61
"""Bound below which a number may be counted from a list, or read from a clock."""
ENGINES = re.compile(r"^(crop|impact|infrastructure|environment|simulation)_")
WORDS_OF_TRUTH = re.compile(r"\b(ground truth|expected answer|reference answer|tolerance|abs_tol|rel_tol)\b", re.I)


def workflow_fidelity(candidate: Candidate) -> str:
    """Require enough calls of enough tools, data before calculation, and the track's own kind of call."""
    tools = [call.tool for call in candidate.good]
    if len(tools) < LEAST_CALLS or len(set(tools)) < LEAST_TOOLS:
        return f"{len(tools)} calls of {len(set(tools))} tools are no workflow"
    if candidate.track == "simulator":
        runs = sum(bool(ENGINES.match(tool)) for tool in tools)
        wanted = 2 if candidate.level >= 2 else 1
        return "" if runs >= wanted else f"{runs} calls of engines; at least {wanted} are wanted at this level"
    if candidate.track == "document":
        search = next((place for place, tool in enumerate(tools) if tool.startswith("documents_")), None)
        return "" if search is not None else "the library is not opened"
    return ""


def provenance(candidate: Candidate) -> str:
    """Require that every number, at the decimals asked for, is printed by a result rounded in the same way."""
    lacking = [field.key for field in candidate.fields if field.kind == "number" and not _is_printed(candidate, field)]
    return f"{', '.join(lacking)} printed by no result" if lacking else ""


def _is_printed(candidate: Candidate, field: RequestedField) -> bool:
    value = candidate.answers.get(field.key)
    if not isinstance(value, int | float) or (field.certainty == "count" and abs(value) < COUNTABLE):
        return True
    digits = field.decimals or 0
    wanted = f"{value:.{digits}f}"
    return any(f"{number:.{digits}f}" == wanted for call in candidate.good for number in _print(call.text, call.data))


def _print(text: str, data: JsonValue) -> Iterator[float]:
    for part in (text.replace(",", ""), json.dumps(data)):
        yield from (float(number) for number in NUMBER.findall(part))


def leakage(candidate: Candidate) -> str:
    """Require no word of scoring in the texts shown, and no answer that stands there with three digits or more."""
    if found := WORDS_OF_TRUTH.search(candidate.prompt):
        return f"the request speaks of {found.group(0)!r}"
    numbers = set(NUMBER.findall(candidate.prompt))
    for field in candidate.fields:
        value = candidate.answers.get(field.key)
        if isinstance(value, float) and field.decimals and not value.is_integer():
            printed = f"{value:.{field.decimals}f}"
            if len(re.sub(r"\D", "", printed).lstrip("0")) > 3 and printed in numbers:
                return f"the request holds {printed}, the answer to {field.key}"
    return ""


def branch_honesty(candidate: Candidate) -> str:
    """Require that no two calls in a row are equal, and that failures occur only where something was really tried."""
    lines = [f"{call.tool} {json.dumps(call.arguments, sort_keys=True)}" for call in candidate.calls]
    if any(line == following for line, following in itertools.pairwise(lines)):
        return "a call is repeated at once"
    repeated = len(lines) - len(set(lines))
    failed = sum(call.status != "ok" for call in candidate.calls)
    if repeated > 1:
        return f"{repeated} calls are repeated"
    return f"{failed} of {len(lines)} calls failed" if failed > max(2, len(lines) // 10) else ""


def completeness(candidate: Candidate) -> str:
    """Require as many answers as fields; open ones only in requests that cannot be answered in full."""
    if sorted(candidate.answers) != sorted(field.key for field in candidate.fields):
        return "the answer has other keys than the request"
    is_open = any(value is None for value in candidate.answers.values())
    return "a field is left open" if is_open and candidate.trait in ("plain", "close") else ""


def schema(candidate: Candidate) -> str:
    """Require that the JSON type of each value is the form in the request."""
    for field in candidate.fields:
        value = candidate.answers.get(field.key)
        spelled = json.dumps(value)
        if value is not None and not re.fullmatch(_FORMS[field.kind], spelled, re.DOTALL):
            return f"{field.key}: {spelled[:60]} is not of the form {field.kind}"
        if field.key not in candidate.prompt or (field.unit and field.unit not in candidate.prompt):
            return f"the request does not name {field.key} and its unit"
    return ""


_FORMS = {
    "number": r"-?\d+(\.\d+)?([eE][+-]?\d+)?",
    "text": r'".+"',
    "date": r'"\d{4}-\d{2}-\d{2}.*"',
    "boolean": r"true|false",
    "list": r"\[.*\]",
}


def document_discipline(candidate: Candidate) -> str:
    """Require that a document prints the document's number, and that a later call calculates without documents."""
    if candidate.track != "document":
        return ""
    read = "\n".join(call.text for call in candidate.good if call.tool.startswith("documents_"))
    for standing in candidate.standings:
        stated = candidate.answers.get(standing.key)
        if isinstance(stated, int | float) and not isinstance(stated, bool) and not _stands(float(stated), read):
            return f"{standing.key} stands in no document that was read"
    own = [call for call in candidate.good if not call.tool.startswith(("documents_", "calculator_", "files_"))]
    return "" if own else "nothing is worked out beside the documents"


def _stands(value: float, text: str) -> bool:
    plain = text.replace(",", "")
    return any(abs(float(number) - value) <= 1e-6 * max(abs(value), 1.0) for number in NUMBER.findall(plain))


def minimal_editing(candidate: Candidate) -> str:
    """Require that the answers of a second execution are printed the same."""
    if candidate.again is None:
        return ""
    first, second = (json.dumps(dict(sorted(way.items()))) for way in (candidate.answers, candidate.again))
    return (
        ""
        if first == second and len(candidate.again_tools) == len(candidate.calls)
        else "made again, it reads otherwise"
    )


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

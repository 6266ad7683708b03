"""Read graded sub-answers and people's labels from files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from mesocosm.errors import InvalidRecord, did_you_mean
from mesocosm.files import read_lines, read_text
from mesocosm.stats.agreement import Verdict
from mesocosm.suites.atmos.coverage import Sub, Subs
from mesocosm.trace.reader import explain


def read_grades(path: Path) -> dict[str, list[Sub]]:
    """Question to its sub-answers, from a file that `mesocosm atmos grade -o` wrote; other fields are ignored."""
    try:
        document = json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise InvalidRecord(f"{path} is not JSON; it must be a file that `mesocosm atmos grade -o` wrote") from error
    subs = document.get("subs") if isinstance(document, dict) else None
    if not isinstance(subs, dict) or not subs:
        raise InvalidRecord(f"{path} has no open questions: `subs` is missing or empty")
    return {name: [_sub(path, name, record) for record in _list(path, name, own)] for name, own in subs.items()}


def _list(path: Path, name: str, own: object) -> list[Any]:
    if not isinstance(own, list):
        raise InvalidRecord(f"{path}: subs of {name!r} must be a list, got {type(own).__name__}")
    return own


def _sub(path: Path, name: str, record: object) -> Sub:
    if not isinstance(record, dict):
        raise InvalidRecord(f"{path}: a sub-answer of {name!r} must be an object, got {type(record).__name__}")
    try:
        return Sub.model_validate({key: record[key] for key in Sub.model_fields if key in record}, strict=True)
    except ValidationError as error:
        raise InvalidRecord(f"{path}: a sub-answer of {name!r}: {explain(error)}") from error


def read_labels(path: Path, subs: Subs) -> dict[tuple[str, str], bool]:
    """Question and sub-answer to whether a person calls it right; every label must belong to a graded sub-answer."""
    labels: dict[tuple[str, str], bool] = {}
    for place, record in read_lines(path, "id, sub and correct"):
        key, correct = _key(place, record, subs), record.get("correct")
        if not isinstance(correct, bool):
            raise InvalidRecord(f"{place}: correct must be true or false, got {correct!r}")
        if key in labels:
            raise InvalidRecord(f"{place}: {key[1]!r} of {key[0]!r} is labelled twice")
        labels[key] = correct
    if not labels:
        raise InvalidRecord(f"{path} has no label")
    return labels


def label_pairs(subs: Subs, labels: Mapping[tuple[str, str], bool]) -> list[tuple[bool, Sub]]:
    """The person's label of each labelled sub-answer, with its grade."""
    return [
        (labels[name, grade.sub], grade)
        for name, own in sorted(subs.items())
        for grade in own
        if (name, grade.sub) in labels
    ]


def verdict_pairs(pairs: list[tuple[bool, Sub]]) -> list[tuple[Verdict, Verdict]]:
    """The person's verdict and the grader's."""
    return [(label, grade.verdict) for label, grade in pairs]


def _key(place: str, record: Mapping[str, Any], subs: Subs) -> tuple[str, str]:
    """The graded sub-answer that a label belongs to."""
    name, sub = record.get("id"), record.get("sub")
    if not isinstance(name, str) or name not in subs:
        hint = did_you_mean(str(name), subs)
        raise InvalidRecord(f"{place}: no graded question has the id {name!r}{f'; {hint}' if hint else ''}")
    known = [grade.sub for grade in subs[name]]
    if not isinstance(sub, str) or known.count(sub) != 1:
        raise InvalidRecord(f"{place}: sub must be one of {', '.join(known) or 'none'} for {name!r}, got {sub!r}")
    return name, sub

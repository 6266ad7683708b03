"""Fields asked for, one for each key, with their true values and tolerances."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import Field as Declared

from mesocosm.errors import InvalidRecord
from mesocosm.suites.terra.scoring import json_text
from mesocosm.suites.terra.scoring.profiles import Profile
from mesocosm.types import Record

TOLERANCES = ("abs_tol", "rel_tol", "floor_scale")
REQUIRED = ("key", "value", *TOLERANCES)

Kind = Literal["number", "boolean", "date", "text", "list", "object", "null"]


class InvalidTruth(InvalidRecord, ValueError):
    """A truth that cannot be used for scoring."""


class Field(Record):
    """One field of the truth. A list is compared in its order unless `order` says that it is a set."""

    key: str
    value: Any = None
    abs_tol: float = Declared(default=0.0, ge=0)
    rel_tol: float = Declared(default=0.0, ge=0)
    floor_scale: float = Declared(default=0.0, ge=0)
    unit: str = ""
    """Unit of the value; a prediction in another unit of the same dimension is converted."""
    kind: Kind | None = None
    """Type for the comparison; derived from the value if it is not declared."""
    order: Literal["sequence", "set"] = "sequence"


def read_truth(path: Path, profile: Profile = "default") -> list[Field]:
    """Return the fields of a truth file; errors name the file, the field and the value."""
    document = json_text.read(path)
    try:
        return truth_of(document, profile)
    except InvalidTruth as error:
        raise InvalidTruth(f"{path}: {error}") from error


def truth_of(document: Any, profile: Profile = "default") -> list[Field]:
    """Return the fields of a truth: a list of records, a single record, or an object with such under `answers`."""
    if isinstance(document, Mapping) and "answers" in document:
        document = document["answers"]
    records = [document] if isinstance(document, Mapping) and "key" in document else document
    if not isinstance(records, list) or not records:
        raise InvalidTruth("a truth must be a list of records with key, value, abs_tol, rel_tol, floor_scale")
    fields = [_field(record, place, profile) for place, record in enumerate(records)]
    if profile == "default":
        _refuse_repeated_keys(fields)
    return fields


def _field(record: Any, place: int, profile: Profile) -> Field:
    if not isinstance(record, Mapping):
        raise InvalidTruth(f"field {place + 1} must be an object, got {type(record).__name__}")
    missing = [name for name in REQUIRED if name not in record]
    if missing and (profile != "default" or not _may_leave_out(record, missing)):
        raise InvalidTruth(_missing(record, missing, profile))
    known = {name: record[name] for name in Field.model_fields if name in record}
    for name in TOLERANCES:
        known[name] = _tolerance(record, name)
    _check_declared(known)
    return Field(**known)


def _missing(record: Mapping[str, Any], missing: list[str], profile: Profile) -> str:
    if profile == "public_code":
        return f"Ground-truth field is missing required keys: {missing}."  # as published
    return f"field {record.get('key', '?')!r} lacks {', '.join(missing)}; a tolerance may be 0, and then means exactly"


def _may_leave_out(record: Mapping[str, Any], missing: list[str]) -> bool:
    """Return whether a missing key is not needed: only the floor of a number, and any tolerance of other types."""
    value = record.get("value")
    holds_number = isinstance(value, int | float) and not isinstance(value, bool)
    return set(missing) <= ({"floor_scale"} if holds_number else set(TOLERANCES))


def _tolerance(record: Mapping[str, Any], name: str) -> float:
    value = record.get(name, 0.0)
    usable = isinstance(value, int | float) and not isinstance(value, bool)
    if not usable or not math.isfinite(value) or value < 0:
        raise InvalidTruth(f"field {record['key']!r}: {name} must be a number of at least 0, got {value!r}")
    return float(value)


def _check_declared(known: Mapping[str, Any]) -> None:
    key = known["key"]
    if not isinstance(key, str) or not key:
        raise InvalidTruth(f"key must be a text, got {key!r}")
    if known.get("order", "sequence") not in ("sequence", "set"):
        raise InvalidTruth(f"field {key!r}: order must be sequence or set, got {known['order']!r}")
    if known.get("kind") not in (None, "number", "boolean", "date", "text", "list", "object", "null"):
        raise InvalidTruth(f"field {key!r}: kind {known['kind']!r} is not one of number, boolean, date, text, list")
    if not isinstance(known.get("unit", ""), str):
        raise InvalidTruth(f"field {key!r}: unit must be a text, got {known['unit']!r}")


def _refuse_repeated_keys(fields: list[Field]) -> None:
    keys = [field.key for field in fields]
    repeated = sorted({key for key in keys if keys.count(key) > 1})
    if repeated:
        raise InvalidTruth(f"keys must be unique, {', '.join(map(repr, repeated))} occurs more than once")

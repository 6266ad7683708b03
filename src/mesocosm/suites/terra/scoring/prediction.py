"""An answer as entries of key and value, from any of the accepted shapes.

A list of records, an object with such under `answers` or `final_json`, a single record, or an object of keys and
values. A record's own tolerances are dropped here, so that no later step can use them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from mesocosm.suites.terra.scoring.json_text import Repeating
from mesocosm.suites.terra.scoring.truth import REQUIRED
from mesocosm.types import Record

WRAPPERS = ("answers", "final_json")
BESIDE = ("trace", "metadata")
"""Keys of a flat object that are no answers."""
CITED = ("step", "steps", "artifact", "artifacts", "source", "sources", "evidence")
"""Keys under which an entry names the steps or files that its value comes from."""
MOST_ENTRIES = 10_000
DEEPEST_WRAPPING = 5


class Entry(Record):
    """One answered field."""

    key: str
    value: Any = None
    unit: str = ""
    cites: tuple[str, ...] = ()


class Prediction(Record):
    """Entries in the order given; `problem` says why nothing, or not all, could be read."""

    entries: tuple[Entry, ...] = ()
    problem: str = ""
    strict: bool = False
    """Whether every entry has exactly the five keys that the paper asks for."""

    def values(self, key: str) -> list[Entry]:
        """Return every entry of that key."""
        return [entry for entry in self.entries if entry.key == key]


def prediction_of(document: Any) -> Prediction:
    """Return the entries of an answer of any shape; an invalid answer has a problem and no entries."""
    payload = _unwrap(document)
    if isinstance(payload, Mapping):
        records = [payload] if "key" in payload else list(_pairs(payload))
    elif isinstance(payload, list):
        records = payload
    else:
        return Prediction(problem=f"an answer must be a list or an object, got {_name(payload)}")
    if len(records) > MOST_ENTRIES:
        return Prediction(problem=f"an answer of {len(records):,} entries; at most {MOST_ENTRIES:,} are read")
    return _collect(records, from_records=not isinstance(payload, Mapping) or "key" in payload)


def _collect(records: list[Any], *, from_records: bool) -> Prediction:
    usable = [record for record in records if isinstance(record, Mapping) and isinstance(record.get("key"), str)]
    entries = tuple(entry for record in usable for entry in _entries(record))
    unread = len(records) - len(usable)
    problem = f"{unread} of {len(records)} entries have no key" if unread else ""
    strict = from_records and bool(records) and all(set(record) == set(REQUIRED) for record in usable) and not unread
    return Prediction(entries=entries, problem=problem or ("" if entries else "no entries"), strict=strict)


def _unwrap(document: Any) -> Any:
    for _ in range(DEEPEST_WRAPPING):
        wrapper = next((name for name in WRAPPERS if isinstance(document, Mapping) and name in document), None)
        if wrapper is None:
            break
        document = document[wrapper]
    return document


def _pairs(payload: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return records of an object of keys and values; a key that occurs twice gives two."""
    every = payload.every if isinstance(payload, Repeating) else {key: [value] for key, value in payload.items()}
    return [
        _record(key, value)
        for key, values in every.items()
        for value in values
        if key not in BESIDE or not isinstance(value, list | dict | None)
    ]


def _record(key: str, value: Any) -> dict[str, Any]:
    if isinstance(value, Mapping) and "value" in value:
        return {**value, "key": key}
    return {"key": key, "value": value}


def _entries(record: Mapping[str, Any]) -> list[Entry]:
    """Return the entry of a record; one for each value if a record repeats its `value`."""
    values = record.every.get("value", [None]) if isinstance(record, Repeating) else [record.get("value")]
    unit = record.get("unit")
    own_unit = unit if isinstance(unit, str) else ""
    return [Entry(key=record["key"], value=value, unit=own_unit, cites=_cite(record)) for value in values]


def _cite(record: Mapping[str, Any]) -> tuple[str, ...]:
    named = [record[name] for name in CITED if name in record]
    flat = [inner for value in named for inner in (value if isinstance(value, list) else [value])]
    return tuple(str(value) for value in flat if isinstance(value, str | int) and not isinstance(value, bool))


def _name(value: Any) -> str:
    names = {str: "a text", bool: "a boolean", int: "a number", float: "a number"}
    return "nothing" if value is None else names.get(type(value), type(value).__name__)

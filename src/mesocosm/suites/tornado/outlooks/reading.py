"""Read an outlook from the bytes of a GeoJSON file, in one of three modes. Whatever the bytes, there is a result.

compat  as the published scorer read it: what it cannot use is dropped, so a malformed file may count as "no risk".
strict  a file that breaks a rule is rejected and its day counts as missing.
repair  a file is read as evidently meant; without an evident meaning it is rejected and its day counts as missing.
"""

from __future__ import annotations

from typing import Any, assert_never

import shapely

from mesocosm.earth.geo.geojson import Unreadable, decode_text, parse
from mesocosm.suites.tornado.outlooks.bounds import demand_a_fair_length, demand_a_fair_size
from mesocosm.suites.tornado.outlooks.document import parse_amid_prose
from mesocosm.suites.tornado.outlooks.gdal_reader import compat_shapes
from mesocosm.suites.tornado.outlooks.outlook import EMPTY, Mode, Outlook, Reading, outlook_of
from mesocosm.suites.tornado.outlooks.repair import repaired_shapes
from mesocosm.suites.tornado.outlooks.strict_reader import strict_shapes

MOST_NOTES = 5
"""Most notes of a file: people read a status, so a file wrong in a hundred places reports the first few."""


def read_outlook(data: bytes | str, mode: Mode = "strict") -> Reading:
    """Read the outlook in a GeoJSON text, and return it with the status of the file."""
    try:
        demand_a_fair_length(data)
        match mode:
            case "compat":
                return _read_compat(data)
            case "strict":
                return _read_strict(data)
            case "repair":
                return _read_repair(data)
    except Unreadable as error:
        return Reading(EMPTY if mode == "compat" else None, "rejected", (str(error),))
    except RecursionError:
        return Reading(EMPTY if mode == "compat" else None, "rejected", ("the file is nested too deeply",))
    assert_never(mode)


def _read_compat(data: bytes | str) -> Reading:
    shapes, notes = compat_shapes(parse(data)[0])
    return Reading(_outlook(shapes), "rejected" if notes else "valid", _first(notes))


def _read_strict(data: bytes | str) -> Reading:
    document, doubled = parse(data)
    shapes, breaches = strict_shapes(document)
    if doubled or breaches:
        return Reading(None, "rejected", _first([*doubled, *breaches]))
    return Reading(_outlook(shapes), "valid")


def _read_repair(data: bytes | str) -> Reading:
    """Read a file as meant; a file that keeps the rules is read by them, so that mending never changes a good file."""
    text = decode_text(data)
    try:
        strict = _read_strict(text)
        if strict.status == "valid":
            return strict
        document, notes = parse(text)
        notes = [f"{one}; the last was taken" for one in notes]
    except Unreadable:
        document, notes = parse_amid_prose(text)
    shapes, mended = repaired_shapes(document)
    return Reading(_outlook(shapes), "repaired", _first([*notes, *mended]))


def _outlook(shapes: list[tuple[int, shapely.Geometry]]) -> Outlook:
    demand_a_fair_size([shape for _, shape in shapes])
    return outlook_of(shapes)


def _first(notes: list[Any]) -> tuple[str, ...]:
    unique = list(dict.fromkeys(notes))
    more = [f"and {len(unique) - MOST_NOTES} more"] if len(unique) > MOST_NOTES else []
    return (*unique[:MOST_NOTES], *more)

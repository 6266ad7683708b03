"""Numbers from Python, refused at the door with what is allowed."""

from __future__ import annotations

import operator

from mesocosm.errors import InvalidRecord


def whole(field: str, value: object, *, least: int) -> int:
    """A whole number, whichever library made it; all else is refused, True and 3.0 included."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]  # what is not one is what we are after
    except TypeError:
        number = None
    if number is None or isinstance(value, bool) or number < least:
        raise InvalidRecord(f"{field} must be a whole number of at least {least}, got {value!r}")
    return number

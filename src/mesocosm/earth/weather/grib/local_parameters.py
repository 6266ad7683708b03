"""Names of GRIB parameters that ecCodes calls unknown: local ones of a centre, and standard ones on unusual levels.

Environment and Climate Change Canada writes NCEP's local numbers; its own documentation of GRIB refers to NCEP's, and
GDAL's table of its local parameters agrees with NCEP's.
"""

from __future__ import annotations

import functools
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from mesocosm.earth.weather.grib.grid_definition import Get

TABLES = {"kwbc": "ncep", "kwnb": "ncep", "cwao": "ncep", "161": "mrms"}
"""The table of local numbers that a centre writes, by ecCodes' name of the centre."""
LOCAL = 192
"""First number of a category, or of the categories, that each centre defines for itself."""
UNKNOWN = ("None", "", "unknown")
NO_TITLE = re.compile(r"[0-9 ]*|.*\b(reserved|missing|unknown)\b.*", re.IGNORECASE)
BRACKETS = re.compile(r"\([^)]*\)")
KEYS = (
    "cfVarName", "shortName", "name", "units", "discipline", "parameterCategory", "parameterNumber", "centre",
    "parameterName", "parameterUnits", "table2Version", "indicatorOfParameter",
)  # fmt: skip
"""Keys of a message from which its parameter is named."""


class Parameter(NamedTuple):
    """A quantity: its short name, its name in words, and its unit."""

    name: str
    long_name: str
    units: str


def parameter_of(get: Get) -> Parameter:
    """Return the parameter of a message: as ecCodes names it, else from the tables, else by its numbers."""
    short = str(get("cfVarName") or get("shortName"))
    if short not in UNKNOWN:
        return Parameter(short, str(get("name")), str(get("units")))
    return named_in_table(get) or _by_numbers(get)


def named_in_table(get: Get) -> Parameter | None:
    """Return the parameter of a message that ecCodes does not name, from our tables or the WMO's; None if in none."""
    return _in_tables(get) or _by_title(get)


@functools.cache
def parameters() -> Mapping[str, Mapping[str, Parameter]]:
    """Return the tables of parameters, by discipline-category-number."""
    tables = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
    return {table: {key: Parameter(*row) for key, row in rows.items()} for table, rows in tables.items()}


def _in_tables(get: Get) -> Parameter | None:
    discipline, *rest = _numbers(get)
    if None in (discipline, *rest):
        return None
    is_local = max(rest) >= LOCAL or discipline >= LOCAL
    table = TABLES.get(str(get("centre"))) if is_local else "wmo"
    return parameters().get(table or "", {}).get("-".join(map(str, (discipline, *rest))))


def _by_title(get: Get) -> Parameter | None:
    """Return a parameter by its title in the WMO's code table 4.2."""
    title = str(get("parameterName") or "")
    words = "_".join(re.findall(r"[a-z0-9]+", BRACKETS.sub("", title).lower()))
    if get("edition") == 1 or NO_TITLE.fullmatch(title) or not words:
        return None
    units = str(get("parameterUnits") or "unknown").replace(".", " ")
    return Parameter(words, title, "1" if units == "Numeric" else units)


def _by_numbers(get: Get) -> Parameter:
    numbers = [get("table2Version"), get("indicatorOfParameter")] if get("edition") == 1 else _numbers(get)
    words = f"parameter {'-'.join(map(str, numbers))} of centre {get('centre')}, which no table names"
    return Parameter(f"parameter_{'_'.join(map(str, numbers))}", words, "unknown")


def _numbers(get: Get) -> list[Any]:
    return [get(key) for key in ("discipline", "parameterCategory", "parameterNumber")]

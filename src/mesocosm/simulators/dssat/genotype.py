"""Cultivars that replace the shipped ones, compared with the bounds in DSSAT's own file of that name.

A cultivar file (.CUL) has a row 999991 MINIMA and a row 999992 MAXIMA, between which its coefficients are calibrated.
The program does not enforce them, and some shipped cultivars lie outside; so such a cultivar gets a warning and is not
refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

MINIMA, MAXIMA = "999991", "999992"
HEADING = "ECO#"
"""Last column before the coefficients."""
USED = re.compile(r"^ *\d+ [A-Z]{2} (\w{6})", re.MULTILINE)
SECTION = re.compile(r"^\*CULTIVARS[^\n]*\n(.*?)(?=^\*|\Z)", re.MULTILINE | re.DOTALL)


def cultivar_doubts(given: Mapping[str, str], shipped: Mapping[str, str], experiment: str) -> tuple[str, ...]:
    """Return a warning for each coefficient outside the shipped bounds, for the cultivars that an experiment names."""
    used = _used(experiment)
    names = [name for name in given if name.endswith(".CUL") and name in shipped]
    return tuple(doubt for name in names for doubt in _doubts(name, given[name], shipped[name], used))


def _used(experiment: str) -> set[str]:
    section = SECTION.search(experiment)
    return set(USED.findall(section[1])) if section else set()


def _doubts(file: str, given: str, shipped: str, used: Iterable[str]) -> list[str]:
    bounds, rows = _coefficients(shipped), _coefficients(given)
    low, high = bounds.get(MINIMA, {}), bounds.get(MAXIMA, {})
    return [
        f"{file}: {name} of {cultivar} is {value:g}, outside of DSSAT's own [{low[name]:g}, {high[name]:g}]"
        for cultivar in sorted(used)
        for name, value in rows.get(cultivar, {}).items()
        if name in low and name in high and not low[name] <= value <= high[name]
    ]


def _coefficients(text: str) -> dict[str, dict[str, float]]:
    """Return the coefficients of each cultivar by column name."""
    lines = text.splitlines()
    heading = next((line for line in lines if line.startswith("@") and HEADING in line), "")
    start = heading.find(HEADING) + len(HEADING)
    names = heading[start:].split()
    rows = [line for line in lines if heading and re.match(r"\w{6} ", line)]
    return {line[:6]: dict(zip(names, map(_number, line[start:].split()), strict=False)) for line in rows}


def _number(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        return float("nan")

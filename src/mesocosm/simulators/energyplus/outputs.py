"""What EnergyPlus leaves behind, as numbers: hours of its variables, tables of its reports, its complaints."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
ENTRY = re.compile(r"^(\d+),\d+,(.*?) \[([^\]]*)\] !(\w+)")
COMPLAINT = re.compile(r"^\s*\*\*\s*(Warning|Severe|Fatal|~~~)\s*\*\*\s?(.*)$")
END_OF_DICTIONARY = "End of Data Dictionary"
TIME_RECORD = "2"
LONGEST_COMPLAINT = 600


@dataclass(frozen=True)
class Variable:
    """One hourly series: of what, which, and its unit."""

    label: str
    """Such as `ZONE,Zone Mean Air Temperature`."""
    unit: str
    values: Floats


@dataclass
class Complaints:
    """What the engine says about its input and its run, in its own words."""

    warnings: list[str] = field(default_factory=list)
    severe: list[str] = field(default_factory=list)
    fatal: list[str] = field(default_factory=list)


def hourly_variables(text: str) -> list[Variable]:
    """The hourly series of an ESO file, without the days on which equipment is sized."""
    head, _, body = text.partition(END_OF_DICTIONARY)
    entries = [match for match in (ENTRY.match(line) for line in head.splitlines()) if match]
    series: dict[str, list[float]] = {match[1]: [] for match in entries if match[4] == "Hourly"}
    for record in body.split(f"\n{TIME_RECORD},")[1:]:  # each hour begins with its time
        time, *lines = record.splitlines()
        if time.endswith("DesignDay"):
            continue
        for line in lines:
            number, _, rest = line.partition(",")
            if number in series:
                series[number].append(float(rest))
    named = {match[1]: match for match in entries}
    return [
        Variable(named[number][2], named[number][3], np.array(values)) for number, values in series.items() if values
    ]


def complaints_of(text: str, ignored: tuple[str, ...] = ()) -> Complaints:
    """Warnings, severe and fatal errors of an ERR file; those that hold one of the words `ignored` are left out."""
    told = Complaints()
    kinds = {"Warning": told.warnings, "Severe": told.severe, "Fatal": told.fatal}
    current: list[str] = []
    for line in text.splitlines():
        match = COMPLAINT.match(line)
        if match is None:
            current = []
        elif match[1] != "~~~":
            current = kinds[match[1]]
            current.append(match[2].strip())
        elif current:
            current[-1] = f"{current[-1]} {match[2].strip()}"[:LONGEST_COMPLAINT]
    for kind in kinds.values():
        kind[:] = [entry for entry in kind if not any(word in entry for word in ignored)]
    return told


def report_tables(text: str) -> dict[str, list[list[str]]]:
    """The tables of a comma-separated report by title: a heading and rows, the first cell of each is empty."""
    tables: dict[str, list[list[str]]] = {}
    title = ""
    for row in csv.reader(io.StringIO(text)):
        if len(row) == 1 and row[0].strip():
            title = row[0].strip()
            title = "" if title in tables else title  # of two with one title, the first stands
        elif len(row) > 1 and not row[0] and title:
            tables.setdefault(title, []).append(row[1:])
        elif row:
            title = ""
    return tables


def cell(tables: dict[str, list[list[str]]], title: str, row: str, column: str) -> float | None:
    """A number of a table by the names of its row and column; none where the report has no such cell."""
    head, *rows = tables.get(title, [[]])
    place = next((at for at, name in enumerate(head) if name.startswith(column)), None)
    words = next((words for words in rows if words and words[0] == row), None)
    if place is None or words is None or place >= len(words):
        return None
    try:
        return float(words[place])
    except ValueError:
        return None

"""Readers of EnergyPlus' output files: hourly variables, report tables, complaints."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray
from pydantic_core import from_json

Floats = NDArray[np.float64]
ENTRY = re.compile(r"^(\d+),\d+,(.*?) \[([^\]]*)\] !(\w+)")
COMPLAINT = re.compile(r"^\s*\*\*\s*(Warning|Severe|Fatal|~~~)\s*\*\*\s?(.*)$")
GATHERED = re.compile(r"Values gathered over\s+(\d+(?:\.\d*)?) hours")
END_OF_DICTIONARY, END_OF_DATA = "End of Data Dictionary", "\nEnd of Data"
TIME_RECORD = "2"
LONGEST_COMPLAINT = 600


@dataclass(frozen=True)
class Variable:
    """An hourly series with its label and unit."""

    label: str
    """Place and quantity, such as `ZONE,Zone Mean Air Temperature`."""
    unit: str
    values: Floats


@dataclass
class Complaints:
    """The engine's own messages about its input and its run."""

    warnings: list[str] = field(default_factory=list)
    severe: list[str] = field(default_factory=list)
    fatal: list[str] = field(default_factory=list)


def hourly_variables(text: str) -> list[Variable]:
    """Return the hourly series of an ESO file, without the sizing days."""
    head, _, body = text.partition(END_OF_DICTIONARY)
    entries = [match for match in (ENTRY.match(line) for line in head.splitlines()) if match]
    hourly = [match for match in entries if match[4] == "Hourly"]
    pairs = _pairs(body)
    series = [Variable(match[2], match[3], pairs[pairs[:, 0] == int(match[1]), 1]) for match in hourly]
    return [variable for variable in series if len(variable.values)]


def _pairs(body: str) -> Floats:
    """Return the records of a variable number and one value, in order.

    They are parsed as one JSON array: a year has a hundred thousand, and parsing one by one takes twice the time.
    """
    hours = body.partition(END_OF_DATA)[0].split(f"\n{TIME_RECORD},")[1:]  # each begins with its time
    records = [rest for time, _, rest in (hour.partition("\n") for hour in hours) if not time.endswith("DesignDay")]
    whole = ",".join(plain for rest in records if (plain := _plain(rest))).replace("\n", ",")
    try:
        numbers = from_json(f"[{whole}]")
    except ValueError:  # numbers that JSON does not know, such as nan
        numbers = [float(word) for word in whole.split(",")]
    return np.array(numbers, dtype=np.float64).reshape(-1, 2)


def _plain(records: str) -> str:
    """Return the lines of two words, which are all lines in most hours; no line has fewer."""
    if records.count(",") == records.count("\n") + 1:
        return records
    return "\n".join(line for line in records.split("\n") if line.count(",") == 1)


def complaints_of(text: str, ignored: tuple[str, ...] = ()) -> Complaints:
    """Return warnings, severe and fatal errors of an ERR file, without those that contain a text of `ignored`."""
    complaints = Complaints()
    kinds = {"Warning": complaints.warnings, "Severe": complaints.severe, "Fatal": complaints.fatal}
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
    return complaints


def report_tables(text: str) -> dict[str, list[list[str]]]:
    """Return the tables of a comma-separated report by title: heading and rows, the heading's first cell is empty."""
    tables: dict[str, list[list[str]]] = {}
    title = ""
    for row in csv.reader(io.StringIO(text)):
        if len(row) == 1 and row[0].strip():
            title = row[0].strip()
            title = "" if title in tables else title  # of two tables with the same title, the first counts
        elif len(row) > 1 and not row[0] and title:
            tables.setdefault(title, []).append(row[1:])
        elif row:
            title = ""
    return tables


def simulated_hours(reports: str) -> float | None:
    """Return the hours of weather over which the engine gathered its reports, without design days; None if unsaid."""
    match = GATHERED.search(reports)
    return None if match is None else float(match[1])


def cell(tables: dict[str, list[list[str]]], title: str, row: str, column: str) -> float | None:
    """Return a number of a table by row and column name, or None if the report has no such cell."""
    head, *rows = tables.get(title, [[]])
    place = next((at for at, name in enumerate(head) if name.startswith(column)), None)
    words = next((words for words in rows if words and words[0] == row), None)
    if place is None or words is None or place >= len(words):
        return None
    try:
        return float(words[place])
    except ValueError:
        return None

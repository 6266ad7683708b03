"""Readers of DSSAT's output files: the summary, daily plant growth, and the soil water balance."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import NamedTuple

from mesocosm.simulators.simulator.csv_tables import as_sheet

MADE_AT = re.compile(r"[A-Z]{3} \d{2}, \d{4};? +\d{2}:\d{2}:\d{2}")
RUN = re.compile(r"^\*RUN +\d+ ", re.MULTILINE)
TREATMENT = re.compile(r"^ TREATMENT +(-?\d+)", re.MULTILINE)
DAY = re.compile(r"\s\d{4}\s")
"""Start of the line of a day: its year."""
BALANCE = re.compile(r"^!\s+(Final Balance|Soil H20 \(\w+\)[^-\d]*\d+/\d+)\s+(-?\d+\.\d*)", re.MULTILINE)
STRESS = 0.05
"""Reduction of growth above which a day counts as stressed (WSPD: 0 none, 1 full)."""


def strip_run_details(text: str) -> str:
    """Return the text without the time of the run, the only part that differs between runs."""
    return MADE_AT.sub("", text)


def version_in(text: str) -> str:
    """Return the program's own version, such as 4.8.2.000."""
    found = re.search(r"Ver\. (\d+\.\d+\.\d+\.\d+)", text)
    return found[1] if found else ""


def summary_rows(text: str) -> list[dict[str, str]]:
    """Return the rows of Summary.OUT by heading; a column ends where its heading ends."""
    lines = text.splitlines()
    heading = next((line for line in lines if line.startswith("@")), "")
    ends = [(match.group().strip("@."), match.end()) for match in re.finditer(r"\S+", heading.replace("@", " ", 1))]
    starts = [0, *(end for _, end in ends)]
    rows = [line for line in lines[lines.index(heading) + 1 :] if line.strip()] if heading else []
    return [{name: row[start:end].strip() for start, (name, end) in zip(starts, ends, strict=False)} for row in rows]


class GrowthDay(NamedTuple):
    """One line of PlantGro.OUT."""

    treatment: int
    day: date
    names: tuple[str, ...]
    """Headings of all columns but year and day of the year; all days of a treatment share the tuple."""
    values: list[str]

    @property
    def cells(self) -> dict[str, str]:
        return dict(zip(self.names, self.values, strict=False))


def growth_days(text: str) -> list[GrowthDay]:
    return [day for part in RUN.split(text)[1:] for day in _days_of(part)]


def _days_of(part: str) -> list[GrowthDay]:
    treatment = TREATMENT.search(part)
    lines = part.splitlines()
    start = next((place for place, line in enumerate(lines) if line.startswith("@YEAR")), None)
    if treatment is None or start is None:
        return []
    number, (_year, _day, *headings) = int(treatment[1]), lines[start].split()
    names = tuple(headings)
    rows = [line.split() for line in lines[start + 1 :] if DAY.match(line)]
    return [GrowthDay(number, _date(year + day), names, values) for year, day, *values in rows]


def _date(word: str) -> date:
    return date(int(word[:4]), 1, 1) + timedelta(days=int(word[4:]) - 1)


def parse_date(word: str) -> str:
    """Return a date of Summary.OUT in ISO format, or an empty text if it is missing."""
    return _date(word).isoformat() if re.fullmatch(r"\d{7}", word) and word[4:] != "000" else ""


def growth_csv(days: list[GrowthDay]) -> bytes:
    """Return the days of all treatments as CSV, with the program's own names and units."""
    headings = list(dict.fromkeys(day.names for day in days))
    empty = dict.fromkeys((name for heading in headings for name in heading), "")
    cells = (day.values if len(headings) == 1 else (empty | day.cells).values() for day in days)
    rows = ((str(day.treatment), day.day.isoformat(), *values) for day, values in zip(days, cells, strict=True))
    return as_sheet(("treatment", "date", *empty), rows)


def stress_days(days: list[GrowthDay]) -> dict[int, int]:
    """Count by treatment the days on which lack of water reduced photosynthesis."""
    counts: dict[int, int] = {}
    for day in days:
        stress = float(day.values[day.names.index("WSPD")]) if "WSPD" in day.names else 0.0
        counts[day.treatment] = counts.get(day.treatment, 0) + (stress > STRESS)
    return counts


def water_balances(text: str) -> dict[int, tuple[float, float]]:
    """Return by treatment the water-balance error and the change of soil water, in mm."""
    found = {}
    for part in RUN.split(text)[1:]:
        treatment = TREATMENT.search(part)
        numbers = [float(number) for _, number in BALANCE.findall(part)]
        if treatment and len(numbers) == 3:
            found[int(treatment[1])] = (numbers[2], numbers[1] - numbers[0])
    return found

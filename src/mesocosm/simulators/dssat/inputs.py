"""The inputs of a DSSAT run: the texts of its own files for an experiment, its weather and its soils."""

from __future__ import annotations

import math
import re
from datetime import date, timedelta
from typing import Annotated, Self

from pydantic import BeforeValidator, Field, model_validator

from mesocosm.errors import did_you_mean
from mesocosm.types import Record

LONGEST_FILE = 3_000_000
MOST_WEATHER_FILES = 12
HEADER = re.compile(r"^\*EXP\.DETAILS:?\s*([A-Z0-9]{8})\s?([A-Z]{2})\b", re.MULTILINE)
STATION = re.compile(r"^@\s*INSI.*\n\s*(\w{4})", re.MULTILINE)
GENOTYPE = re.compile(r"[A-Z0-9]{5}048\.(CUL|ECO|SPE)")
MISSING = -99.0
RANGES = {
    "SRAD": (0.0, 45.0, "MJ/m² a day"),
    "TMAX": (-70.0, 65.0, "degrees Celsius"),
    "TMIN": (-70.0, 65.0, "degrees Celsius"),
    "RAIN": (0.0, 2000.0, "mm"),
}


def _as_tuple(value: object) -> object:
    return (value,) if isinstance(value, str) else value


Text = Annotated[str, Field(min_length=1, max_length=LONGEST_FILE)]


class Inputs(Record):
    """One experiment with all its treatments."""

    experiment: Text
    """The text of an experiment file (FileX), such as UFGA8201.MZX."""
    weather: Annotated[tuple[Text, ...], BeforeValidator(_as_tuple), Field(min_length=1, max_length=MOST_WEATHER_FILES)]
    """The text of a weather file (.WTH), or several as a list."""
    soil: Text
    """The text of a file of soil profiles (.SOL)."""
    genotype: dict[str, Text] = Field(default_factory=dict, max_length=6)
    """Cultivar, ecotype and species files that replace the shipped ones of the same name, such as MZCER048.CUL."""

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        _check_experiment(self)
        for place, text in enumerate(self.weather):
            _check_weather(text, f"weather {place + 1}")
        for name in self.genotype:
            if not GENOTYPE.fullmatch(name):
                raise ValueError(f"genotype must name files such as MZCER048.CUL, got {name!r}")
        return self

    @property
    def experiment_file(self) -> str:
        code, crop = _header(self.experiment)
        return f"{code}.{crop}X"

    @property
    def crop_code(self) -> str:
        return _header(self.experiment)[1]


def _header(text: str) -> tuple[str, str]:
    found = HEADER.search(text)
    if not found:
        raise ValueError("experiment must begin with *EXP.DETAILS: and ten letters such as UFGA8201MZ")
    return found[1], found[2]


def _check_experiment(inputs: Inputs) -> None:
    _header(inputs.experiment)
    fields = _section(inputs.experiment, "FIELDS")
    if "TREATMENTS" not in inputs.experiment or not fields:
        raise ValueError("experiment must have the sections *TREATMENTS and *FIELDS")
    stations = {weather_station(text) for text in inputs.weather}
    soils = set(re.findall(r"^\*(\w{10})", inputs.soil, re.MULTILINE))
    for station, soil in fields:
        if station[:4] not in stations:
            raise ValueError(f"weather must be of station {station[:4]}, which the experiment names, got {stations}")
        if soil not in soils:
            hint = did_you_mean(soil, soils)
            raise ValueError(f"soil must hold the profile {soil}, which the experiment names; {hint or 'it does not'}")


def _section(text: str, name: str) -> list[tuple[str, str]]:
    """Return the weather station and soil of each field."""
    body = re.search(rf"^\*{name}[^\n]*\n(.*?)(?=^\*|\Z)", text, re.MULTILINE | re.DOTALL)
    rows = re.split(r"^@", body[1], flags=re.MULTILINE)[1] if body and "@" in body[1] else ""
    heading, *lines = rows.splitlines() or [""]
    place = heading.find("ID_SOIL") + 1
    if place == 0:
        return []
    found = [(line.split(), line[place : place + 10].strip()) for line in lines if line[:1] != "!" and line.strip()]
    return [(words[2], soil) for words, soil in found if len(words) > 2]


def weather_station(text: str) -> str:
    """Return the four letters of the station."""
    found = STATION.search(text)
    if not found:
        raise ValueError("weather must have a line of headings @ INSI and the station below it")
    return found[1]


def weather_file(text: str) -> str:
    """Return the file name that the program looks for: station, year, and 01."""
    return f"{weather_station(text)}{_first_day(text).year % 100:02d}01.WTH"


def _rows(text: str) -> tuple[list[str], list[str]]:
    lines = text.splitlines()
    start = next((place for place, line in enumerate(lines) if re.match(r"@\s*DATE", line)), None)
    if start is None:
        raise ValueError("weather must have a line of headings @DATE SRAD TMAX TMIN RAIN")
    return lines[start].lstrip("@").split(), [line for line in lines[start + 1 :] if line[:1] not in ("!", "*", "")]


def _first_day(text: str) -> date:
    _, rows = _rows(text)
    if not rows:
        raise ValueError("weather must hold a line a day")
    return _day(rows[0].split()[0], 1)


def _day(word: str, row: int) -> date:
    if not re.fullmatch(r"\d{5}|\d{7}", word):
        raise ValueError(f"weather row {row}: date must be YYDDD or YYYYDDD, got {word!r}")
    year = int(word[:-3])
    if len(word) == 5:
        year += 1900 if year > 40 else 2000
    step = int(word[-3:])
    if not 1 <= step <= 366:
        raise ValueError(f"weather row {row}: day of the year must lie in [1, 366], got {step}")
    return date(year, 1, 1) + timedelta(days=step - 1)


def _check_weather(text: str, name: str) -> None:
    weather_station(text)
    heading, rows = _rows(text)
    missing = [column for column in RANGES if column not in heading]
    if missing:
        raise ValueError(f"{name} must have the columns {', '.join(RANGES)}, lacks {', '.join(missing)}")
    expected = _first_day(text)
    for row, line in enumerate(rows, 1):
        words = line.split()
        if _day(words[0], row) != expected:
            raise ValueError(f"{name} row {row}: date must be {expected:%Y%j}, got {words[0]}")
        expected += timedelta(days=1)
        _check_row(f"{name} row {row}", heading, words)


def _check_row(where: str, heading: list[str], words: list[str]) -> None:
    for column, (low, high, unit) in RANGES.items():
        place = heading.index(column)
        cell = words[place] if place < len(words) else ""
        try:
            value = float(cell)
        except ValueError:
            raise ValueError(f"{where}: {column} must be a number, got {cell!r}") from None
        if value != MISSING and not (math.isfinite(value) and low <= value <= high):
            hint = ", which looks like kelvin" if unit.startswith("deg") and value > 150 else ""
            raise ValueError(f"{where}: {column} must lie in [{low:g}, {high:g}] {unit}, got {cell}{hint}")

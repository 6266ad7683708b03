"""BUFKIT text: forecast profiles of one station, hour by hour, then a table of surface values.

The header names the parameters of a level (SNPARM) and of a profile (STNPRM). Each profile begins with STID, SLAT and
STIM, repeats the names as column heads and has its numbers in that order, broken over lines. A table of surface values
with its own heads begins with STN. It mostly follows the last profile, but files joined from two runs, or written in
two parts, have it between profiles too, and a second header. -9999 is missing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np

from mesocosm.earth.weather.soundings.profile import FloatArray, Profile, Sounding
from mesocosm.earth.weather.soundings.stations import Station
from mesocosm.errors import InvalidRecord

MISSING = -9999.0
HEADER_BYTES = 2000
"""First bytes of a file, which contain the first station lines with room to spare."""

REQUIRED = ("PRES", "TMPC", "DWPC", "DRCT", "SKNT", "HGHT")

OPENING = re.compile(r"STID *= *(?P<id>\S*?) *STNM *= *\S* +TIME *= *(?P<time>\S+)")
PLACE = re.compile(r"SLAT\s*=\s*(\S+)\s+SLON\s*=\s*(\S+)\s+SELV\s*=\s*(\S+)")
LEAD = re.compile(r"STIM\s*=\s*(\d{1,6})(?!\d)")
PAIR = re.compile(r"(\w+)\s*=\s*(\S+)")
TIME = re.compile(r"\d{6}/\d{4}")
SURFACE = re.compile(r"^STN\s+YYMMDD/HHMM", re.MULTILINE)
SECTION = re.compile(rf"SNPARM\s*=|{OPENING.pattern}|^STN\s+YYMMDD/HHMM", re.MULTILINE)
"""Start of a section: a header, a profile, or a table."""


class Block(NamedTuple):
    """Position of a profile in the text."""

    valid: datetime
    start: int
    heads: int
    """Start of the column heads."""
    levels: int
    """End of the heads and start of the numbers."""
    end: int


class SurfaceTable(NamedTuple):
    """Values near the ground by hour, under the names of the file."""

    times: tuple[datetime, ...]
    columns: dict[str, FloatArray]


@dataclass(frozen=True)
class Bufkit:
    """A BUFKIT file whose layout has been checked; profiles are parsed on demand."""

    path: Path
    text: str
    station: Station
    level_names: tuple[str, ...]
    blocks: Mapping[int, Block]
    """Profile by forecast hour."""

    @property
    def hours(self) -> tuple[int, ...]:
        return tuple(self.blocks)

    @property
    def shown_hours(self) -> str:
        """Forecast hours as `0-45, 47-60`, or `none`."""
        hours = self.hours
        starts = [hour for hour in hours if hour - 1 not in hours]
        ends = [hour for hour in hours if hour + 1 not in hours]
        spans = [str(first) if first == last else f"{first}-{last}" for first, last in zip(starts, ends, strict=True)]
        return ", ".join(spans) or "none"

    @property
    def source(self) -> str:
        """The model, by the name of the file: `hrrr_kbuf.buf`."""
        return self.path.stem.rpartition("_")[0].rpartition("_")[2].upper()

    def sounding(self, hour: int) -> Sounding:
        """Return the sounding of a forecast hour."""
        return Sounding(self.station, self.profile(hour), forecast_hour=hour, source=self.source)

    def profile(self, hour: int) -> Profile:
        """Return all levels of a forecast hour."""
        columns = self._columns(hour)
        return Profile(
            valid=self._block(hour).valid,
            pressure_hpa=columns["PRES"],
            height_m=columns["HGHT"],
            temperature_c=columns["TMPC"],
            dewpoint_c=columns["DWPC"],
            wind_direction_deg=columns["DRCT"],
            wind_speed_kt=columns["SKNT"],
            omega_pa_s=columns.get("OMEG"),
        )

    def model_indices(self, hour: int) -> dict[str, float]:
        """Return the model's own indices of the profile: CAPE, CINS, PWAT, ... as named in the file."""
        block = self._block(hour)
        opening = self.text[block.start : block.heads]
        return {name: _number(value, self.path) for name, value in PAIR.findall(LEAD.split(opening)[-1])}

    @cached_property
    def surface(self) -> SurfaceTable:
        """The first surface table of the file; empty if it has none."""
        heading = SURFACE.search(self.text)
        words = self.text[heading.start() : _end_of(self.text, heading.end())].split() if heading else []
        width = next((at - 1 for at, word in enumerate(words) if TIME.fullmatch(word)), len(words))
        names, rest = words[2:width], words[width:]
        if width and len(rest) % width:
            raise InvalidRecord(f"{self.path}: the surface table has {len(rest)} values for {width} columns")
        rows = [rest[at : at + width] for at in range(0, len(rest), width or 1)]
        values = _numbers([word for row in rows for word in row[2:]], self.path).reshape(len(rows), len(names))
        times = tuple(_moment(row[1], self.path) for row in rows)
        return SurfaceTable(times, {name: values[:, at] for at, name in enumerate(names)})

    def _columns(self, hour: int) -> dict[str, FloatArray]:
        block = self._block(hour)
        values = _numbers(self.text[block.levels : block.end].split(), self.path)
        width = len(self.level_names)
        if not len(values) or len(values) % width:
            raise InvalidRecord(
                f"{self.path}: hour {hour} has {len(values)} values, which is not a multiple of its {width} columns; "
                "the file seems cut"
            )
        table = values.reshape(-1, width)
        return {name: table[:, at].copy() for at, name in enumerate(self.level_names)}

    def _block(self, hour: int) -> Block:
        if hour not in self.blocks:
            raise InvalidRecord(f"{self.path}: no profile for hour {hour}; it has hours {self.shown_hours}")
        return self.blocks[hour]


def read_bufkit(path: Path) -> Bufkit:
    """Read a BUFKIT file with any line ends and any parameters from which a profile can be made."""
    text = path.read_bytes().decode("latin-1").replace("\r", "")
    names = _level_names(text, path)
    return Bufkit(path, text, _station(text, path), names, _blocks(text, names, path))


def scan_station(path: Path) -> Station:
    """Read the station of a BUFKIT file from its first lines alone; for a blank id, take the one in the file name."""
    with path.open("rb") as file:
        return _station(file.read(HEADER_BYTES).decode("latin-1"), path)


def is_bufkit(opening: str) -> bool:
    """Say whether a text with this beginning is BUFKIT."""
    return "SNPARM" in opening


def _level_names(text: str, path: Path) -> tuple[str, ...]:
    names_line = re.search(r"SNPARM\s*=\s*(\S+)", text)
    if names_line is None:
        raise InvalidRecord(f"{path}: not a BUFKIT file: it lacks the line SNPARM = PRES;TMPC;...")
    names = tuple(name for name in names_line[1].split(";") if name)
    lacking = [name for name in REQUIRED if name not in names]
    if lacking:
        raise InvalidRecord(f"{path}: levels lack {', '.join(lacking)}; SNPARM gives {', '.join(names)}")
    return names


def _station(text: str, path: Path) -> Station:
    opening, place = OPENING.search(text), PLACE.search(text)
    if opening is None or place is None:
        raise InvalidRecord(f"{path}: no BUFKIT station: STID, SLAT, SLON or SELV is missing")
    latitude, longitude, elevation = (_number(number, path) for number in place.groups())
    if not (abs(latitude) <= 90 and abs(longitude) <= 180):
        raise InvalidRecord(f"{path}: SLAT and SLON must be degrees, got {place[1]} and {place[2]}")
    name = opening["id"] or path.stem.rpartition("_")[2].upper()
    return Station(id=name, latitude=latitude, longitude=longitude, elevation_m=elevation)


def _blocks(text: str, names: tuple[str, ...], path: Path) -> dict[int, Block]:
    """Find the profiles of a file; an hour without levels, which models sometimes leave, has none."""
    heads = re.compile(r"^ *" + r"\s+".join(map(re.escape, names)), re.MULTILINE)
    blocks = {}
    for opening in OPENING.finditer(text):
        end = _end_of(text, opening.end())
        lead, head = LEAD.search(text, opening.end(), end), heads.search(text, opening.end(), end)
        if lead is None:
            raise InvalidRecord(f"{path}: the profile of {opening['time']} lacks STIM, its forecast hour")
        if head is not None:
            valid = _moment(opening["time"], path)
            blocks[int(lead[1])] = Block(valid, opening.start(), head.start(), head.end(), end)
    return blocks


def _end_of(text: str, start: int) -> int:
    """Return the end of the section whose numbers begin at `start`."""
    following = SECTION.search(text, start)
    return following.start() if following else len(text)


def _moment(text: str, path: Path) -> datetime:
    try:
        return datetime.strptime(text, "%y%m%d/%H%M").replace(tzinfo=UTC)
    except ValueError:
        raise InvalidRecord(f"{path}: TIME must read yymmdd/hhmm, got {text!r}") from None


def _numbers(words: list[str], path: Path) -> FloatArray:
    try:
        values = np.array(words, dtype=np.float64)
    except ValueError:
        values = np.array([_number(word, path) for word in words])
    values[values <= MISSING + 1] = np.nan
    return values


def _number(word: str, path: Path) -> float:
    if set(word) == {"*"}:  # a number too wide for its Fortran field
        return float("nan")
    try:
        value = float(word)
    except ValueError:
        raise InvalidRecord(f"{path}: a number is expected, got {word[:40]!r}") from None
    return float("nan") if value <= MISSING + 1 else value

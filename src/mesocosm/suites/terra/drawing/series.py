"""Series for charts: of a field at a place, or of a column of a table, with times and a unit."""

from __future__ import annotations

import csv
import hashlib
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, JsonValue

from mesocosm.earth.drawing.charts import Floats, Times
from mesocosm.errors import ToolError, did_you_mean
from mesocosm.suites.terra.drawing.field_slices import At, at_value, place_words, quantity_of
from mesocosm.suites.terra.inputs.arguments import Name, Path, Point, moment_of
from mesocosm.suites.terra.inputs.files import open_field_file
from mesocosm.suites.terra.inputs.geodata import NETCDF
from mesocosm.suites.terra.inputs.selection import DIGITS
from mesocosm.suites.terra.inputs.selection import series as field_series
from mesocosm.suites.terra.inputs.tables import BRACKETS, SUFFIXES, stem_of
from mesocosm.suites.terra.replies.lists import unit_after
from mesocosm.types import Record
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import xarray as xr

LARGEST_TABLE = 20_000_000
MOST_ROWS = 500_000
CLOCKS = ("time", "date", "datetime", "valid_time", "month", "year", "day")
"""Names of the time column in tables."""
HASHED = re.compile(r"-[0-9a-f]{10}(?=\.csv$)")
COMPOUND = tuple(suffix for suffix in SUFFIXES if suffix.count("_") > 1)
"""Endings of names that cannot be the end of a word."""


class Line(Record):
    """A series: a variable of a file of fields, or a column of a table (.csv) that has times."""

    path: Path
    variable: Name | None = None
    point: Point | None = None
    at: At = Field(default_factory=dict, description="Values of other axes, such as a station's name.")
    label: Name | None = None
    units: Name | None = Field(default=None, description="Unit to display; of a column without a unit, its unit.")


@dataclass(frozen=True)
class Series:
    """Values in the order of their times."""

    times: Times
    values: Floats
    label: str
    unit: str
    inputs: dict[str, str]
    place: str = ""
    """Place of the series, such as 12.5°E 45°S."""
    quantity: str = ""
    """Measured quantity, such as total precipitation; the label may state the place instead."""

    def between(self, start: str | None, end: str | None) -> Series:
        """Cut the series to times from `start` (included) to `end` (excluded)."""
        if start is None and end is None:
            return self
        inside = np.ones(len(self.times), bool)
        for text, name, later in ((start, "start", True), (end, "end", False)):
            if text is not None:
                after = np.greater_equal(self.times, self._mark(text, name))
                inside &= after if later else ~after
        if not inside.any():
            raise ToolError(f"{self.label} has no value from {start} to {end}; it covers {self.period}")
        return replace(self, times=self.times[inside], values=self.values[inside])

    def _mark(self, text: str, name: str) -> np.datetime64 | float:
        moment = moment_of(text, name)
        if self.times.dtype.kind != "M":
            return moment.year + (moment.timetuple().tm_yday - 1) / 365.25
        if not 1700 <= moment.year <= 2200:
            raise ToolError(f"`{name}` must lie in the years 1700 to 2200, got {text!r}")
        return np.datetime64(moment.replace(tzinfo=None), "ns")

    @property
    def period(self) -> str:
        """First and last time."""
        return f"{format_time(self.times[0])} to {format_time(self.times[-1])}"

    def summary(self) -> dict[str, JsonValue]:
        """Return count, range, and the times of minimum and maximum."""
        known = np.isfinite(self.values)
        low, high = int(np.nanargmin(self.values)), int(np.nanargmax(self.values))
        return {
            "label": self.label, "units": self.unit, "values": int(known.sum()), "missing": int((~known).sum()),
            "min": float(self.values[low]), "min_at": format_time(self.times[low]),
            "max": float(self.values[high]), "max_at": format_time(self.times[high]),
        }  # fmt: skip

    def words(self) -> str:
        """Return the summary in one line."""
        summary, unit = self.summary(), unit_after(self.unit)
        low, high = (f"{summary[end]:.{DIGITS}g}" for end in ("min", "max"))
        gaps = f"; {summary['missing']} missing" if summary["missing"] else ""
        ends = f"{low}{unit} ({summary['min_at']}) to {high}{unit} ({summary['max_at']})"
        where = f" at {self.place}" if self.place and self.place not in self.label else ""
        return f"{self.label}{where}: {summary['values']} values, {ends}{gaps}"


def format_time(time: np.datetime64 | np.floating | float) -> str:
    """Format a time to the minute, midnight as its day."""
    if not isinstance(time, np.datetime64):
        return f"{float(time):.2f}"
    return str(time.astype("datetime64[m]")).removesuffix("T00:00")


def read_line(workspace: Workspace, line: Line) -> Series:
    """Read a series from its file; a series without any value is refused."""
    if workspace.read_bytes(line.path).startswith((*NETCDF, b"GRIB")):
        made = _of_field(workspace, line)
    else:
        made = _of_table(workspace, line)
    if not np.isfinite(made.values).any():
        raise ToolError(f"{made.label} of {line.path!r} has no value")
    order = np.argsort(made.times, kind="stable")
    return replace(made, times=made.times[order], values=made.values[order])


def distinguish_labels(lines: Sequence[Series]) -> list[Series]:
    """Append the place to series that share a label; append the file if the places are the same."""
    by_label: dict[str, list[Series]] = {}
    for line in lines:
        by_label.setdefault(line.label, []).append(line)
    return [_apart(line, by_label[line.label]) for line in lines]


def _apart(line: Series, alike: Sequence[Series]) -> Series:
    if len(alike) == 1:
        return line
    places = {other.place for other in alike}
    own = line.place if len(places) == len(alike) else next(iter(line.inputs))
    return replace(line, label=f"{line.label} ({own})") if own else line


def _of_field(workspace: Workspace, line: Line) -> Series:
    from mesocosm.earth.fields.field_units import convert_field

    fields = open_field_file(workspace, line.path)
    if line.at:
        values = fields.field(line.variable)
        for axis, wanted in line.at.items():
            values = at_value(values, axis, wanted)
        fields = replace(fields, dataset=values.to_dataset(name=values.name))
    values = field_series(fields, line.variable, line.point)
    values = values if line.units is None else convert_field(values, line.units)
    unit = line.units or str(values.attrs.get("units", ""))
    table, quantity = np.asarray(values.values, np.float64), quantity_of(values)
    label, inputs = line.label or quantity, {line.path: fields.sha256}
    return Series(times_of(values), table, label, unit, inputs, _place(values), quantity)


def _place(values: xr.DataArray) -> str:
    """Describe the cell of a series; empty if it has no place."""
    if not all(axis in values.coords and values[axis].size == 1 for axis in ("longitude", "latitude")):
        return ""
    return place_words([float(values["longitude"]), float(values["latitude"])])


def times_of(values: xr.DataArray) -> Times:
    """Convert the times of an axis to those of charts."""
    times = values["time"]
    if times.dtype.kind == "M":
        return np.asarray(times.values, "datetime64[ns]")
    if not times.size or times.dtype.kind not in "O":
        raise ToolError(f"{values.name} has times of type {times.dtype}, which are not dates")
    years = times.dt.year.values
    if years.min() >= 1700 and years.max() <= 2200 and times.dt.calendar != "360_day":
        return np.array(times.dt.strftime("%Y-%m-%dT%H:%M:%S").values.astype(str), "datetime64[ns]")
    days = 365.25 if times.dt.calendar != "360_day" else 360.0
    return np.asarray(times.dt.year.values + (times.dt.dayofyear.values - 1) / days, np.float64)


def read_table(workspace: Workspace, path: str) -> tuple[list[dict[str, str]], dict[str, str]]:
    """Return the rows of a table with names in its first row, and its hash."""
    data = workspace.read_bytes(path, LARGEST_TABLE)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ToolError(f"{path!r} is neither a file of fields nor a table: {error.reason}") from None
    try:
        rows = list(csv.DictReader(io.StringIO(text), restkey="", restval=""))
    except csv.Error as error:
        raise ToolError(f"{path!r} is no table: {error}") from None
    if not rows or len(rows[0]) < 2:
        raise ToolError(f"{path!r} is no table of at least two columns and one row below their names")
    if len(rows) > MOST_ROWS:
        raise ToolError(f"{path!r} has {len(rows)} rows; {MOST_ROWS} are drawn at most")
    return rows, {path: hashlib.sha256(data).hexdigest()}


def column(rows: list[dict[str, str]], name: str | None, path: str, argument: str) -> list[str]:
    """Return a column of a table by its name."""
    names = [key for key in rows[0] if key]
    if name is None or name not in names:
        hint = did_you_mean(name, names) if name else None
        raise ToolError(f"`{argument}` {name!r} is no column of {path!r}; {hint or 'it has ' + ', '.join(names[:20])}")
    return [row.get(name) or "" for row in rows]


def numbers(words: list[str]) -> Floats:
    """Convert texts to numbers; NaN if they are none."""
    return np.array([_number(word) for word in words], np.float64)


def _number(word: str) -> float:
    try:
        value = float(word)
    except ValueError:
        return np.nan
    return value if np.isfinite(value) else np.nan


def _of_table(workspace: Workspace, line: Line) -> Series:
    rows, inputs = read_table(workspace, line.path)
    if line.point is not None:
        raise ToolError(f"`point` is for fields; {line.path!r} is a table")
    names = [key for key in rows[0] if key]
    clock = next((name for name in names if name.strip().lower() in CLOCKS), None)
    if clock is None:
        raise ToolError(f"{line.path!r} has no column of times ({', '.join(CLOCKS)}); it has {', '.join(names[:20])}")
    others = [name for name in names if name != clock]
    name = line.variable or (others[0] if len(others) == 1 else None)
    values = numbers(column(rows, name, line.path, "variable"))
    times = _moments([row[clock] for row in rows], line.path)
    stem, stated = stem_of(str(name))
    stated = stated or _unit_of_file(line.path)
    quantity = (stem if stated else str(name)).replace("_", " ")
    unit = stated or line.units or ""
    series = Series(times, values, line.label or quantity, unit, inputs, quantity=quantity)
    return series if line.units is None else _shown_in(series, line.units)


def _unit_of_file(path: str) -> str | None:
    """Return the unit that a file name states for all columns, such as discharge_m3_s.csv; not a single letter."""
    stem = HASHED.sub("", path.lower()).removesuffix(".csv").replace("-", "_")
    unit = stem_of(stem)[1] if not BRACKETS.fullmatch(stem) else None
    return unit if unit and stem.endswith(COMPOUND) else None


def _shown_in(series: Series, unit: str) -> Series:
    import xarray as xr

    from mesocosm.earth.fields.field_units import convert_field

    if series.unit == unit:
        return series
    field = xr.DataArray(series.values, dims=("time",), name=series.label, attrs={"units": series.unit})
    return replace(series, values=convert_field(field, unit).values, unit=unit)


def _moments(words: list[str], path: str) -> NDArray[np.datetime64]:
    made = []
    for word in words:
        text = word.strip()
        text = f"{text}-01-01" if len(text) == 4 else f"{text}-01" if len(text) == 7 else text
        moment = moment_of(text, "time").replace(tzinfo=None)
        if not 1700 <= moment.year <= 2200:
            raise ToolError(f"{path!r} has a time beyond the years 1700 to 2200: {word!r}")
        made.append(np.datetime64(moment, "ns"))
    return np.array(made, "datetime64[ns]")


def in_one_unit(lines: list[Series]) -> list[Series]:
    """Convert series to the unit of the first; those of another kind are refused."""
    made = [lines[0]]
    for other in lines[1:]:
        if other.unit == lines[0].unit:
            made.append(other)
            continue
        if not (other.unit and lines[0].unit):
            lacking = other if not other.unit else lines[0]
            raise ToolError(f"{lacking.label} states no unit, but the others do; give `units` for each table")
        made.append(_shown_in(other, lines[0].unit))
    return made

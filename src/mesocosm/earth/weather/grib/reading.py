"""Reading of GRIB files: an index of their content, made once, and one field at a time.

ecCodes decodes, as it does under pygrib and cfgrib. Both name products as the installed ecCodes version words them,
need a mode that is global to the process for messages of several fields, and decode a field every time; cfgrib also
refuses files whose products lie on many kinds of level, as HRRR's do, unless they are split by hand. Here a field
decoded before is mapped from disk: 17 ms of processor time for a full HRRR field instead of 114.
"""

from __future__ import annotations

import functools
import gzip
import hashlib
import mmap
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.weather.grib import cache, naming
from mesocosm.earth.weather.grib.grid_definition import Get, grid_of, in_our_order
from mesocosm.earth.weather.grib.local_parameters import named_in_table
from mesocosm.earth.weather.grib.naming import LEVEL_KINDS, Level, Product
from mesocosm.earth.weather.grib.quantities import Process
from mesocosm.earth.weather.grib.sections import Span, single_fields, spans
from mesocosm.errors import MissingExtra, UserError

PROCESSES: dict[int, Process] = {0: "average", 1: "accumulation", 2: "maximum"}
RADAR_MOSAIC = 209
"""Discipline whose files mark missing values by special numbers instead of a bitmap."""
CLOCK = ("year", "month", "day", "hour", "minute", "second")
INDEXING = threading.Lock()
"""Lock by which threads that need the index of one file wait for the first; ecCodes runs only one of them anyway."""
NO_VALUE = 9.0e19
"""Value from which on there is no value: some files write 9.999e20."""


@dataclass(frozen=True)
class Message:
    """A field of a file, described but not decoded."""

    path: Path
    number: int
    """Number over all fields of the file, from 1."""
    span: Span
    part: int
    """Position of the field in the message at `span`, from 0."""
    product: Product
    units: str
    run: datetime
    start: timedelta
    """Lead time at which the period of a total or extreme begins; `lead` for an instant."""
    lead: timedelta
    process: Process
    grid_winds: bool
    """Whether wind components are along rows and columns instead of east and north."""

    @property
    def name(self) -> str:
        return self.product.name

    @property
    def valid(self) -> datetime:
        return self.run + self.lead

    @property
    def hour(self) -> float:
        """Forecast hour."""
        return self.lead / timedelta(hours=1)


@dataclass(frozen=True)
class Field:
    """A field's values on its grid, rows from south to north, NaN where there is no value."""

    message: Message
    grid: Grid
    values: NDArray[np.float32]
    sha256: str
    """Hash of the GRIB message."""


def index(path: Path) -> tuple[Message, ...]:
    """Return the content of a file, in its order.

    Raises:
        UserError: The file does not exist, is not GRIB, or is damaged.
    """
    with INDEXING:
        return _index(path, _stamp(path))


def find(path: Path, name: str, hour: int | None = None) -> tuple[Message, ...]:
    """Return the fields of a product; a total often comes over two periods, so there may be several.

    Raises:
        UserError: The file has no such product, or not at this hour.
    """
    messages = index(path)
    of_name = tuple(message for message in messages if message.name == name)
    if not of_name:
        hint = naming.suggestion(name, [message.name for message in messages])
        raise UserError(f"{path.name} has no product {name!r}; {hint}")
    at_hour = tuple(message for message in of_name if hour is None or message.hour == hour)
    if not at_hour:
        hours = ", ".join(f"{lead:g}" for lead in sorted({message.hour for message in of_name}))
        raise UserError(f"hour {hour}: {path.name} holds {name} for hour {hours} only")
    return at_hour


def decode_cached(message: Message) -> Field:
    """Decode a field, or take it from the cache of decoded fields."""
    with _open(message.path) as data:
        content = single_fields(data[message.span.offset : message.span.offset + message.span.length])[message.part]
    with open_message(content, str(message.path)) as get:
        grid = grid_of(get)
        sha256 = hashlib.sha256(content).hexdigest()
        values = cache.values_of(sha256, lambda: decode_message(get, grid))
    return Field(message, grid, values, sha256)


def read_product(path: Path, name: str, hour: int | None = None) -> Field:
    """Return the field of a product; of several, the one over the shortest period."""
    return decode_cached(min(find(path, name, hour), key=lambda message: message.lead - message.start))


@functools.lru_cache(maxsize=64)
def _index(path: Path, stamp: tuple[int, int]) -> tuple[Message, ...]:
    messages: list[Message] = []
    with _open(path) as data:
        for span in spans(data, str(path)):
            for part, content in enumerate(single_fields(data[span.offset : span.offset + span.length])):
                with open_message(content, str(path)) as get:
                    messages.append(_describe(get, path, len(messages) + 1, span, part))
    if not messages:
        raise UserError(f"{path}: no GRIB message in this file")
    return tuple(messages)


def _stamp(path: Path) -> tuple[int, int]:
    if not path.is_file():
        raise UserError(f"{path}: no such file")
    entry = path.stat()
    return entry.st_mtime_ns, entry.st_size


@contextmanager
def _open(path: Path) -> Iterator[memoryview]:
    """Return a file's bytes, memory-mapped if it is not compressed."""
    stamp = _stamp(path)
    if path.suffix == ".gz":
        yield memoryview(_unzip(path, stamp))
        return
    if stamp[1] == 0:
        raise UserError(f"{path}: the file is empty")
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        view = memoryview(mapped)
        try:
            yield view
        finally:
            view.release()


@functools.lru_cache(maxsize=2)
def _unzip(path: Path, stamp: tuple[int, int]) -> bytes:
    try:
        return gzip.decompress(path.read_bytes())
    except (OSError, EOFError) as error:
        raise UserError(f"{path}: not a gzip file, or cut off: {error}") from error


@contextmanager
def open_message(content: bytes, source: str) -> Iterator[Get]:
    """Open a message and yield its key lookup; a missing key returns None, and missing values are NaN."""
    try:
        import eccodes
    except ImportError as error:
        raise MissingExtra("eccodes", "weather") from error
    try:
        handle = eccodes.codes_new_from_message(content)
    except eccodes.CodesInternalError as error:
        raise UserError(f"{source}: a GRIB message cannot be read: {error}") from error
    try:
        # Steps in minutes: radar mosaics come every two, and hours would be rounded.
        eccodes.codes_set(handle, "stepUnits", "m")
        yield functools.partial(_get, eccodes, handle)
    finally:
        eccodes.codes_release(handle)


def _get(eccodes: Any, handle: int, key: str) -> Any:
    if key == "values":
        return _values(eccodes, handle)
    if key == "distinctLatitudes":
        return eccodes.codes_get_array(handle, key)
    try:
        return eccodes.codes_get(handle, key, int if key.endswith(("Step", "FixedSurface")) else None)
    except eccodes.KeyValueNotFoundError:
        return None


def _values(eccodes: Any, handle: int) -> NDArray[np.float64]:
    """Return all values in the message's order, NaN where its bitmap marks no value."""
    values: NDArray[np.float64] = eccodes.codes_get_values(handle)
    if eccodes.codes_get(handle, "bitmapPresent"):
        values[values == eccodes.codes_get(handle, "missingValue")] = np.nan
    return values


def _describe(get: Get, path: Path, number: int, span: Span, part: int) -> Message:
    lead = timedelta(minutes=get("endStep"))
    process = PROCESSES.get(get("typeOfStatisticalProcessing"), "instant")
    return Message(
        path=path,
        number=number,
        span=span,
        part=part,
        product=_product(get),
        units=str(get("units")),
        run=_run(get),
        start=lead if process == "instant" else timedelta(minutes=get("startStep")),
        lead=lead,
        process=process,
        grid_winds=bool(get("uvRelativeToGrid")),
    )


def _run(get: Get) -> datetime:
    if get("edition") == 1:
        return datetime.strptime(f"{get('dataDate')} {get('dataTime'):04d}", "%Y%m%d %H%M").replace(tzinfo=UTC)
    year, month, day, hour, minute, second = (get(key) for key in CLOCK)
    return datetime(year, month, day, hour, minute, second, tzinfo=UTC)


def _product(get: Get) -> Product:
    level = _level(get)
    if get("edition") == 1:
        return Product(_parameter_name(get, "table2Version", "indicatorOfParameter"), level)
    numbers = ("discipline", "parameterCategory", "parameterNumber")
    discipline, category, parameter = (get(number) for number in numbers)
    ours = naming.quantity_name((discipline, category, parameter), str(get("centre")), level)
    return Product(ours or _parameter_name(get, *numbers), level)


def _parameter_name(get: Get, *numbers: str) -> str:
    """Return ecCodes' name of a parameter, which is slow to look up; else that of a table, else its numbers."""
    name = get("name")
    if name not in (None, "unknown"):
        return str(name)
    known = named_in_table(get)
    return known.long_name if known else f"Parameter {'-'.join(str(get(number)) for number in numbers)}"


def _level(get: Get) -> Level:
    kind, value = str(get("typeOfLevel")), float(get("level") or 0)
    if kind == "unknown":
        kind = _kind_by_code(get)
    end = get("bottomLevel") if kind in LEVEL_KINDS and LEVEL_KINDS[kind].layer else None
    return Level(kind, value, None if end is None else float(end))


def _kind_by_code(get: Get) -> str:
    """Return the kind of a level that has no name in the library, by its code."""
    first, second = get("typeOfFirstFixedSurface"), get("typeOfSecondFixedSurface")
    is_layer = second is not None and second != 255
    for name, kind in LEVEL_KINDS.items():
        if kind.code == first and kind.layer == is_layer:
            return name
    return f"level{first}" + ("Layer" if is_layer else "")


def decode_message(get: Get, grid: Grid) -> NDArray[np.float32]:
    table = in_our_order(get("values"), get, grid)
    table[np.abs(table) >= NO_VALUE] = np.nan
    if get("discipline") == RADAR_MOSAIC:
        table[_unseen(table, get("parameterCategory"))] = np.nan
    return table


def _unseen(values: NDArray[np.float32], category: int) -> NDArray[np.bool_]:
    """Mark cells of a mosaic without echo or coverage: -99 and -999, for precipitation totals -1 and -3."""
    return values < 0 if category == 6 else values <= -99

"""Untrusted GRIB files, such as those that an agent brings: queried in the sandbox, assembled here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from mesocosm.earth.fields.grib import open_grib, single_messages
from mesocosm.earth.weather.grib import local_parameters
from mesocosm.earth.weather.grib.grid_definition import Get
from mesocosm.errors import InvalidRecord
from mesocosm.registry import require
from mesocosm.suites.terra.untrusted import grib_worker
from mesocosm.suites.terra.untrusted.files import LONGEST_WORD, MOST_BYTES, array_of, decode_in_sandbox

if TYPE_CHECKING:
    import xarray as xr

LIBRARIES = ("eccodes", "eccodeslib", "numpy")
ENDS = tuple(f"{what}Of{place}FixedSurface" for what in ("scaledValue", "scaleFactor") for place in ("First", "Second"))
KEYS = (
    *local_parameters.KEYS, "edition",
    "typeOfLevel", "level", *ENDS, "stepType", "endStep", "dataDate", "dataTime", "number", "stream",
    "fcmonth", "indexingDate", "verifyingMonth", "uvRelativeToGrid", "gridType", "distinctLatitudes",
    "Ni", "Nj", "Nx", "Ny", "DxInMetres", "DyInMetres", "DiInMetres", "DjInMetres",
    "longitudeOfFirstGridPointInDegrees", "longitudeOfLastGridPointInDegrees",
    "latitudeOfFirstGridPointInDegrees", "latitudeOfLastGridPointInDegrees",
    "iScansNegatively", "jScansPositively", "jPointsAreConsecutive", "alternativeRowScanning",
    "latitudeOfSouthernPoleInDegrees", "longitudeOfSouthernPoleInDegrees", "Latin1InDegrees", "Latin2InDegrees",
    "LaDInDegrees", "LoVInDegrees", "orientationOfTheGridInDegrees", "projectionCentreFlag", "shapeOfTheEarth",
    "radius", "earthMajorAxisInMetres", "earthMinorAxisInMetres",
)  # fmt: skip
"""All keys that are read from a message to build fields and their grids."""


def untrusted_grib(data: bytes, name: str) -> xr.Dataset:
    """Return the fields of a GRIB file."""
    require("eccodes")
    return open_grib(data, name, _request_in_sandbox, MOST_BYTES)


def _request_in_sandbox(data: bytes, name: str) -> Iterator[Get]:
    content, spans = _cut(data, name)
    request = {"spans": spans, "keys": KEYS, "most_bytes": MOST_BYTES}
    reply, arrays = decode_in_sandbox(content, name, grib_worker, request, LIBRARIES)
    for field in reply["fields"]:
        yield _answers(field, array_of(field["values"], arrays, name))


def _cut(data: bytes, name: str) -> tuple[bytes, list[tuple[int, int]]]:
    """Return a file whose messages hold one field each, and their positions."""
    parts: list[bytes] = []
    spans: list[tuple[int, int]] = []
    size = 0
    for content in single_messages(data, name):
        parts.append(content)
        spans.append((size, len(content)))
        size += len(content)
        if size > MOST_BYTES:
            raise InvalidRecord(f"{name} holds fields of more than {MOST_BYTES / 2**20:,.0f} MiB")
    return b"".join(parts), spans


def _answers(field: Mapping[str, Any], values: np.ndarray) -> Get:
    """Return a function that answers keys of a field as ecCodes would; only numbers and short words are accepted."""

    def get(key: str) -> Any:
        if key == "values":
            return values.copy()
        if key in field["broken"]:
            raise InvalidRecord(f"its key {key} cannot be read: {str(field['broken'][key])[:200]}")
        value = field["known"][key]
        if key == "distinctLatitudes":
            return np.asarray(value, np.float64)
        return value if value is None or isinstance(value, int | float) else str(value)[:LONGEST_WORD]

    return get

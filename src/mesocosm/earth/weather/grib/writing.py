"""Writing of forecast fields to a GRIB2 file with the names of the operational model's files."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.weather.grib import naming
from mesocosm.earth.weather.grib.grid_definition import MODEL_RADIUS_M
from mesocosm.earth.weather.grib.naming import LEVEL_KINDS, Level, Product
from mesocosm.earth.weather.grib.quantities import NCEP, Process
from mesocosm.errors import UserError
from mesocosm.files import whole

BITS = 12
"""Bits per value: about four thousand steps over the range of the field, as fine as the operational model's."""
MISSING = -1.0e30
PROCESSES: dict[Process, int] = {"average": 0, "accumulation": 1, "maximum": 2}
"""Codes of GRIB2 table 4.10."""
GRID_WINDS = 8
"""Flag of table 3.3: wind components are along the rows and columns of the grid, as in HRRR."""


def write_fields(path: Path, grid: Grid, run: datetime, hour: int, fields: Mapping[str, NDArray[Any]]) -> None:
    """Write fields, one message each, in the order given.

    Wind components are those along the grid's rows and columns (`grid.to_grid_winds`). Totals and extremes are of the
    hour that ends at the forecast hour. NaN is written as missing. The same fields give the same bytes.

    Args:
        path: The file; it is written completely or not at all.
        grid: Positions of the nodes; Lambert or longitude-latitude.
        run: Start of the model run, with time zone.
        hour: Forecast hour.
        fields: Values by published product name, rows from south to north, in the units of GRIB.
    """
    if run.tzinfo is None:
        raise UserError(f"run must be an aware time, got {run}")
    with whole(path) as draft, draft.open("wb") as file:
        for name, values in fields.items():
            file.write(message(grid, run, hour, name, values))


def message(grid: Grid, run: datetime, hour: int, name: str, values: NDArray[Any]) -> bytes:
    """Return one field as a GRIB2 message."""
    import eccodes

    if values.shape != grid.shape:
        raise UserError(f"{name}: values must have the grid's {grid.shape} rows and columns, got {values.shape}")
    product = naming.parse(name)
    quantity = naming.quantity_of(product)
    handle = eccodes.codes_new_from_samples("GRIB2", eccodes.CODES_PRODUCT_GRIB)
    try:
        keys = _origin(run) | _grid(grid) | _times(run, hour, quantity.process)
        keys |= dict(zip(("discipline", "parameterCategory", "parameterNumber"), quantity.keys[0], strict=True))
        keys |= _surfaces(product)
        for key, value in keys.items():
            eccodes.codes_set(handle, key, value)
        _pack(handle, values)
        return bytes(eccodes.codes_get_message(handle))
    finally:
        eccodes.codes_release(handle)


def quantise(values: NDArray[Any]) -> tuple[NDArray[np.float64], int]:
    """Round values to steps of a power of two, which the packing keeps exactly; return them and the bits they take."""
    values = np.asarray(values, np.float64)
    if not np.isfinite(values).any():
        return values, 0
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    span = high - low or abs(high) or 1.0
    step = 2.0 ** (math.ceil(math.log2(span)) - BITS)
    steps = round(high / step) - round(low / step)
    return np.rint(values / step) * step, steps.bit_length()


def _pack(handle: int, values: NDArray[Any]) -> None:
    import eccodes

    values, bits = quantise(values)
    eccodes.codes_set(handle, "packingType", "grid_ccsds")
    if np.isnan(values).any():
        eccodes.codes_set(handle, "bitmapPresent", 1)
        eccodes.codes_set(handle, "missingValue", MISSING)
        values = np.nan_to_num(values, nan=MISSING)
    eccodes.codes_set(handle, "bitsPerValue", bits)
    eccodes.codes_set_values(handle, np.ascontiguousarray(values).ravel())


def _origin(run: datetime) -> dict[str, Any]:
    run = run.astimezone(UTC)
    return {
        "centre": NCEP,
        "tablesVersion": 2,
        "localTablesVersion": 1,
        "productionStatusOfProcessedData": 2,  # research, so that it is not taken for an operational forecast
        "typeOfProcessedData": 1,
        "dataDate": int(run.strftime("%Y%m%d")),
        "dataTime": int(run.strftime("%H%M")),
    }


def _grid(grid: Grid) -> dict[str, Any]:
    longitude, latitude = (float(degrees) for degrees in grid.from_plane(grid.x0, grid.y0))
    first = {
        "latitudeOfFirstGridPointInDegrees": latitude,
        "longitudeOfFirstGridPointInDegrees": longitude % 360,
        "scanningMode": 64,
    }
    earth = {"shapeOfTheEarth": 6}
    if grid.in_degrees:
        return {"gridType": "regular_ll", "Ni": grid.nx, "Nj": grid.ny} | earth | first | _last_degrees(grid)
    terms = dict(term.lstrip("+").split("=") for term in grid.proj.split() if "=" in term)
    if terms["proj"] != "lcc" or float(terms.get("R", 0)) != MODEL_RADIUS_M:
        raise UserError(f"grid must be longlat, or lcc on the sphere of {MODEL_RADIUS_M:.0f} m, got {grid.proj!r}")
    return (
        {"gridType": "lambert", "Nx": grid.nx, "Ny": grid.ny}
        | earth
        | first
        | {
            "resolutionAndComponentFlags": GRID_WINDS,
            "LaDInDegrees": float(terms["lat_0"]),
            "LoVInDegrees": float(terms["lon_0"]) % 360,
            "Latin1InDegrees": float(terms["lat_1"]),
            "Latin2InDegrees": float(terms["lat_2"]),
            "DxInMetres": grid.dx,
            "DyInMetres": grid.dy,
        }
    )


def _last_degrees(grid: Grid) -> dict[str, Any]:
    return {
        "latitudeOfLastGridPointInDegrees": grid.y0 + grid.dy * (grid.ny - 1),
        "longitudeOfLastGridPointInDegrees": (grid.x0 + grid.dx * (grid.nx - 1)) % 360,
        "iDirectionIncrementInDegrees": grid.dx,
        "jDirectionIncrementInDegrees": grid.dy,
    }


def _times(run: datetime, hour: int, process: Process) -> dict[str, Any]:
    if process == "instant" or hour == 0:
        return {"productDefinitionTemplateNumber": 0, "indicatorOfUnitOfTimeRange": 1, "forecastTime": hour}
    return {
        "productDefinitionTemplateNumber": 8,
        "typeOfStatisticalProcessing": PROCESSES[process],
        "indicatorOfUnitOfTimeRange": 1,
        "indicatorOfUnitForTimeRange": 1,
        "startStep": hour - 1,
        "endStep": hour,
    }


def _surfaces(product: Product) -> dict[str, Any]:
    level = product.level
    kind = LEVEL_KINDS[level.kind]
    first, second = kind.fixed or _ends(level)
    keys = _surface("First", kind.code, first)
    return keys | (_surface("Second", 255, None) if second is None else _surface("Second", kind.code, second))


def _ends(level: Level) -> tuple[float, float | None]:
    per_unit = LEVEL_KINDS[level.kind].per_unit
    return level.value * per_unit, None if level.end is None else level.end * per_unit


def _surface(which: str, code: int, value: float | None) -> dict[str, Any]:
    """Return the keys of one bounding surface; fractions have one decimal."""
    keys: dict[str, Any] = {f"typeOf{which}FixedSurface": code}
    if value is None:
        return keys
    decimals = 0 if value == int(value) else 1
    keys[f"scaleFactorOf{which}FixedSurface"] = decimals
    keys[f"scaledValueOf{which}FixedSurface"] = round(value * 10**decimals)
    return keys

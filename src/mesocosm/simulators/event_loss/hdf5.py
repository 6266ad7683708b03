"""Inputs from the HDF5 files that CLIMADA writes: a hazard, an exposure.

    inputs = {
        "hazard": read_hazard(Path("tc_fl_1990_2004.h5")),
        "exposure": read_exposure(Path("exp_demo_today.h5"), peril="TC"),
        "curves": {"1": {...}},
    }

Three layouts are supported: a hazard of CLIMADA 3 and later (a matrix in compressed rows), one of CLIMADA for MATLAB
(v7.3 files, a matrix in compressed columns), and an exposure that pandas wrote in its fixed form. Values that pandas
pickled are not read, because a pickle can run code.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from pydantic import JsonValue

from mesocosm.errors import InvalidRecord
from mesocosm.registry import require


def read_hazard(path: Path) -> dict[str, JsonValue]:
    """Read the input `hazard` from a hazard file."""
    with _open(path) as file:
        if "hazard" in file:
            return _matlab_hazard(file["hazard"])
        if "intensity" in file and "centroids" in file:
            return _python_hazard(file)
    raise InvalidRecord(f"{path.name} is not a CLIMADA hazard: it has neither intensity and centroids nor hazard")


def read_exposure(path: Path, *, peril: str, value_unit: str = "USD") -> dict[str, JsonValue]:
    """Read the input `exposure` from an exposure file, whose column `impf_PERIL` holds the curve of each asset."""
    with _open(path) as file:
        if "exposures" not in file:
            raise InvalidRecord(f"{path.name} is not a CLIMADA exposure: it has no table called exposures")
        columns = _pandas_columns(file["exposures"])
    curve = next((name for name in (f"impf_{peril}", f"if_{peril}", "impf_") if name in columns), None)
    missing = [name for name in ("latitude", "longitude", "value") if name not in columns]
    if curve is None or missing:
        wanted = ", ".join([*missing, *([] if curve else [f"impf_{peril}"])])
        raise InvalidRecord(f"{path.name} has no column {wanted}; it has {', '.join(sorted(columns))}")
    return {
        "value_unit": value_unit,
        **{name: columns[name].tolist() for name in ("latitude", "longitude", "value")},
        "curve": [str(int(number)) for number in columns[curve]],
    }


def _open(path: Path) -> Any:
    """Open a file with h5py, which has no type annotations."""
    try:
        return require("h5py").File(path, "r")
    except OSError as error:
        raise InvalidRecord(f"{path} cannot be read as HDF5: {error}") from error


def _python_hazard(file: Any) -> dict[str, JsonValue]:
    matrix = file["intensity"]
    counts = np.diff(matrix["indptr"][:])
    event = np.repeat(np.arange(len(counts)), counts)
    point, value = matrix["indices"][:], matrix["data"][:]
    fraction = _same_pattern(file.get("fraction"), matrix, ("indptr", "indices"))
    places = file["centroids"]
    latitude = places["latitude"] if "latitude" in places else places["lat"]
    longitude = places["longitude"] if "longitude" in places else places["lon"]
    return {
        "intensity_unit": _text(file["units"][0]),
        "latitude": latitude[:].tolist(),
        "longitude": longitude[:].tolist(),
        "frequency_per_year": file["frequency"][:].tolist(),
        "event_name": [_text(name) for name in file["event_name"][:]],
        "intensity": _columns(event, point, value, fraction),
    }


def _matlab_hazard(group: Any) -> dict[str, JsonValue]:
    matrix = group["intensity"]
    counts = np.diff(matrix["jc"][:].astype(np.int64))
    point = np.repeat(np.arange(len(counts)), counts)
    fraction = _same_pattern(group.get("fraction"), matrix, ("jc", "ir"))
    return {
        "intensity_unit": "".join(chr(code) for code in group["units"][:, 0]),
        "latitude": group["lat"][:, 0].tolist(),
        "longitude": group["lon"][:, 0].tolist(),
        "frequency_per_year": group["frequency"][:, 0].tolist(),
        "intensity": _columns(matrix["ir"][:].astype(np.int64), point, matrix["data"][:], fraction),
    }


def _columns(
    event: NDArray[Any], point: NDArray[Any], value: NDArray[Any], fraction: NDArray[Any] | None
) -> dict[str, JsonValue]:
    columns: dict[str, JsonValue] = {"event": event.tolist(), "point": point.tolist(), "value": value.tolist()}
    return columns if fraction is None else columns | {"fraction": fraction.tolist()}


def _same_pattern(fraction: Any, intensity: Any, parts: tuple[str, str]) -> NDArray[Any] | None:
    """Return the fractions stored at the positions of the intensities; None if there are none or all are 1."""
    if fraction is None or len(fraction["data"]) == 0:
        return None
    if any(not np.array_equal(fraction[part][:], intensity[part][:]) for part in parts):
        raise InvalidRecord("the fraction of the hazard is stored at other positions than its intensity")
    values: NDArray[Any] = fraction["data"][:]
    return None if (values == 1).all() else values


def _pandas_columns(table: Any) -> dict[str, NDArray[Any]]:
    """Return the numeric columns of a table that pandas wrote in its fixed form."""
    columns: dict[str, NDArray[Any]] = {}
    for block in range(int(table.attrs["nblocks"])):
        values = table[f"block{block}_values"]
        if values.dtype.kind in "fiu":
            names = [_text(name) for name in table[f"block{block}_items"][:]]
            columns |= {name: values[:, place] for place, name in enumerate(names)}
    return columns


def _text(value: Any) -> str:
    return value.decode() if isinstance(value, bytes) else str(value)

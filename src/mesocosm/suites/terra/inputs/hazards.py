"""Hazards and exposures of the workspace as loss engines take them: rasters, areas, tables and CLIMADA's own files."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, JsonValue

from mesocosm.earth.fields.field_units import normalise_unit
from mesocosm.earth.places.features import Feature
from mesocosm.errors import InvalidRecord, ToolError
from mesocosm.suites.terra.inputs.geodata import opened_features, opened_raster
from mesocosm.suites.terra.inputs.tables import number_in, rows_of
from mesocosm.types import Record
from mesocosm.units import quantity
from mesocosm.workspace.workspace import Workspace

Floats = NDArray[np.float64]
Share = Annotated[float, Field(ge=0, le=1)]
HDF5 = b"\x89HDF"
TABLES = (".csv",)
FILES = (".geojson", ".json")
PLACES = ("latitude", "longitude")
EVENTS = ("event", "frequency_per_year", "latitude", "longitude", "intensity")


class Curve(Record):
    """Share of value lost at each intensity; linear between the points, constant beyond them, none at intensity 0."""

    intensity: list[float] = Field(min_length=2, max_length=100)
    damage: list[Share] = Field(min_length=2, max_length=100)

    def inputs(self, unit: str) -> JsonValue:
        """Return the curve as loss engines take it, with every asset affected."""
        affected: list[JsonValue] = [1.0] * len(self.intensity)
        curve: dict[str, JsonValue] = {"intensity": list(self.intensity), "damage": list(self.damage)}
        return {"intensity_unit": unit, "affected": affected, **curve}


@dataclass(frozen=True)
class Stakes:
    """Files of a loss calculation: assets, and events with their yearly frequencies."""

    exposure: str
    value_column: str
    value_unit: str
    hazard: tuple[str, ...]
    frequencies: tuple[float, ...]
    intensity_unit: str


def loss_inputs(workspace: Workspace, stakes: Stakes) -> tuple[dict[str, JsonValue], dict[str, str]]:
    """Return the inputs `hazard` and `exposure` of loss engines, and the hashes of the files."""
    assets, files = read_assets(workspace, stakes.exposure, stakes.value_column, stakes.value_unit)
    events, assets, more = read_events(workspace, stakes.hazard, stakes.frequencies, stakes.intensity_unit, assets)
    return {"hazard": events, "exposure": assets}, files | more


def read_assets(
    workspace: Workspace, path: str, value_column: str, value_unit: str
) -> tuple[dict[str, JsonValue], dict[str, str]]:
    """Return the input `exposure`: latitude, longitude, value and curve of each asset."""
    data = workspace.read_bytes(path)
    files = {path: hashlib.sha256(data).hexdigest()}
    if data.startswith(HDF5):
        return _climada_file(data, path, "exposure") | {"value_unit": value_unit}, files
    rows: Sequence[Mapping[str, Any]] = (
        rows_of(data, path) if path.lower().endswith(TABLES) else _asset_features(workspace, path)
    )
    wanted = (*PLACES, value_column, "curve")
    missing = [name for name in wanted if any(name not in row for row in rows)]
    if missing:
        raise ToolError(f"`exposure` {path!r} lacks {', '.join(missing)}; it has {', '.join(map(str, rows[0]))}")
    columns: dict[str, JsonValue] = {name: [_number(row[name]) for row in rows] for name in PLACES}
    values: list[JsonValue] = [_number(row[value_column]) for row in rows]
    return columns | {"value": values, "curve": [str(row["curve"]) for row in rows], "value_unit": value_unit}, files


def _asset_features(workspace: Workspace, path: str) -> list[dict[str, Any]]:
    """Return each feature as an asset at a point in or on it."""
    features, _ = opened_features(workspace, path)
    points = [feature.shape.representative_point() for feature in features]
    return [
        {**feature.properties, "latitude": point.y, "longitude": point.x}
        for feature, point in zip(features, points, strict=True)
    ]


def read_events(
    workspace: Workspace, paths: Sequence[str], frequencies: Sequence[float], unit: str, exposure: dict[str, JsonValue]
) -> tuple[dict[str, JsonValue], dict[str, JsonValue], dict[str, str]]:
    """Return the inputs `hazard` and `exposure`, and the hashes of the files.

    A table or a file of CLIMADA holds all events. Rasters and areas hold one event each: every asset gets the
    intensity of the cell or area in which it lies, and none if it lies outside.
    """
    first = workspace.read_bytes(paths[0])
    if first.startswith(HDF5) and not paths[0].lower().endswith((".nc", ".nc4")):
        _check_alone(paths, frequencies)
        hazard = _climada_file(first, paths[0], "hazard")
        return hazard, exposure, {paths[0]: hashlib.sha256(first).hexdigest()}
    if paths[0].lower().endswith(TABLES):
        _check_alone(paths, frequencies)
        return _event_table(first, paths[0], unit), exposure, {paths[0]: hashlib.sha256(first).hexdigest()}
    if len(frequencies) != len(paths):
        raise ToolError(f"`frequency_per_year` must hold one number per file, {len(paths)}, got {len(frequencies)}")
    places = np.array([exposure[axis] for axis in ("longitude", "latitude")], np.float64).T
    files: dict[str, str] = {}
    rows = [_at_assets(workspace, path, places, unit, files) for path in paths]
    at_points: list[JsonValue] = list(range(len(places)))
    return _hazard_at(places, rows, paths, frequencies, unit), exposure | {"point": at_points}, files


def _check_alone(paths: Sequence[str], frequencies: Sequence[float]) -> None:
    if len(paths) > 1 or frequencies:
        raise ToolError("a table or a CLIMADA file must be the only file of `hazard`; it has its own frequencies")


def _hazard_at(
    places: Floats, rows: Sequence[Floats], paths: Sequence[str], frequencies: Sequence[float], unit: str
) -> dict[str, JsonValue]:
    table = np.array(rows)
    event, point = np.nonzero(table > 0)
    intensity = {"event": event.tolist(), "point": point.tolist(), "value": table[event, point].tolist()}
    return {
        "intensity_unit": unit,
        "latitude": places[:, 1].tolist(),
        "longitude": places[:, 0].tolist(),
        "frequency_per_year": list(frequencies),
        "event_name": list(paths),
        "intensity": intensity,
    }


def _same_unit(stated: str, given: str) -> bool:
    """Return whether two spellings mean one unit, as m/s and m s-1 do."""
    try:
        return stated == given or bool(quantity(1.0, normalise_unit(stated)) == quantity(1.0, normalise_unit(given)))
    except ValueError:  # not a unit, such as an index of its own
        return False


def _at_assets(workspace: Workspace, path: str, places: Floats, unit: str, files: dict[str, str]) -> Floats:
    if path.lower().endswith(FILES):
        return _in_areas(workspace, path, places, files)
    raster, more = opened_raster(workspace, path)
    files |= more
    name = next(iter(raster.bands))
    stated = raster.units.get(name)
    if stated and not _same_unit(stated, unit):
        raise ToolError(f"`intensity_unit` is {unit!r}, and {path!r} states {stated!r}; they must be the same")
    from rasterio.warp import transform

    x, y = transform("EPSG:4326", raster.crs, places[:, 0].tolist(), places[:, 1].tolist())
    columns = np.floor((np.asarray(x) - raster.transform.c) / raster.transform.a).astype(np.int64)
    lines = np.floor((np.asarray(y) - raster.transform.f) / raster.transform.e).astype(np.int64)
    values = raster.band(None)
    inside = (lines >= 0) & (lines < values.shape[0]) & (columns >= 0) & (columns < values.shape[1])
    cells = values[np.clip(lines, 0, values.shape[0] - 1), np.clip(columns, 0, values.shape[1] - 1)]
    return np.where(inside & np.isfinite(cells), cells, 0.0)


def _in_areas(workspace: Workspace, path: str, places: Floats, files: dict[str, str]) -> Floats:
    """Return the highest intensity of the areas in which each place lies."""
    import shapely

    features, more = opened_features(workspace, path)
    files |= more
    points = shapely.points(places)
    worst = np.zeros(len(places))
    for at, feature in enumerate(features):
        intensity = _intensity(feature, at, path)
        worst = np.where(shapely.covers(feature.shape, points), np.maximum(worst, intensity), worst)
    return worst


def _intensity(feature: Feature, at: int, path: str) -> float:
    intensity = _number(feature.properties.get("intensity"))
    if not isinstance(intensity, float) or intensity < 0:
        raise ToolError(
            f"`hazard` {path!r}: feature {at} needs the property `intensity`, a number from 0 on; gis.buffer sets it: "
            'metres 0 and numbers {"intensity": 0.5} for areas, more metres for zones around points and lines'
        )
    return intensity


def _event_table(data: bytes, path: str, unit: str) -> dict[str, JsonValue]:
    """Read a table with a row for each event and point."""
    rows = rows_of(data, path)
    missing = [name for name in EVENTS if name not in rows[0]]
    if missing:
        raise ToolError(f"`hazard` {path!r} lacks {', '.join(missing)}; a row has {', '.join(EVENTS)}")
    often: dict[str, JsonValue] = {}
    events: dict[str, int] = {}
    points: dict[tuple[str, str], int] = {}
    event, point, value = [], [], []
    for at, row in enumerate(rows):
        rate = _number(row["frequency_per_year"])
        if often.setdefault(row["event"], rate) != rate:
            raise ToolError(f"`hazard` {path!r}: event {row['event']!r} has two frequencies, see row {at + 1}")
        event.append(events.setdefault(row["event"], len(events)))
        point.append(points.setdefault((row["latitude"], row["longitude"]), len(points)))
        value.append(_number(row["intensity"]))
    return {
        "intensity_unit": unit,
        "latitude": [_number(latitude) for latitude, _ in points],
        "longitude": [_number(longitude) for _, longitude in points],
        "frequency_per_year": list(often.values()),
        "event_name": list(often),
        "intensity": {"event": list(event), "point": list(point), "value": list(value)},
    }


def _number(cell: object) -> float | str:
    """Return a number, or the text in its place, which the engine's checks then report."""
    number = number_in(str(cell))
    return number if np.isfinite(number) else str(cell)[:40]


def _climada_file(data: bytes, path: str, kind: str) -> dict[str, JsonValue]:
    from mesocosm.simulators.event_loss.hdf5 import read_exposure, read_hazard
    from mesocosm.suites.terra.untrusted.hdf5 import untrusted_file

    with tempfile.TemporaryDirectory() as folder:
        try:
            place = untrusted_file(data, repr(path), Path(folder) / "file.h5")
            return read_hazard(place) if kind == "hazard" else read_exposure(place, peril="TC")
        except (InvalidRecord, KeyError, OSError, ValueError, TypeError, AttributeError):
            raise ToolError(f"{path!r} cannot be read as a {kind} file of CLIMADA") from None


def read_grid(workspace: Workspace, path: str) -> tuple[dict[str, JsonValue], dict[str, str]]:
    """Return a hazard over roads: the input `areas` from GeoJSON, else `grid` from a raster."""
    if path.lower().endswith(FILES):
        data = workspace.read_bytes(path)
        for at, feature in enumerate(opened_features(workspace, path)[0]):
            _intensity(feature, at, path)
        return {"areas": json.loads(data)}, {path: hashlib.sha256(data).hexdigest()}
    raster, files = opened_raster(workspace, path)
    code = raster.crs.to_epsg()
    if code is None:
        raise ToolError(f"`hazard` {path!r} is in a projection without an EPSG code; warp it to EPSG:4326 first")
    cells: list[JsonValue] = [
        [None if np.isnan(cell) else float(cell) for cell in row] for row in raster.band(None).tolist()
    ]
    at = raster.transform
    grid: dict[str, JsonValue] = {"crs": f"EPSG:{code}", "west": at.c, "north": at.f, "cell_x": at.a, "cell_y": -at.e}
    return {"grid": grid | {"values": cells}}, files

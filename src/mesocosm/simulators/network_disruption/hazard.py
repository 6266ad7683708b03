"""A hazard along lines: the lengths of each road's pieces and the intensity on each, exact to the geometry."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.geo.shapes import polygon_of
from mesocosm.errors import InvalidRecord
from mesocosm.registry import require
from mesocosm.simulators.network_disruption.inputs import DEGREES, MOST_CELLS, MOST_CROSSINGS, Grid, OverlayInputs
from mesocosm.simulators.network_disruption.roads import Points, features, number_of

Floats = NDArray[np.float64]
Pieces = tuple[Floats, Floats]
"""Lengths in metres, and the intensity on each piece; 0 where there is no hazard."""


class Hazard(Protocol):
    """A hazard that cuts a line, in degrees, where its intensity changes."""

    def along(self, points: Points) -> Pieces: ...


def read_hazard(given: OverlayInputs) -> Hazard:
    if given.areas is not None:
        return Areas(given.areas)
    if given.grid is not None:
        rows = [[np.nan if value is None else value for value in row] for row in given.grid.values]
        return Cells(given.grid, np.array(rows, np.float64))
    assert given.asc is not None
    return _ascii_cells(given.asc, given.asc_crs)


def lengths_m(points: Points) -> Floats:
    """Return the lengths of the pieces between points in degrees, over the ellipsoid."""
    geod = _ellipsoid()
    west, south = points[:-1, 0], points[:-1, 1]
    return np.asarray(np.round(np.abs(geod.inv(west, south, points[1:, 0], points[1:, 1])[2]), 6), np.float64)


@functools.cache
def _ellipsoid() -> Any:
    return require("pyproj").Geod(ellps="WGS84")


class Cells:
    """A grid; within a cell the intensity is that of the cell, and beyond the edge it is 0."""

    def __init__(self, grid: Grid, values: Floats) -> None:
        self.grid, self.values = grid, values
        self.turn = _turning(grid.crs)

    def along(self, points: Points) -> Pieces:
        plane = self._in_cells(points)
        self._check_crossings(plane)
        shares, middles = [], []
        for start, end, length in zip(plane[:-1], plane[1:], lengths_m(points), strict=True):
            cuts = _cuts(start, end, (self.values.shape[1], self.values.shape[0]))
            shares.append(np.diff(cuts) * length)
            middles.append(start + (end - start) * ((cuts[:-1] + cuts[1:]) / 2)[:, None])
        return np.concatenate(shares), self._at(np.concatenate(middles))

    def _check_crossings(self, plane: Points) -> None:
        """Refuse too many short pieces on fine cells, counted before they are made."""
        inside = np.clip(plane, 0.0, self.values.shape[::-1])
        _refuse_crossings(float(np.abs(np.diff(inside, axis=0)).sum()), "cells of the grid")

    def _in_cells(self, points: Points) -> Points:
        """Return columns and rows from the north-western corner."""
        plane = self.turn(points)
        grid = self.grid
        return np.column_stack([(plane[:, 0] - grid.west) / grid.cell_x, (grid.north - plane[:, 1]) / grid.cell_y])

    def _at(self, middles: Points) -> Floats:
        columns, rows = np.floor(middles).astype(np.int64).T
        high, wide = self.values.shape
        inside = (rows >= 0) & (rows < high) & (columns >= 0) & (columns < wide)
        found = self.values[np.clip(rows, 0, high - 1), np.clip(columns, 0, wide - 1)]
        return np.where(inside & ~np.isnan(found), found, 0.0)


def _cuts(start: Floats, end: Floats, sides: tuple[int, int]) -> Floats:
    """Return the shares of the way from start to end at which grid lines are crossed, including 0 and 1.

    `sides`: columns and rows of the grid.
    """
    cuts = [np.array([0.0, 1.0])]
    for first, last, most in zip(start, end, sides, strict=True):
        low, high = sorted((float(first), float(last)))
        # There are no crossings beyond the grid, however far a road leads.
        crossed = np.arange(max(np.ceil(low), 0.0), min(np.floor(high), most) + 1)
        if high > low:
            cuts.append((crossed - first) / (last - first))
    return np.sort(np.minimum(np.maximum(np.concatenate(cuts), 0.0), 1.0))


def _refuse_crossings(most: float, what: str) -> None:
    if most > MOST_CROSSINGS:
        raise InvalidRecord(f"a road may cross {most:,.0f} {what}, at most {MOST_CROSSINGS:,}; use a coarser hazard")


def _turning(crs: str) -> Callable[[Points], Points]:
    """Return the transformation from degrees to a coordinate system."""
    pyproj = require("pyproj")
    if crs == DEGREES:
        return lambda points: points
    try:
        turn = pyproj.Transformer.from_crs(DEGREES, crs, always_xy=True)
    except pyproj.exceptions.CRSError as error:
        raise InvalidRecord(f"grid.crs: {crs!r} is not known: {error}") from error
    return lambda points: np.column_stack(turn.transform(points[:, 0], points[:, 1]))


ASC_WORDS = ("ncols", "nrows", "xllcorner", "yllcorner", "cellsize")
NO_DATA = "nodata_value"


def _ascii_cells(text: str, crs: str) -> Cells:
    """Read an ESRI ASCII grid: a header of words and numbers, then rows from north to south."""
    lines = text.splitlines()
    header: dict[str, float] = {}
    while lines and lines[0].lower().split()[:1] and lines[0].lower().split()[0] in (*ASC_WORDS, NO_DATA):
        word, *rest = lines.pop(0).lower().split()
        header[word] = _number(rest[0] if rest else "", f"asc: {word}")
    for word in ASC_WORDS:
        if word not in header:
            raise InvalidRecord(f"asc: the header lacks {word}")
    wide, high = int(header["ncols"]), int(header["nrows"])
    if not 0 < wide * high <= MOST_CELLS or not 1e-7 <= header["cellsize"] <= 1e7:
        raise InvalidRecord(f"asc: needs 1 to {MOST_CELLS:,} cells of a size of 1e-7 to 1e7, got {wide} × {high}")
    if max(abs(header["xllcorner"]), abs(header["yllcorner"])) > 1e8:
        raise InvalidRecord("asc: xllcorner and yllcorner must lie in [-1e8, 1e8]")
    numbers = [_number(word, "asc") for line in lines for word in line.split()]
    if len(numbers) != wide * high:
        raise InvalidRecord(f"asc: the header announces {wide * high:,} cells, and {len(numbers):,} follow")
    values = np.array(numbers).reshape(high, wide)
    values[values == header.get(NO_DATA, np.nan)] = np.nan
    if (values < 0).any():
        raise InvalidRecord(f"asc: intensities must not be negative, got {np.nanmin(values):g}")
    size = header["cellsize"]
    north = header["yllcorner"] + high * size
    return Cells(
        Grid(crs=crs, west=header["xllcorner"], north=north, cell_x=size, cell_y=size, values=((0.0,),)), values
    )


def _number(word: str, field: str) -> float:
    try:
        number = float(word)
    except ValueError as error:
        raise InvalidRecord(f"{field}: must be a number, got {word[:40]!r}") from error
    if not np.isfinite(number):
        raise InvalidRecord(f"{field}: must be a finite number, got {word[:40]!r}")
    return number


class Areas:
    """Polygons, each with one intensity; where several overlap, the worst counts."""

    def __init__(self, value: Mapping[str, Any]) -> None:
        shapely = require("shapely")
        read = [_area(number, feature) for number, feature in enumerate(features(value, "areas"))]
        read.sort(key=lambda area: -area[1])
        self.shapes = [shape for shape, _ in read]
        self.intensities = [intensity for _, intensity in read]
        self.tree = shapely.STRtree(self.shapes)

    def along(self, points: Points) -> Pieces:
        shapely = require("shapely")
        rest = shapely.LineString(points)
        metres, intensities = [], []
        met = sorted(self.tree.query(rest).tolist())  # the worst first
        corners = sum(int(shapely.get_num_coordinates(self.shapes[number])) for number in met)
        _refuse_crossings(float(len(points) * corners), "lines of the areas")
        for number in met:
            covered = _line_m(shapely.intersection(rest, self.shapes[number]))
            if covered:
                metres.append(covered)
                intensities.append(self.intensities[number])
                rest = shapely.difference(rest, self.shapes[number])
        whole = float(lengths_m(points).sum())
        dry = max(whole - sum(metres), 0.0)
        return np.array([*metres, dry]), np.array([*intensities, 0.0])


def _area(number: int, feature: Mapping[str, Any]) -> tuple[Any, float]:
    field = f"areas.features.{number}"
    return polygon_of(feature["geometry"], field), number_of(feature["properties"], "intensity", field)


def _line_m(shape: Any) -> float:
    """Return the length in metres of the lines of a shape in degrees; touching points have no length."""
    shapely = require("shapely")
    parts = [part for part in shapely.get_parts(shape) if part.geom_type in ("LineString", "LinearRing")]
    return float(sum(lengths_m(shapely.get_coordinates(part)).sum() for part in parts))

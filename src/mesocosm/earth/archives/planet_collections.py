"""Collections of a planet's archive, and the grids that they are on."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence

from mesocosm.earth.archives import planet_seasons as seasons
from mesocosm.earth.archives.archive import Cell, Collection, Kind, Step, Variable
from mesocosm.earth.archives.planet_projections import MODELS, PROJECTED, WARMINGS
from mesocosm.earth.archives.resampling import cover_cells, ground_of, thin_plane
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.geo.grid import Grid
from mesocosm.earth.planet.air.airshed import AIR
from mesocosm.earth.planet.air.tiles import tile_axes
from mesocosm.earth.planet.forecasts import MEMBERS
from mesocosm.earth.planet.regions import CELL_M, Region
from mesocosm.earth.planet.sky.column import LEVELS
from mesocosm.earth.planet.sky.nodes import CELLS
from mesocosm.earth.planet.sky.tables import ALOFT, SURFACE
from mesocosm.earth.planet.sky.tables import Variable as TableVariable
from mesocosm.types import TimeInterval

LICENCE = "CC0-1.0; of an invented planet, made by mesocosm"
FINE_DEGREES, COARSE_DEGREES = 0.1, 0.25
EVERY = 4
"""Climate models have every fourth node of the weather along each side: 40 km."""
LEAST_NODES = 12
"""Fewest nodes along each side of a region whose nodes are thinned for climate models."""
LEAD_H = 240
TABLES: dict[str, dict[str, TableVariable]] = {
    "reanalysis": SURFACE,
    "reanalysis_levels": ALOFT,
    "air_quality": AIR,
    "ensemble": {name: SURFACE[name] for name in ("temperature_2m", "pressure_msl", "wind_east_10m", "wind_north_10m")}
    | {"wind_speed_10m": TableVariable(units="m s-1", step=0.1, standard_name="wind_speed")},
    "seasonal": seasons.SEASONED,
    "projections": PROJECTED,
}
"""By collection: variables with units and rounding steps."""
ABOUT: dict[str, tuple[Kind, str, tuple[Step, ...], int, int]] = {
    "reanalysis": (
        "reanalysis", "Reanalysis near the ground", ("hour", "3 hours", "6 hours", "12 hours", "day", "month"),
        4_000_000, 366,
    ),
    "reanalysis_levels": (
        "reanalysis", "Reanalysis on pressure levels", ("hour", "3 hours", "6 hours", "12 hours", "day"), 4_000_000, 31,
    ),
    "air_quality": ("air quality", "Air quality near the ground", ("hour", "day"), 4_000_000, 14),
    "ensemble": ("ensemble", "Ensemble forecasts, issued at 00 and 12 UTC", ("6 hours",), 4_000_000, 10),
    "seasonal": ("seasonal", "Seasonal hindcasts and forecasts, monthly", ("month",), 4_000_000, 3600),
    "projections": ("projections", "Climate projections of two models", ("day", "month"), 4_000_000, 5480),
}  # fmt: skip
"""By collection: kind, description, time steps, most values and most days of one request."""


def collections(
    regions: Sequence[Region], record: TimeInterval, past: TimeInterval, ahead: TimeInterval
) -> tuple[Collection, ...]:
    """List all collections, given the period of observations and those of the scenarios."""
    scenarios = {name: past if name == "historical" else ahead for name in WARMINGS}
    return tuple(
        Collection(
            name=name, kind=kind, about=about, steps=steps, most_values=values, most_days=days,
            variables=_variables(TABLES[name]),
            periods=scenarios if kind == "projections" else {"": record},
            levels=tuple(float(level) for level in sorted(LEVELS)) if name == "reanalysis_levels" else (),
            models=tuple(MODELS) if kind == "projections" else (),
            members={"ensemble": MEMBERS, "seasonal": seasons.MEMBERS}.get(name, 1),
            longest_lead={"ensemble": LEAD_H, "seasonal": seasons.LEADS}.get(name, 0),
            coverage=tuple(_cover(name, region) for region in regions),
            grounds=tuple(_ground(region) for region in regions),
            grid_degrees=grid_step(name, regions[0]), licence=LICENCE,
        )
        for name, (kind, about, steps, values, days) in ABOUT.items()
    )  # fmt: skip


@functools.lru_cache(maxsize=512)
def _cover(collection: str, region: Region) -> BoundingBox:
    return cover_cells(_plane(collection, region), grid_step(collection, region))


@functools.lru_cache(maxsize=128)
def _ground(region: Region) -> BoundingBox:
    return ground_of(region.grid)


def _variables(table: Mapping[str, TableVariable]) -> tuple[Variable, ...]:
    return tuple(Variable(name=name, units=entry.units, cell=_cell(entry)) for name, entry in table.items())


def _cell(entry: TableVariable) -> Cell:
    words: dict[str, Cell] = {"time: sum": "sum", "time: point": "point"}
    return words.get(entry.cell_methods, "mean")


def _plane(collection: str, region: Region) -> Grid:
    if collection in ("seasonal", "projections"):
        return model_nodes(region)[0]
    return tile_plane(region) if collection == "air_quality" else node_plane(region)


def grid_step(collection: str, region: Region) -> float:
    """Return the degrees between cells of a collection."""
    coarse = collection in ("seasonal", "projections") and _is_thinned(region)
    return COARSE_DEGREES if coarse else FINE_DEGREES


def node_plane(region: Region) -> Grid:
    """Return the grid of the weather's nodes."""
    grid, side = region.grid, CELLS * CELL_M
    middle = (CELLS - 1) / 2 * CELL_M
    return Grid(grid.proj, grid.x0 + middle, grid.y0 + middle, side, side, grid.nx // CELLS, grid.ny // CELLS)


def tile_plane(region: Region) -> Grid:
    """Return the grid of squares on which air quality is computed."""
    x, y = tile_axes(region)
    side = float(x[1] - x[0])
    return Grid(region.grid.proj, float(x[0]), float(y[0]), side, side, x.size, y.size)


def model_nodes(region: Region) -> tuple[Grid, tuple[int, ...], tuple[int, ...]]:
    """Return the nodes that climate models have, and their rows and columns among the weather's nodes."""
    return thin_plane(node_plane(region), EVERY if _is_thinned(region) else 1)


def _is_thinned(region: Region) -> bool:
    return region.grid.nx // CELLS >= LEAST_NODES

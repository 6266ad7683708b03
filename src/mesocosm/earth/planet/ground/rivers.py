"""Rivers and lakes on the terrain: their courses, discharge and width."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from mesocosm.earth.planet.ground import drainage
from mesocosm.earth.planet.ground.ground import Bools, Floats, Indices
from mesocosm.earth.planet.ground.terrain import Terrain
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.regions import Region
from mesocosm.seeding import generator

LAKE_DEPTH_M = 4.0
"""Least depth of a lake: a filled hollow with at least `LAKE_CELLS` cells under a metre of water or more."""
LAKE_CELLS = 4
MOST_LAKE_CELLS = 260
"""Most cells of a lake; larger hollows are silted up to plains."""
WIDTH_FACTOR = 7.2
"""w = 7.2 Q^0.5, metres by cubic metres a second (Moody and Troutman 2002, Earth Surface Processes 27, 1251-1266)."""
SECONDS_IN_YEAR = 365.25 * 86_400.0


@dataclass(frozen=True)
class Network:
    """The drainage of a region; fields as in `Ground`."""

    elevation_m: Floats
    lake: Bools
    lake_depth_m: Floats
    slope: Floats
    downstream: Indices
    order: Indices
    upstream_km2: Floats
    receiver: Indices
    """Like `downstream`, but cells of the sea and the exits drain to themselves."""


def make_network(region: Region, terrain: Terrain) -> Network:
    """Fill the hollows, keep the deepest as lakes, and determine the drainage of every cell."""
    surface = np.where(terrain.sea, 0.0, terrain.height_m)
    outlet = terrain.sea | terrain.exits
    draw = generator("planet", region.seed, "ground", region.key, "drainage")
    rise = drainage.STEP_M * draw.integers(1, 6, surface.shape).astype(np.float64)
    level = round_to_step(drainage.fill_hollows(surface, outlet, rise), drainage.STEP_M)
    receiver, fall = drainage.steepest(level, outlet)
    lake = _level_lakes(level, _lakes(level - surface, terrain.sea), receiver)
    elevation = _flat_lakes(np.where(terrain.sea, terrain.height_m, level), lake)
    leaves = (receiver == np.arange(receiver.size)) | terrain.sea.ravel()[receiver]
    return Network(
        elevation_m=elevation,
        lake=lake,
        lake_depth_m=round_to_step(np.where(lake, np.maximum(elevation - surface, 0.5), 0.0), 0.1),
        slope=round_to_step(np.where(terrain.sea | lake, 0.0, fall / 1000.0), 1e-6),
        downstream=np.where(leaves, -1, receiver).reshape(surface.shape),
        order=_order(receiver, terrain.sea),
        upstream_km2=_accumulate(np.ones(surface.shape), receiver, terrain.sea),
        receiver=receiver,
    )


def mean_flow_m3_s(network: Network, sea: Bools, temperature_c: Floats, rain_mm: Floats) -> Floats:
    """Return the long-term mean discharge through every land cell from the runoff of all land above it."""
    runoff = yearly_runoff_mm(temperature_c.mean(axis=0), rain_mm.sum(axis=0))
    # 1 mm on 1 km² is 1000 m³.
    return round_to_step(_accumulate(runoff * 1000.0, network.receiver, sea) / SECONDS_IN_YEAR, 1e-4)


def width_m(flow_m3_s: Floats) -> Floats:
    """Return the width of the river at its mean discharge; 0 where it is narrower than a metre."""
    width = round_to_step(WIDTH_FACTOR * np.sqrt(flow_m3_s), 0.1)
    return np.where(width >= 1.0, width, 0.0)


def yearly_runoff_mm(temperature_c: Floats, rain_mm: Floats) -> Floats:
    """Return rain minus evaporation E = P / √(0.9 + P²/L²), L = 300 + 25 T + 0.05 T³.

    The equation is that of Turc (1954, Annales agronomiques 5).
    """
    mild = np.maximum(temperature_c, 0.0)
    limit = 300.0 + 25.0 * mild + 0.05 * mild * mild * mild
    evaporation = np.minimum(rain_mm / np.sqrt(0.9 + (rain_mm / limit) * (rain_mm / limit)), rain_mm)
    return round_to_step(np.maximum(rain_mm - evaporation, 0.02 * rain_mm), 0.01)


def _lakes(depth: Floats, sea: Bools) -> Bools:
    """Return the filled hollows that are deep enough for a lake and not so large that rivers have silted them up."""
    from scipy.ndimage import label, maximum, sum_labels

    hollows, count = label((depth >= 1.0) & ~sea, np.ones((3, 3), np.int64))
    index = np.arange(1, count + 1)
    size, deepest = sum_labels(hollows > 0, hollows, index), maximum(depth, hollows, index)
    kept = (size >= LAKE_CELLS) & (size <= MOST_LAKE_CELLS) & (deepest >= LAKE_DEPTH_M)
    return np.isin(hollows, index[kept])


def _level_lakes(level: Floats, lake: Bools, receiver: Indices) -> Bools:
    """Remove the arms of lakes that lie higher and spill over land into the rest of the lake."""
    while True:
        flat = _flat_lakes(level, lake).ravel()
        arms = (lake.ravel() & (flat < flat[receiver])).reshape(lake.shape)
        if not arms.any():
            return lake
        lake = lake & ~arms


def _flat_lakes(level: Floats, lake: Bools) -> Floats:
    """Set every lake to the height of its lowest cell, which is its outlet."""
    from scipy.ndimage import label, minimum

    lakes, count = label(lake, np.ones((3, 3), np.int64))
    lowest = np.concatenate([[0.0], minimum(level, lakes, np.arange(1, count + 1))]) if count else np.zeros(1)
    return round_to_step(np.where(lake, lowest[lakes], level), drainage.STEP_M)


def _order(receiver: Indices, sea: Bools) -> Indices:
    """Return land cells from the sources downstream."""
    cells = np.concatenate(drainage.levels(receiver)[::-1])
    return cells[~sea.ravel()[cells]]


def _accumulate(values: Floats, receiver: Indices, sea: Bools) -> Floats:
    """Return the flow through every land cell; 0 at sea."""
    own = np.where(sea, 0.0, values)
    total = drainage.accumulate_flow(own.ravel(), receiver, drainage.levels(receiver)).reshape(values.shape)
    return np.where(sea, 0.0, total)

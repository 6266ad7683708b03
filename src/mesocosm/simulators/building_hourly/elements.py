"""The parts of a building as chains of nodes from the outer surface to the inner: ISO 52016-1, 6.5.7."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from mesocosm.simulators.building_hourly.building import (
    AZIMUTH_DEG,
    INSIDE_RESISTANCE,
    ORIENTATIONS,
    OUTSIDE_RESISTANCE,
    Building,
    MassPlace,
    Opaque,
)
from mesocosm.simulators.building_hourly.ground import SOIL_J_M3K, SOIL_LAYER_M, SOIL_W_MK, Ground

Floats = NDArray[np.float64]
Kind = Literal["wall", "roof", "floor", "window", "internal"]
INSIDE_CONVECTION = {"wall": 2.5, "roof": 5.0, "floor": 0.7, "window": 2.5, "internal": 2.5}
"""W/(m² K): ISO 13789, table 8; heat flows up through a roof and down through a floor."""
INSIDE_RADIATION = 5.13
OUTSIDE_CONVECTION = 20.0
OUTSIDE_RADIATION = 4.14
MASS_SHARES: dict[MassPlace, tuple[float, ...]] = {
    "inside": (0.0, 0.0, 0.0, 0.0, 1.0),
    "outside": (1.0, 0.0, 0.0, 0.0, 0.0),
    "both": (0.5, 0.0, 0.0, 0.0, 0.5),
    "spread": (0.125, 0.25, 0.25, 0.25, 0.125),
    "middle": (0.0, 0.0, 1.0, 0.0, 0.0),
}
"""Shares of the capacity on the five nodes, outer to inner: classes I, E, IE, D and M of ISO 52016-1, table 16."""
LINK_SHARES = (6.0, 3.0, 3.0, 6.0)
"""Conductances between the five nodes, relative to the conductance of the whole part."""


@dataclass(frozen=True)
class Element:
    """A part of the envelope, or the floors between storeys."""

    name: str
    kind: Kind
    area_m2: float
    capacity_j_m2k: tuple[float, ...]
    """Capacity of each node."""
    links_w_m2k: tuple[float, ...]
    """Conductances between neighbouring nodes."""
    outside_w_m2k: float
    """Conductance from the outer node to its surroundings."""
    azimuth_deg: float = 0.0
    tilt_deg: float = 90.0
    absorptance: float = 0.0


def elements_of(building: Building, ground: Ground) -> list[Element]:
    """Return all parts of a building whose area is above zero."""
    parts = [*_walls(building), *_windows(building), _roof(building), _floor(building, ground)]
    if building.storeys > 1:
        parts.append(_internal(building))
    return [part for part in parts if part.area_m2 > 0]


def _chain(part: Opaque, resistance: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
    capacity = tuple(1000.0 * part.capacity_kj_m2k * share for share in MASS_SHARES[part.mass])
    return capacity, tuple(share / resistance for share in LINK_SHARES)


def _walls(building: Building) -> list[Element]:
    capacity, links = _chain(building.walls, building.walls.resistance("wall"))
    return [
        Element(
            name=f"wall {side}",
            kind="wall",
            area_m2=building.facade_m2(side) - building.window_m2(side),
            capacity_j_m2k=capacity,
            links_w_m2k=links,
            outside_w_m2k=OUTSIDE_CONVECTION + OUTSIDE_RADIATION,
            azimuth_deg=AZIMUTH_DEG[side],
            absorptance=building.walls.solar_absorptance,
        )
        for side in ORIENTATIONS
    ]


def _windows(building: Building) -> list[Element]:
    glass = 1 / building.windows.u_w_m2k - INSIDE_RESISTANCE["window"] - OUTSIDE_RESISTANCE
    return [
        Element(
            name=f"window {side}",
            kind="window",
            area_m2=building.window_m2(side),
            capacity_j_m2k=(0.0, 0.0),
            links_w_m2k=(1 / glass,),
            outside_w_m2k=OUTSIDE_CONVECTION + OUTSIDE_RADIATION,
            azimuth_deg=AZIMUTH_DEG[side],
        )
        for side in ORIENTATIONS
    ]


def _roof(building: Building) -> Element:
    capacity, links = _chain(building.roof, building.roof.resistance("roof"))
    return Element(
        name="roof",
        kind="roof",
        area_m2=building.footprint_m2,
        capacity_j_m2k=capacity,
        links_w_m2k=links,
        outside_w_m2k=OUTSIDE_CONVECTION + OUTSIDE_RADIATION,
        tilt_deg=0.0,
        absorptance=building.roof.solar_absorptance,
    )


def _floor(building: Building, ground: Ground) -> Element:
    capacity, links = _chain(building.ground_floor, building.ground_floor.resistance("floor"))
    outside = 1 / ground.resistance_m2k_w if not ground.soil else 1 / (ground.resistance_m2k_w + 0.5 * SOIL_M2K_W)
    if ground.soil:
        capacity, links = (SOIL_J_M3K * SOIL_LAYER_M, *capacity), (2 / SOIL_M2K_W, *links)
    return Element("floor", "floor", building.footprint_m2, capacity, links, outside)


def _internal(building: Building) -> Element:
    """Return both faces of the floors between storeys: each has half the mass, and no heat passes between them."""
    half = Opaque(u_w_m2k=2.0, capacity_kj_m2k=building.internal_floor_kj_m2k / 2)
    capacity, links = _chain(half, INTERNAL_M2K_W)
    return Element(
        "internal floors", "internal", 2 * (building.storeys - 1) * building.footprint_m2, capacity, links, 0.0
    )


SOIL_M2K_W = SOIL_LAYER_M / SOIL_W_MK
INTERNAL_M2K_W = 0.1
"""Resistance of half an internal floor: 0.1 m of concrete and its cover."""

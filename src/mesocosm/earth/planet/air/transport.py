"""Advection by wind, and mixing, on whole milligrams: mass moves from one tile or layer to another, and none is lost.

Wind: the edges of the tiles are traced back along the wind, and the mass between two traced edges arrives in the tile
(the cell-integrated semi-Lagrangian scheme of Lin and Rood 1996, Mon. Wea. Rev. 124, 2046-2070, one direction after the
other). Since departure points fall within tiles, a plume spreads as by a diffusivity of about TILE_M² / (12 STEP_S),
560 m²/s, as eddies of that size spread it. Where winds converge so strongly that traced edges would cross, the edges
are joined.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.air.tiles import TILE_M
from mesocosm.earth.planet.ground.ground import Floats

STEP_S = 600.0
STEPS = 6
"""Steps per hour."""
Picks = NDArray[np.int64]


@dataclass(frozen=True)
class Reach:
    """Departure points of the air at the edges of tiles one step ago, along one direction: (layers, lines, edges)."""

    tile: Picks
    """Tile of the departure point, counted through all layers and lines."""
    share: Floats
    """Position within that tile, as a share of its width."""
    squeezed: Floats
    """Air that arrives in a tile over the volume of the tile, (layers, lines, tiles): above 1 where winds converge."""


def reach(wind: Floats) -> Reach:
    """Trace edges back by winds of tiles along the last axis, (layers, lines, tiles), m/s; constant beyond the rim."""
    edges = np.concatenate([wind[..., :1], (wind[..., :-1] + wind[..., 1:]) / 2, wind[..., -1:]], axis=-1)
    count = wind.shape[-1]
    place = np.arange(count + 1) - edges * (STEP_S / TILE_M)
    place = np.maximum.accumulate(place, axis=-1)
    inside = np.clip(place, 0.0, float(count))
    tile = np.minimum(np.floor(inside), count - 1.0)
    lines = np.arange(wind.shape[0] * wind.shape[1]).reshape(*wind.shape[:2], 1) * (count + 1)
    return Reach(tile.astype(np.int64) + lines, inside - tile, np.maximum(np.diff(place, axis=-1), 0.05))


def move_with_wind(mass: Floats, way: Reach) -> tuple[Floats, Floats]:
    """Return the mass (tracers, layers, lines, tiles) moved a step along the last axis, and what left, by tracer.

    Clean air enters the region where the wind blows inward.
    """
    before = np.zeros((*mass.shape[:-1], mass.shape[-1] + 1))
    np.cumsum(mass, axis=-1, out=before[..., 1:])
    here = np.zeros_like(before)
    here[..., :-1] = mass
    flat = (mass.shape[0], -1)
    picked = np.take(before.reshape(flat), way.tile.ravel(), axis=1)
    picked += way.share.ravel() * np.take(here.reshape(flat), way.tile.ravel(), axis=1)
    edges = np.rint(picked).reshape(before.shape)
    out = edges[..., 0] + (before[..., -1] - edges[..., -1])
    return np.diff(edges, axis=-1), out.sum(axis=(1, 2))


@dataclass(frozen=True)
class Exchange:
    """Shares of a layer's mass that leave it in a step; the two shares of a layer sum to less than 1."""

    up: Floats
    """Share that goes to the next layer, (layers, rows, columns); from the last, out through the top."""
    down: Floats
    """Share that goes to the layer below, for all layers but the first."""


def exchange_mass(mass: Floats, by: Exchange) -> tuple[Floats, Floats]:
    """Return the mass (tracers, layers, rows, columns) after a step of exchange, and the loss at the top, by tracer."""
    rising = np.rint(mass * by.up)
    falling = np.floor(mass[:, 1:] * by.down)
    left = mass - rising
    left[:, 1:] += rising[:, :-1] - falling
    left[:, :-1] += falling
    return left, rising[:, -1].sum(axis=(1, 2))


def lose_mass(mass: Floats, share: Floats) -> tuple[Floats, Floats]:
    """Return the mass after a loss by shares, and the loss by tracer."""
    gone = np.rint(mass * share)
    return mass - gone, gone.sum(axis=tuple(range(1, mass.ndim)))

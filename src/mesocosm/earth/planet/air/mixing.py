"""Depth and speed of mixing: the height of the mixed layer by the hour, and exchange between layers.

There are three layers: the lowest thirty metres, the mixed layer above them, and the residual layer up to three
kilometres. By day the mixed layer grows into stably stratified air as the sun warms it from below, h² = 2.8 heat / (air
density x heat capacity x lapse), the encroachment of Tennekes (1973, J. Atmos. Sci. 30, 558-567) with entrainment; by
night and under cloud it is as deep as the wind stirs it.
"""

from __future__ import annotations

import numpy as np

from mesocosm.earth.planet.air.tiles import from_nodes
from mesocosm.earth.planet.air.transport import STEP_S, Exchange, Reach
from mesocosm.earth.planet.ground.ground import Floats
from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sky.tables import SURFACE, Singles

SURFACE_M, LID_M = 30.0, 3000.0
SPEEDS = (1.0, 1.6, 2.0)
"""Wind of each layer relative to that at 10 m, by the logarithmic and power laws over open country."""
HEATS = 0.3
"""Share of the sunshine that warms the air."""
STABLE_K_M = 0.005
AIR_J_M3_K = 1.2 * 1005.0
LOWEST_M, HIGHEST_M = 110.0, 2500.0
DARK_W_M2 = 25.0


def mixed_heights(shortwave: Singles, wind: Floats) -> Floats:
    """Return the height of the mixed layer in every hour, m: one for the region, so that no air is squeezed sideways.

    Sunshine (W/m²) is (hours, rows, columns), wind the regional mean speed at 10 m. The first hours lack the sun before
    them, so pass a day more than is needed.
    """
    counts = np.rint(np.asarray(shortwave, np.float64)).astype(np.int64)
    sun = counts.sum(axis=(1, 2)) / counts[0].size
    heat = np.zeros(len(sun))
    warmed = 0.0
    for hour, watts in enumerate(sun.tolist()):
        warmed = warmed + HEATS * watts * 3600.0 if watts > DARK_W_M2 else 0.0
        heat[hour] = warmed
    stirred = 70.0 + 65.0 * wind
    convective = np.sqrt(2.8 * heat / (AIR_J_M3_K * STABLE_K_M))
    # Convection stops before the sun sets.
    convective = np.where(sun < 90.0, convective * np.maximum(sun - DARK_W_M2, 0.0) / 65.0, convective)
    return round_to_step(np.clip(np.maximum(stirred, convective), LOWEST_M, HIGHEST_M), 1.0)


def mean_speeds(east: Singles, north: Singles) -> Floats:
    """Return the mean wind speed over the nodes in every hour, m/s, in steps of 0.001."""
    counts = [np.rint(np.asarray(part, np.float64) * 10).astype(np.int64) for part in (east, north)]
    speed = round_to_step(np.sqrt((counts[0] ** 2 + counts[1] ** 2).astype(np.float64)) / 10.0, 1e-6)
    return round_to_step(speed.mean(axis=(1, 2)), 1e-3)


def stirring(shortwave: Singles, speed: Floats) -> Floats:
    """Return the velocity of exchange between the two lowest layers, m/s, on tiles, hour by hour.

    Wind contributes a third of a hundredth of its speed, and a third of that where the ground cools at night; strong
    sun adds up to 0.04 m/s. With these, the excess of a town over the country is of the size that Amann et al. (2007,
    City-Delta) find: emission density over some 0.03 m/s in the mean of a year for a town six kilometres across,
    including the air that flows through it.
    """
    sun = from_nodes(shortwave, SURFACE["shortwave"].step)
    calm = np.where(sun > 20.0, 1.0, 0.35)
    return np.asarray(0.0015 + 0.0035 * speed * calm + 0.035 * sun / 800.0)


def exchange(velocity: Floats, height_m: float, along: Reach, across: Reach) -> Exchange:
    """Return the shares exchanged in a step, by turbulence between the lowest layers and by converging winds.

    Concentrations do not grow where winds converge: air that exceeds the volume of a layer rises with what it carries.
    Diverging winds draw air down.
    """
    depth = np.array([SURFACE_M, height_m - SURFACE_M, LID_M - height_m])[:, None, None]
    squeezed = along.squeezed * across.squeezed.swapaxes(1, 2)
    air = squeezed * depth
    up, down = np.zeros_like(air), np.zeros_like(air[1:])
    risen = np.zeros_like(air[0])
    for layer in range(3):
        excess = air[layer] + risen - depth[layer]
        up[layer] = np.minimum(np.clip(excess, 0.0, None) / (air[layer] + np.maximum(risen, 0.0)), 0.9)
        if layer < 2:
            down[layer] = np.minimum(np.clip(-excess, 0.0, None) / air[layer + 1], 0.5)
        risen = excess
    both = depth[0] + depth[1]
    turned = 1.0 - np.exp(-velocity * STEP_S * both / (depth[0] * depth[1]))
    up[0] = up[0] + (1 - up[0]) * turned * depth[1] / both
    down[0] = down[0] + (1 - down[0]) * turned * depth[0] / both
    up = round_to_step(up, 1e-6)
    return Exchange(up, np.minimum(round_to_step(down, 1e-6), 0.999999 - up[1:]))


def deepen_layer(mass: Floats, before_m: float, after_m: float) -> Floats:
    """Return the mass (tracers, layers, rows, columns) after the top of the mixed layer has moved.

    The mixed layer takes in the air that it grows into, and leaves behind the air that it sinks from.
    """
    moved = mass.copy()
    if after_m > before_m:
        taken = np.rint(mass[:, 2] * ((after_m - before_m) / (LID_M - before_m)))
    else:
        taken = -np.rint(mass[:, 1] * ((before_m - after_m) / (before_m - SURFACE_M)))
    moved[:, 1] += taken
    moved[:, 2] -= taken
    return moved

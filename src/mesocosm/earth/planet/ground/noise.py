"""Smooth random fields: sums of cubic B-splines over random lattices, each octave finer and weaker than the one before.

A lattice of uniform values blended by B-splines has no corners and no visible grid. It is made of sums and products
alone, in a fixed order, which every machine rounds alike.
"""

from __future__ import annotations

import numpy as np
from numpy.random import Generator

from mesocosm.earth.planet.ground.ground import Floats
from mesocosm.earth.planet.quantisation import round_to_step

STEP = 1e-6
"""Fields are of order one, in steps of this size."""


def fractal(draw: Generator, shape: tuple[int, int], wavelength: float, octaves: int, gain: float = 0.5) -> Floats:
    """Return a field of mean near 0 and standard deviation near 1; wavelengths in cells, halved in each octave."""
    return stretched_noise(draw, shape, (wavelength, wavelength), octaves, gain)


def stretched_noise(
    draw: Generator, shape: tuple[int, int], wavelengths: tuple[float, float], octaves: int, gain: float = 0.5
) -> Floats:
    """Return a field with different wavelengths along columns and rows: (rows, columns)."""
    total = np.zeros(shape)
    power = 0.0
    for octave in range(octaves):
        rows, columns = (
            _places(size, wave / 2**octave, draw.uniform()) for size, wave in zip(shape, wavelengths, strict=True)
        )
        lattice = draw.uniform(-1.0, 1.0, (int(rows[-1]) + 4, int(columns[-1]) + 4))
        total += gain**octave * _blend(_blend(lattice, rows).T, columns).T
        power += gain ** (2 * octave)
    # Uniform values have variance 1/3; the B-spline's squared weights sum to 0.4795 on average, in each direction.
    return round_to_step(total / np.sqrt(power / 3 * 0.4795**2), STEP)


def at_places(lattice: Floats, rows: Floats, columns: Floats) -> Floats:
    """Interpolate a lattice smoothly at every crossing of rows and columns, given as numbers of its nodes from 0."""
    padded = np.pad(lattice, 2, mode="edge")
    return _blend(_blend(padded, rows + 1.0).T, columns + 1.0).T


def _places(size: int, wavelength: float, phase: float) -> Floats:
    """Return the positions of cells among lattice points, which are half a wavelength apart."""
    return np.asarray(np.arange(size) / (wavelength / 2) + phase)


def _blend(lattice: Floats, places: Floats) -> Floats:
    """Interpolate between the lattice's rows, by the four weights of the cubic B-spline."""
    first = places.astype(np.int64)
    t = places - first
    u = 1.0 - t
    weights = (
        u * u * u / 6.0,
        (3.0 * t * t * t - 6.0 * t * t + 4.0) / 6.0,
        (3.0 * u * u * u - 6.0 * u * u + 4.0) / 6.0,
        t * t * t / 6.0,
    )
    parts = [weight[:, None] * lattice[first + step] for step, weight in enumerate(weights)]
    return np.asarray(parts[0] + parts[1] + parts[2] + parts[3])

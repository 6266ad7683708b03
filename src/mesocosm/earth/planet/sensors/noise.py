"""Random detail from absolute coordinates: a whole number gives the same draw in every window.

Draws are integer hashes (the finaliser of SplitMix64: Steele, Lea and Flood 2014, OOPSLA, 453-472); smooth fields are
cubic B-splines over lattices of such draws. Only sums and products in a fixed order are used, which every machine
rounds alike.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sensors.window import Floats, Ints, Singles
from mesocosm.seeding import seed_of

Hashes = NDArray[np.uint64]
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_STEP = np.uint64(0x9E3779B97F4A7C15)


def salt(region: Region, *name: str | int) -> int:
    """Return the number that separates the draws of one purpose from those of another."""
    return seed_of("planet", region.seed, "sensors", region.key, *name) & 0xFFFFFFFFFFFFFFFF


def hash_draws(salt: int, *keys: ArrayLike) -> Hashes:
    """Return a draw of 64 bits for every combination of whole numbers, which broadcast together."""
    state: Hashes = np.full(1, salt, np.uint64)
    for key in keys:
        state = _mixed(state ^ (np.atleast_1d(key).astype(np.int64).view(np.uint64) * _STEP))
    return state.reshape(np.broadcast_shapes(*(np.shape(key) for key in keys)))


def uniform(salt: int, *keys: ArrayLike) -> Floats:
    """Return draws in [0, 1), in steps of 2⁻³²."""
    return np.asarray((hash_draws(salt, *keys) >> np.uint64(32)).astype(np.float64) * 2.0**-32)


def normal(salt: int, *keys: ArrayLike) -> Singles:
    """Return draws of mean 0 and standard deviation 1: the sum of four uniform ones, so none beyond 3.5."""
    bits = hash_draws(salt, *keys)
    total = np.zeros(bits.shape, np.int64)
    for shift in (0, 16, 32, 48):
        total += ((bits >> np.uint64(shift)) & np.uint64(0xFFFF)).astype(np.int64)
    # Four draws of variance 1/12 each.
    return np.asarray((total - 131070).astype(np.float32) * np.float32(1.7320508 / 65536.0))


def smooth(
    salt: int, x: Floats, y: Floats, wavelength_m: float, octaves: int = 1, gain: float = 0.5, around: int = 0
) -> Singles:
    """Return a field of mean 0 and deviation 1 at every crossing of rows y and columns x; waves halve by octave.

    If `around` is given, the lattice repeats after so many lines in both directions.
    """
    total = np.zeros((y.size, x.size), np.float32)
    power = 0.0
    for octave in range(octaves):
        spacing = wavelength_m / 2.0 / 2**octave
        rows, columns = _places(y, spacing), _places(x, spacing)
        lattice = _lattice(salt, octave, rows[0], columns[0], around * 2**octave)
        across = _blend(_blend(lattice, *_within(rows)).T, *_within(columns))
        across *= np.float32(gain**octave)
        total += across.T
        power += gain ** (2 * octave)
    # Uniform values in ±1 have variance 1/3; the B-spline's squared weights sum to 0.4795 on average, each way.
    return np.asarray(total * np.float32(1.0 / (power / 3.0 * 0.4795**2) ** 0.5))


def smooth_at(salt: int, x: Floats, y: Floats, wavelength_m: float, octaves: int = 1, gain: float = 0.5) -> Singles:
    """Do the same as `smooth` at single points."""
    total = np.zeros(x.size, np.float32)
    power = 0.0
    for octave in range(octaves):
        spacing = wavelength_m / 2.0 / 2**octave
        (row, v), (column, u) = _places(y, spacing), _places(x, spacing)
        lattice = _draws(salt, octave, row[:, None, None] + np.arange(4)[:, None], column[:, None, None] + np.arange(4))
        weights = _weights(v)[:, :, None] * _weights(u)[:, None, :]
        total += np.float32(gain**octave) * (lattice * weights).sum(axis=(1, 2))
        power += gain ** (2 * octave)
    return np.asarray(total * np.float32(1.0 / (power / 3.0 * 0.4795**2) ** 0.5))


def _mixed(state: Hashes) -> Hashes:
    state = (state ^ (state >> np.uint64(30))) * _FIRST
    state = (state ^ (state >> np.uint64(27))) * _SECOND
    return np.asarray(state ^ (state >> np.uint64(31)))


def _places(along: Floats, spacing: float) -> tuple[Ints, Singles]:
    """Return the lattice line before each place and how far beyond it the place lies, 0 to 1."""
    place = along / spacing
    line = np.floor(place)
    return line.astype(np.int64), (place - line).astype(np.float32)


def _within(places: tuple[Ints, Singles]) -> tuple[Ints, Singles]:
    return places[0] - places[0].min(), places[1]


def _draws(salt: int, octave: int, rows: Ints, columns: Ints) -> Singles:
    return (uniform(salt, octave, rows, columns) * 2.0 - 1.0).astype(np.float32)


def _lattice(salt: int, octave: int, rows: Ints, columns: Ints, around: int) -> Singles:
    """Return draws at all lattice points that the places need: one line before each and two beyond."""
    down, across = (np.arange(lines.min(), lines.max() + 4) for lines in (rows, columns))
    if around:
        down, across = down % around, across % around
    return _draws(salt, octave, down[:, None], across[None, :])


def _weights(t: Singles) -> Singles:
    """Return the weights of the cubic B-spline's four nodes: shape (..., 4)."""
    u = np.float32(1.0) - t
    sixth = np.float32(1.0 / 6.0)
    return np.stack(
        [
            u * u * u * sixth,
            (3 * t * t * t - 6 * t * t + 4) * sixth,
            (3 * u * u * u - 6 * u * u + 4) * sixth,
            t * t * t * sixth,
        ],
        axis=-1,
    )


def _blend(lattice: Singles, line: Ints, t: Singles) -> Singles:
    """Interpolate the lattice's rows at places between them."""
    weights, lattice = _weights(t), np.ascontiguousarray(lattice)
    total = lattice.take(line, axis=0)
    total *= weights[:, :1]
    rows = np.empty_like(total)
    for step in range(1, 4):
        lattice.take(line + step, axis=0, out=rows, mode="clip")
        rows *= weights[:, step : step + 1]
        total += rows
    return total

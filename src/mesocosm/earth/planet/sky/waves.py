"""Sums of travelling waves: fields that vary like weather and are known at every hour without time steps.

A stationary field of a given spectrum is the sum of many plane waves of random direction, frequency and phase (the
spectral representation of Shinozuka and Jan 1972, J. Sound Vib. 25, 111-128). Each wave is a product of a factor in
time and a factor in place, so a whole year on the nodes is one matrix product.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]
Values = TypeVar("Values", Floats, Complexes)
HOUR_S = 3600.0
SMALL = 250_000
"""Number of multiplications below which OpenBLAS uses one thread."""


@dataclass(frozen=True)
class Waves:
    """Plane waves exp(i(kx + ly - wt)), each with a complex weight; the weights give a field of variance 1."""

    k: Floats
    """Eastward wave number, radians per metre; `l_` is the northward one."""
    l_: Floats
    frequency: Floats
    """Frequency, radians per hour."""
    weight: Complexes

    def in_time(self, hour: NDArray[np.int64]) -> Complexes:
        """Return factors in time, (hours, waves)."""
        phase = np.outer(hour.astype(float), self.frequency)
        return np.asarray(np.cos(phase) - 1j * np.sin(phase))

    def in_place(self, x: Floats, y: Floats) -> Complexes:
        """Return factors in place with the weights, (places, waves); metres from the middle of the region."""
        return np.asarray(np.exp(1j * (np.outer(x, self.k) + np.outer(y, self.l_))) * self.weight)

    @property
    def wave_number(self) -> Floats:
        return np.hypot(self.k, self.l_)


def sum_waves(time: Complexes, place: Complexes) -> Floats:
    """Return the real field of factors in time and place, (hours, places)."""
    return np.asarray(product(time.real, place.real.T) - product(time.imag, place.imag.T))


def product(left: Values, right: Values) -> Values:
    """Multiply matrices in slices so small that the library computes each on one thread.

    On a shared machine, threads wait for each other longer than such products take. Complex products are made of four
    real ones, since OpenBLAS uses several threads for even the smallest complex product.
    """
    if not np.iscomplexobj(left):
        return _slice(left, right)
    real = _slice(left.real, right.real) - _slice(left.imag, right.imag)
    imaginary = _slice(left.real, right.imag) + _slice(left.imag, right.real)
    return np.asarray(real + 1j * imaginary)


def _slice(left: Values, right: Values) -> Values:
    rows = max(SMALL // right.size, 1)
    slices = -(-left.shape[0] // rows)
    padded = np.zeros((slices * rows, left.shape[1]), left.dtype)
    padded[: left.shape[0]] = left
    whole = padded.reshape(slices, rows, -1) @ np.ascontiguousarray(right)
    return whole.reshape(slices * rows, -1)[: left.shape[0]]


def _weights(draw: Generator, power: Floats) -> Complexes:
    """Return weights with random phases; half of the squared moduli sum to 1."""
    modulus = np.sqrt(2 * power / power.sum())
    return np.asarray(modulus * np.exp(1j * draw.uniform(0, 2 * np.pi, power.size)))


def synoptic_waves(draw: Generator, speed_m_s: float, count: int = 80) -> Waves:
    """Draw highs and lows of 2000 to 9000 km that travel with a steering flow, the long ones slowly (Rossby's law)."""
    length = np.exp(draw.uniform(np.log(2.0e6), np.log(9.0e6), count))
    total = 2 * np.pi / length
    turn = draw.normal(0.0, 0.55, count)
    k, l_ = total * np.cos(turn), total * np.sin(turn)
    retarded = np.sign(speed_m_s) * 1.6 * (length / 4.0e6) ** 2
    c = speed_m_s * draw.normal(1.15, 0.35, count) - retarded
    drift = draw.normal(0.0, 2.0, count)
    frequency = (k * c + l_ * drift) * HOUR_S
    power = np.exp(-((np.log(length / 3.8e6) / 0.65) ** 2))
    return Waves(k, l_, frequency, _weights(draw, power))


def texture_waves(draw: Generator, shortest_m: float, longest_m: float, life_h: float, count: int = 96) -> Waves:
    """Draw bands and cells of rain and cloud, in all directions, that change within a lifetime; drift is added."""
    length = np.exp(draw.uniform(np.log(shortest_m), np.log(longest_m), count))
    turn = draw.uniform(0, 2 * np.pi, count)
    total = 2 * np.pi / length
    frequency = draw.standard_cauchy(count).clip(-6, 6) / life_h
    return Waves(total * np.cos(turn), total * np.sin(turn), frequency, _weights(draw, (length / longest_m) ** 1.0))


@dataclass(frozen=True)
class Moods:
    """Slow variations, the same over a region: weeks to more than a year."""

    frequency: Floats
    weight: Complexes

    def at(self, hour: NDArray[np.int64]) -> Floats:
        """Return a series of variance 1."""
        phase = np.outer(hour.astype(float), self.frequency)
        return np.asarray(np.cos(phase) @ self.weight.real + np.sin(phase) @ self.weight.imag)


def slow_moods(draw: Generator, shortest_days: float = 18.0, longest_days: float = 700.0, count: int = 32) -> Moods:
    """Draw variations of a red spectrum between two periods."""
    days = np.exp(draw.uniform(np.log(shortest_days), np.log(longest_days), count))
    return Moods(2 * np.pi / (24 * days), _weights(draw, np.ones(count)))

"""Colour scales: fixed steps of a physical quantity, so that one value has one colour at every hour."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]
Levels = tuple[float, ...]
Anchors = tuple[str, ...]
"""Colours to run through, as `rrggbb`."""
WHITE: Colour = (255, 255, 255)
NO_BAND, UNDECIDED = 255, 254
REST_BITS = 13
"""Of the 32 of a number: those that the table of bands leaves out."""
LONGEST = 48
"""Levels that a scale may have: palette images hold 256 colours, and each band also comes in shades."""


@dataclass(frozen=True)
class Scale:
    """Steps and colours of a quantity in the unit it is shown in."""

    unit: str
    levels: Levels
    """Rising; band k holds values from `levels[k - 1]` (included) to `levels[k]`."""
    colours: tuple[Colour, ...]
    """One more than levels: the first is below the first level, the last from the last level on."""
    factor: float = 1.0
    offset: float = 0.0
    """Shown value = value in the file times factor plus offset."""

    def __post_init__(self) -> None:
        assert len(self.colours) == len(self.levels) + 1 <= LONGEST + 1, self.unit
        assert list(self.levels) == sorted(set(self.levels)), self.unit
        assert self.factor > 0, self.unit

    def shown(self, value: Any) -> Any:
        """A value of the file in the unit shown."""
        return value * self.factor + self.offset

    def bands(self, values: NDArray[np.float32]) -> NDArray[np.uint8]:
        """The number of the band of each value of the file; `NO_BAND` for NaN."""
        prefixes = np.ascontiguousarray(values).view(np.uint32) >> REST_BITS
        bands: NDArray[np.uint8] = self._band_of_prefix[prefixes]
        undecided = bands == UNDECIDED
        bands[undecided] = self._search(values[undecided])
        return bands

    def _search(self, values: NDArray[np.float32]) -> NDArray[np.uint8]:
        in_file = (np.array(self.levels) - self.offset) / self.factor
        found = np.searchsorted(in_file.astype(np.float32), values, side="right").astype(np.uint8)
        found[np.isnan(values)] = NO_BAND
        return found

    @functools.cached_property
    def _band_of_prefix(self) -> NDArray[np.uint8]:
        """Band by the leading bits of a number, where they decide: looking it up is four times faster than searching.

        All numbers with the same leading bits lie between the one with zeros and the one with ones behind them.
        """
        least = np.arange(2 ** (32 - REST_BITS), dtype=np.uint32) << REST_BITS
        one, other = (self._search(bits.view(np.float32)) for bits in (least, least | (2**REST_BITS - 1)))
        return np.where(one == other, one, np.uint8(UNDECIDED))


def ramp(count: int, anchors: Anchors) -> tuple[Colour, ...]:
    """So many colours, evenly spaced along a line through the anchors."""
    points = np.array([_rgb(one) for one in anchors], float)
    places = np.linspace(0, len(points) - 1, count)
    channels = [np.interp(places, np.arange(len(points)), points[:, one]) for one in range(3)]
    return tuple((int(red), int(green), int(blue)) for red, green, blue in np.rint(channels).T)


def listed(text: str) -> Anchors:
    """Colours written one after the other."""
    return tuple(text.split())


def numbers(text: str) -> Levels:
    """Levels written one after the other."""
    return tuple(float(one) for one in text.split())


def steps(first: float, last: float, step: float) -> Levels:
    """Evenly spaced levels, both ends included."""
    return tuple(float(one) for one in np.round(np.arange(first, last + step / 2, step), 6))


def both_signs(levels: Levels) -> Levels:
    """Levels mirrored about zero."""
    return (*(-one for one in reversed(levels)), *levels)


def _rgb(text: str) -> Colour:
    assert re.fullmatch("[0-9a-f]{6}", text), text
    red, green, blue = bytes.fromhex(text)
    return red, green, blue

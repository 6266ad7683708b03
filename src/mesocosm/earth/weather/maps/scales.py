"""Colour scales: fixed steps of a physical quantity, so that a value has the same colour at every hour."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Colour = tuple[int, int, int]
Levels = tuple[float, ...]
Anchors = tuple[str, ...]
"""Colours to interpolate between, as `rrggbb`."""
WHITE: Colour = (255, 255, 255)
NO_BAND, UNDECIDED = 255, 254
CELL_BITS, REST_BITS = 16, 13
"""Bits of the cell number in tables of positive levels; in tables of all numbers, bits of 32 that are left out."""
AT_ONCE = 2**16
"""Values looked up at once: few enough for the processor's cache."""
LONGEST = 48
"""Most levels of a scale: palette images have 256 colours, and each band also comes in shades."""


class Table(NamedTuple):
    """Bands of numbers by their leading bits; numbers before the first or after the last cell are in its band."""

    rest: int
    """Bits left out at the end."""
    first: int
    """Leading bits of the first cell, as a signed integer."""
    bands: NDArray[np.uint8]


@dataclass(frozen=True)
class Scale:
    """Steps and colours of a quantity in the unit it is shown in."""

    unit: str
    levels: Levels
    """Rising levels; band k has values from `levels[k - 1]` (included) to `levels[k]`."""
    colours: tuple[Colour, ...]
    """One more than levels: the first is below the first level, the last from the last level on."""
    factor: float = 1.0
    offset: float = 0.0
    """Shown value = value in the file times factor plus offset."""
    below: bool = True
    above: bool = True
    """Whether there can be values below the first level and above the last; the colour bar shows no others."""

    def __post_init__(self) -> None:
        assert len(self.colours) == len(self.levels) + 1 <= LONGEST + 1, self.unit
        assert list(self.levels) == sorted(set(self.levels)), self.unit
        assert self.factor > 0, self.unit

    @property
    def in_bar(self) -> range:
        """The bands that the colour bar shows."""
        return range(0 if self.below else 1, len(self.colours) - (0 if self.above else 1))

    def to_shown_unit(self, value: Any) -> Any:
        """Convert a value of the file to the unit shown."""
        return value * self.factor + self.offset

    def bands(self, values: NDArray[np.float32]) -> NDArray[np.uint8]:
        """Return the band number of each value of the file; `NO_BAND` for NaN."""
        flat = np.ascontiguousarray(values).reshape(-1)
        bands = np.empty(flat.shape, np.uint8)
        for start in range(0, flat.size, AT_ONCE):
            part = slice(start, start + AT_ONCE)
            bands[part] = self._look_up(flat[part])
        return bands.reshape(values.shape)

    def _look_up(self, values: NDArray[np.float32]) -> NDArray[np.uint8]:
        rest, first, by_cell = self._table
        cells = values.view(np.int32) >> rest
        cells -= first
        bands: NDArray[np.uint8] = by_cell.take(cells, mode="clip")
        undecided = bands == UNDECIDED
        bands[undecided] = self._search(values[undecided])
        bands[np.isnan(values)] = NO_BAND
        return bands

    def _search(self, values: NDArray[np.float32]) -> NDArray[np.uint8]:
        return np.searchsorted(self._in_file, values, side="right").astype(np.uint8)

    @functools.cached_property
    def _in_file(self) -> NDArray[np.float32]:
        return ((np.array(self.levels) - self.offset) / self.factor).astype(np.float32)

    @functools.cached_property
    def _table(self) -> Table:
        """Return bands by the leading bits of a number, if these decide: a lookup is far faster than a search.

        All numbers with the same leading bits lie between the one followed by zeros and the one followed by ones. Read
        as integers, positive numbers keep their order and negative ones come before them, so that a table of positive
        levels, which has finer cells, need not reach beyond these.
        """
        rest, first, last = REST_BITS, -(2 ** (31 - REST_BITS)), 2 ** (31 - REST_BITS) - 1
        if self._in_file[0] > 0:
            lowest, highest = (int(bits) for bits in self._in_file[[0, -1]].view(np.int32))
            rest = max((highest - lowest).bit_length() - CELL_BITS, 1)
            first, last = (lowest >> rest) - 1, (highest >> rest) + 1
        least = np.arange(first, last + 1, dtype=np.int32) << rest
        one, other = (self._search(bits.view(np.float32)) for bits in (least, least | (2**rest - 1)))
        return Table(rest, first, np.where(one == other, one, np.uint8(UNDECIDED)))


def ramp(count: int, anchors: Anchors) -> tuple[Colour, ...]:
    """Return `count` colours at equal distances along a line through the anchors."""
    points = np.array([_rgb(anchor) for anchor in anchors], float)
    places = np.linspace(0, len(points) - 1, count)
    channels = [np.interp(places, np.arange(len(points)), points[:, channel]) for channel in range(3)]
    return tuple((int(red), int(green), int(blue)) for red, green, blue in np.rint(channels).T)


def listed_colours(colours: Sequence[str]) -> tuple[Colour, ...]:
    """Return colours from names or codes that matplotlib knows, such as `#4477aa`."""
    from matplotlib.colors import to_rgb

    return tuple((round(255 * red), round(255 * green), round(255 * blue)) for red, green, blue in map(to_rgb, colours))


def colour_list(text: str) -> Anchors:
    """Split a text of colours."""
    return tuple(text.split())


def numbers(text: str) -> Levels:
    """Split a text of levels."""
    return tuple(float(number) for number in text.split())


def steps(first: float, last: float, step: float) -> Levels:
    """Return evenly spaced levels, both ends included."""
    return tuple(float(level) for level in np.round(np.arange(first, last + step / 2, step), 6))


def both_signs(levels: Levels) -> Levels:
    """Mirror levels about zero."""
    return (*(-level for level in reversed(levels)), *levels)


def _rgb(text: str) -> Colour:
    assert re.fullmatch("[0-9a-f]{6}", text), text
    red, green, blue = bytes.fromhex(text)
    return red, green, blue

"""The wind barb: a staff that points to where the wind comes from, with its speed as flags and feathers.

A flag is 50 kt, a feather 10 kt, a half feather 5 kt, rounded to the nearest 5 kt. They stand on the side of lower
pressure: in the northern hemisphere on the clockwise side of the staff seen from its foot, in the southern hemisphere
on the other (WMO Manual on the Global Data-processing and Forecasting System, WMO-No. 485, Appendix II-4). This module
only computes lines and triangles; maps and soundings draw them with their own functions. MetPy and matplotlib draw
barbs only on their own axes, whose pictures take 9 to 25 times as long: see `maps.painter` and `soundings.drawing`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]
"""Array of points with columns pixels to the right and pixels down."""


@dataclass(frozen=True)
class Form:
    """Dimensions of a barb in pixels along the staff, unless noted."""

    staff: float
    feather: float
    """Length of a full feather across the staff."""
    lean: float
    """Offset of the tip of a full feather towards the tip of the staff."""
    gap: float
    """Distance from one feather to the next."""
    flag_foot: float
    """Length of a flag at the staff."""
    flag_tip: float
    """Distance of the tip of a flag below its upper end."""
    flag_gap: float
    """Distance from one flag to the next flag or feather."""


class Barb(NamedTuple):
    """The parts of a barb to draw."""

    staff: Points
    feathers: list[Points]
    """Lines from the staff outwards."""
    flags: list[Points]
    """Triangles."""


def rounded_knots(speed_kt: float) -> int:
    """Round a speed to what a barb can show; 0 is a calm, which has no staff."""
    return int(5 * round(speed_kt / 5))


def feathers(speed_kt: float) -> list[int]:
    """Return flags, feathers and half feathers from the tip inwards, as knots."""
    fifties, rest = divmod(rounded_knots(speed_kt), 50)
    tens, five = divmod(rest, 10)
    return [50] * fifties + [10] * tens + [5] * (five // 5)


def wind_barb(foot: Points, towards: Points, speed_kt: float, form: Form, southern: bool = False) -> Barb:
    """Compute the barb of a wind.

    Args:
        foot: Position of the foot of the staff.
        towards: Unit vector towards the origin of the wind.
        speed_kt: Speed in knots, not calm.
        form: Dimensions of the parts.
        southern: Whether the place is south of the equator.
    """
    aside = np.array([-towards[1], towards[0]]) * (-1 if southern else 1)
    lines, flags, at = [], [], form.staff
    for kind in feathers(speed_kt):
        if kind == 5 and at == form.staff:
            at -= form.gap  # a lone half feather stands off the tip, or it would look like a full one
        root = foot + at * towards
        if kind == 50:
            tip = foot + (at - form.flag_tip) * towards + form.feather * aside
            flags.append(np.array([root, tip, foot + (at - form.flag_foot) * towards]))
        else:
            lines.append(np.array([root, root + kind / 10 * (form.feather * aside + form.lean * towards)]))
        at -= form.flag_gap if kind == 50 else form.gap
    return Barb(np.array([foot, foot + form.staff * towards]), lines, flags)

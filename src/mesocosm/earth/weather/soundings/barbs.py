"""Wind barbs beside the diagram."""

from __future__ import annotations

import numpy as np
from PIL import Image

from mesocosm.earth.weather.soundings.painting import BLACK, PALE, Panel, points
from mesocosm.earth.weather.soundings.profile import FloatArray, Profile
from mesocosm.earth.weather.soundings.skewt import BOTTOM_HPA, HEIGHT, TOP_HPA, y_of

WIDTH = 70
STAFF, FEATHER, GAP = 26.0, 11.0, 4.4
"""Pixels: length of the staff, of a full feather, and from one feather to the next."""
OVERLAP = 22
"""Pixels the strip goes beyond the diagram above and below, for staffs that point there."""
CLEARANCE = 24.0
"""Pixels between two barbs at least."""


def draw_barbs(profile: Profile) -> Image.Image:
    """A strip of barbs along the diagram; levels too close to the last one drawn are left out."""
    panel = Panel.empty(WIDTH, HEIGHT + 2 * OVERLAP)
    panel.line(points([WIDTH / 2, WIDTH / 2], [OVERLAP, HEIGHT + OVERLAP]), PALE, 1.0)
    for y, direction, speed in _shown(profile):
        draw_barb(panel, WIDTH / 2, y + OVERLAP, direction, speed)
    return panel.finished()


def _shown(profile: Profile) -> list[tuple[float, float, float]]:
    known = np.isfinite(profile.wind_direction_deg) & np.isfinite(profile.wind_speed_kt)
    inside = (profile.pressure_hpa <= BOTTOM_HPA) & (profile.pressure_hpa >= TOP_HPA)
    levels = profile.taken(known & inside)
    shown: list[tuple[float, float, float]] = []
    heights = y_of(levels.pressure_hpa)
    for y, direction, speed in zip(heights, levels.wind_direction_deg, levels.wind_speed_kt, strict=True):
        if not shown or shown[-1][0] - y >= CLEARANCE:
            shown.append((float(y), float(direction), float(speed)))
    return shown


def draw_barb(panel: Panel, x: float, y: float, direction_deg: float, speed_kt: float) -> None:
    """The staff points to where the wind comes from; a pennant is 50 kt, a feather 10 kt, half of one 5 kt."""
    rounded = int(5 * round(speed_kt / 5))
    if rounded == 0:
        panel.ring((x, y), 3.5, BLACK, 1.2)
        return
    angle = np.radians(direction_deg)
    out = np.array([np.sin(angle), -np.cos(angle)])
    side = np.array([-out[1], out[0]])
    foot = np.array([x, y])
    panel.line(np.array([foot, foot + STAFF * out]), BLACK, 1.3)
    at = STAFF
    for kind in feathers(rounded):
        at = _draw_feather(panel, foot, out, side, at, kind)
    panel.dot((x, y), 1.8, BLACK)


def feathers(speed_kt: int) -> list[int]:
    """Pennants, feathers and half feathers from the tip inwards, as knots."""
    fifties, rest = divmod(speed_kt, 50)
    tens, five = divmod(rest, 10)
    return [50] * fifties + [10] * tens + [5] * (five // 5)


def _draw_feather(panel: Panel, foot: FloatArray, out: FloatArray, side: FloatArray, at: float, kind: int) -> float:
    """Draw one feather `at` pixels along the staff; where the next one goes."""
    if kind == 50:
        tip = foot + (at - GAP / 2) * out + FEATHER * side
        panel.area(np.array([foot + at * out, tip, foot + (at - GAP - 1) * out]), (*BLACK, 255))
        return at - GAP - 2.5
    if kind == 5 and at == STAFF:
        at -= GAP  # a lone half feather stands away from the tip, or it could be taken for a bent staff
    length = FEATHER * kind / 10
    root = foot + at * out
    panel.line(np.array([root, root + length * side + 0.35 * length * out]), BLACK, 1.3)
    return at - GAP

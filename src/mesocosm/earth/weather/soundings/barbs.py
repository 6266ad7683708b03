"""Wind barbs beside the diagram."""

from __future__ import annotations

import numpy as np
from PIL import Image

from mesocosm.earth.weather.barb import Form, rounded_knots, wind_barb
from mesocosm.earth.weather.soundings.brushes import BLACK, PALE, Panel, points
from mesocosm.earth.weather.soundings.profile import Profile
from mesocosm.earth.weather.soundings.skewt import BOTTOM_HPA, HEIGHT, TOP_HPA, y_of

WIDTH = 70
FORM = Form(staff=26.0, feather=11.0, lean=3.85, gap=4.4, flag_foot=5.4, flag_tip=2.2, flag_gap=6.9)
OVERLAP = 22
"""Pixels by which the strip extends beyond the diagram above and below, for staffs that point there."""
CLEARANCE = 24.0
"""Least distance between two barbs in pixels."""


def draw_barbs(profile: Profile, southern: bool = False) -> Image.Image:
    """Draw a strip of barbs along the diagram, by hemisphere; levels too close to the last one are left out."""
    panel = Panel.empty(WIDTH, HEIGHT + 2 * OVERLAP)
    panel.line(points([WIDTH / 2, WIDTH / 2], [OVERLAP, HEIGHT + OVERLAP]), PALE, 1.0)
    for y, direction, speed in _show(profile):
        draw_barb(panel, WIDTH / 2, y + OVERLAP, direction, speed, southern)
    return panel.finished()


def _show(profile: Profile) -> list[tuple[float, float, float]]:
    known = np.isfinite(profile.wind_direction_deg) & np.isfinite(profile.wind_speed_kt)
    inside = (profile.pressure_hpa <= BOTTOM_HPA) & (profile.pressure_hpa >= TOP_HPA)
    levels = profile.levels_at(known & inside)
    shown: list[tuple[float, float, float]] = []
    heights = y_of(levels.pressure_hpa)
    for y, direction, speed in zip(heights, levels.wind_direction_deg, levels.wind_speed_kt, strict=True):
        if not shown or shown[-1][0] - y >= CLEARANCE:
            shown.append((float(y), float(direction), float(speed)))
    return shown


def draw_barb(panel: Panel, x: float, y: float, direction_deg: float, speed_kt: float, southern: bool = False) -> None:
    """Draw a barb with a dot at its foot, or a ring for a calm; the direction is where the wind comes from."""
    if rounded_knots(speed_kt) == 0:
        panel.ring((x, y), 3.5, BLACK, 1.2)
        return
    angle = np.radians(direction_deg)
    barb = wind_barb(np.array([x, y]), np.array([np.sin(angle), -np.cos(angle)]), speed_kt, FORM, southern)
    for line in (barb.staff, *barb.feathers):
        panel.line(line, BLACK, 1.3)
    for corners in barb.flags:
        panel.area(corners, (*BLACK, 255))
    panel.dot((x, y), 1.8, BLACK)

"""The skew-T log-p diagram: background lines, drawn once, and the curves of a sounding."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from mesocosm.earth.weather.soundings.brushes import (
    BAND,
    BLACK,
    BLUE,
    COOL,
    GREEN,
    GREY,
    MINT,
    PURPLE,
    RED,
    SKY,
    TAN,
    TEAL,
    WARM,
    Colour,
    Panel,
    points,
)
from mesocosm.earth.weather.soundings.indices import Analysis
from mesocosm.earth.weather.soundings.parcels import Ascent
from mesocosm.earth.weather.soundings.profile import FloatArray
from mesocosm.earth.weather.thermodynamics import (
    EPSILON,
    FREEZING,
    KAPPA,
    along_adiabat,
    dewpoint_of,
    wet_bulb,
)

WIDTH, HEIGHT = 640, 770
"""Pixels of the diagram's inside."""
BOTTOM_HPA, TOP_HPA = 1050.0, 100.0
COLDEST_C, WARMEST_C = -36.0, 46.0
"""Temperatures at the bottom edge."""
LEAN = 0.80
"""Pixels that an isotherm moves right for each pixel up."""

ISOBARS = tuple(range(1000, 99, -100))
MIXING_RATIOS_G_KG = (1, 2, 4, 8, 12, 16, 20)
ISOTHERM, ISOBAR = (220, 222, 229), (186, 189, 198)
CAPE_FILL, CIN_FILL = (*WARM, 70), (*COOL, 80)


def y_of(pressure_hpa: FloatArray | float) -> FloatArray:
    """Return pixels from the top edge."""
    return np.asarray(HEIGHT * np.log(np.asarray(pressure_hpa) / TOP_HPA) / np.log(BOTTOM_HPA / TOP_HPA))


def x_of(temperature_c: FloatArray | float, pressure_hpa: FloatArray | float) -> FloatArray:
    """Return pixels from the left edge."""
    flat = (np.asarray(temperature_c) - COLDEST_C) / (WARMEST_C - COLDEST_C) * WIDTH
    return np.asarray(flat + LEAN * (HEIGHT - y_of(pressure_hpa)))


def shaded_parcel(analysis: Analysis) -> tuple[str, Ascent]:
    """Return the parcel whose energy is shaded: the mixed one, or the most unstable if only that one has any."""
    if analysis.mixed.cape > 0 or analysis.unstable.cape <= 0:
        return "ML", analysis.mixed
    return "MU", analysis.unstable


def draw_skewt(analysis: Analysis) -> Image.Image:
    """Draw the inside of the diagram with a sounding's curves."""
    panel = Panel(_background())
    _shade(panel, analysis)
    _wet_bulb_line(panel, analysis)
    _ascents(panel, analysis)
    _curves(panel, analysis)
    _heights(panel, analysis)
    _inflow(panel, analysis)
    _levels(panel, analysis)
    return panel.finished()


def _curve(temperature_c: FloatArray, pressure_hpa: FloatArray) -> FloatArray:
    known = np.isfinite(temperature_c)
    return points(x_of(temperature_c[known], pressure_hpa[known]), y_of(pressure_hpa[known]))


def _curves(panel: Panel, analysis: Analysis) -> None:
    levels, column = analysis.profile, analysis.column
    panel.dashes(_curve(column.virtual[::8] - FREEZING, column.pressure[::8]), RED, 1.0, on=2, off=3)
    panel.line(_curve(levels.dewpoint_c, levels.pressure_hpa), GREEN, 2.8)
    panel.line(_curve(levels.temperature_c, levels.pressure_hpa), RED, 2.8)


def _wet_bulb_line(panel: Panel, analysis: Analysis) -> None:
    low = analysis.profile.levels_at(analysis.profile.pressure_hpa >= 300)
    wet = wet_bulb(low.pressure_hpa, low.temperature_c + FREEZING, low.dewpoint_c + FREEZING) - FREEZING
    panel.line(_curve(wet, low.pressure_hpa), TEAL, 1.2)


def _ascents(panel: Panel, analysis: Analysis) -> None:
    """Draw virtual temperatures of the surface and mixed parcels, and of the most unstable if it starts aloft."""
    shown: list[tuple[Ascent, Colour]] = [(analysis.surface, GREY), (analysis.mixed, BLACK)]
    if analysis.unstable.start_hpa < analysis.surface.start_hpa:
        shown.append((analysis.unstable, PURPLE))
    for ascent, colour in shown:
        panel.dashes(_curve(ascent.virtual[::4] - FREEZING, analysis.column.pressure[::4]), colour, 1.7)


def _shade(panel: Panel, analysis: Analysis) -> None:
    """Shade the parcel's positive area between LFC and EL, and its negative area below the LFC."""
    _, ascent = shaded_parcel(analysis)
    if ascent.cape <= 0:
        return
    column = analysis.column
    el = ascent.el_hpa if np.isfinite(ascent.el_hpa) else column.pressure[-1]
    buoyant = (column.pressure <= ascent.lfc_hpa) & (column.pressure >= el)
    held = (column.pressure > ascent.lfc_hpa) & (column.pressure <= ascent.start_hpa)
    _fill(panel, analysis, ascent, buoyant & (ascent.virtual >= column.virtual), CAPE_FILL)
    _fill(panel, analysis, ascent, held & (ascent.virtual < column.virtual), CIN_FILL)


def _fill(
    panel: Panel, analysis: Analysis, ascent: Ascent, where: NDArray[np.bool_], colour: tuple[int, int, int, int]
) -> None:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], where, [False]]).astype(int)))
    column = analysis.column
    for start, stop in zip(edges[::2], edges[1::2], strict=True):
        run = slice(start, stop, 4 if stop - start > 12 else 1)
        there = _curve(ascent.virtual[run] - FREEZING, column.pressure[run])
        back = _curve(column.virtual[run] - FREEZING, column.pressure[run])
        panel.area(np.concatenate([there, back[::-1]]), colour)


def _heights(panel: Panel, analysis: Analysis) -> None:
    """Label kilometres above ground along the left edge."""
    column = analysis.column
    for height in (0, 1, 3, 6, 9, 12, 15):
        if height * 1000 > column.height_agl[-1]:
            break
        pressure = np.interp(height * 1000, column.height_agl, column.pressure)
        y = float(y_of(float(pressure)))
        panel.line(points([0, 9], [y, y]), BLACK, 1.4)
        panel.haloed((12, y), f"{height} km" if height else "ground", 12, BLACK)


def _inflow(panel: Panel, analysis: Analysis) -> None:
    """Draw a bracket beside the effective inflow layer."""
    bottom, top = analysis.indices.effective_bottom, analysis.indices.effective_top
    if not np.isfinite(top):
        return
    pressures = np.interp([bottom, top], analysis.column.height_agl, analysis.column.pressure)
    low, high = (float(y_of(float(pressure))) for pressure in pressures)
    panel.line(points([70, 64, 64, 70], [low, low, high, high]), PURPLE, 2.0)
    panel.haloed((64, high - 9), "effective inflow", 11, PURPLE)


def _levels(panel: Panel, analysis: Analysis) -> None:
    """Mark LCL, LFC and EL of the shaded parcel along the right edge."""
    name, ascent = shaded_parcel(analysis)
    taken = -100.0
    for label, pressure in (("LCL", ascent.lcl_hpa), ("LFC", ascent.lfc_hpa), ("EL", ascent.el_hpa)):
        if not np.isfinite(pressure) or pressure < TOP_HPA:
            continue
        y = float(y_of(pressure))
        panel.line(points([WIDTH - 34, WIDTH], [y, y]), BLUE, 2.0)
        place = y if abs(y - taken) >= 13 else taken - 13
        taken = place
        panel.haloed((WIDTH - 38, place), f"{name} {label}", 12, BLUE, "rm")


@cache
def _background() -> Image.Image:
    """Draw isobars, isotherms, adiabats and lines of mixing ratio with their labels."""
    panel = Panel.empty(WIDTH, HEIGHT)
    pressure = np.geomspace(BOTTOM_HPA, TOP_HPA, 80)
    _warm_band(panel)
    for theta in range(250, 460, 10):
        panel.line(_curve(theta * (pressure / 1000) ** KAPPA - FREEZING, pressure), TAN, 1.0)
    for label in range(-20, 41, 5):
        moist = pressure[pressure >= 200]
        panel.line(_curve(along_adiabat(np.array(label + FREEZING), moist) - FREEZING, moist), MINT, 1.0)
    _mixing_ratio_lines(panel)
    for isotherm in range(-110, 51, 10):
        colour, width = (SKY, 1.6) if isotherm in (0, -20) else (ISOTHERM, 1.0)
        panel.line(_curve(np.full(2, float(isotherm)), np.array([BOTTOM_HPA, TOP_HPA])), colour, width)
    for isobar in ISOBARS:
        y = float(y_of(float(isobar)))
        panel.line(points([0, WIDTH], [y, y]), ISOBAR, 1.0)
    for isotherm in range(-100, -39, 10):
        panel.text((float(x_of(float(isotherm), TOP_HPA)) - 12, 12), f"{isotherm}", 11, GREY, "mm")
    return panel.image


def _warm_band(panel: Panel) -> None:
    """Shade every second 10-degree band darker, so that a temperature can be followed upwards."""
    for isotherm in range(-110, 50, 20):
        left = _curve(np.full(2, float(isotherm)), np.array([BOTTOM_HPA, TOP_HPA]))
        right = _curve(np.full(2, isotherm + 10.0), np.array([TOP_HPA, BOTTOM_HPA]))
        panel.area(np.concatenate([left, right]), (*BAND, 255))


def _mixing_ratio_lines(panel: Panel) -> None:
    pressure = np.geomspace(BOTTOM_HPA, 600.0, 12)
    for ratio in MIXING_RATIOS_G_KG:
        vapour = pressure * ratio / 1000 / (ratio / 1000 + EPSILON)
        line = _curve(dewpoint_of(vapour) - FREEZING, pressure)
        panel.dashes(line, TEAL, 0.9, on=3, off=4)
        panel.text((line[-1, 0], line[-1, 1] - 7), f"{ratio}", 11, TEAL, "mm")

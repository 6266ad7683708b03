"""The table of indices beside the drawing."""

from __future__ import annotations

import math

from PIL import ImageDraw

from mesocosm.earth.drawing.text_font import text_font
from mesocosm.earth.weather.soundings.brushes import ALARMS, BAND, BLACK, BLUE, GREY, PALE, PURPLE, RED, Colour
from mesocosm.earth.weather.soundings.indices import Indices

WIDTH = 384
ROW = 25
SIZE = 16
PARCEL_COLUMNS = (("CAPE", 124), ("CIN", 186), ("LCL", 250), ("LFC", 316), ("EL", 384))
"""Heading and right edge of each column."""
LAYER_COLUMNS = (("SRH", 168), ("shear", 252))
THRESHOLDS = (6.0, 3.0, 1.0)
"""Composite values at which the background changes."""


def format_value(value: float, digits: int = 0) -> str:
    """Format a value; two hyphens if it is missing."""
    if not math.isfinite(value):
        return "--"
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def draw_table(draw: ImageDraw.ImageDraw, left: int, top: int, indices: Indices, southern: bool = False) -> None:
    """Draw parcels, layers, composites and the rest, from the top left corner down."""
    table = _Table(draw, left, top)
    _parcels(table, indices)
    _layers(table, indices, southern)
    _composites(table, indices)
    _remainder(table, indices)


class _Table:
    """Writes a table row by row from top to bottom."""

    def __init__(self, draw: ImageDraw.ImageDraw, left: int, top: int) -> None:
        self.draw, self.left, self.y = draw, left, top

    def put(self, x: float, words: str, colour: Colour = BLACK, anchor: str = "rm", size: int = SIZE) -> None:
        self.draw.text((self.left + x, self.y + ROW / 2), words, fill=colour, font=text_font(size), anchor=anchor)

    def down(self, rows: float = 1) -> None:
        self.y += int(rows * ROW)

    def rule(self) -> None:
        self.y += 4
        self.draw.line([self.left, self.y, self.left + WIDTH, self.y], fill=PALE)
        self.y += 4


def _parcels(table: _Table, indices: Indices) -> None:
    table.put(0, "parcel", GREY, "lm", 13)
    for (heading, right), unit in zip(PARCEL_COLUMNS, ("J/kg", "J/kg", "m", "m", "m"), strict=True):
        table.put(right, f"{heading} {unit}", GREY, size=12)
    table.down()
    for name, key, colour in (("surface", "sb", GREY), ("mixed", "ml", BLACK), ("unstable", "mu", PURPLE)):
        table.put(0, f"{name}", colour, "lm")
        for heading, right in PARCEL_COLUMNS:
            table.put(right, format_value(getattr(indices, f"{key}_{heading.lower()}")), _parcel_colour(heading))
        table.down()
    table.rule()


def _parcel_colour(heading: str) -> Colour:
    return {"CAPE": RED, "CIN": BLUE}.get(heading, BLACK)


def _layers(table: _Table, indices: Indices, southern: bool) -> None:
    table.put(0, "layer", GREY, "lm", 13)
    for (heading, right), unit in zip(LAYER_COLUMNS, ("m2/s2", "kt"), strict=True):
        table.put(right, f"{heading} {unit}", GREY, size=12)
    table.put(WIDTH, "storm motion", GREY, size=12)
    table.down()
    motions = (
        f"RM {format_value(indices.right_mover_direction)}° {format_value(indices.right_mover_speed)} kt",
        f"LM {format_value(indices.left_mover_direction)}° {format_value(indices.left_mover_speed)} kt",
        "SRH is of LM" if southern else "",
        "",
    )
    rows = (
        ("0-1 km", indices.srh_1km, indices.shear_1km),
        ("0-3 km", indices.srh_3km, indices.shear_3km),
        ("0-6 km", None, indices.shear_6km),
        ("effective", indices.srh_effective, indices.shear_effective),
    )
    for (name, helicity, shear), motion in zip(rows, motions, strict=True):
        table.put(0, name, BLACK, "lm")
        table.put(LAYER_COLUMNS[0][1], "" if helicity is None else format_value(helicity))
        table.put(LAYER_COLUMNS[1][1], format_value(shear))
        table.put(WIDTH, motion, RED if motion.startswith("RM") else BLUE, size=13)
        table.down()
    table.rule()


def _composites(table: _Table, indices: Indices) -> None:
    values = (("STP effective", indices.stp_effective), ("STP fixed", indices.stp_fixed), ("SCP", indices.scp))
    edges = (0, 148, 272, WIDTH)
    for (name, value), left, right in zip(values, edges, edges[1:], strict=False):
        _alarm(table, left, right - 6, value)
        table.put(left + 6, name, BLACK, "lm", 13)
        table.put(right - 12, format_value(value, 1), BLACK, size=17)
    table.down(1.3)
    table.rule()


def _alarm(table: _Table, left: int, right: int, value: float) -> None:
    colour = next((colour for least, colour in zip(THRESHOLDS, ALARMS, strict=True) if value >= least), BAND)
    table.draw.rounded_rectangle(
        [table.left + left, table.y - 2, table.left + right, table.y + ROW + 2], 4, fill=colour
    )


def _remainder(table: _Table, indices: Indices) -> None:
    inflow = f"{format_value(indices.effective_bottom)}-{format_value(indices.effective_top)} m"
    pairs = (
        ("lapse rate 0-3 km", f"{format_value(indices.lapse_rate_3km, 1)} K/km"),
        ("700-500 hPa", f"{format_value(indices.lapse_rate_700_500, 1)} K/km"),
        ("precipitable water", f"{format_value(indices.precipitable_water)} mm"),
        ("freezing", f"{format_value(indices.freezing_level)} m"),
        ("surface", f"{format_value(indices.surface_temperature, 1)} / {format_value(indices.surface_dewpoint, 1)} °C"),
        ("SRH 0-500 m", f"{format_value(indices.srh_500m)} m2/s2"),
        ("effective inflow", "none" if math.isnan(indices.effective_top) else inflow),
        ("MU from", f"{format_value(indices.mu_start)} m"),
    )
    for number, (name, value) in enumerate(pairs):
        left, right = (0, 208) if number % 2 == 0 else (222, WIDTH)
        table.put(left, name, GREY, "lm", 13)
        table.put(right, value, BLACK, size=14)
        if number % 2:
            table.down()

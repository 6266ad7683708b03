"""The whole picture of a sounding: title, skew-T with barbs, hodograph, indices.

MetPy draws the same on matplotlib. To read, analyse and draw a sounding takes a ninth of MetPy's time for indices and
picture alone (8.7 times as many per second, `benchmarks/tornado_soundings.py`, both sides in one run), and the same
sounding gives the same bytes.
"""

from __future__ import annotations

import math
from functools import cache

from PIL import Image, ImageDraw

from mesocosm.earth.drawing.text_font import text_font
from mesocosm.earth.weather.soundings import barbs, hodograph, index_table, skewt
from mesocosm.earth.weather.soundings.brushes import (
    BLACK,
    GREEN,
    GREY,
    PURPLE,
    RED,
    TEAL,
    WARM,
    WHITE,
    Colour,
    png,
)
from mesocosm.earth.weather.soundings.indices import Analysis, analyse
from mesocosm.earth.weather.soundings.profile import Sounding

WIDTH, HEIGHT = 1200, 900
SKEWT_AT = (58, 64)
BARBS_AT = (SKEWT_AT[0] + skewt.WIDTH + 4, SKEWT_AT[1] - barbs.OVERLAP)
RIGHT = 800
HODOGRAPH_AT = (RIGHT, SKEWT_AT[1])
TABLE_AT = (RIGHT, HODOGRAPH_AT[1] + hodograph.SIZE + 12)
BORDER: Colour = (120, 122, 130)


def draw_sounding(sounding: Sounding, analysis: Analysis | None = None, distance_km: float | None = None) -> bytes:
    """Draw a PNG of 1200 × 900 pixels; the same sounding gives the same bytes.

    Args:
        sounding: Sounding to draw.
        analysis: Its indices, if they are already known.
        distance_km: Distance of the station from the requested point, for the title.
    """
    worked_out = analysis or analyse(sounding.profile, sounding.southern)
    picture = _base().copy()
    picture.paste(skewt.draw_skewt(worked_out), SKEWT_AT)
    picture.paste(barbs.draw_barbs(worked_out.profile, sounding.southern), BARBS_AT)
    picture.paste(hodograph.draw_hodograph(worked_out), HODOGRAPH_AT)
    draw = ImageDraw.Draw(picture)
    _borders(draw)
    _title(draw, sounding, distance_km)
    _legend(draw, worked_out)
    index_table.draw_table(draw, *TABLE_AT, worked_out.indices, worked_out.southern)
    return png(picture)


@cache
def _base() -> Image.Image:
    """Draw what all pictures share: the scales around the diagram."""
    picture = Image.new("RGB", (WIDTH, HEIGHT), WHITE)
    draw = ImageDraw.Draw(picture)
    left, top = SKEWT_AT
    bottom = top + skewt.HEIGHT
    for isobar in skewt.ISOBARS:
        y = top + float(skewt.y_of(float(isobar)))
        draw.text((left - 7, y), f"{isobar}", fill=BLACK, font=text_font(14), anchor="rm")
    for isotherm in range(-30, 41, 10):
        x = left + float(skewt.x_of(float(isotherm), skewt.BOTTOM_HPA))
        draw.text((x, bottom + 12), f"{isotherm}", fill=BLACK, font=text_font(14), anchor="mm")
    draw.text((left + skewt.WIDTH / 2, bottom + 31), "temperature (°C)", fill=GREY, font=text_font(13), anchor="mm")
    draw.text((left - 7, bottom + 12), "hPa", fill=GREY, font=text_font(13), anchor="rm")
    draw.text((BARBS_AT[0] + barbs.WIDTH / 2, bottom + 31), "wind", fill=GREY, font=text_font(13), anchor="mm")
    return picture


def _borders(draw: ImageDraw.ImageDraw) -> None:
    for (left, top), width, height in (
        (SKEWT_AT, skewt.WIDTH, skewt.HEIGHT),
        (HODOGRAPH_AT, hodograph.SIZE, hodograph.SIZE),
    ):
        draw.rectangle([left - 1, top - 1, left + width, top + height], outline=BORDER)


def _title(draw: ImageDraw.ImageDraw, sounding: Sounding, distance_km: float | None) -> None:
    kind = (
        "forecast sounding"
        if sounding.forecast_hour is not None
        else ""
        if sounding.source == "sounding"
        else "sounding"
    )
    name = " ".join(part for part in (sounding.station.id, sounding.source, kind) if part)
    draw.text((SKEWT_AT[0], 20), name, fill=BLACK, font=text_font(24), anchor="lm")
    draw.text((WIDTH - 16, 20), _valid(sounding), fill=BLACK, font=text_font(24), anchor="rm")
    draw.text((SKEWT_AT[0], 46), _place(sounding, distance_km), fill=GREY, font=text_font(15), anchor="lm")
    draw.text((WIDTH - 16, 46), _run(sounding), fill=GREY, font=text_font(15), anchor="rm")


def _valid(sounding: Sounding) -> str:
    valid = sounding.profile.valid
    return "valid time not given" if valid is None else f"valid {valid:%Y-%m-%d %H:%M} UTC"


def _run(sounding: Sounding) -> str:
    return "" if sounding.run is None else f"hour {sounding.forecast_hour} of the run of {sounding.run:%Y-%m-%d %H} UTC"


def _place(sounding: Sounding, distance_km: float | None) -> str:
    station = sounding.station
    parts = []
    if math.isfinite(station.latitude) and math.isfinite(station.longitude):
        north, east = "N" if station.latitude >= 0 else "S", "E" if station.longitude >= 0 else "W"
        parts.append(f"{abs(station.latitude):.2f} {north} {abs(station.longitude):.2f} {east}")
    if math.isfinite(station.elevation_m):
        parts.append(f"{station.elevation_m:.0f} m above sea level")
    if distance_km is not None:
        parts.append(f"{distance_km:.0f} km from the point asked for")
    return ", ".join(parts)


def _legend(draw: ImageDraw.ImageDraw, analysis: Analysis) -> None:
    """Draw the legend of lines below the diagram."""
    name, ascent = skewt.shaded_parcel(analysis)
    entries: list[tuple[str, Colour]] = [
        ("temperature", RED),
        ("dew point", GREEN),
        ("wet bulb", TEAL),
        ("surface parcel", GREY),
        ("mixed parcel", BLACK),
    ]
    if analysis.unstable.start_hpa < analysis.surface.start_hpa:
        entries.append(("unstable parcel", PURPLE))
    if ascent.cape > 0:
        entries.append((f"shaded: {name} CAPE and CIN", WARM))
    x, y = float(SKEWT_AT[0]), SKEWT_AT[1] + skewt.HEIGHT + 52
    for words, colour in entries:
        draw.line([x, y, x + 16, y], fill=colour, width=3)
        draw.text((x + 21, y), words, fill=BLACK, font=text_font(13), anchor="lm")
        x += 21 + text_font(13).getlength(words) + 16

"""Measuring gravity at the surface."""

from __future__ import annotations

import io
from typing import Annotated, Any

from PIL import Image as Pillow
from PIL import ImageDraw
from pydantic import Field

from mesocosm.tools.tool import Output, tool
from mesocosm.types import Image
from mesocosm.units import In
from mesocosm.workspace.workspace import Workspace
from mesocosm_toy.ground import Ground

Position = Annotated[float, In("m", ge=-1000, le=1000)]
PICTURE = (480, 300)
MARGIN = 40


@tool(skills=("survey",), read_only=True, instant=True)
def read_meter(ground: Ground, /, x_m: Position, y_m: Position) -> Output:
    """Read the gravity meter at one point of the survey area.

    The area spans 1000 m in every direction from its middle. The reading is the anomaly over the regional field.

    Args:
        x_m: Metres east of the middle of the area.
        y_m: Metres north of the middle of the area.
    """
    reading = ground.reading(x_m, y_m)
    return Output(text=f"{reading:.1f} microgal at x = {x_m:g} m, y = {y_m:g} m", data={"anomaly_microgal": reading})


@tool(skills=("survey",))
def survey_line(
    workspace: Workspace,
    ground: Ground,
    /,
    start: tuple[Position, Position],
    end: tuple[Position, Position],
    stations: Annotated[int, Field(ge=2, le=101)] = 21,
    file: str = "line.csv",
) -> Output:
    """Read the meter along a straight line, keep the readings as a table and draw the profile.

    Args:
        start: First point, as [x, y] in metres.
        end: Last point, as [x, y] in metres.
        stations: How many readings, evenly spaced, ends included.
        file: Name of the CSV file to write, with columns x_m, y_m, anomaly_microgal.
    """
    rows = [_station(ground, start, end, index / (stations - 1)) for index in range(stations)]
    table = "x_m,y_m,anomaly_microgal\n" + "".join(f"{x:.3f},{y:.3f},{g:.1f}\n" for x, y, g in rows)
    workspace.write_text(file, table)
    readings = [g for _, _, g in rows]
    x, y, highest = max(rows, key=lambda row: row[2])
    return Output(
        text=f"{stations} readings written to {file}; highest {highest:.1f} microgal at x = {x:.1f} m, y = {y:.1f} m",
        images=(Image(png=draw_profile(readings), caption=f"anomaly along the line, microgal, {file}"),),
        data={"file": file, "highest": {"x_m": x, "y_m": y, "anomaly_microgal": highest}},
        engine="sphere",
        engine_version="1",
        engine_kind="reduced_order",
        seed=ground.seed,
    )


def _station(ground: Ground, start: Any, end: Any, along: float) -> tuple[float, float, float]:
    x = round(start[0] + along * (end[0] - start[0]), 3)
    y = round(start[1] + along * (end[1] - start[1]), 3)
    return x, y, ground.reading(x, y)


def draw_profile(readings: list[float]) -> bytes:
    """Draw a line graph of the readings as PNG: the same pixels for the same numbers."""
    width, height = PICTURE
    low, high = min(0.0, *readings), max(1.0, *readings)
    picture = Pillow.new("RGB", PICTURE, "white")
    draw = ImageDraw.Draw(picture)
    left, top, right, bottom = MARGIN, 20, width - 15, height - MARGIN
    draw.rectangle((left, top, right, bottom), outline="black")
    scale = (bottom - top) / (high - low)
    points = [
        (left + index * (right - left) / (len(readings) - 1), bottom - (value - low) * scale)
        for index, value in enumerate(readings)
    ]
    draw.line(points, fill="#1f5fa8", width=2)
    for x, y in points:
        draw.ellipse((x - 2, y - 2, x + 2, y + 2), fill="#1f5fa8")
    draw.text((4, top), f"{high:.0f}", fill="black")
    draw.text((4, bottom - 8), f"{low:.0f}", fill="black")
    draw.text((left, height - 25), f"station 1 to {len(readings)}", fill="black")
    draw.text((left, 4), "gravity anomaly (microgal)", fill="black")
    buffer = io.BytesIO()
    picture.save(buffer, "PNG")
    return buffer.getvalue()

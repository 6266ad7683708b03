"""Tools that get pictures: parts of one, others of the same place in time, and companions of another sensor."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from mesocosm.errors import ToolError
from mesocosm.suites.eo.lake.frame import Frame, Sensor
from mesocosm.suites.eo.picture_view import Box, Sight, edges_of, png, whole
from mesocosm.suites.eo.workspace_images import Holdings, describe_picture
from mesocosm.tools.tool import Output, tool
from mesocosm.types import Image

Handle = Annotated[str, Field(min_length=1, max_length=64)]
Shares = Annotated[list[float], Field(min_length=4, max_length=4)]
MULTISPECTRAL: tuple[Sensor, ...] = ("sentinel-2", "landsat")
NAMES: dict[Sensor, str] = {"rgb": "optical", "sar": "SAR", "sentinel-2": "Sentinel-2", "landsat": "Landsat"}
AROUND = 0.15
"""Margin of a crop around a box, as a share of the box's longer side."""


@tool(read_only=True)
def crop_optical_or_sar_image(holdings: Holdings, /, image: Handle, box: Handle | Shares) -> Output:
    """Zoom in: cut a part out of an optical or SAR image and look at it.

    Args:
        image: Handle of an image you hold, such as img-1 or crop-2.
        box: The part to cut out: left, top, right, bottom as shares of the given image's sides, 0 to 1 from the upper
            left corner, as in [0.25, 0, 0.75, 0.5]; or the handle of a box found in the image, such as box-3.
    """
    sight = holdings.image(image, "rgb", "sar")
    return look(holdings, _crop(holdings, sight, box, "crop_optical_or_sar_image"))


@tool(read_only=True)
def crop_multispectral_image(holdings: Holdings, /, image: Handle, box: Handle | Shares) -> Output:
    """Cut a part out of all bands of a multispectral image, for indices and masks of that part alone.

    Args:
        image: Handle of a multispectral image you hold.
        box: The part to cut out: left, top, right, bottom as shares of the given image's sides, 0 to 1 from the upper
            left corner, as in [0.25, 0, 0.75, 0.5].
    """
    sight = holdings.image(image, *MULTISPECTRAL)
    return look(holdings, _crop(holdings, sight, box, "crop_multispectral_image"))


@tool(read_only=True)
def get_optical_image_list(holdings: Holdings, /, image: Handle) -> Output:
    """List the optical images of the same place in order of time, each with its date and a handle.

    Args:
        image: Handle of an optical or SAR image of the place.
    """
    sight = holdings.image(image, "rgb", "sar")
    frames = holdings.imagery.frames(sight.frame.site, "rgb")
    return _list(holdings, sight, frames, "get_optical_image_list")


@tool(read_only=True)
def get_next_optical_image(holdings: Holdings, /, image: Handle) -> Output:
    """Get the closest later optical image of the same place and its date, in the same view as the given image.

    Args:
        image: Handle of an optical image.
    """
    return _along(holdings, holdings.image(image, "rgb"), "later", "get_next_optical_image")


@tool(read_only=True)
def get_previous_optical_image(holdings: Holdings, /, image: Handle) -> Output:
    """Get the closest earlier optical image of the same place and its date, in the same view as the given image.

    Args:
        image: Handle of an optical image.
    """
    return _along(holdings, holdings.image(image, "rgb"), "earlier", "get_previous_optical_image")


@tool(read_only=True)
def get_multispectral_list(
    holdings: Holdings, /, image: Handle, sensor: Literal["sentinel-2", "landsat", "any"] = "any"
) -> Output:
    """List the multispectral images of a place in order of time, each with its date, sensor, clouds and a handle.

    Args:
        image: Handle of any image of the place.
        sensor: Only images of this sensor.
    """
    sight = holdings.image(image)
    frames = [frame for frame in _multispectral(holdings, sight) if sensor in ("any", frame.sensor)]
    return _list(holdings, sight, frames, "get_multispectral_list")


@tool(read_only=True)
def get_next_multispectral(holdings: Holdings, /, image: Handle, date: str = "") -> Output:
    """Get the next multispectral image of the same satellite and its date, after the given image or after a date.

    The view stays the same. After a photograph or radar image it is one of Sentinel-2.

    Args:
        image: Handle of any image of the place.
        date: A day such as 2025-07-14 to start from; left out, the day of the given image.
    """
    return _multispectral_along(holdings, image, date, "later", "get_next_multispectral")


@tool(read_only=True)
def get_previous_multispectral(holdings: Holdings, /, image: Handle, date: str = "") -> Output:
    """Get the previous multispectral image of the same satellite and its date, before the given image or before a date.

    The view stays the same. Before a photograph or radar image it is one of Sentinel-2.

    Args:
        image: Handle of any image of the place.
        date: A day such as 2025-07-14 to start from; left out, the day of the given image.
    """
    return _multispectral_along(holdings, image, date, "earlier", "get_previous_multispectral")


@tool(read_only=True)
def get_optical_from_sar(holdings: Holdings, /, image: Handle) -> Output:
    """Get the optical companion of a SAR image and its date: the same view, as near in time as there is.

    Args:
        image: Handle of a SAR image.
    """
    return _companion(holdings, holdings.image(image, "sar"), "rgb", "get_optical_from_sar")


@tool(read_only=True)
def get_sar_from_optical(holdings: Holdings, /, image: Handle) -> Output:
    """Get the SAR companion of an optical image and its date: the same view, as near in time as there is.

    Args:
        image: Handle of an optical image.
    """
    return _companion(holdings, holdings.image(image, "rgb"), "sar", "get_sar_from_optical")


def look(holdings: Holdings, sight: Sight, note: str = "") -> Output:
    """Show a view as picture, text and data."""
    text = f"{sight.id}: {NAMES[sight.frame.sensor]} image, {sight.measure}"
    data = describe_picture(sight)
    if note:
        text, data["date"] = f"{text}, {note}", note
    picture = Image(png=png(sight.picture(holdings.imagery.pixels(sight.frame))), caption=sight.id)
    return Output(text=text, images=(picture,), data=data)


def shares_of(box: list[float]) -> Box:
    """Read a box of shares, or refuse it with the reason."""
    left, top, right, bottom = box
    if not all(0.0 <= edge <= 1.0 for edge in box):
        raise ToolError(
            f"box must be left, top, right, bottom as shares of the image between 0 and 1, got {_spell(box)}; divide "
            "pixels by the image's size, or cite the handle of a box"
        )
    if not (left < right and top < bottom):
        raise ToolError(f"box must have left < right and top < bottom, got {_spell(box)}")
    return left, top, right, bottom


def _spell(box: Iterable[float]) -> str:
    return "[" + ", ".join(f"{edge:.6g}" for edge in box) + "]"


def _crop(holdings: Holdings, sight: Sight, box: str | list[float], tool_name: str) -> Sight:
    if isinstance(box, str):
        edges = _about(holdings, sight, box)
        return holdings.keep_image(sight.frame, edges, tool_name, (sight.id, box), kind="crop")
    left, top, right, bottom = shares_of(box)
    columns, rows = sight.size
    part = sight.in_frame((left * columns, top * rows, right * columns, bottom * rows))
    return holdings.keep_image(sight.frame, _edges(sight.frame, part), tool_name, (sight.id,), kind="crop")


def _about(holdings: Holdings, sight: Sight, handle: str) -> tuple[int, int, int, int]:
    """Return the whole pixels around a box that was found in the same frame."""
    held = holdings.box(handle)
    if holdings.images[held.image].frame.name != sight.frame.name:
        raise ToolError(f"{handle} was found in {held.image}, not in {sight.id}; crop {held.image}")
    left, top, right, bottom = held.box
    edge = max(AROUND * max(right - left, bottom - top), 4.0)
    columns, rows = sight.frame.size
    return _edges(
        sight.frame,
        (max(left - edge, 0.0), max(top - edge, 0.0), min(right + edge, columns), min(bottom + edge, rows)),
    )


def _edges(frame: Frame, box: Box) -> tuple[int, int, int, int]:
    columns, rows = frame.size
    return edges_of(frame, (box[0] / columns, box[1] / rows, box[2] / columns, box[3] / rows))


def _list(holdings: Holdings, sight: Sight, frames: Iterable[Frame], tool_name: str) -> Output:
    rows: list[JsonValue] = []
    lines = []
    for frame in frames:
        kept = holdings.keep_image(frame, _same_view(sight, frame), tool_name, (sight.id,))
        row: dict[str, JsonValue] = {**describe_picture(kept), "date": frame.day, "sensor": NAMES[frame.sensor]}
        line = f"{kept.id}  {frame.day}  {NAMES[frame.sensor]}"
        if frame.sensor in MULTISPECTRAL:
            cloudy = holdings.imagery.cloud_percent(frame)
            row["cloud_percent"] = cloudy
            line += f"  cloud {cloudy:g} %"
        rows.append(row)
        lines.append(line)
    text = f"{len(rows)} images, from the earliest to the latest:\n" + "\n".join(lines) if rows else "no images"
    return Output(text=text, data={"images": rows})


def _same_view(sight: Sight, frame: Frame) -> tuple[int, int, int, int]:
    """Return the view of another frame that shows the same ground; all of the frame if it shows more than the place."""
    if (sight.frame.sensor in MULTISPECTRAL) != (frame.sensor in MULTISPECTRAL) or sight.is_whole:
        return whole(frame)
    return edges_of(frame, sight.shares)


def _along(holdings: Holdings, sight: Sight, way: Literal["later", "earlier"], tool_name: str) -> Output:
    step = holdings.imagery.next if way == "later" else holdings.imagery.previous
    frame = step(sight.frame)
    if frame is None:
        raise ToolError(f"{sight.id} is the {'last' if way == 'later' else 'first'} image: there is none {way}")
    return _show(holdings, sight, frame, tool_name)


def _show(holdings: Holdings, sight: Sight, frame: Frame, tool_name: str) -> Output:
    kept = holdings.keep_image(frame, _same_view(sight, frame), tool_name, (sight.id,))
    return look(holdings, kept, frame.day)


def _multispectral(holdings: Holdings, sight: Sight) -> list[Frame]:
    frames = holdings.imagery.frames(sight.frame.site)
    return [frame for frame in frames if frame.sensor in MULTISPECTRAL]


def _multispectral_along(
    holdings: Holdings, image: str, day: str, way: Literal["later", "earlier"], tool_name: str
) -> Output:
    sight = holdings.image(image)
    start = _day(day) if day else None
    sensor: Sensor = sight.frame.sensor if sight.frame.sensor in MULTISPECTRAL else "sentinel-2"
    frames = holdings.imagery.frames(sight.frame.site, sensor)
    chosen = [frame for frame in frames if _is_past(frame, sight.frame.time, start, way)]
    if not chosen:
        raise ToolError(f"there is no {NAMES[sensor]} image {way} than {day or sight.id}; see get_multispectral_list")
    return _show(holdings, sight, chosen[0] if way == "later" else chosen[-1], tool_name)


def _is_past(frame: Frame, time: datetime, day: date | None, way: Literal["later", "earlier"]) -> bool:
    if day is not None:
        return frame.time.date() > day if way == "later" else frame.time.date() < day
    return frame.time > time if way == "later" else frame.time < time


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text.strip()[:10])
    except ValueError:
        raise ToolError(f"date must be a day such as 2025-07-14, got {text[:40]!r}") from None


def _companion(holdings: Holdings, sight: Sight, sensor: Sensor, tool_name: str) -> Output:
    frame = holdings.imagery.companion(sight.frame, sensor)
    if frame is None:
        raise ToolError(f"there is no {NAMES[sensor]} image of this place")
    return _show(holdings, sight, frame, tool_name)

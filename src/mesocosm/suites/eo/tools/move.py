"""Tools that move over an optical image: pan by shares of the view, and widen it."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mesocosm.errors import ToolError
from mesocosm.suites.eo.picture_view import Sight
from mesocosm.suites.eo.tools.gather import Handle, look
from mesocosm.suites.eo.workspace_images import Holdings
from mesocosm.tools.tool import Output, tool

Share = Annotated[float, Field(gt=0, le=4)]
Factor = Annotated[float, Field(gt=1, le=16)]


@tool(read_only=True)
def move_up_optical_image(holdings: Holdings, /, image: Handle, share: Share = 1.0) -> Output:
    """Shift the view up (north), keeping its size. It stops at the edge of the image.

    Args:
        image: Handle of a part of an optical image, such as crop-1.
        share: How far, in heights of the view: 1 shows the neighbouring part, 0.5 overlaps by half.
    """
    return _move(holdings, image, 0.0, -share, "up")


@tool(read_only=True)
def move_down_optical_image(holdings: Holdings, /, image: Handle, share: Share = 1.0) -> Output:
    """Shift the view down (south), keeping its size. It stops at the edge of the image.

    Args:
        image: Handle of a part of an optical image, such as crop-1.
        share: How far, in heights of the view: 1 shows the neighbouring part, 0.5 overlaps by half.
    """
    return _move(holdings, image, 0.0, share, "down")


@tool(read_only=True)
def move_left_optical_image(holdings: Holdings, /, image: Handle, share: Share = 1.0) -> Output:
    """Shift the view left (west), keeping its size. It stops at the edge of the image.

    Args:
        image: Handle of a part of an optical image, such as crop-1.
        share: How far, in widths of the view: 1 shows the neighbouring part, 0.5 overlaps by half.
    """
    return _move(holdings, image, -share, 0.0, "left")


@tool(read_only=True)
def move_right_optical_image(holdings: Holdings, /, image: Handle, share: Share = 1.0) -> Output:
    """Shift the view right (east), keeping its size. It stops at the edge of the image.

    Args:
        image: Handle of a part of an optical image, such as crop-1.
        share: How far, in widths of the view: 1 shows the neighbouring part, 0.5 overlaps by half.
    """
    return _move(holdings, image, share, 0.0, "right")


@tool(read_only=True)
def zoom_out_optical_image(holdings: Holdings, /, image: Handle, factor: Factor = 2.0) -> Output:
    """Widen the view about its middle, as far as the image reaches.

    Args:
        image: Handle of a part of an optical image, such as crop-1.
        factor: How many times as wide and high the view becomes.
    """
    sight = holdings.image(image, "rgb")
    if sight.is_whole:
        raise ToolError(f"{sight.id} shows the whole image: there is nothing beyond its edges")
    left, top, right, bottom = sight.edges
    columns, rows = sight.frame.size
    wide, high = min(round((right - left) * factor), columns), min(round((bottom - top) * factor), rows)
    edges = _within(sight, (left + right - wide) // 2, (top + bottom - high) // 2, wide, high)
    return look(holdings, holdings.keep_image(sight.frame, edges, "zoom_out_optical_image", (sight.id,), kind="crop"))


def _move(holdings: Holdings, image: str, across: float, down: float, way: str) -> Output:
    sight = holdings.image(image, "rgb")
    if sight.is_whole:
        raise ToolError(f"{sight.id} shows the whole image; crop it before you move")
    columns, rows = sight.span
    left, top = sight.edges[0] + round(across * columns), sight.edges[1] + round(down * rows)
    wanted, edges = (left, top, left + columns, top + rows), _within(sight, left, top, columns, rows)
    if edges == sight.edges:
        raise ToolError(f"{sight.id} touches the edge of the image and cannot move {way}")
    tool_name = f"move_{way}_optical_image"
    seen = look(holdings, holdings.keep_image(sight.frame, edges, tool_name, (sight.id,), kind="crop"))
    stopped = "" if edges == wanted else "; the edge of the image stopped it"
    return seen.model_copy(update={"text": seen.text + stopped})


def _within(sight: Sight, left: int, top: int, wide: int, high: int) -> tuple[int, int, int, int]:
    """Push the edges of a view back into the image, keeping its size."""
    columns, rows = sight.frame.size
    left, top = min(max(left, 0), columns - wide), min(max(top, 0), rows - high)
    return left, top, left + wide, top + high

"""Maps in longitude and latitude, north on top: one colour per cell, outlines, and a scale with its unit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.drawing.ink import plain
from mesocosm.earth.drawing.scales import Scale
from mesocosm.earth.drawing.sheet import MARGIN, PALE, Frame, Pixels, Sheet, heading, sheet
from mesocosm.earth.drawing.window import WIDE, Floats, Window, cells_of
from mesocosm.earth.geo.backdrop import Backdrop, LineKind
from mesocosm.earth.geo.outlines import Line

if TYPE_CHECKING:
    import shapely
    import xarray as xr

LEFT, RIGHT, TOP, BOTTOM = 62, 30, 60, 108
"""Margins of a map in pixels: latitudes on the left, nothing on the right, title above, longitudes and scale below."""
NARROWEST = 460
"""Least width of a sheet in pixels, which a title needs."""
GAP, GAP_LINE = (205, 205, 205), (165, 165, 165)
"""Colours of the hatching of cells without a value."""
LINES: dict[LineKind, tuple[str, float]] = {
    "river": ("#5b8fb9", 0.7),
    "border": ("#4a4a4a", 0.45),
    "coast": ("#111111", 0.8),
}
HALO = 0.8
"""Width by which the pale edges of a coast exceed it: without them, it is lost on dark colours."""
FEW_DEGREES = 10.0
"""Largest span, in degrees, whose ticks are at 1, 2 or 5 times a power of ten; larger spans have 3 and 6 too."""
BAR_TOP, BAR_HEIGHT = 36, 14
ENDS: dict[tuple[bool, bool], Literal["neither", "min", "max", "both"]] = {
    (False, False): "neither", (True, False): "min", (False, True): "max", (True, True): "both"
}  # fmt: skip
WIDEST_BAR = 620
TICK_SIZE, TICK_ROOM = 8.5, 12
"""Font size of tick labels, in points, and pixels between a label and the map and the edge of the sheet together."""
LABEL_WIDTH = 40
"""Pixels that a number below the scale needs."""


class MapSheet:
    """A map that is being drawn."""

    def __init__(self, page: Sheet, window: Window, frame: Frame) -> None:
        self.sheet, self.window, self.frame = page, window, frame
        self.axes = page.axes(frame)
        self.axes.set_xlim(window.west, window.east)
        self.axes.set_ylim(window.south, window.north)
        self.axes.set_autoscale_on(False)
        self.has_gaps = False
        self.reach = np.ones((frame.height, frame.width), bool)

    def pixel(self, longitude: float, latitude: float) -> tuple[float, float]:
        """Return the position of a place, in pixels from the upper left corner of the map."""
        window, frame = self.window, self.frame
        x = (longitude - window.west) / (window.east - window.west) * frame.width
        return x, (window.north - latitude) / (window.north - window.south) * frame.height

    def area(self, left: float, top: float, right: float, bottom: float) -> shapely.Polygon:
        """Return the area, in degrees, of a rectangle of pixels."""
        from shapely import box

        window = self.window
        across = (window.east - window.west) / self.frame.width
        up = (window.north - window.south) / self.frame.height
        west, north = window.west + left * across, window.north - top * up
        return box(west, window.north - bottom * up, window.west + right * across, north)

    def spread(self, field: xr.DataArray) -> Floats:
        """Return the field's value at each pixel of the map; NaN where it is missing or the field does not reach."""
        cells, plane = cells_of(field), field.transpose("latitude", "longitude").values.astype(np.float64)
        rows, columns = cells.rows(self.window, self.frame.height), cells.columns(self.window, self.frame.width)
        values = plane[rows][:, columns]
        self.reach = (rows >= 0)[:, None] & (columns >= 0)
        values[~self.reach] = np.nan
        return values

    def shade(self, values: Floats, pixels: Pixels) -> None:
        """Draw pixels; those without a value are hatched, and white outside the field."""
        missing = ~np.isfinite(values)
        self.has_gaps = bool((missing & self.reach).any())
        seen = np.where(missing[..., None], hatch(values.shape), pixels)
        self.sheet.picture(np.where(self.reach[..., None], seen, np.uint8(255)), self.frame.left, self.frame.top)

    def dot(self, where: NDArray[np.bool_]) -> None:
        """Draw dots over the marked pixels."""
        down, right = np.indices(where.shape)
        spots = where & (down % 7 < 2) & (right % 7 < 2)
        ink = np.zeros((*where.shape, 4), np.uint8)
        ink[spots] = (20, 20, 20, 255)
        extent = (*self.axes.get_xlim(), *self.axes.get_ylim())
        self.axes.imshow(ink, extent=extent, aspect="auto", interpolation="nearest", zorder=2.5)

    def land(self, lines: Mapping[LineKind, Sequence[Line]]) -> None:
        """Draw rivers, borders and coasts, whatever meridian their longitudes start from."""
        from matplotlib.collections import LineCollection
        from matplotlib.patheffects import withStroke

        thin = 0.6 if self.window.east - self.window.west > WIDE else 1.0
        for kind, (colour, width) in LINES.items():
            shown = [line for raw in lines.get(kind, ()) for line in self._copies(raw)]
            drawn = LineCollection(shown, colors=colour, linewidths=thin * width, zorder=3)
            if kind == "coast":
                drawn.set_path_effects([withStroke(linewidth=thin * width + HALO, foreground="white", alpha=0.5)])
            self.axes.add_collection(drawn, autolim=False)

    def _copies(self, line: Line) -> Iterator[Line]:
        for turn in (0.0, 360.0):
            west, east = line[:, 0].min() + turn, line[:, 0].max() + turn
            if west < self.window.east and east > self.window.west:
                yield np.add(line, (turn, 0.0))

    def ticks(self) -> None:
        """Label longitudes and latitudes along the sides and draw a light graticule."""
        from matplotlib.ticker import MaxNLocator

        for axis, low, high, most, letters in (
            (self.axes.xaxis, self.window.west, self.window.east, self.frame.width // 70, "WE"),
            (self.axes.yaxis, self.window.south, self.window.north, self.frame.height // 70, "SN"),
        ):
            steps = [1, 2, 3, 5, 6, 10] if high - low > FEW_DEGREES else [1, 2, 5, 10]
            ticks = np.asarray(MaxNLocator(max(2, min(7, most)), steps=steps).tick_values(low, high))
            ticks = ticks[(ticks >= low - 1e-9) & (ticks <= high + 1e-9)]
            axis.set_ticks(ticks, degrees(ticks, letters))
        self.axes.tick_params(length=3, labelsize=TICK_SIZE)
        self._fit_latitudes()
        self.axes.grid(color=PALE, linewidth=0.3, alpha=0.5)

    def _fit_latitudes(self) -> None:
        """Shrink the labels of latitudes whose many decimals do not fit beside the map, as on a map of a town."""
        words = [label.get_text() for label in self.axes.yaxis.get_ticklabels()]
        widest = max((self.sheet.width_of(word, TICK_SIZE) for word in words), default=0.0)
        room = self.frame.left - TICK_ROOM
        if widest > room:
            self.axes.tick_params(axis="y", labelsize=TICK_SIZE * room / widest)

    def bar(self, scale: Scale, label: str, *, factor: float = 1.0) -> None:
        """Draw the colour scale with numbers and label below the map; `factor` converts levels to the unit of the
        label.
        """
        from matplotlib.colorbar import ColorbarBase
        from matplotlib.colors import BoundaryNorm, ListedColormap

        width = min(max(self.frame.width, WIDEST_BAR // 2), WIDEST_BAR)
        marks = _label(scale.levels, width // LABEL_WIDTH)
        top = self.frame.top + self.frame.height + BAR_TOP
        axes = self.sheet.axes(Frame(self.frame.left + (self.frame.width - width) // 2, top, width, BAR_HEIGHT))
        colours = ListedColormap(list(scale.colours)).with_extremes(under=scale.under, over=scale.over)
        drawn = ColorbarBase(
            axes, cmap=colours, norm=BoundaryNorm(scale.levels, len(scale.colours)), orientation="horizontal",
            extend=ENDS[scale.under is not None, scale.over is not None], ticks=marks,
        )  # fmt: skip
        drawn.ax.set_xticklabels([f"{float(f'{level * factor:.6g}'):g}" for level in marks])
        drawn.ax.tick_params(length=3, labelsize=8.5)
        drawn.outline.set_linewidth(0.6)
        self.sheet.headline(self.sheet.width / 2, top + BAR_HEIGHT + 24, label, 9, ha="center")

    def key(self, entries: Sequence[tuple[str, str]], *, below: int = BAR_TOP, marker: str = "s") -> None:
        """Draw a legend of colours below the map."""
        from matplotlib.lines import Line2D

        sign: dict[str, Any] = {
            "linestyle": "none",
            "marker": marker,
            "markersize": 8,
            "markeredgecolor": "#555555",
            "markeredgewidth": 0.5,
        }
        if marker == "-":
            sign = {"linestyle": "-", "linewidth": 2.0}
        handles = [Line2D([], [], color=colour, label=plain(word), **sign) for colour, word in entries]
        bottom = self.frame.top + self.frame.height + below
        middle = self.frame.left + self.frame.width / 2
        columns = key_columns(self.sheet.width, [word for _, word in entries])
        self.sheet.figure.legend(
            handles=handles, loc="upper center", ncols=columns, fontsize=8.5, handletextpad=0.4, columnspacing=1.2,
            bbox_to_anchor=(middle / self.sheet.width, 1 - bottom / self.sheet.height), borderaxespad=0.0,
        )  # fmt: skip

    def gap_note(self) -> None:
        """Explain the hatching, at the lower left, if there is any."""
        if not self.has_gaps:
            return
        y = self.frame.top + self.frame.height + BOTTOM - 24
        self.sheet.picture(hatch((12, 18)), MARGIN, y)
        self.sheet.write(MARGIN + 23, y - 1, "no value", size=8.5)


def page_width_of(window: Window) -> int:
    """Return the width in pixels of a sheet with the map of a window."""
    return max(NARROWEST, LEFT + window.shape[0] + RIGHT)


def key_columns(width: int, words: Sequence[str]) -> int:
    """Return the columns of a legend on a sheet of this width."""
    return max(1, min(len(words), width // (7 * max(map(len, words)) + 45)))


@contextmanager
def map_sheet(window: Window, backdrop: Backdrop, title: str, line: str = "", *, more: int = 0) -> Iterator[MapSheet]:
    """Draw a map of a window; when the block ends, the sheet has its PNG.

    Args:
        window: Part of the globe.
        backdrop: Outlines of the land.
        title: Quantity with its level; `line` says when and from what source.
        line: Text below the title.
        more: Further pixels below the map, for a legend.
    """
    width, height = window.shape
    page_width = page_width_of(window)
    top = TOP + heading(title, line, page_width).more
    frame = Frame((page_width - width + LEFT - RIGHT) // 2, top, width, height)
    with sheet(page_width, top + height + BOTTOM + more) as page:
        page.title(title, line)
        drawn = MapSheet(page, window, frame)
        drawn.land(backdrop.lines(window.box))
        drawn.ticks()
        yield drawn
        drawn.gap_note()


def hatch(shape: tuple[int, ...]) -> Pixels:
    """Return grey pixels with darker slanting lines."""
    down, right = np.indices(shape[:2])
    return np.where(((down + right) % 7 < 1)[..., None], GAP_LINE, GAP).astype(np.uint8)


def degrees(ticks: Floats, letters: str) -> list[str]:
    """Write longitudes as 170°E and latitudes as 45°S."""
    words = []
    for tick in np.asarray(ticks, np.float64):
        value = (tick + 180.0) % 360.0 - 180.0 if letters == "WE" else tick
        value = float(np.round(value, 6))
        side = "" if value == 0 or abs(value) == 180 else letters[value > 0]
        words.append(f"{abs(value):g}°{side}")
    return words


def _label(levels: Sequence[float], most: int) -> list[float]:
    """Choose the levels whose numbers have room; for an anomaly, symmetric about 0."""
    every = -(-len(levels) // max(most, 2))
    if levels[0] == -levels[-1]:
        side = [level for level in levels if level > 0][(every - 1) :: every]
        return [*(-level for level in reversed(side)), *side]
    return list(levels[::every])

"""Charts of values against time, other values or pressure, with units on the axes and a legend below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.drawing.ink import COLOURS, INK, clip_text, plain
from mesocosm.earth.drawing.sheet import GRID, Frame, Sheet, heading, sheet

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Floats = NDArray[np.float64]
Times = NDArray[np.datetime64] | Floats
"""Moments, or decimal years where the calendar is not the standard one."""
WIDTH, HEIGHT = 960, 540
LEFT, RIGHT, TOP, BOTTOM = 84, 28, 62, 62
KEY_ROW = 22
MARKED = 70
"""Longest series, in values, that has a marker at each value."""
GAP = 3
"""Distance of two values, in usual steps, from which they are not joined by a line."""
KEY_LETTERS = 110
"""Characters that a row of the legend can hold."""


class ChartSheet:
    """A chart that is being drawn."""

    def __init__(self, page: Sheet, axes: Axes) -> None:
        self.sheet, self.axes = page, axes

    @property
    def frame(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom pixel of the plot."""
        box = self.axes.get_position()
        left, right = (round(edge * self.sheet.width) for edge in (box.x0, box.x1))
        top, bottom = (round((1 - edge) * self.sheet.height) for edge in (box.y1, box.y0))
        return left, top, right, bottom

    def line(self, x: Times, y: Floats, colour: str, label: str, **style: Any) -> None:
        """Draw a line with breaks at missing values, and with markers where values are few or isolated."""
        few = len(y) <= MARKED
        x, y = break_at_gaps(x, y) if x.dtype.kind == "M" else (x, y)
        marked = np.isfinite(y) if few else _alone(y)
        marks: dict[str, Any] = {"marker": "o", "markersize": 3.2, "markevery": marked} if marked.any() else {}
        drawn: dict[str, Any] = {"lw": 1.4, **marks, **style}
        self.axes.plot(x, y, color=colour, label=plain(clip_text(label, 60)), **drawn)

    def band(self, x: Times, low: Floats, high: Floats, colour: str, opacity: float, label: str) -> None:
        """Fill the area between two lines."""
        shade: dict[str, Any] = {"color": colour, "alpha": opacity, "lw": 0, "label": plain(label)}
        self.axes.fill_between(x, low, high, **shade)

    def level(self, y: float, label: str) -> None:
        """Draw a dashed horizontal line."""
        self.axes.axhline(y, color="#7a0018", lw=1.1, ls=(0, (5, 3)), label=plain(clip_text(label, 60)))

    def key(self) -> None:
        """Draw the legend below the plot."""
        handles, names = self.axes.get_legend_handles_labels()
        for twin in self.sheet.figure.axes:
            if twin is not self.axes:
                more, words = twin.get_legend_handles_labels()
                handles, names = [*handles, *more], [*names, *words]
        if names:
            self.sheet.figure.legend(
                handles, names, loc="lower center", ncols=key_columns(names), fontsize=8.5, handlelength=1.8,
                markerscale=1.4, columnspacing=1.4, borderaxespad=0.4,
            )  # fmt: skip


def break_at_gaps(times: Times, values: Floats) -> tuple[Times, Floats]:
    """Insert a missing value at the beginning of every gap, so that no line is drawn across it."""
    steps = np.diff(times)
    if not len(steps):
        return times, values
    gaps = np.flatnonzero(steps > GAP * np.median(steps))
    places = np.insert(np.arange(len(times)), gaps + 1, gaps)
    is_gap = np.insert(np.zeros(len(times), bool), gaps + 1, True)
    return times[places], np.where(is_gap, np.nan, values[places])


def _alone(values: Floats) -> NDArray[np.bool_]:
    """Find values between two missing ones, which no line shows."""
    known = np.concatenate([[False], np.isfinite(values), [False]])
    return np.asarray(known[1:-1] & ~known[:-2] & ~known[2:])


def key_columns(names: Sequence[str]) -> int:
    """Return the columns of a legend with these names."""
    return max(1, min(len(names), KEY_LETTERS // (max(map(len, names)) + 6)))


@contextmanager
def chart_sheet(
    title: str, line: str, x_label: str, y_label: str, *, names: Sequence[str] = (), width: int = WIDTH
) -> Iterator[ChartSheet]:
    """Draw a chart; when the block ends, the sheet has its PNG.

    Args:
        title: Title of the chart.
        line: Text below the title.
        x_label: Label with unit; empty for times.
        y_label: Label with unit.
        names: Names in the legend, for which room is reserved.
        width: Width of the sheet in pixels.
    """
    rows = -(-len(names) // key_columns(names)) if names else 0
    bottom, more = BOTTOM + KEY_ROW * rows, heading(title, line, width).more
    with sheet(width, HEIGHT + KEY_ROW * rows + more) as page:
        page.title(title, line)
        top = TOP + more
        axes = page.axes(Frame(LEFT, top, width - LEFT - RIGHT, page.height - top - bottom))
        axes.set_xlabel(plain(clip_text(x_label, 90)))
        axes.set_ylabel(plain(clip_text(y_label, 60)))
        axes.grid(color=GRID, linewidth=0.7)
        axes.spines[["top", "right"]].set_visible(False)
        axes.tick_params(labelsize=9)
        drawn = ChartSheet(page, axes)
        yield drawn
        if names:
            drawn.key()


def time_axis(axes: Axes, times: Times) -> None:
    """Format an axis of times, with the year below; in other calendars, an axis of years."""
    from matplotlib.dates import AutoDateLocator, ConciseDateFormatter

    if times.dtype.kind != "M":
        axes.set_xlabel("year")
        return
    locator = AutoDateLocator(minticks=4, maxticks=9)  # type: ignore[no-untyped-call]  # matplotlib has no types for it
    axes.xaxis.set_major_locator(locator)
    forms = ["%Y", "%b", "%d %b", "%H:%M", "%H:%M", "%H:%M:%S"]
    zeros = ["", "%b %Y", "%d %b", "%d %b", "%H:%M", "%H:%M"]
    # The offset would show the month of the last tick, which may differ from that of the values.
    formatter = ConciseDateFormatter(locator, formats=forms, zero_formats=zeros, show_offset=False)  # type: ignore[no-untyped-call]  # as above
    axes.xaxis.set_major_formatter(formatter)
    axes.set_xlabel(f"time (UTC), {_dated(axes)}")


def _dated(axes: Axes) -> str:
    """Return the day of the drawn times, or the year, or the first and last year."""
    from matplotlib.dates import num2date

    first, last = (num2date(end) for end in axes.dataLim.intervalx)  # type: ignore[no-untyped-call]  # as above
    if first.date() == last.date():
        return str(first.date())
    return str(first.year) if first.year == last.year else f"{first.year} to {last.year}"


def named_bars(axes: Axes, names: Sequence[str], values: Floats) -> None:
    """Draw bars from 0: upright if names are short, else horizontal, the first on top; crosses mark missing values."""
    known = np.isfinite(values)
    lying = max(len(name) for name in names) * len(names) > KEY_LETTERS
    place = np.arange(len(names))
    words = [plain(clip_text(name, 26)) for name in names]
    if lying:
        axes.barh(place[known], values[known], color=COLOURS[0], height=0.7)
        axes.set_yticks(place, words)
        axes.set_ylim(len(names) - 0.4, -0.6)
    else:
        axes.bar(place[known], values[known], color=COLOURS[0], width=0.7)
        axes.set_xticks(place, words)
        axes.set_xlim(-0.6, len(names) - 0.4)
    zero = np.zeros(int((~known).sum()))
    spots = (zero, place[~known]) if lying else (place[~known], zero)
    axes.plot(*spots, "x", color=INK, markersize=6)
    (axes.axvline if lying else axes.axhline)(0, color=INK, lw=0.8)

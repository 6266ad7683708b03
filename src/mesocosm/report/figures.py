"""Figures: the same numbers give the same pixels with one version of matplotlib; pyplot and its state are not used."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from mesocosm import registry
from mesocosm.earth.drawing import ink
from mesocosm.errors import UserError
from mesocosm.files import whole
from mesocosm.stats.proportion import Proportion

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis
    from matplotlib.figure import Figure

INK, PALE, GRID = ink.INK, "#d5dde1", "#e6ebee"
COLOURS, plain = ink.COLOURS, ink.plain
STYLE: dict[str, object] = {
    "font.family": "DejaVu Sans",
    "font.size": 10,
    "text.color": INK,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "xtick.color": INK,
    "ytick.color": INK,
    "legend.frameon": False,
    "svg.hashsalt": "mesocosm",
}
DOTS_PER_INCH = 120
WIDTH_IN = 9.0
PAGE_IN = 10.5
"""Height of the text of a page, in inches."""
UNSIGNED: dict[str, dict[str, str | None]] = {"png": {"Software": None}, "svg": {"Date": None, "Creator": None}}
"""Metadata to suppress in each format: what matplotlib would write about the time and itself."""


@contextmanager
def style() -> Iterator[None]:
    """Use our own settings on matplotlib's defaults, whatever the user's matplotlibrc says."""
    matplotlib = _matplotlib()
    defaults = {key: value for key, value in matplotlib.rcParamsDefault.items() if not key.startswith("backend")}
    with matplotlib.rc_context({**defaults, **STYLE}):
        yield


def blank(title: str, *, height_in: float) -> tuple[Figure, list[Axes]]:
    """Make an empty figure of one plot; draw on it inside `style()`."""
    return _plots(title, rows=1, height_in=height_in)


def blank_rows(title: str, *, rows: int, each_in: float = 1.6) -> tuple[Figure, list[Axes]]:
    """Make an empty figure of plots below each other with a common x axis; draw on it inside `style()`."""
    return _plots(title, rows=rows, height_in=1.0 + each_in * rows)


def _plots(title: str, *, rows: int, height_in: float) -> tuple[Figure, list[Axes]]:
    _matplotlib()
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(WIDTH_IN, height_in), dpi=DOTS_PER_INCH, layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(title, x=0.01, ha="left", weight="bold")
    return figure, list(figure.subplots(rows, 1, squeeze=False, sharex=True)[:, 0])


def save(figure: Figure, path: Path) -> None:
    """Write a PNG or an SVG, completely or not at all; nothing in it tells when or by what it was made."""
    kind = path.suffix.removeprefix(".").lower()
    with style(), whole(path) as draft:
        figure.savefig(draft, format=kind, metadata=UNSIGNED[kind])


def settle(figure: Figure) -> None:
    """Limit a figure's height to a page, and compute its layout once for all files that it is written to."""
    figure.set_figheight(min(figure.get_figheight(), PAGE_IN))
    layout = figure.get_layout_engine()
    with style():
        if layout is not None:
            layout.execute(figure)
        figure.set_layout_engine(None)


def colour(place: int) -> str:
    """Return the colour of series number `place`."""
    return COLOURS[place % len(COLOURS)]


def marker(place: int) -> str:
    """Return the marker of series number `place`: another one when the colours repeat."""
    return "os^DvP"[place // len(COLOURS) % 6]


def hatch(place: int) -> str:
    """Return the pattern of series number `place`: none until the colours repeat."""
    return ("", "///", "...", "xxx")[place // len(COLOURS) % 4]


def legend(figure: Figure, axes: Axes) -> None:
    """Draw a legend below the plots, in as many columns as its words allow."""
    handles, names = axes.get_legend_handles_labels()
    if names:
        columns = max(1, 100 // (max(len(name) for name in names) + 9))
        figure.legend(handles, names, loc="outside lower center", ncols=min(columns, len(names)))


def row_height(rows: int, *, each_in: float = 0.36, rest_in: float = 1.5) -> float:
    """Return the height of a figure with so many rows, in inches."""
    return rest_in + each_in * max(rows, 1)


def dodge(place: int, count: int, *, width: float) -> float:
    """Return how far series number `place` of `count` is from the middle of its row, so that none hides another."""
    return width * ((place + 0.5) / count - 0.5)


def reach(shares: Sequence[Proportion]) -> tuple[list[float], list[float]]:
    """Return how far confidence intervals extend below and above their shares, in percent."""
    return [100 * (share.share - share.low) for share in shares], [100 * (share.high - share.share) for share in shares]


def percent_axis(axes: Axes, label: str, *, which: str = "x") -> None:
    """Set up an axis of percent from 0 to 100 with a light grid."""
    if which == "x":
        axes.set_xlim(-2, 102)
        axes.set_xlabel(label)
    else:
        axes.set_ylim(-2, 102)
        axes.set_ylabel(label)
    axes.grid(axis="x" if which == "x" else "y", color=GRID)


def name_rows(axes: Axes, names: Sequence[str]) -> None:
    """Name the rows of a horizontal plot, the first on top."""
    axes.set_yticks(range(len(names)), [plain(name) for name in names])
    axes.set_ylim(len(names) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)


def whole_numbers(axis: Axis) -> None:
    """Put ticks at whole numbers only, for counts."""
    from matplotlib.ticker import MaxNLocator

    axis.set_major_locator(MaxNLocator(nbins="auto", steps=[1, 2, 5, 10], integer=True))


def ramp(steps: int) -> list[str]:
    """Return colours from the worst through a pale one to the best."""
    _matplotlib()
    from matplotlib.colors import LinearSegmentedColormap, to_hex

    shades = LinearSegmentedColormap.from_list("mesocosm", [COLOURS[1], "#f3ece4", COLOURS[0]])
    return [to_hex(shades(step / max(steps - 1, 1))) for step in range(steps)]


def empty_note(axes: Axes, text: str) -> None:
    """Say in the middle of a plot why it is empty."""
    axes.text(0.5, 0.5, text, transform=axes.transAxes, ha="center", va="center")
    axes.set_xticks([])
    axes.set_yticks([])


def _matplotlib() -> ModuleType:
    try:
        return registry.require("matplotlib")
    except ModuleNotFoundError as error:
        raise UserError("matplotlib is not installed; figures need it: pip install matplotlib") from error

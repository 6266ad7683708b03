"""The steps of a workflow as a graph, and the agent's path through it."""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mesocosm.earth.drawing.ink import COLOURS, INK
from mesocosm.suites.terra.scoring.process import Aligned
from mesocosm.suites.terra.scoring.reference import ReferencePath, Step, in_order
from mesocosm.suites.terra.toolkit.families import FAMILIES

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DOTS = 100
TEXT_PT = 8.0
"""Size of the labels, in points of 1/72 inch."""
TEXT_PX = TEXT_PT * DOTS / 72
"""Size of the labels, in pixels of the picture."""
PALE = "#dfe5e8"
WRONG = "#c8102e"
PALETTE = 64
"""Number of shades at the edges of lines and letters, beside the colours that are drawn."""
MOST_LABELS = 40
"""Steps whose tools are named in the picture; if there are more, only the first step of each tool is named."""


@dataclass(frozen=True)
class Spot:
    """Position of a step: length of the longest chain of steps before it, and its row."""

    column: int
    row: int


def spots(path: ReferencePath) -> dict[str, Spot]:
    """Place steps from left to right by their dependencies, and from top to bottom in their order."""
    column: dict[str, int] = {}
    rows: dict[int, int] = defaultdict(int)
    placed: dict[str, Spot] = {}
    for step in in_order(path.steps):
        column[step.id] = 1 + max((column[name] for name in step.after), default=-1)
        placed[step.id] = Spot(column[step.id], rows[column[step.id]])
        rows[column[step.id]] += 1
    return placed


def draw(path: ReferencePath, pairs: Sequence[Aligned], families: Mapping[str, str]) -> bytes:
    """Return a PNG: steps in the colours of their families, filled if a call did them, with the numbers of the calls.

    A red ring marks a step that was done with other arguments than the reference's.

    Args:
        path: Steps.
        pairs: Steps with the calls that did them.
        families: Tool to family.
    """
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    placed = spots(path)
    wide = 1 + max((spot.column for spot in placed.values()), default=0)
    high = 1 + max((spot.row for spot in placed.values()), default=0)
    figure = Figure(figsize=(max(5.0, min(1.5 * wide, 18.0)), max(2.0, min(0.42 * high + 0.9, 9.0))), dpi=DOTS)
    FigureCanvasAgg(figure)
    axes = figure.add_axes((0.02, 0.14, 0.96, 0.84))
    _draw_arrows(axes, path, placed)
    _draw_steps(axes, path, placed, {pair.step: pair for pair in pairs}, families)
    _draw_way(axes, pairs, placed)
    axes.set(xlim=(-0.6, wide - 0.2), ylim=(high - 0.3, -0.7))
    axes.axis("off")
    any_wrong = any(pair.arguments < 1 for pair in pairs)
    _draw_legend(figure, [families.get(step.tool, "") for step in path.steps], any_wrong)
    with io.BytesIO() as file:
        figure.savefig(file, format="png", metadata={"Software": None})
        return _few_colours(file)


def _few_colours(png: io.BytesIO) -> bytes:
    """Reduce the picture to a palette: a log stores one for every episode, and this takes a fraction of the bytes."""
    from PIL import Image, ImageColor

    picture = Image.open(png).convert("RGB")
    drawn = [part for colour in (WRONG, PALE, INK, "#ffffff", *COLOURS) for part in ImageColor.getrgb(colour)[:3]]
    shades = picture.quantize(PALETTE, method=Image.Quantize.MAXCOVERAGE).getpalette() or []
    palette = Image.new("P", (1, 1))
    palette.putpalette(drawn + shades[: 3 * PALETTE])
    with io.BytesIO() as file:
        picture.quantize(palette=palette, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
        return file.getvalue()


def _draw_arrows(axes: Axes, path: ReferencePath, placed: Mapping[str, Spot]) -> None:
    for step in path.steps:
        end = placed[step.id]
        for name in step.after:
            start = placed[name]
            axes.plot([start.column, end.column], [start.row, end.row], color=PALE, linewidth=1, zorder=1)


def _draw_steps(
    axes: Axes,
    path: ReferencePath,
    placed: Mapping[str, Spot],
    done: Mapping[str, Aligned],
    families: Mapping[str, str],
) -> None:
    named: set[str] = set()
    for step in path.steps:
        spot, pair = placed[step.id], done.get(step.id)
        colour = _colour(families.get(step.tool, ""))
        face = colour if pair is not None and pair.exact else PALE if pair is not None else "white"
        is_wrong = pair is not None and pair.arguments < 1
        edge, width = (WRONG, 2.0) if is_wrong else (colour, 1.0)
        axes.plot(
            spot.column, spot.row, "o", markersize=13, color=edge, markeredgewidth=width, markerfacecolor=face, zorder=3
        )
        if pair is not None:
            ink = "white" if pair.exact else INK
            axes.text(
                spot.column,
                spot.row,
                str(pair.call + 1),
                color=ink,
                fontsize=TEXT_PT,
                ha="center",
                va="center",
                zorder=4,
            )
        if len(path.steps) <= MOST_LABELS or step.tool not in named:
            axes.text(
                spot.column + 0.12, spot.row + 0.05, _short(step), color=INK, fontsize=TEXT_PT, va="center", zorder=4
            )
            named.add(step.tool)


def _draw_way(axes: Axes, pairs: Sequence[Aligned], placed: Mapping[str, Spot]) -> None:
    """Draw a thin line from step to step in the order of the agent's calls."""
    way = [placed[pair.step] for pair in sorted(pairs, key=lambda pair: pair.call) if pair.step in placed]
    columns, rows = [spot.column for spot in way], [spot.row for spot in way]
    axes.plot(columns, rows, color=INK, linewidth=0.6, alpha=0.35, zorder=2)


def _draw_legend(figure: object, families: Sequence[str], any_wrong: bool) -> None:
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D

    assert isinstance(figure, Figure)
    shown = [name for name in FAMILIES if name in families]
    handles = [Line2D([], [], marker="o", linestyle="", color=_colour(name), label=name) for name in shown]
    if any_wrong:
        ring = Line2D([], [], marker="o", linestyle="", color=WRONG, markerfacecolor="white", label="other arguments")
        ring.set_markeredgewidth(2.0)
        handles.append(ring)
    figure.legend(handles=handles, loc="lower left", ncols=6, frameon=False, fontsize=TEXT_PT)


def _colour(family: str) -> str:
    known = list(FAMILIES)
    return COLOURS[known.index(family) % len(COLOURS)] if family in known else INK


def _short(step: Step) -> str:
    return step.tool.rpartition(".")[2].replace("_", " ")

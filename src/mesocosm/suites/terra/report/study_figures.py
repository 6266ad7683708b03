"""The figures of the studies: intervals, places under other weights, log odds and correlations."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from mesocosm.report import figures
from mesocosm.report.number_format import number

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Document = Mapping[str, Any]
"""Result of a study, as `terra study --json` writes it."""
DARK = 0.5
"""Share of the scale above which text on a field is dark."""


def draw_bootstrap(document: Document, metrics: Sequence[str]) -> Figure:
    """Draw a plot for each metric: agents with their mean and its interval."""
    agents = list(document["means"])
    title = f"Means with 95 % intervals, {document['draws']} draws over items"
    with figures.style():
        drawn, plots = figures.blank_rows(title, rows=len(metrics), each_in=0.6 + 0.3 * len(agents))
        for axes, metric in zip(plots, metrics, strict=True):
            for place, agent in enumerate(agents):
                interval = document["means"][agent].get(metric)
                if interval is not None and not math.isnan(interval["mean"]):
                    axes.plot([interval["ci_low"], interval["ci_high"]], [place, place], color=figures.INK)
                    axes.plot([interval["mean"]], [place], "o", color=figures.colour(0))
            figures.name_rows(axes, agents)
            axes.set_title(metric)
            axes.set_xlim(-0.02, 1.02)
            axes.grid(axis="x", color=figures.GRID)
        return drawn


def draw_weights(document: Document) -> Figure:
    """Draw how often each agent takes each rank under weights changed at random."""
    shares = document["places"]
    agents = list(document["ranking"])
    title = (
        f"Places of agents under {document['trials']} random weights: "
        f"median Spearman {number(document['median'], 3)}, lowest {number(document['lowest'], 3)}"
    )
    places = [str(place + 1) for place in range(len(agents))]
    return _fields(title, agents, places, [shares[agent] for agent in agents], "share of trials", (0.0, 1.0))


def draw_success(document: Document) -> Figure:
    """Draw the log odds of success for a whole unit of each metric."""
    coefficients = {name: value for name, value in document["coefficients"].items() if not math.isnan(value)}
    title = f"Success from the process: AUC {number(document['auc'], 3)}, {document['n']} episodes"
    with figures.style():
        drawn, [axes] = figures.blank(title, height_in=figures.row_height(len(coefficients)))
        axes.barh(range(len(coefficients)), list(coefficients.values()), color=figures.colour(0), height=0.6)
        axes.axvline(0, color=figures.INK, linewidth=0.8)
        figures.name_rows(axes, list(coefficients))
        axes.set_xlabel("change of the log odds for a whole unit")
        axes.grid(axis="x", color=figures.GRID)
        return drawn


def draw_correlations(document: Document) -> Figure:
    """Draw Pearson correlations of process metrics with outcomes."""
    metrics = list(document)
    outcomes = list(document[metrics[0]])
    values = [[document[metric][outcome] for outcome in outcomes] for metric in metrics]
    return _fields("Process with outcome", metrics, outcomes, values, "Pearson correlation", (-1.0, 1.0))


def _fields(
    title: str,
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float]],
    label: str,
    ends: tuple[float, float],
) -> Figure:
    """Draw a table of coloured fields with their numbers."""
    with figures.style():
        drawn, [axes] = figures.blank(title, height_in=figures.row_height(len(rows)))
        image = axes.imshow(values, vmin=ends[0], vmax=ends[1], cmap="cividis", aspect="auto")
        figures.name_rows(axes, list(rows))
        axes.set_xticks(range(len(columns)), columns)
        _number_fields(axes, values, ends)
        drawn.colorbar(image, ax=axes, label=label)
        return drawn


def _number_fields(axes: Axes, values: Sequence[Sequence[float]], ends: tuple[float, float]) -> None:
    for row, own in enumerate(values):
        for column, value in enumerate(own):
            if math.isnan(value):
                continue
            bright = (value - ends[0]) / (ends[1] - ends[0]) > DARK
            axes.text(column, row, number(value, 2), ha="center", va="center", color="black" if bright else "white")


def drawing(kind: str, metrics: Sequence[str]) -> Callable[[Document], Figure]:
    """Return the function that draws a study of a kind."""
    own: dict[str, Callable[[Document], Figure]] = {
        "bootstrap": lambda document: draw_bootstrap(document, metrics),
        "weights": draw_weights,
        "success": draw_success,
        "correlations": draw_correlations,
    }
    return own[kind]

"""Studies over scored items of several agents."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mesocosm.files import write_json
from mesocosm.screen.options import FormerJson, seed_option
from mesocosm.screen.paths import Output, Place
from mesocosm.screen.tables import json_option, show_json

if TYPE_CHECKING:
    from mesocosm.suites.terra.scoring.studies.results import Rows

FOLDER = Place(exists=True, file_okay=False)
KINDS = ("bootstrap", "weights", "success", "correlations")
COMPARED = ("ToolUseScore", "NumScore", "Hit@tol")


@click.command(cls=FormerJson)
@click.argument("kind", type=click.Choice(KINDS))
@click.argument("results", type=FOLDER)
@click.option("--profile", type=click.Choice(["default", "public_code"]), default="default", show_default=True,
              help="For bootstrap: our draws, or those of the published program (200, unpaired).")  # fmt: skip
@click.option(
    "--draws",
    type=click.IntRange(min=1),
    help="Default for bootstrap: 2000, or 200 with public_code; for weights: 1000.",
)
@seed_option("Seed of the draws.", default=7)
@click.option("-o", "--out", type=Output(dir_okay=False), help="File to write, as JSON.")
@click.option("--figure", type=Output(dir_okay=False), help="Draw a figure into this PNG or SVG file.")
@json_option
def command(
    kind: str,
    results: Path,
    profile: str,
    draws: int | None,
    seed: int,
    out: Path | None,
    figure: Path | None,
    as_json: bool,
) -> None:
    """Make tables and figures over RESULTS: logs of runs, or AGENT.json as `terra grade --folder -o` writes them.

    bootstrap: means with intervals, and paired differences. weights: whether the ranking depends on the weights of
    ToolUseScore. success: logistic regression of success on the process. correlations: process with outcome.
    """
    from mesocosm.suites.terra.scoring.studies.results import read_results

    if figure is not None and figure.suffix.lower() not in (".png", ".svg"):
        raise click.UsageError(f"--figure must be a .png or .svg file, got {figure.name}")
    agents = read_results(results)
    document = _study(kind, agents, profile, draws, seed)
    if figure is not None:
        _draw(kind, document, figure)
    if out is not None:
        write_json(out, document)
    if as_json:
        return show_json(document)
    SHOWN[kind](document)


def _draw(kind: str, document: Mapping[str, Any], into: Path) -> None:
    from mesocosm.report import figures
    from mesocosm.suites.terra.report.study_figures import drawing

    figures.save(drawing(kind, COMPARED)(document), into)
    click.echo(f"drawn into {into}", err=True)


def _study(kind: str, agents: Mapping[str, Rows], profile: str, draws: int | None, seed: int) -> dict[str, Any]:
    from mesocosm.suites.terra.scoring.studies.correlation import process_outcome
    from mesocosm.suites.terra.scoring.studies.success import study_success
    from mesocosm.suites.terra.scoring.studies.weights import TRIALS, study_weights

    if kind == "weights":
        return study_weights(agents, trials=draws or TRIALS, seed=seed).model_dump()
    if kind == "success":
        return study_success(agents).model_dump()
    if kind == "correlations":
        return process_outcome(agents)
    return _bootstrap(agents, profile, draws, seed)


def _bootstrap(agents: Mapping[str, Rows], profile: str, draws: int | None, seed: int) -> dict[str, Any]:
    from mesocosm.suites.terra.scoring.studies.bootstrap import DRAWS, difference, mean_interval, public_bootstrap

    if profile == "public_code":
        number = draws or 200
        results = {name: public_bootstrap(_drop_unknown(rows), n=number, seed=seed) for name, rows in agents.items()}
        means = {name: {metric: mean._asdict() for metric, mean in own.items()} for name, own in results.items()}
        return {"profile": profile, "draws": number, "seed": seed, "means": means, "differences": {}}
    number = draws or DRAWS
    means = {
        name: {
            metric: mean_interval(metric, list(rows.values()), draws=number, seed=seed)._asdict()
            for metric in sorted({metric for row in rows.values() for metric in row})
        }
        for name, rows in agents.items()
    }
    pairs = {
        f"{first} - {second}": {
            metric: difference(agents[first], agents[second], metric, draws=number, seed=seed)._asdict()
            for metric in COMPARED
        }
        for first, second in itertools.combinations(agents, 2)
    }
    return {"profile": profile, "draws": number, "seed": seed, "means": means, "differences": pairs}


def _drop_unknown(rows: Rows) -> list[dict[str, float]]:
    """Return rows without unknown values, which the published program cannot represent."""
    return [{name: value for name, value in row.items() if value == value} for row in rows.values()]


def _show_bootstrap(document: Mapping[str, Any]) -> None:
    from mesocosm.screen.tables import show_table

    title = f"{document['draws']} draws, seed {document['seed']}"
    for heading, key in (("agent", "means"), ("difference", "differences")):
        rows = [
            [name, metric, *_interval(interval)]
            for name, own in document[key].items()
            for metric, interval in own.items()
            if metric in COMPARED
        ]
        if rows:
            show_table((heading, "metric", "mean", "95 % interval", "items"), rows, title)


def _interval(interval: Mapping[str, Any]) -> list[str]:
    from mesocosm.report.number_format import number

    bounds = f"[{number(interval['ci_low'], 4)}, {number(interval['ci_high'], 4)}]"
    return [number(interval["mean"], 4), bounds, str(interval["n"])]


def _show_weights(document: Mapping[str, Any]) -> None:
    from mesocosm.report.number_format import number
    from mesocosm.screen.tables import show_table

    agents = document["agents"]
    metrics = list(next(iter(agents.values())))
    ranked = [[name, *(number(agents[name][metric], 3) for metric in metrics)] for name in document["ranking"]]
    show_table(("agent", *metrics), ranked, "Ranking under the published weights")
    schemes = [[name, number(scheme["spearman"], 3), scheme["ranking"][0], scheme["ranking"][-1]]
               for name, scheme in document["schemes"].items()]  # fmt: skip
    show_table(("weights", "Spearman", "first", "last"), schemes, "Other weights")
    rows = [["trials", str(document["trials"])], ["median Spearman", number(document["median"], 3)]]
    rows += [
        ["lowest Spearman", number(document["lowest"], 3)],
        ["share of at least 0.95", number(document["share_alike"], 3)],
    ]
    rows += [["first unchanged", number(document["top_unchanged"], 3)]]
    rows += [["last unchanged", number(document["bottom_unchanged"], 3)]]
    show_table(("random weights", "value"), rows, "Published weights moved by up to 0.10")


def _show_success(document: Mapping[str, Any]) -> None:
    from mesocosm.report.number_format import number
    from mesocosm.screen.tables import show_table

    rows = [["items", str(document["n"])], ["successes", str(document["successes"])]]
    rows += [["AUC", number(document["auc"], 3)], ["McFadden pseudo-R²", number(document["pseudo_r2"], 3)]]
    rows += [["R² of NumScore", number(document["numscore_r2"], 3)]]
    rows += [[f"log odds per {name}", number(value, 2)] for name, value in document["coefficients"].items()]
    rows += [["left out", ", ".join(document["left_out"]) or "none"]]
    show_table(("study A", "value"), rows, "Success (all fields hit) from the process")


def _show_correlations(document: Mapping[str, Any]) -> None:
    from mesocosm.report.number_format import number
    from mesocosm.screen.tables import show_table

    rows = [[metric, *(number(value, 3) for value in values.values())] for metric, values in document.items()]
    show_table(("Pearson", "NumScore", "Hit@tol"), rows, "Process with outcome, over all items of all agents")


SHOWN = {
    "bootstrap": _show_bootstrap,
    "weights": _show_weights,
    "success": _show_success,
    "correlations": _show_correlations,
}

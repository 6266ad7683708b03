"""Grade one answer and its trace, or a folder of them, from files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mesocosm.errors import UserError
from mesocosm.files import write_json
from mesocosm.screen.options import FormerJson, seed_option
from mesocosm.screen.paths import Output, Place
from mesocosm.screen.tables import json_option, show_json

if TYPE_CHECKING:
    from mesocosm.suites.terra.scoring.profiles import Profile

FILE = Place(exists=True, dir_okay=False)
FOLDER = Place(exists=True, file_okay=False)
PROFILE_NAMES = ("default", "public_code", "paper_eq1", "paper_eq9")


@click.command(cls=FormerJson)
@click.option("--truth", type=FILE, help="number_ground_truth.json: key, value, abs_tol, rel_tol, floor_scale.")
@click.option("--prediction", type=FILE, help="number_prediction.json, a run's trace, or a text with <final_json>.")
@click.option("--reference-trace", type=FILE, help="Required steps: a trace, or steps with ids and `after`.")
@click.option("--trace", type=FILE, help="Calls made; default: those in the prediction, if any.")
@click.option("--folder", type=FOLDER, help="Folder of Q1 ... Qn, each with such files, instead of single ones.")
@click.option("--truths", type=FOLDER, help="Folder of Q1 ... Qn with truths and references, if not in --folder.")
@click.option("--profile", type=click.Choice(PROFILE_NAMES), default="default", show_default=True)
@click.option("--weights", type=FILE, help="JSON of the six weights of ToolUseScore.")
@seed_option("Seed of the intervals of a folder.", default=7)
@click.option(
    "--draws", type=click.IntRange(min=1), default=2000, show_default=True, help="Bootstrap draws of the intervals."
)
@click.option("-o", "--out", type=Output(dir_okay=False), help="File to write, as JSON.")
@json_option
def command(
    truth: Path | None,
    prediction: Path | None,
    reference_trace: Path | None,
    trace: Path | None,
    folder: Path | None,
    truths: Path | None,
    profile: Profile,
    weights: Path | None,
    seed: int,
    draws: int,
    out: Path | None,
    as_json: bool,
) -> None:
    """Grade an answer in a file against its truth, and its calls against a reference."""
    from mesocosm.suites.terra.scoring.folder import score_folder
    from mesocosm.suites.terra.scoring.item import score_files

    _check_choice({"--truth": truth, "--prediction": prediction}, folder, [reference_trace, trace], truths)
    weighted = _weights(weights)
    if folder is not None:
        document = score_folder(folder, truths, profile, weighted, draws=draws, seed=seed)
    else:
        assert truth is not None
        document = score_files(truth, prediction, reference_trace, trace, profile, weighted).document()
    if out is not None:
        write_json(out, document)
    if as_json:
        return show_json(document)
    _show_folder(document) if folder is not None else _show_item(document)


def _check_choice(
    single: Mapping[str, Path | None], folder: Path | None, traces: list[Path | None], truths: Path | None
) -> None:
    given = [name for name, path in single.items() if path is not None]
    if folder is not None and (given or any(traces)):
        raise UserError("--folder scores a folder of items; leave out --truth, --prediction and the traces")
    if folder is None and len(given) < len(single):
        missing = ", ".join(name for name in single if name not in given)
        raise UserError(f"{missing} is missing; give --truth and --prediction, or --folder")
    if folder is None and truths is not None:
        raise UserError("--truths goes with --folder")


def _weights(path: Path | None) -> dict[str, float]:
    from mesocosm.suites.terra.scoring import json_text
    from mesocosm.suites.terra.scoring.process import WEIGHTS

    if path is None:
        return WEIGHTS
    weights = json_text.read(path)
    if not isinstance(weights, dict) or set(weights) - set(WEIGHTS) or not weights:
        raise UserError(
            f"{path} must be an object of weights for some of {', '.join(WEIGHTS)}; got {str(weights)[:80]}"
        )
    for name, value in weights.items():
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < float("inf"):
            raise UserError(f"{path}: {name} must be a number of at least 0, got {value!r}")
    if not sum(weights.values()):
        raise UserError(f"{path}: weights must not all be 0")
    return {name: float(value) for name, value in weights.items()}


def _show_item(document: Mapping[str, Any]) -> None:
    from mesocosm.report.number_format import number
    from mesocosm.screen.tables import show_table

    beside = {name: document[name] for name in ("Process", "Provenance")}
    rows = [[name, number(value, 4)] for name, value in {**document["metrics"], **beside}.items()]
    show_table(("metric", "score"), rows, f"Profile {document['profile']}")
    fields = [
        [field["key"], number(field["hit"], 0), number(field["num"], 4), _cell(field["lam"]), field["reason"]]
        for field in document["details"]["numeric"]
    ]
    show_table(("field", "hit", "NumScore", "tolerance", "reason"), fields)
    if document["details"]["problem"]:
        click.echo(f"the answer: {document['details']['problem']}", err=True)


def _cell(value: float | None) -> str:
    return "–" if value is None else f"{value:g}"


def _show_folder(document: Mapping[str, Any]) -> None:
    from mesocosm.report.number_format import number
    from mesocosm.screen.tables import show_table

    rows = [
        [name, number(row["mean"], 4), f"[{number(row['ci_low'], 4)}, {number(row['ci_high'], 4)}]", str(row["n"])]
        for name, row in document["means"].items()
    ]
    title = f"{document['answered']} of {document['asked']} items answered, profile {document['profile']}"
    show_table(("metric", "mean", "95 % interval", "items"), rows, title)

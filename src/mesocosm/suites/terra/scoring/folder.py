"""A folder of items, Q1 to Qn: every item's scores, and their means with intervals."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from mesocosm.errors import InvalidRecord
from mesocosm.suites.terra.scoring.item import BESIDE, METRICS, ScoredItem, score_files
from mesocosm.suites.terra.scoring.process import WEIGHTS
from mesocosm.suites.terra.scoring.profiles import Profile

QUESTION = re.compile(r"[Qq](\d+)")
TRUTH = ("number_ground_truth.json",)
PREDICTION = ("number_prediction.json", "prediction_example.json", "prediction.json")
REFERENCE = ("reference.json", "Main_trace.json")
TRACE = ("trace.jsonl", "trace.json", "trajectory.json")
WRITTEN = "single_agent_*.json"
"""The published runtime's file name of a trajectory; the last by name counts."""
TABLED = (*METRICS, *BESIDE)


class Found(NamedTuple):
    """The files of one item; a missing prediction means that the item was not answered."""

    truth: Path
    prediction: Path | None
    reference: Path | None
    trace: Path | None


def question_folders(folder: Path) -> list[Path]:
    """Return the folders of items by number; or by name, if none is numbered."""
    inside = sorted(path for path in folder.iterdir() if path.is_dir())
    numbered = [path for path in inside if QUESTION.fullmatch(path.name)]
    if numbered:
        return sorted(numbered, key=lambda path: int(path.name[1:]))
    return [path for path in inside if _first(path, TRUTH)]


def files_of(name: str, run: Path, truths: Path) -> Found:
    """Return the files of an item: the answer from one folder, the truth from the same or another."""
    truth = _first(truths / name, TRUTH)
    if truth is None:
        raise InvalidRecord(f"{truths / name} has no {TRUTH[0]}")
    written = sorted((run / name).glob(WRITTEN)) if (run / name).is_dir() else []
    trace = _first(run / name, TRACE) or (written[-1] if written else None)
    return Found(truth, _first(run / name, PREDICTION), _first(truths / name, REFERENCE), trace)


def _first(folder: Path, names: Sequence[str]) -> Path | None:
    return next((folder / name for name in names if (folder / name).is_file()), None)


def score_folder(
    run: Path,
    truths: Path | None = None,
    profile: Profile = "default",
    weights: Mapping[str, float] = WEIGHTS,
    *,
    draws: int = 2000,
    seed: int = 7,
) -> dict[str, Any]:
    """Return every item's document, means with 95 % intervals, and the number of items answered.

    Args:
        run: Folder of Q1 ... Qn with predictions and traces.
        truths: Folder of Q1 ... Qn with truths and references; may be the same folder.
        profile: Profile of all scores.
        weights: Weights of ToolUseScore.
        draws: Number of draws of the bootstrap.
        seed: Seed of the bootstrap.
    """
    home = truths or run
    names = [path.name for path in question_folders(home)]
    if not names:
        raise InvalidRecord(f"{home} has no folders Q1, Q2, ... with {TRUTH[0]}")
    scored: dict[str, ScoredItem] = {}
    answered = 0
    for name in names:
        found = files_of(name, run, home)
        answered += found.prediction is not None or found.trace is not None
        scored[name] = score_files(
            found.truth, found.prediction or found.trace, found.reference, found.trace, profile, weights
        )
    items = {name: _row(item) for name, item in scored.items()}
    return {
        "profile": profile,
        "asked": len(names),
        "answered": answered,
        "unanswered": len(names) - answered,
        "draws": draws,
        "seed": seed,
        "means": means_of(list(items.values()), draws=draws, seed=seed),
        "items": items,
        "details": {name: item.document()["details"] for name, item in scored.items()},
    }


def _row(item: ScoredItem) -> dict[str, float]:
    return item.metrics() | item.beside()


def means_of(rows: Sequence[Mapping[str, float]], *, draws: int, seed: int) -> dict[str, dict[str, float]]:
    """Return the mean over the items that have the number, with its interval and their count."""
    from mesocosm.suites.terra.scoring.studies.bootstrap import mean_interval

    return {name: mean_interval(name, rows, draws=draws, seed=seed)._asdict() for name in TABLED}

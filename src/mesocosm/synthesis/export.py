"""A folder of worked candidates as files to train on."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from pydantic import JsonValue

from mesocosm.files import spell_json, whole, write_whole
from mesocosm.synthesis.card import croissant, figures, readme
from mesocosm.synthesis.formats import FORMATS, Line, preference, rollout
from mesocosm.synthesis.pipeline import PLAN, Plan, Worked, read_worked


def export(folder: Path) -> dict[str, JsonValue]:
    """Write the lines of every format, the pairs, the rollouts and the card; what the card tells."""
    plan = Plan.model_validate_json((folder / PLAN).read_text())
    worked = list(read_worked(folder))
    kept = [candidate for candidate in worked if candidate.outcome == "kept"]
    names = []
    for name, spell in FORMATS.items():
        names.append(_write(folder / f"{name}.jsonl", (spell(candidate.trajectory) for candidate in kept)))
    names.append(_write(folder / "preferences.jsonl", _pairs(kept)))
    steps = (line for candidate in kept for line in rollout(candidate.trajectory))
    names.append(_write(folder / "rollouts.jsonl", steps))
    told = figures(worked)
    write_whole(folder / "statistics.json", spell_json(told) + "\n")
    write_whole(folder / "README.md", readme(plan, told))
    write_whole(folder / "croissant.json", spell_json(croissant(plan, folder, names)) + "\n")
    return told


def _pairs(kept: Iterable[Worked]) -> Iterable[Line]:
    for candidate in kept:
        for rejected, findings in zip(candidate.rejected, candidate.findings, strict=True):
            yield preference(candidate.trajectory, rejected, tuple(finding.rule for finding in findings))


def _write(path: Path, lines: Iterable[Line]) -> str:
    with whole(path) as draft, draft.open("w", encoding="utf-8") as file:
        for line in lines:
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
    return path.name

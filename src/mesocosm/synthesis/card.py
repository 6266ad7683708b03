"""What a folder of trajectories says of itself: counts, README.md and Croissant.

Croissant is the vocabulary of MLCommons for data sets of machine learning (version 1.0): a JSON-LD document that tools
read without asking a person.
"""

from __future__ import annotations

import hashlib
import statistics
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from pydantic import JsonValue

from mesocosm.synthesis.pipeline import Plan, Worked
from mesocosm.synthesis.trajectory import Trajectory
from mesocosm.types import CANARY


def figures(worked: Sequence[Worked]) -> dict[str, JsonValue]:
    """Counts of what was kept, sent back and dropped, and how long trajectories are."""
    kept = [candidate.trajectory for candidate in worked if candidate.outcome == "kept"]
    broken = Counter(finding.rule for candidate in worked for found in candidate.findings for finding in found)
    return {
        "candidates": len(worked),
        "kept": len(kept),
        "dropped": len(worked) - len(kept),
        "repaired": sum(trajectory.repairs > 0 for trajectory in kept),
        "steps": sum(len(trajectory.steps) for trajectory in kept),
        "calls_median": statistics.median(len(trajectory.steps) for trajectory in kept) if kept else None,
        "calls_most": max((len(trajectory.steps) for trajectory in kept), default=None),
        "by_category": _counts(trajectory.category for trajectory in kept),
        "by_tool": _counts(step.tool for trajectory in kept for step in trajectory.steps),
        "by_finding": _counts(broken.elements()),
        "spread": _spread(kept),
    }


def _counts(names: object) -> dict[str, JsonValue]:
    counted = Counter(names)  # type: ignore[call-overload]  # any iterable of names
    return {name: counted[name] for name in sorted(counted)}


def _spread(kept: Sequence[Trajectory]) -> dict[str, JsonValue]:
    """Over what the suite's facts range: numbers from least to most, words by their number."""
    spread: dict[str, JsonValue] = {}
    for name in sorted({name for trajectory in kept for name in trajectory.facts}):
        values = [trajectory.facts[name] for trajectory in kept if name in trajectory.facts]
        numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
        if len(numbers) == len(values):
            spread[name] = {"least": min(numbers), "median": statistics.median(numbers), "most": max(numbers)}
        else:
            spread[name] = {"different": len({str(value) for value in values})}
    return spread


def readme(plan: Plan, told: dict[str, JsonValue]) -> str:
    """The card for people."""
    categories, tools = told["by_category"], told["by_tool"]
    assert isinstance(categories, dict) and isinstance(tools, dict)
    rows = "\n".join(f"| {name} | {count} |" for name, count in categories.items())
    used = "\n".join(f"| `{name}` | {count} |" for name, count in tools.items())
    return f"""# Trajectories of {plan.suite}

{told["kept"]} worked tasks of the {plan.split} split, seed {plan.seed}: {told["steps"]} calls, {told["calls_median"]} to a
task in the median and {told["calls_most"]} at most. {told["repaired"]} were mended after a review sent them back;
{told["dropped"]} of {told["candidates"]} candidates were dropped. All pictures and answers are generated; none shows a
real place.

| file | holds |
|---|---|
| `react.jsonl`, `chatml.jsonl`, `hermes.jsonl` | the same trajectories in three forms; `<image>` marks stand for `images` in order |
| `preferences.jsonl` | a kept way beside one that a review sent back, with the rules that one broke |
| `rollouts.jsonl` | one line a step: observation, action, reward, done |
| `images/` | PNG files under their SHA-256 |
| `statistics.json`, `croissant.json` | counts; the description that programs read |

| category | trajectories |
|---|---|
{rows}

| tool | calls |
|---|---|
{used}

{CANARY}
"""


def croissant(plan: Plan, folder: Path, names: Sequence[str]) -> dict[str, JsonValue]:
    """The description of the files for programs."""
    files: list[JsonValue] = [_file_object(folder, name) for name in names]
    record_sets: list[JsonValue] = [_record_set(name) for name in names]
    return {
        "@context": {
            "@language": "en", "@vocab": "https://schema.org/", "sc": "https://schema.org/",
            "cr": "http://mlcommons.org/croissant/", "dct": "http://purl.org/dc/terms/",
            "conformsTo": "dct:conformsTo", "recordSet": "cr:recordSet", "field": "cr:field", "source": "cr:source",
            "extract": "cr:extract", "fileObject": "cr:fileObject", "jsonPath": "cr:jsonPath",
            "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
        },
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": f"mesocosm-{plan.suite}-trajectories",
        "description": f"Worked tasks of the mesocosm suite {plan.suite}, {plan.split} split, seed {plan.seed}. {CANARY}",
        "version": "1.0.0",
        "license": "https://creativecommons.org/licenses/by/4.0/",
        "distribution": files,
        "recordSet": record_sets,
    }  # fmt: skip


def _file_object(folder: Path, name: str) -> JsonValue:
    content = (folder / name).read_bytes()
    return {
        "@type": "cr:FileObject",
        "@id": name,
        "name": name,
        "contentUrl": name,
        "contentSize": f"{len(content)} B",
        "encodingFormat": "application/jsonlines",
        "sha256": hashlib.sha256(content).hexdigest(),
    }


def _record_set(name: str) -> JsonValue:
    stem = name.removesuffix(".jsonl")
    field: JsonValue = {
        "@type": "cr:Field",
        "@id": f"{stem}/item",
        "name": "item",
        "dataType": "sc:Text",
        "source": {"fileObject": {"@id": name}, "extract": {"jsonPath": "$.item"}},
    }
    return {"@type": "cr:RecordSet", "@id": stem, "name": stem, "field": [field]}

"""What a folder of trajectories says of itself: counts, and README.md."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from pydantic import JsonValue

from mesocosm.synthesis.croissant import describe
from mesocosm.synthesis.folder import Plan
from mesocosm.synthesis.pipeline import Worked
from mesocosm.synthesis.trajectory import Trajectory
from mesocosm.types import CANARY

TRAIN = "train"
CONTENTS = {
    "react.jsonl": "the trajectories as one text each: thought, action, observation",
    "chatml.jsonl": "the same as messages with `tool_calls`, and the tools' schemas",
    "hermes.jsonl": "the same as messages with `<tool_call>` and `<tool_response>` tags",
    "preferences.jsonl": "a kept way beside one that a review sent back, with the rules that one broke",
    "rollouts.jsonl": "one line a step of every way tried: observation, action, reward, done",
}


class Figures:
    """Counts of what was kept, sent back and dropped, and how long trajectories are; a candidate at a time."""

    def __init__(self) -> None:
        self.outcomes: Counter[str] = Counter()
        self.broken: Counter[str] = Counter()
        self.categories: Counter[str] = Counter()
        self.tools: Counter[str] = Counter()
        self.lengths: list[int] = []
        self.repaired = 0
        self.pictures: set[str] = set()
        self.facts: dict[str, list[JsonValue]] = {}

    def count(self, candidate: Worked) -> None:
        """Take a candidate into account."""
        self.outcomes[candidate.outcome] += 1
        self.broken.update(finding.rule for findings in candidate.findings for finding in findings)
        if candidate.outcome == "kept":
            self._count_kept(candidate.trajectory)

    def _count_kept(self, trajectory: Trajectory) -> None:
        self.categories[trajectory.category] += 1
        self.tools.update(step.tool for step in trajectory.steps)
        self.lengths.append(len(trajectory.steps))
        self.repaired += trajectory.repairs > 0
        self.pictures.update(trajectory.images, *(step.images for step in trajectory.steps))
        for name, value in trajectory.facts.items():
            self.facts.setdefault(name, []).append(value)

    def told(self) -> dict[str, JsonValue]:
        """All counts by name."""
        return {
            "candidates": self.outcomes.total(),
            "kept": self.outcomes["kept"],
            "dropped": self.outcomes["dropped"],
            "repaired": self.repaired,
            "steps": sum(self.lengths),
            "calls_median": statistics.median(self.lengths) if self.lengths else None,
            "calls_most": max(self.lengths, default=None),
            "by_calls": _sorted(str(length).zfill(2) for length in self.lengths),
            "pictures": len(self.pictures),
            "by_category": _sorted(self.categories.elements()),
            "by_tool": _sorted(self.tools.elements()),
            "by_finding": _sorted(self.broken.elements()),
            "spread": {name: _spread(values) for name, values in sorted(self.facts.items())},
        }


def _sorted(names: Iterable[str]) -> dict[str, JsonValue]:
    counted = Counter(names)
    return {name: counted[name] for name in sorted(counted)}


def _spread(values: list[JsonValue]) -> JsonValue:
    """Over what a fact ranges: numbers from least to most, few words by their number, many by how many differ."""
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    if len(numbers) == len(values):
        return {"least": min(numbers), "median": statistics.median(numbers), "most": max(numbers)}
    words = Counter(str(value) for value in values)
    if len(words) > 30:
        return {"different": len(words), "first": min(words), "last": max(words)}
    return {name: words[name] for name in sorted(words)}


def readme(plan: Plan, told: dict[str, JsonValue]) -> str:
    """The card for people."""
    files = "\n".join(f"| `{name}` | {holds} |" for name, holds in CONTENTS.items())
    closing = "" if plan.split == TRAIN else f"\n{CANARY}\n"
    return f"""# Trajectories of {plan.suite}

{told["kept"]} worked tasks of the {plan.split} split, seed {plan.seed}, acted out by `{plan.actor}`: {told["steps"]}
calls, {told["calls_median"]} to a task in the median and {told["calls_most"]} at most, with {told["pictures"]}
different pictures. {told["repaired"]} were mended after a review sent them back; {told["dropped"]} of
{told["candidates"]} candidates were dropped. All pictures, questions and answers are generated; none shows a real
place or person.

| file | holds |
|---|---|
{files}
| `images/` | pictures as {plan.pictures}, by the SHA-256 of the PNG that was seen; `<image>` marks stand for `images` |
| `tools.json` | the schema of every tool |
| `statistics.json`, `croissant.json` | counts; the description that programs read |
| `plan.json`, `lots/` | what the folder was made from, and every candidate with what reviews said of it |

{_table("category", "trajectories", told["by_category"])}
{_table("calls", "trajectories", told["by_calls"])}
{_table("tool", "calls", told["by_tool"])}
{_table("sent back or dropped for", "times", told["by_finding"])}{closing}"""


def _table(what: str, number: str, counts: JsonValue) -> str:
    assert isinstance(counts, dict)
    rows = "".join(f"| {name or 'all'} | {count} |\n" for name, count in counts.items())
    return f"| {what} | {number} |\n|---|---|\n{rows}" if rows else ""


def croissant(plan: Plan, folder: Path, names: list[str]) -> dict[str, JsonValue]:
    """The description of the files for programs."""
    return describe(plan, folder, {name: CONTENTS[name] for name in names})

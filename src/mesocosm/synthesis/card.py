"""The description of a folder of trajectories: counts, and README.md."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from pydantic import JsonValue

from mesocosm.synthesis.croissant import describe
from mesocosm.synthesis.folder import Plan
from mesocosm.synthesis.pairs import REASONS
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
EXAMPLE = """```python
import json
from pathlib import Path

from PIL import Image

folder = Path(".")  # where this file lies
with (folder / "chatml.jsonl").open(encoding="utf-8") as file:
    line = json.loads(file.readline())
pictures = [Image.open(folder / path).convert("RGB") for path in line["images"]]
marks = sum(message["content"].count("<image>") for message in line["messages"])
assert marks == len(pictures)
```"""


class Figures:
    """Counts of kept, sent-back and dropped candidates and of trajectory lengths, updated candidate by candidate."""

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
        """Add a candidate to the counts."""
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

    def as_dict(self) -> dict[str, JsonValue]:
        """Return all counts by name."""
        return {
            "candidates": self.outcomes.total(),
            "kept": self.outcomes["kept"],
            "dropped": self.outcomes["dropped"],
            "repaired": self.repaired,
            "steps": sum(self.lengths),
            "calls_median": statistics.median(self.lengths) if self.lengths else None,
            "calls_most": max(self.lengths, default=None),
            "by_calls": _sort(str(length).zfill(2) for length in self.lengths),
            "pictures": len(self.pictures),
            "by_category": _sort(self.categories.elements()),
            "by_tool": _sort(self.tools.elements()),
            "by_finding": _sort(self.broken.elements()),
            "spread": {name: _spread(values) for name, values in sorted(self.facts.items())},
        }


def _sort(names: Iterable[str]) -> dict[str, JsonValue]:
    counted = Counter(names)
    return {name: counted[name] for name in sorted(counted)}


def _spread(values: list[JsonValue]) -> JsonValue:
    """Summarise the values of a fact: range of numbers, counts of words if there are few, else the number of words."""
    numbers = [value for value in values if isinstance(value, int | float) and not isinstance(value, bool)]
    if len(numbers) == len(values):
        return {"least": min(numbers), "median": statistics.median(numbers), "most": max(numbers)}
    words = Counter(str(value) for value in values)
    if len(words) > 30:
        return {"different": len(words), "first": min(words), "last": max(words)}
    return {name: words[name] for name in sorted(words)}


def readme(plan: Plan, stats: dict[str, JsonValue]) -> str:
    """Return the card for people; its head is for the Hugging Face hub, which reads one file format per config."""
    files = "\n".join(f"| `{name}` | {holds} |" for name, holds in CONTENTS.items())
    closing = "" if plan.split == TRAIN else f"\n{CANARY}\n"
    return f"""{_header(plan, stats)}
# Trajectories of {plan.suite}

{_summary(plan, stats)} All pictures, questions and answers are generated; none shows a real place or person.

Licence: Apache License 2.0, that of mesocosm, which generated the data.

| file | holds |
|---|---|
{files}
| `images/` | pictures as {plan.pictures}, by the SHA-256 of the PNG that was seen; `<image>` marks stand for `images` |
| `tools.json` | the schema of every tool |
| `statistics.json`, `croissant.json` | counts; the description that programs read, column by column |
| `plan.json`, `lots/` | what the folder was made from, and every candidate with what reviews said of it |

{LOADING}

{_table("category", "trajectories", stats["by_category"])}
{_table("calls", "trajectories", stats["by_calls"])}
{_table("tool", "calls", stats["by_tool"])}
{_table("sent back or dropped for", "times", stats["by_finding"])}
{_left_out(stats)}{closing}"""


LOADING = f"""{EXAMPLE}

The first `<image>` mark of a line stands for the first path of `images`, the second for the second, and so on through
all its messages. In `preferences.jsonl`, `images` are those of `chosen` and `images_rejected` those of `rejected`; in
`rollouts.jsonl` they came with the observation, which has no marks. `weight` is 0 of a call that was refused or mended,
for trainers to leave out. In rollouts `reward` is 0 of every way that was not kept, and `score` what its answer alone
is worth."""


def _header(plan: Plan, stats: dict[str, JsonValue]) -> str:
    """Return the YAML head; a file without a line is left out, since it cannot be loaded."""
    empty = set() if stats["kept"] else {"react.jsonl", "chatml.jsonl", "hermes.jsonl"}
    empty |= set() if stats["pairs"] else {"preferences.jsonl"}
    names = [name for name in CONTENTS if name not in empty]
    configs = "\n".join(f"- config_name: {name.removesuffix('.jsonl')}\n  data_files: {name}" for name in names)
    return f"""---
license: apache-2.0
language:
- en
pretty_name: Trajectories of {plan.suite}, {plan.split} split, seed {plan.seed}
tags:
- synthetic
- agents
- tool-use
configs:
{configs}
---
"""


def _summary(plan: Plan, stats: dict[str, JsonValue]) -> str:
    whence = f"of the {plan.split} split, seed {plan.seed}, acted out by `{plan.actor}`"
    if not stats["kept"]:
        return f"No worked task: of {stats['candidates']} candidates {whence}, none was kept."
    return f"""{stats["kept"]} worked tasks {whence}: {stats["steps"]} calls,
{stats["calls_median"]:g} to a task in the median and {stats["calls_most"]} at most, with {stats["pictures"]} different
pictures. {stats["repaired"]} were mended after a review sent them back; {stats["dropped"]} of {stats["candidates"]}
candidates were dropped."""


def _left_out(stats: dict[str, JsonValue]) -> str:
    """Return the number of pairs, and the reasons why there are not more."""
    counts = stats["pairs_left_out"]
    assert isinstance(counts, dict)
    reasons: dict[str, JsonValue] = {text: counts[name] for name, text in REASONS.items() if counts[name]}
    return f"`preferences.jsonl` holds {stats['pairs']} pairs.\n\n{_table('pairs left out since', 'times', reasons)}"


def _table(what: str, number: str, counts: JsonValue) -> str:
    assert isinstance(counts, dict)
    rows = "".join(f"| {name or 'all'} | {count} |\n" for name, count in counts.items())
    return f"| {what} | {number} |\n|---|---|\n{rows}" if rows else ""


def croissant(plan: Plan, folder: Path, names: list[str]) -> dict[str, JsonValue]:
    """Return the description of the files for programs."""
    return describe(plan, folder, {name: CONTENTS[name] for name in names})

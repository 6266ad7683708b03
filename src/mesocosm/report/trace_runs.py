"""Runs known from trace files alone, such as those of MCP clients: what was played, scored here under `default`."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mesocosm import registry
from mesocosm.errors import UserError
from mesocosm.scoring.form import FormClass
from mesocosm.screen.untrusted_text import pass_over
from mesocosm.suite import Suite, split_of
from mesocosm.suite.facts import Facts
from mesocosm.suite.splits import seed_words
from mesocosm.trace.reader import read_trace
from mesocosm.trace.schema import Trace

PROFILE = "default"


@dataclass(frozen=True)
class Played:
    """One episode of a run, from a log or a trace."""

    item: str
    epoch: int
    trace: Trace
    score: float
    success: float
    tokens: int
    failed: bool = False
    """Whether the harness says that it broke."""
    facts: Facts | None = None
    """Facts of the item, if the log contains them."""
    form: FormClass | None = None
    """Form of the answer, if the log contains it."""
    metrics: dict[str, float] = field(default_factory=dict)
    """Other metrics of the suite."""
    reading: str = ""
    """Reading of the answer, if the log contains it."""
    evident_right: bool | None = None
    """Whether an answer that was evident but not submitted would have been right; None if there was none."""

    @property
    def is_broken(self) -> bool:
        """Whether it cannot be judged: it broke, was cut off, or was not scored."""
        if self.failed or self.trace.faults or self.trace.end is None:
            return True
        return math.isnan(self.score) or math.isnan(self.success)


@dataclass(frozen=True)
class Run:
    """The episodes of one agent under one variant of a suite."""

    suite: str
    agent: str
    seed: str
    profile: str
    options: dict[str, str]
    knows_reference: bool = False
    settings: dict[str, str] = field(default_factory=dict)
    is_logged: bool = False
    """Whether it comes from a log; the traces of a run may lie beside its log."""
    played: list[Played] = field(default_factory=list)


def is_trace(path: Path) -> bool:
    """Return whether a path has the ending of trace files."""
    return path.suffix == ".jsonl"


def trace_runs(paths: Sequence[Path]) -> Iterator[Run]:
    """Yield runs from the trace files among the paths and in folders; other files of a folder are skipped."""
    runs: dict[tuple[str, ...], Run] = {}
    epochs: Counter[tuple[str, ...]] = Counter()
    for file, is_named in _files(paths):
        try:
            trace = read_trace(file)
            start = trace.start
            if start is None or not start.suite:
                continue  # of another program
            seed = seed_words(*split_of(start.seed))
            key = (start.suite, start.agent, str(sorted(start.options.items())), seed)
            about = (start.suite, start.agent, seed, PROFILE, dict(start.options), start.knows_reference)
            run = runs.setdefault(key, Run(*about))
            epochs[*key, start.item] += 1
            run.played.append(_score(trace, start.suite, start.item, epochs[*key, start.item]))
        except UserError as error:
            if is_named:
                raise
            pass_over(file, error)
    yield from runs.values()


def _files(paths: Sequence[Path]) -> Iterator[tuple[Path, bool]]:
    """Yield each file, and whether it was named itself."""
    for path in paths:
        if path.is_dir():
            yield from ((file, False) for file in sorted(path.rglob("*.jsonl")))
        elif is_trace(path) and path.is_file():
            yield path, True


def _score(trace: Trace, suite_name: str, item: str, epoch: int) -> Played:
    suite: Suite = registry.load("suites", suite_name)
    score = suite.score(*suite.find(item), trace, PROFILE)
    return Played(
        item=item,
        epoch=epoch,
        trace=trace,
        score=score.value,
        success=score.metrics.get("success", float(score.value >= 1.0)),
        metrics=dict(score.metrics),
        tokens=int(trace.end.spent.get("tokens", 0)) if trace.end is not None else 0,
    )

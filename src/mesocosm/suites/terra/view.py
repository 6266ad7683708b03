"""What a report shows of an episode: the answer beside the truth, the way over the workflow, and what was made."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator

from pydantic import JsonValue

from mesocosm.suite.blocks import Block, PictureBlock, TableBlock, TextBlock
from mesocosm.suites.terra.records import Data, Truth
from mesocosm.suites.terra.score import answered, scored_item
from mesocosm.suites.terra.scoring.answers import FieldScore
from mesocosm.suites.terra.scoring.item import ScoredItem
from mesocosm.suites.terra.scoring.truth import Field
from mesocosm.suites.terra.step_graph import draw
from mesocosm.suites.terra.toolbox import toolbox
from mesocosm.suites.terra.workbench import LIVE_ONLY
from mesocosm.suites.terra.workflows.workflow import LEVEL_WORDS
from mesocosm.trace.schema import Observed, Trace
from mesocosm.types import Item, Reference

MOST_MADE = 60
LONGEST = 80


def view(item: Item[Data], reference: Reference[Truth], trace: Trace) -> tuple[Block, ...]:
    """What was asked of which kind, answers and truth, steps done and left, documents, files."""
    scored = scored_item(reference, trace, "default")
    return (
        _kind(reference.hidden),
        _answers(reference.hidden, trace, scored),
        *_standings(reference.hidden),
        _graph(reference.hidden, scored),
        _process(scored),
        *_made(trace),
    )


def _kind(truth: Truth) -> TextBlock:
    level = f"level {truth.level}, {LEVEL_WORDS[truth.level]}"
    fault = "" if truth.fault is None else f" At request {truth.fault.request} to the archive, {truth.fault.kind}."
    trait = "" if truth.trait == "plain" else f" Particular: {truth.trait}."
    told = (
        f"{truth.domain}, {truth.track} track, {level}; workflow {truth.workflow.replace('_', ' ')} in {truth.region}."
    )
    return TextBlock(title="Kind of request", text=told + trait + fault)


def _answers(truth: Truth, trace: Trace, scored: ScoredItem) -> TableBlock:
    given = answered(trace)
    support = scored.provenance.fields if scored.provenance else {}
    scores = {score.key: score for score in scored.answers.fields}
    rows = [
        (
            field.key,
            _told(next((entry.value for entry in given.values(field.key)), None)),
            _told(field.value),
            _allowed(field, scores[field.key]),
            scores[field.key].reason.replace("_", " "),
            _told(truth.second.get(field.key)),
            support.get(field.key) or "not traced",
        )
        for field in truth.fields
    ]
    headings = ("field", "answer", "truth", "tolerance", "verdict", "second way", "comes from")
    return TableBlock(title="Answer and truth", headings=headings, rows=tuple(rows))


def _allowed(field: Field, score: FieldScore) -> str:
    if field.kind != "number":
        return "the same"
    allowed = score.lam if score.lam is not None else max(field.abs_tol, field.rel_tol * abs(float(str(field.value))))
    return f"± {allowed:.3g} {field.unit}".strip()


def _standings(truth: Truth) -> Iterator[TableBlock]:
    if truth.standings:
        rows = tuple(
            (each.key, each.document, each.section, _told(each.stated), each.measured or "", each.mode, each.how)
            for each in truth.standings
        )
        headings = ("field", "document", "section", "states", "held against", "mode", "which is")
        yield TableBlock(title="What documents say", headings=headings, rows=rows)


def _graph(truth: Truth, scored: ScoredItem) -> PictureBlock:
    done, wanted = len(scored.process.pairs), len(truth.path.steps)
    wrong = sum(pair.arguments < 1 for pair in scored.process.pairs)
    alt = (
        f"The {wanted} steps of the workflow from left to right by what they rest on. {done} were done and bear the "
        f"number of their call, {wrong} of them with other arguments (ringed in red); a thin line follows the calls."
    )
    return PictureBlock(
        title="The way over the workflow", png=draw(truth.path, scored.process.pairs, families()), alt=alt
    )


@functools.cache
def families() -> dict[str, str]:
    """Tool to the family it is shown in."""
    return {tool.id: tool.family for tool in toolbox("all", "ours", LIVE_ONLY).values()}


COUNTED = {"steps": "steps of the reference", "counted": "calls counted", "in_order": "calls in order"}
"""What the counts of a process score are called."""


def _process(scored: ScoredItem) -> TableBlock:
    rows = [(name, _number(value)) for name, value in scored.metrics().items()]
    share = scored.provenance.share if scored.provenance else math.nan
    counts = [(COUNTED.get(name, name), str(count)) for name, count in scored.process.counts.items()]
    return TableBlock(
        title="Scores", headings=("metric", "value"), rows=(*rows, ("provenance", _number(share)), *counts)
    )


def _made(trace: Trace) -> Iterator[TableBlock]:
    """Files with the tool and the engine that made them."""
    rows = []
    for number, (call, seen) in enumerate(trace.calls(), start=1):
        for artifact in seen.artifacts if isinstance(seen, Observed) else ():
            made = artifact.provenance
            engine = f"{made.engine} {made.engine_version} ({made.engine_kind})" if made is not None else ""
            rows.append((artifact.path, str(number), call.tool, engine, f"{artifact.bytes:,}"))
    if rows:
        left = len(rows) - MOST_MADE
        shown = [*rows[:MOST_MADE], *([(f"and {left} more", "", "", "", "")] if left > 0 else [])]
        headings = ("file", "call", "tool", "engine", "bytes")
        yield TableBlock(title="Files that were made", headings=headings, rows=tuple(shown))


def _told(value: JsonValue) -> str:
    if value is None:
        return "left empty"
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _number(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.3f}"

"""Parts of a report on an episode: the answer beside the truth, the path through the workflow, and the files made."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator

from pydantic import JsonValue

from mesocosm.suite.blocks import AnswerBlock, AnswerField, Block, PictureBlock, TableBlock, TextBlock
from mesocosm.suites.terra.drawing.region_map import region_map
from mesocosm.suites.terra.drawing.step_graph import TEXT_PX, draw
from mesocosm.suites.terra.failure_modes import FailureMode, failure_modes
from mesocosm.suites.terra.records import Data, Truth
from mesocosm.suites.terra.score import accepted_answer, scored_item
from mesocosm.suites.terra.scoring.agreement import differing
from mesocosm.suites.terra.scoring.answers import FieldScore
from mesocosm.suites.terra.scoring.calls import calls_of
from mesocosm.suites.terra.scoring.item import ScoredItem
from mesocosm.suites.terra.scoring.prediction import Prediction
from mesocosm.suites.terra.scoring.truth import Field
from mesocosm.suites.terra.toolkit.toolbox import toolbox
from mesocosm.suites.terra.workbench import LIVE_ONLY
from mesocosm.suites.terra.workflows.workflow import LEVEL_WORDS
from mesocosm.trace.schema import Observed, Trace
from mesocosm.types import Item, Reference

MOST_MADE = 60
LONGEST = 80
MOST_SLIPS = 4
"""Number of wrong arguments that are listed: the first ones explain those that follow."""


def view(item: Item[Data], reference: Reference[Truth], trace: Trace) -> tuple[Block, ...]:
    """Show the place, answers and truth, failures; then the steps done and not done, documents, scores and files."""
    scored = scored_item(reference, trace, "default", item.prompt)
    return (
        region_map(item, reference),
        _answers(item.data, reference.hidden, trace, scored),
        *what_went_wrong(reference.hidden, scored, trace),
        _kind(reference.hidden),
        *_standings(reference.hidden),
        _graph(reference.hidden, scored),
        _process(scored),
        *_made_files(trace),
    )


def _kind(truth: Truth) -> TextBlock:
    level = f"level {truth.level}, {LEVEL_WORDS[truth.level]}"
    fault = "" if truth.fault is None else f" At request {truth.fault.request} to the archive, {truth.fault.kind}."
    trait = "" if truth.trait == "plain" else f" Particular: {truth.trait}."
    sentence = (
        f"{truth.domain}, {truth.track} track, {level}; workflow {truth.workflow.replace('_', ' ')} in {truth.region}."
    )
    return TextBlock(title="Kind of request", section="detail", text=sentence + trait + fault)


def _answers(data: Data, truth: Truth, trace: Trace, scored: ScoredItem) -> AnswerBlock:
    submitted = accepted_answer(trace)
    support = scored.provenance.fields if scored.provenance else {}
    scores = {score.key: score for score in scored.answers.fields}
    about = {field.key: field.about for field in data.fields}
    return AnswerBlock(
        fields=tuple(
            AnswerField(
                name=field.key,
                about=about.get(field.key, ""),
                answer=_answered(submitted, field.key),
                truth=_with_unit(field.value, field.unit),
                verdict="right" if scores[field.key].hit == 1.0 else "wrong",
                tolerance=_allowed(field, scores[field.key]),
                second=_with_unit(truth.second.get(field.key), field.unit),
                note=_note(scores[field.key], cited=support.get(field.key) == "cited"),
            )
            for field in truth.fields
        )
    )


def _answered(submitted: Prediction, key: str) -> str:
    entries = submitted.values(key)
    return _describe(entries[0].value) if entries else REASONS["missing"]


def _note(score: FieldScore, *, cited: bool) -> str:
    """Explain the verdict on an answer, and whether it named a source; a number met in a call may be chance."""
    reason = "" if score.hit == 1.0 or score.reason in ("null", "missing") else _reason(score)  # the answer says so
    return "; ".join(part for part in (reason, "the agent named its source" if cited else "") if part)


def _reason(score: FieldScore) -> str:
    return REASONS.get(score.reason, score.reason.replace("_", " "))


def _with_unit(value: JsonValue, unit: str) -> str:
    return f"{_describe(value)} {unit}".strip() if value is not None else _describe(value)


FAILURES: dict[FailureMode, str] = {
    "wrong tools": "More than a tenth of the steps that the reference takes were not done.",
    "wrong arguments": "Steps were done with other arguments than the reference has.",
    "execution error": "More than a tenth of the calls failed, or the agent's own program crashed.",
    "wrong order": "Steps were done in an order that the request does not allow.",
    "schema failure": "No answer was accepted: none was handed in, or its keys are not those that were asked for.",
    "answer format": "The answer has the fields asked for, but a value was left empty or cannot be read.",
    "numeric miss": "A number lies outside its tolerance.",
    "document mismatch": "What a document states, or what the data say against it, was missed.",
    "simulator mismatch": "A value that a simulation gives was missed.",
}
"""Failure label to its meaning, in words."""
NO_KIND = "None of the kinds of failure that the suite has names for holds."
REASONS = {
    "null": "left empty",
    "missing": "not handed in",
    "mismatch": "another answer than the truth",
    "outside_tolerance": "further from the truth than allowed",
    "unparseable": "cannot be read",
}
"""Why a field is not right, in words; reasons not listed here are words already."""


def what_went_wrong(truth: Truth, scored: ScoredItem, trace: Trace) -> Iterator[TextBlock]:
    """Yield the cause first: wrong arguments, failure labels, then wrong fields; nothing if all are right."""
    lost = [field for field in scored.answers.fields if field.hit < 1.0]
    if not lost:
        return
    failed_calls = sum(call.status in ("failed", "invalid") for call in calls_of(trace))
    modes = failure_modes(truth, scored, trace.end.reason if trace.end else None, failed_calls)
    words = [f"{mode.capitalize()}: {FAILURES[mode]}" for mode in modes if mode in FAILURES]
    fields = "; ".join(f"{field.key}: {_reason(field)}" for field in lost)
    losses = f"Lost were {len(lost)} of {len(scored.answers.fields)} fields. {fields}."
    slips = wrong_arguments(truth, scored, trace)
    yield TextBlock(title="What went wrong", text="\n".join([*slips, *(words or [NO_KIND]), losses]))


def wrong_arguments(truth: Truth, scored: ScoredItem, trace: Trace) -> list[str]:
    """List the first calls that did a step with an argument unlike the reference's: value expected, and value used."""
    steps = {step.id: step for step in truth.path.steps}
    calls = calls_of(trace)
    lines = []
    for pair in scored.process.pairs:
        if pair.arguments < 1 and pair.exact and pair.step in steps:
            call = calls[pair.call]
            slips = differing(call.named_arguments(), steps[pair.step].arguments, call.tool, truth.path)
            lines += [
                f"Call {pair.call + 1}, {call.tool.replace('_', ' ')}: {name.replace('_', ' ')} should be "
                f"{_describe(wanted)}, but {_describe(given)} was used."
                for name, (given, wanted) in slips.items()
            ]
    return lines[:MOST_SLIPS] + ([f"And {len(lines) - MOST_SLIPS} more."] if len(lines) > MOST_SLIPS else [])


def _allowed(field: Field, score: FieldScore) -> str:
    if field.kind != "number":
        return ""
    allowed = score.lam if score.lam is not None else max(field.abs_tol, field.rel_tol * abs(float(str(field.value))))
    return f"± {allowed:.3g} {field.unit}".strip() if allowed else "exactly this"


def _standings(truth: Truth) -> Iterator[TableBlock]:
    if truth.standings:
        rows = tuple(
            (each.key, each.document, each.section, _describe(each.stated), each.measured or "", each.mode, each.how)
            for each in truth.standings
        )
        headings = ("field", "document", "section", "states", "held against", "mode", "which is")
        yield TableBlock(title="What documents say", section="detail", headings=headings, rows=rows)


def _graph(truth: Truth, scored: ScoredItem) -> PictureBlock:
    done, wanted = len(scored.process.pairs), len(truth.path.steps)
    wrong = sum(pair.arguments < 1 for pair in scored.process.pairs)
    alt = (
        f"The {wanted} steps of the workflow from left to right by what they rest on. {done} were done and bear the "
        f"number of their call, {wrong} of them with other arguments (ringed in red); a thin line follows the calls."
    )
    return PictureBlock(
        title="The steps of the reference, and which of them were done",
        section="detail",
        png=draw(truth.path, scored.process.pairs, families()),
        alt=alt,
        text_px=TEXT_PX,
    )


@functools.cache
def families() -> dict[str, str]:
    """Return tool to the family under which it is shown."""
    return {tool.id: tool.family for tool in toolbox("all", "ours", LIVE_ONLY).values()}


COUNTED = {"steps": "steps of the reference", "counted": "calls counted", "in_order": "calls in order"}
"""Names of the counts of a process score."""


def _work(scored: ScoredItem) -> list[tuple[str, str]]:
    """Return the process score and its three parts."""
    if scored.work is None:
        return []
    shares = {"process": scored.work.process, "steps established": scored.work.recall,
              "calls that helped": scored.work.precision, "values that follow": scored.work.following}  # fmt: skip
    return [(name, _number(value)) for name, value in shares.items()]


def _process(scored: ScoredItem) -> TableBlock:
    rows = [(name, _number(value)) for name, value in scored.metrics().items()]
    share = scored.provenance.share if scored.provenance else math.nan
    counts = [(COUNTED.get(name, name), str(count)) for name, count in scored.process.counts.items()]
    return TableBlock(
        title="Scores",
        section="detail",
        headings=("metric", "value"),
        rows=(*_work(scored), ("provenance", _number(share)), *rows, *counts),
    )


def _made_files(trace: Trace) -> Iterator[TableBlock]:
    """List the files that were made, with their tool and engine."""
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
        yield TableBlock(title="Files that were made", section="detail", headings=headings, rows=tuple(shown))


def _describe(value: JsonValue) -> str:
    if value is None:
        return "left empty"
    if isinstance(value, list):
        value = ", ".join(str(part) for part in value)
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _number(value: float) -> str:
    return "–" if math.isnan(value) else f"{value:.3f}"

"""All scores of one item, and the document that contains them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from mesocosm.errors import InvalidRecord
from mesocosm.suites.terra.scoring import json_text
from mesocosm.suites.terra.scoring.answers import AnswerScore, score_answers
from mesocosm.suites.terra.scoring.calls import LIST_KEYS, Call, calls_in, read_calls
from mesocosm.suites.terra.scoring.final_json import extract
from mesocosm.suites.terra.scoring.prediction import Prediction, prediction_of
from mesocosm.suites.terra.scoring.process import WEIGHTS, ProcessScore, score_process, without_reference
from mesocosm.suites.terra.scoring.profiles import Profile
from mesocosm.suites.terra.scoring.provenance import Provenance, trace_answers
from mesocosm.suites.terra.scoring.public_process import read_steps, score_public
from mesocosm.suites.terra.scoring.reference import ReferencePath, read_reference
from mesocosm.suites.terra.scoring.truth import Field, read_truth
from mesocosm.suites.terra.scoring.work import Work, score_work
from mesocosm.trace.reader import read_trace
from mesocosm.trace.schema import Said
from mesocosm.types import Record

NAMES = {
    "Hit@tol": "hit",
    "NumScore": "num_score",
    "AnswerFormatValid": "format_valid",
    "InstAcc": "inst_acc",
    "ToolCallSuccessRate": "call_success",
    "ToolAcc": "tool_acc",
    "CategoryF1": "category_f1",
    "ArgAcc": "arg_acc",
    "OrderScore": "order_score",
    "ToolUseScore": "tool_use",
}
"""The paper's metrics to their names here."""
METRICS = tuple(NAMES)
BESIDE = {"Process": "process", "Provenance": "provenance"}
"""Metrics of our own that no profile of the paper has, to their names here."""

RUN_KEYS = frozenset({*LIST_KEYS, "metadata", "run_id", "item_id", "id", "status", "usage", "model"})
"""Keys of a run; an object with any other key contains its answers itself."""


class ScoredItem(Record):
    """Scores of one item under one profile."""

    profile: Profile
    answers: AnswerScore
    process: ProcessScore
    provenance: Provenance | None = None
    work: Work | None = None
    """How the answer was worked for, by what was established; None without calls or reference."""
    tools: tuple[str, ...] = ()
    wanted_tools: tuple[str, ...] = ()

    def metrics(self) -> dict[str, float]:
        """The ten metrics in the order of the paper."""
        known = self.answers.metrics() | self.process.metrics
        return {name: known[name] for name in METRICS}

    def beside(self) -> dict[str, float]:
        """The process score, of `default` alone, and the provenance."""
        return {
            "Process": self.work.process if self.work else math.nan,
            "Provenance": self.provenance.share if self.provenance else math.nan,
        }

    def document(self) -> dict[str, Any]:
        """Return the ten metrics at the top, and again under `metrics` as the published program has them."""
        support = self.provenance.model_dump() if self.provenance else None
        return {
            "profile": self.profile,
            **self.metrics(),
            "metrics": self.metrics(),
            **self.beside(),
            "details": {
                "alignment": self.answers.alignment,
                "numeric": [{"score": field.num, **field.model_dump()} for field in self.answers.fields],
                "extra_keys": list(self.answers.extra),
                "problem": self.answers.problem,
                "tool": {"predicted_tools": list(self.tools), "expected_tools": list(self.wanted_tools)},
                "process": self.process.model_dump(exclude={"metrics"}),
                "provenance": support,
                "work": self.work.model_dump() if self.work else None,
            },
        }


def score_item(
    truth: list[Field],
    prediction: Prediction,
    calls: list[Call] | None = None,
    reference: ReferencePath | None = None,
    weights: Mapping[str, float] = WEIGHTS,
    profile: Profile = "default",
    prompt: str = "",
) -> ScoredItem:
    """Score an answer and its calls against truth and reference; with a trace missing, the process has no score.

    What the prompt says is no evidence: see `telling`.
    """
    if profile == "public_code":
        raise ValueError("public_code reads traces in its own way: use score_files")
    process, work, provenance = without_reference(), None, None
    if calls is not None and reference is not None:
        process = score_process(calls, reference, profile, weights)
        work, provenance = score_work(truth, prediction, calls, reference, prompt)
    elif calls is not None:
        provenance = trace_answers(truth, prediction, calls, prompt)
    return ScoredItem(
        profile=profile,
        answers=score_answers(truth, prediction, profile),
        process=process,
        provenance=provenance,
        work=work if profile == "default" else None,
        tools=tuple(call.tool for call in calls or ()),
        wanted_tools=tuple(step.tool for step in reference.steps) if reference else (),
    )


def score_files(
    truth: Path,
    prediction: Path | None,
    reference: Path | None = None,
    trace: Path | None = None,
    profile: Profile = "default",
    weights: Mapping[str, float] = WEIGHTS,
) -> ScoredItem:
    """Score the same from files. A prediction may contain its own trace; a missing prediction is an empty answer."""
    fields = read_truth(truth, profile)
    document = _read_prediction(prediction) if prediction else None
    answered = read_answer(document, profile)
    if profile == "public_code":
        return _public(fields, answered, document, reference, trace, weights)
    return score_item(
        fields,
        answered,
        _calls(document, trace),
        read_reference(reference) if reference else None,
        weights,
        profile,
    )


def _read_prediction(path: Path) -> Any:
    """Return a prediction's JSON; other text is read as a message, a trace of ours for its submitted answer."""
    if path.suffix == ".jsonl":
        return _handed_in(path)
    text = json_text.text_of(path)
    try:
        return json_text.parse(text)
    except ValueError:
        return text


def _handed_in(path: Path) -> Any:
    """Return the answer submitted in a trace of ours; else its last message, which may contain a block."""
    trace = read_trace(path)
    if trace.answer.accepted:
        return {"answers": trace.answer.value}
    said = [event.text for event in trace.events if isinstance(event, Said) and event.role == "assistant"]
    return said[-1] if said else None


def read_answer(document: Any, profile: Profile = "default") -> Prediction:
    """Return a document's answer: itself, or the block in the conversation it contains, or in its text."""
    records = [{"type": "answer", "content": document}] if isinstance(document, str) else _conversation(document)
    if records is None:
        return prediction_of(document)
    extracted = extract(records, profile)
    return Prediction(problem=extracted.problem) if extracted.payload is None else prediction_of(extracted.payload)


def _conversation(document: Any) -> list[Any] | None:
    """Return the records of a run that has no separate answer."""
    if isinstance(document, Mapping) and set(document) <= RUN_KEYS:
        return next((document[key] for key in LIST_KEYS if isinstance(document.get(key), list)), None)
    is_talk = isinstance(document, list) and any(
        isinstance(record, Mapping) and "key" not in record and {"role", "type"} & set(record) for record in document
    )
    return document if is_talk else None


def _calls(document: Any, trace: Path | None) -> list[Call] | None:
    if trace is not None:
        return read_calls(trace)
    inside = isinstance(document, Mapping) and any(document.get(key) is not None for key in LIST_KEYS)
    return calls_in({key: document[key] for key in LIST_KEYS if key in document}) if inside else None


def _public(
    fields: list[Field],
    answered: Prediction,
    document: Any,
    reference: Path | None,
    trace: Path | None,
    weights: Mapping[str, float],
) -> ScoredItem:
    predicted = json_text.read(trace) if trace else _inner_trace(document)
    wanted = json_text.read(reference) if reference else None
    try:
        process = score_public(predicted, wanted, weights)
    except ValueError as error:
        raise InvalidRecord(f"{trace or reference}: {error}") from error
    return ScoredItem(
        profile="public_code",
        answers=score_answers(fields, answered, "public_code"),
        process=process,
        tools=tuple(call.tool for call in read_steps(predicted)),
        wanted_tools=tuple(call.tool for call in read_steps(wanted)),
    )


def _inner_trace(document: Any) -> Any:
    return document.get("trace") if isinstance(document, Mapping) else None

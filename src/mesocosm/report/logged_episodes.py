"""The episodes of a log as a report shows them; everything comes from the log itself."""

from __future__ import annotations

import base64
import hashlib
import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from pydantic import JsonValue

from mesocosm.report.log_metadata import kept_facts, kept_form, kept_view
from mesocosm.report.logs import Sample, read_log, read_samples
from mesocosm.report.results import SampleRow, sample_row, weight_of
from mesocosm.report.trace_runs import Played
from mesocosm.suite.blocks import Block
from mesocosm.suite.facts import Facts
from mesocosm.trace.foreign.inspect import STORE_KEY
from mesocosm.trace.reader import load
from mesocosm.trace.schema import Trace

PICTURE = "data:image/png;base64,"
"""Beginning of an attachment that is a picture."""


class StoredEpisode(NamedTuple):
    """One episode: its numbers, its item and what happened."""

    row: SampleRow
    facts: Facts
    """Facts of the item; empty in logs that were written before facts were stored."""
    view: tuple[Block, ...]
    """What the suite shows of the episode."""
    explanation: str
    """Explanation by the scorer."""
    trace: Trace
    played: Played
    """The same episode in the form for analyses."""
    prompt: str = ""
    """Question of the item."""
    truth: JsonValue = None
    """True answer; None if the log does not contain it, as that of a sealed run."""
    pictures: Mapping[str, bytes] = MappingProxyType({})
    """PNG files that the agent was shown, by SHA-256, as far as the log contains them."""


def stored_episodes(log: Path) -> Iterator[StoredEpisode]:
    """Read every episode of a log, in the log's order; `InvalidRecord` names a log that cannot be read."""
    weight = weight_of(read_log(log, header_only=True))
    for sample in read_samples(log):
        played = played_of(sample)
        yield StoredEpisode(
            row=sample_row(sample, weight),
            facts=played.facts or Facts(),
            view=kept_view(sample.about),
            explanation=_explanation(sample),
            trace=played.trace,
            played=played,
            prompt=_prompt(sample),
            truth=_truth(sample),
            pictures=_pictures(sample),
        )


def played_of(sample: Sample) -> Played:
    """Return a sample in the form for analyses."""
    scores = sample.scores or {}
    return Played(
        item=str(sample.id),
        epoch=sample.epoch,
        trace=trace_of(sample),
        score=scores["score"].number if "score" in scores else math.nan,
        success=scores["success"].number if "success" in scores else math.nan,
        tokens=sample.tokens,
        failed=sample.error is not None,
        facts=kept_facts(sample.about),
        form=kept_form(sample.about),
        metrics=_drop_nan(scores["details"].numbers) if "details" in scores else {},
        reading=str(sample.about.get("reading") or ""),
        evident_right=sample.about.get("evident_right"),
    )


def _drop_nan(numbers: Mapping[str, float]) -> dict[str, float]:
    """Leave out NaN, which stands for a missing number."""
    return {name: number for name, number in numbers.items() if not math.isnan(number)}


def trace_of(sample: Sample) -> Trace:
    """Return the trace in a sample's store; an empty one if there is none."""
    text = sample.stored_text(STORE_KEY)
    return load(text) if text is not None else Trace(events=())


def _explanation(sample: Sample) -> str:
    score = (sample.scores or {}).get("score")
    return (score.explanation or "") if score is not None else ""


def _prompt(sample: Sample) -> str:
    """Return the item's question; if a log begins with a conversation, its text."""
    if isinstance(sample.input, str):
        return sample.text(sample.input)
    return "\n\n".join(sample.text(said.content) for said in sample.input if isinstance(said.content, str))


def _truth(sample: Sample) -> JsonValue:
    """Return the reference answer; None if the log has none that can be read."""
    try:
        truth: JsonValue = json.loads(sample.text(sample.target)) if isinstance(sample.target, str) else None
    except (ValueError, RecursionError):
        return None
    return truth


def _pictures(sample: Sample) -> dict[str, bytes]:
    """Return the pictures in the messages of a sample by hash, since a trace contains only the hash."""
    found = {}
    for text in sample.attachments.values():
        if text.startswith(PICTURE):
            try:
                data = base64.b64decode(text.removeprefix(PICTURE), validate=True)
            except ValueError:  # an agent can claim anything, also that this is a picture
                continue
            found[hashlib.sha256(data).hexdigest()] = data
    return found

"""The episodes of a log as a report shows them: all that is known of each is in the log itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pydantic import TypeAdapter

from mesocosm.report.logs import Sample, read_log, read_samples
from mesocosm.report.results import SampleRow, sample_row, weight_of
from mesocosm.suite.blocks import Block
from mesocosm.suite.facts import Facts
from mesocosm.trace.foreign.inspect import STORE_KEY
from mesocosm.trace.reader import load
from mesocosm.trace.schema import Trace

BLOCKS: TypeAdapter[tuple[Block, ...]] = TypeAdapter(tuple[Block, ...])


class StoredEpisode(NamedTuple):
    """One episode: its numbers, what it was about and what happened."""

    row: SampleRow
    facts: Facts
    """Empty in logs that were written before facts were kept."""
    view: tuple[Block, ...]
    """What the suite shows of it."""
    explanation: str
    """The scorer's words."""
    trace: Trace


def stored_episodes(log: Path) -> Iterator[StoredEpisode]:
    """Every episode of a log, in the log's order; `InvalidRecord` names a log that cannot be read."""
    weight = weight_of(read_log(log, header_only=True))
    for sample in read_samples(log):
        yield StoredEpisode(
            row=sample_row(sample, weight),
            facts=facts_in(sample) or Facts(),
            view=_view(sample),
            explanation=_explanation(sample),
            trace=trace_of(sample),
        )


def trace_of(sample: Sample) -> Trace:
    """The trace in a sample's store; an empty one where there is none."""
    text = sample.stored_text(STORE_KEY)
    return load(text) if text is not None else Trace(events=())


def facts_in(sample: Sample) -> Facts | None:
    """The facts that were kept with a sample; None in logs from before that."""
    kept = sample.about.get("facts")
    return None if kept is None else Facts.model_validate(kept)


def _view(sample: Sample) -> tuple[Block, ...]:
    kept = sample.about.get("view")
    return BLOCKS.validate_json(kept) if isinstance(kept, str) else ()


def _explanation(sample: Sample) -> str:
    told = (sample.scores or {}).get("score")
    return (told.explanation or "") if told is not None else ""

"""The episodes of a log as a report shows them: all that is known of each is in the log itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from mesocosm.report.kept import kept_facts, kept_view
from mesocosm.report.logs import Sample, read_log, read_samples
from mesocosm.report.results import SampleRow, sample_row, weight_of
from mesocosm.suite.blocks import Block
from mesocosm.suite.facts import Facts
from mesocosm.trace.foreign.inspect import STORE_KEY
from mesocosm.trace.reader import load
from mesocosm.trace.schema import Trace


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
            facts=kept_facts(sample.about) or Facts(),
            view=kept_view(sample.about),
            explanation=_explanation(sample),
            trace=trace_of(sample),
        )


def trace_of(sample: Sample) -> Trace:
    """The trace in a sample's store; an empty one where there is none."""
    text = sample.stored_text(STORE_KEY)
    return load(text) if text is not None else Trace(events=())


def _explanation(sample: Sample) -> str:
    told = (sample.scores or {}).get("score")
    return (told.explanation or "") if told is not None else ""

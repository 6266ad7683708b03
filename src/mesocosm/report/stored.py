"""The episodes of a log as a report shows them: all that is known of each is in the log itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from mesocosm.report.results import SampleRow
from mesocosm.suite.blocks import Block
from mesocosm.suite.facts import Facts
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
    """Every episode of a log, in the log's order."""
    raise NotImplementedError

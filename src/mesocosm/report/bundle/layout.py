"""Where things lie in a bundle. Names are made of numbers alone, so that no name can lead anywhere."""

from __future__ import annotations

import re

MANIFEST = "manifest.json"
MEMBER = re.compile(r"manifest\.json|runs/\d{4}/(run\.json|episodes\.jsonl|traces/\d{6}\.jsonl)", re.ASCII)
MOST_RUNS = 10_000
MOST_MEMBERS = 60_000
"""Below what the plain ZIP format can count."""


def run_member(run: int) -> str:
    """The row of a run."""
    return f"runs/{run:04d}/run.json"


def episodes_member(run: int) -> str:
    """What is said of its episodes, one a line."""
    return f"runs/{run:04d}/episodes.jsonl"


def trace_member(run: int, episode: int) -> str:
    """The trace of an episode, by its line among the episodes."""
    return f"runs/{run:04d}/traces/{episode:06d}.jsonl"

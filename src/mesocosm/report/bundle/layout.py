"""Where things lie in a bundle. Names are made of numbers alone, so that no name can lead anywhere."""

from __future__ import annotations

import re

MANIFEST = "manifest.json"
SIGNATURE = "manifest.sig"
"""The publisher's signature of the manifest; it alone is not on the manifest."""
RUN_PARTS = r"runs/\d{4}/(run\.json|episodes\.jsonl|traces/\d{6}\.jsonl)"
GRADED_PARTS = r"graded/\d{4}\.json|documents/[0-9a-f]{64}"
MEMBER = re.compile(rf"manifest\.(json|sig)|{RUN_PARTS}|{GRADED_PARTS}", re.ASCII)
MOST_RUNS = 10_000
MOST_GRADED = 500
"""Entrants whose documents are graded; each may hold all documents of the bundle."""
MOST_MEMBERS = 60_000
"""Below what the plain ZIP format can count."""
RUNS = "runs/"
TRACES = "/traces/"
"""In the names of traces, and of nothing else."""


def run_member(run: int) -> str:
    """The row of a run."""
    return f"runs/{run:04d}/run.json"


def episodes_member(run: int) -> str:
    """What is said of its episodes, one a line."""
    return f"runs/{run:04d}/episodes.jsonl"


def trace_member(run: int, episode: int) -> str:
    """The trace of an episode, by its line among the episodes."""
    return f"runs/{run:04d}/traces/{episode:06d}.jsonl"


def graded_member(number: int) -> str:
    """What is said of documents that were graded outside any run."""
    return f"graded/{number:04d}.json"


def document_member(sha256: str) -> str:
    """A document, which any number of gradings may share."""
    return f"documents/{sha256}"

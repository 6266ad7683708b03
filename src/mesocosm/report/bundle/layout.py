"""Names of the members of a bundle. They are made of numbers, so that no name can lead outside."""

from __future__ import annotations

import re

MANIFEST = "manifest.json"
SIGNATURE = "manifest.sig"
"""Publisher's signature of the manifest, the only member that the manifest does not list."""
RUN_PARTS = r"runs/\d{4}/(run\.json|episodes\.jsonl|traces/\d{6}\.jsonl)"
GRADED_PARTS = r"graded/\d{4}\.json|documents/[0-9a-f]{64}"
MEMBER = re.compile(rf"manifest\.(json|sig)|{RUN_PARTS}|{GRADED_PARTS}", re.ASCII)
MOST_RUNS = 10_000
MOST_GRADED = 500
"""Most entrants whose documents are graded; each may use all documents of the bundle."""
MOST_MEMBERS = 60_000
"""Most members, below what the plain ZIP format can count."""
RUNS = "runs/"
TRACES = "/traces/"
"""Part of the names of traces, and of no other names."""


def run_member(run: int) -> str:
    """Return the member with the row of a run."""
    return f"runs/{run:04d}/run.json"


def episodes_member(run: int) -> str:
    """Return the member with the claims about its episodes, one a line."""
    return f"runs/{run:04d}/episodes.jsonl"


def trace_member(run: int, episode: int) -> str:
    """Return the member with the trace of an episode, by its line among the episodes."""
    return f"runs/{run:04d}/traces/{episode:06d}.jsonl"


def graded_member(number: int) -> str:
    """Return the member with the claims about documents that were graded outside any run."""
    return f"graded/{number:04d}.json"


def document_member(sha256: str) -> str:
    """Return the member of a document, which any number of gradings may share."""
    return f"documents/{sha256}"

"""Limits of the agents that a scorer serves, so that none can use up its memory, threads or disk."""

from __future__ import annotations

from mesocosm.types import Record


class Limits(Record):
    """Limits far above the needs of honest agents."""

    connections: int = 32
    """Connections at a time; each has at most one open episode."""
    agents: int = 200
    """Names under which items are shown, over the life of a seal."""
    request_bytes: int = 2_000_000
    """Bytes of one message to the scorer; its JSON takes up to 25 times as much memory."""
    trace_bytes: int = 64_000_000
    """Bytes of one trace, beyond which the episode is over and its budget spent; a trace stays in memory until it ends.
    """
    idle_s: float = 3600.0
    """Seconds of silence after which an agent counts as gone."""

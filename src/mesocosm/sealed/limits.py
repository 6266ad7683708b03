"""What a scorer grants the agents it serves, so that none can use up its memory, threads or disk."""

from __future__ import annotations

from mesocosm.types import Record


class Limits(Record):
    """Far above what honest agents need."""

    connections: int = 32
    """At a time; a connection has one open episode at most."""
    agents: int = 200
    """Names under which items are shown, over the life of a seal."""
    request_bytes: int = 2_000_000
    """Of one message to the scorer; its JSON takes some 25 times as much memory at worst."""
    trace_bytes: int = 64_000_000
    """Of one trace, beyond which an episode is over and its budget spent; it stays in memory until it ends."""
    idle_s: float = 3600.0
    """Silence after which an agent counts as gone."""

"""Does nothing at all: whatever it scores, doing nothing scores."""

from __future__ import annotations

from mesocosm.episode.agent import Agent, Case, Script, ScriptAgent


def agent(case: Case) -> Agent:
    """An agent that stops at once."""
    return ScriptAgent(_nothing())


def _nothing() -> Script:
    yield None

"""An agent that does nothing: its score is the score of doing nothing."""

from __future__ import annotations

from mesocosm.episode.agent import Agent, Case, Script, ScriptAgent


def agent(case: Case) -> Agent:
    """Build an agent that stops at once."""
    return ScriptAgent(_nothing())


def _nothing() -> Script:
    yield None

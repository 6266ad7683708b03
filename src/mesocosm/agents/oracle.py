"""An agent that knows the truth. It proves that an item can be solved; each suite provides its own."""

from __future__ import annotations

from mesocosm import registry
from mesocosm.episode.agent import Agent, Case, ScriptAgent

NEEDS_REFERENCE = True


def agent(case: Case) -> Agent:
    """Build the oracle of the item's suite."""
    return ScriptAgent(registry.load("suites", case.item.suite).oracle(case))

"""Works as the oracle does, but makes one of the mistakes an item offers: it must land on that mistake's option."""

from __future__ import annotations

from mesocosm import registry
from mesocosm.episode.agent import Agent, Case, ScriptAgent

NEEDS_REFERENCE = True


def agent(case: Case) -> Agent:
    """The careless twin of the item's oracle."""
    return ScriptAgent(registry.load("suites", case.item.suite).careless(case))

"""Works as the oracle does, but makes one of the mistakes an item offers: it must land on that mistake's option."""

from __future__ import annotations

from typing import Any

from mesocosm import registry
from mesocosm.episode.agent import Agent, Case, ScriptAgent
from mesocosm.errors import InvalidRecord

NEEDS_REFERENCE = True


def check_suite(suite: Any) -> None:
    """Refuse a suite that has no careless twin."""
    if not suite.names_mistakes:
        raise InvalidRecord(f"suite {suite.name} does not name its mistakes, so it has no careless agent")


def agent(case: Case) -> Agent:
    """The careless twin of the item's oracle."""
    return ScriptAgent(registry.load("suites", case.item.suite).careless(case))

"""An agent that works as the oracle does, but makes one mistake of the item, and so reaches that mistake's option."""

from __future__ import annotations

from typing import Any

from mesocosm import registry
from mesocosm.episode.agent import Agent, Case, ScriptAgent
from mesocosm.errors import InvalidRecord

NEEDS_REFERENCE = True


def check_suite(suite: Any) -> None:
    """Refuse a suite that has no careless agent."""
    if not suite.names_mistakes:
        raise InvalidRecord(f"suite {suite.name} does not name its mistakes, so it has no careless agent")


def agent(case: Case) -> Agent:
    """Build the careless agent of the item's suite."""
    return ScriptAgent(registry.load("suites", case.item.suite).careless(case))

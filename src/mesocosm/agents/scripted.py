"""An agent that makes a list of calls, one after the other."""

from __future__ import annotations

from collections.abc import Iterable

from mesocosm.episode.agent import Action, Agent, Case, Script, ScriptAgent

NEEDS_REFERENCE = True


def agent(case: Case) -> Agent:
    """Build an agent that makes the canonical calls of the item's reference."""
    return of(case.reference.canonical)


def of(actions: Iterable[Action]) -> Agent:
    """Build an agent that makes these calls, whatever it observes."""
    return ScriptAgent(_recite(actions))


def _recite(actions: Iterable[Action]) -> Script:
    for action in actions:  # noqa: UP028 - a generator that is sent observations cannot be a `yield from` of a list
        yield action

"""An agent that makes valid calls with random arguments until the episode ends; without tools it draws an option."""

from __future__ import annotations

import re

from mesocosm import seeding
from mesocosm.episode.agent import Action, Agent, Case, Script, ScriptAgent
from mesocosm.errors import InvalidRecord
from mesocosm.tools.sampling import sample
from mesocosm.types import Observation, ToolCall

MOST_CALLS = 200
OPTION = re.compile(r"^([A-Z])\) ", re.MULTILINE)
"""The letter of an option that a task lists."""


def agent(case: Case) -> Agent:
    """Build an agent that draws a tool and arguments for each step; without tools, it draws an option."""
    return ScriptAgent(_wander(case)) if case.tools else _Guesser(case)


class _Guesser:
    """An agent that replies once, with the letter of one of the options in the prompt."""

    def __init__(self, case: Case) -> None:
        self._draw = seeding.generator("agent", "random", case.item.id, case.seed)
        self._done = False

    def act(self, seen: Observation) -> Action:
        letters = OPTION.findall(seen.text)
        if self._done or not letters:
            return None
        self._done = True
        return f"The answer is {letters[self._draw.integers(len(letters))]}."


def _wander(case: Case) -> Script:
    draw = seeding.generator("agent", "random", case.item.id, case.seed)
    names = list(case.tools)
    for _ in range(MOST_CALLS):
        name = names[draw.integers(len(names))]
        try:
            arguments = sample(case.tools[name], draw)
        except InvalidRecord:  # random arguments do not meet the rules: another tool is drawn
            continue
        yield ToolCall(tool=name, arguments=arguments)

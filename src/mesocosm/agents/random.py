"""Makes valid calls with random arguments until the budget is spent or an answer is in."""

from __future__ import annotations

from mesocosm import seeding
from mesocosm.episode.agent import Agent, Case, Script, ScriptAgent
from mesocosm.errors import InvalidRecord
from mesocosm.tools.sampling import sample
from mesocosm.types import ToolCall

MOST_CALLS = 200


def agent(case: Case) -> Agent:
    """An agent that draws a tool and arguments that fit its schema, again and again."""
    return ScriptAgent(_wander(case))


def _wander(case: Case) -> Script:
    draw = seeding.generator("agent", "random", case.item.id, case.seed)
    names = list(case.tools)
    for _ in range(MOST_CALLS if names else 0):
        name = names[draw.integers(len(names))]
        try:
            arguments = sample(case.tools[name], draw)
        except InvalidRecord:  # rules that chance does not meet: another tool is drawn
            continue
        yield ToolCall(tool=name, arguments=arguments)

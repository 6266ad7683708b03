"""A model server that replays each reference, then its answer: it tests the wire and the world without a model."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from mesocosm.suites.terra.oracle import round_to_decimals
from mesocosm.suites.terra.records import Data, Truth
from mesocosm.suites.terra.toolkit.published_names import our_name
from mesocosm.suites.terra.toolkit.toolbox import OPENER, SUBMIT, group_of
from mesocosm.testing.model_server import ModelServer, Turn
from mesocosm.tools.tool import load
from mesocosm.types import Item, Reference

NOT_NOW = "ask again"
"""Message of a source that fails once."""


class Reciter(ModelServer):
    """Replays the reference of a conversation's first item, call by call, and repeats calls that failed."""

    def __init__(self, cases: Sequence[tuple[Item[Data], Reference[Truth]]]) -> None:
        super().__init__(())
        self.scripts = {item.prompt: script_of(item, reference) for item, reference in cases}

    def turn(self, request: dict[str, Any], number: int) -> Turn:
        words = [json.dumps(message["content"], ensure_ascii=False) for message in request["messages"]]
        asked = next(prompt for prompt in self.scripts if json.dumps(prompt, ensure_ascii=False)[1:-1] in words[1])
        failed = sum(NOT_NOW in text for text in words[2:])
        return self.scripts[asked][min(number - failed, len(self.scripts[asked]) - 1)]


def script_of(item: Item[Data], reference: Reference[Truth]) -> list[Turn]:
    """Return a turn for each group that must be opened, for each call, and for the answer to the decimals asked for."""
    turns: list[Turn] = []
    opened: set[str | None] = {None}
    for call in reference.canonical:
        group = group_of(load(call.tool))
        if group not in opened:
            turns.append(_turn(OPENER, {"group": group}))
            opened.add(group)
        turns.append(_turn(call.tool, call.arguments))
    true = {field.key: field.value for field in reference.hidden.fields}
    answer = {field.key: round_to_decimals(field, true[field.key]) for field in item.data.fields}
    return [*turns, _turn(SUBMIT, {"answer": answer})]


def _turn(tool: str, arguments: object) -> Turn:
    return Turn(calls=((our_name(tool), json.dumps(arguments)),))

"""The world of one sphere."""

from __future__ import annotations

import math
from collections.abc import Mapping

from pydantic import JsonValue

from mesocosm.episode.setting import Setting
from mesocosm.errors import ToolError
from mesocosm.suite.card import Card
from mesocosm.tools.view import ToolView
from mesocosm.types import Item, Reference
from mesocosm.workspace.answer_keys import check_keys
from mesocosm.workspace.submission import SubmissionDesk
from mesocosm_toy.ground import Ground
from mesocosm_toy.toy.records import Truth

FIELDS = ("depth_m", "excess_mass_kg")


def setting(item: Item, reference: Reference[Truth], card: Card, options: Mapping[str, str]) -> Setting:
    """Set up ground, meter, notebook and a desk that checks the form of the answer."""
    where = reference.hidden
    sphere = {name: float(str(value)) for name, value in _numbers(reference.answer).items()}
    ground = Ground(item=item.id, seed=item.seed, x_m=where.x_m, y_m=where.y_m, **sphere)
    return Setting(
        tools=ToolView.of(card.tools), desk=SubmissionDesk(check_answer), budget=card.budget, provided=(ground,)
    )


def check_answer(answer: JsonValue) -> JsonValue:
    """Require an object with the two numbers and nothing else, each positive and finite."""
    values = _numbers(answer)
    check_keys(values, FIELDS)
    for name in FIELDS:
        value = values[name]
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value) or value <= 0:
            raise ToolError(f"`{name}` must be a positive number, got {value!r}")
    return answer


def _numbers(answer: JsonValue) -> dict[str, JsonValue]:
    if not isinstance(answer, dict):
        raise ToolError(f"the answer must be an object with {' and '.join(FIELDS)}, got {type(answer).__name__}")
    return answer

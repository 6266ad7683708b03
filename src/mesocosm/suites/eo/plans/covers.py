"""Masking a cover of the first picture."""

from __future__ import annotations

from mesocosm.suites.eo.plans.tool_runner import FIRST, Hands
from mesocosm.suites.eo.questions.covering import BY_NAME as COVERS
from mesocosm.types import ToolCall


def mask_cover(hands: Hands, cover: str) -> ToolCall:
    """Call the tool that masks a cover, by the cover's name."""
    chosen = COVERS[cover]
    if chosen.target:
        return hands.call(chosen.tool, image=FIRST, target=chosen.target)
    return hands.call(chosen.tool, image=FIRST)

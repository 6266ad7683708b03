"""The world of one day: maps, soundings under a quota, and a desk that checks an outlook."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from mesocosm.episode.setting import Setting
from mesocosm.errors import InvalidRecord, ToolError
from mesocosm.suite.card import Card
from mesocosm.suites.tornado import suite
from mesocosm.suites.tornado.items import forecast_of
from mesocosm.suites.tornado.records import Data, Truth
from mesocosm.suites.tornado.tools.soundings import SoundingQuota
from mesocosm.tools.view import ToolView
from mesocosm.types import Item, Reference
from mesocosm.workspace.submission import SubmissionDesk

PICTURED = ("forecast_maps.request_hrrr_map", "soundings.request_sounding")
"""Tools that show a picture; each has a counterpart that gives the same in numbers."""
TRIES = 2
"""Number of submissions: a malformed outlook is answered once with what is wrong."""


def setting(item: Item[Data], reference: Reference[Truth], card: Card, options: Mapping[str, str]) -> Setting:
    """Return every tool of the card, over the day's files.

    Without soundings to ask for, their tools are left out; without pictures, those that show one.
    """
    quota = read_quota(options["soundings"])
    families = [name for name in card.tools if quota or not name.startswith("soundings.")]
    prompts, tools = [suite.prompt(options["prompt"]).format(soundings=quota)], ToolView.of(families)
    if options["pictures"] == "no":
        prompts.append(suite.prompt("no_pictures"))
        tools = ToolView(tool for tool in tools.values() if tool.id not in PICTURED)
    return Setting(
        tools=tools,
        desk=SubmissionDesk(check_outlook, tries=TRIES),
        budget=card.budget,
        provided=(forecast_of(item), SoundingQuota(quota)),
        system="\n\n".join(prompts),
        tell_budget=True,
    )


def read_quota(text: str) -> int:
    """Read the number of soundings a day, 0 and up."""
    if not text.isdecimal():
        raise InvalidRecord(f"option soundings must be a whole number, 0 or more, got {text!r}")
    return int(text)


def check_outlook(answer: JsonValue) -> JsonValue:
    """Return the text unchanged, or refuse it with a full list of what is wrong."""
    from mesocosm.suites.tornado.outlooks.submission import check_submission

    if not isinstance(answer, str):
        raise ToolError(f"the outlook must be GeoJSON as text, got {type(answer).__name__}")
    if problems := check_submission(answer):
        raise ToolError("the outlook is malformed: " + "; ".join(problems))
    return answer

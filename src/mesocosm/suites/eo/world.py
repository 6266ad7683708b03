"""The world of one item: its pictures under handles, and the tools that its axes select."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from mesocosm.episode.late_files import LateImages
from mesocosm.episode.setting import Setting
from mesocosm.suite.card import Card
from mesocosm.suites.eo import suite
from mesocosm.suites.eo.answer_form import check_answer
from mesocosm.suites.eo.axes import SKILLS, SUBMIT, shown_name
from mesocosm.suites.eo.detectors.detector import load_detector
from mesocosm.suites.eo.lake.lake import lake
from mesocosm.suites.eo.picture_view import Sight, png
from mesocosm.suites.eo.records import Data, Truth
from mesocosm.suites.eo.workspace_images import Holdings
from mesocosm.tools.view import ToolView, short
from mesocosm.types import Image, Item, Reference
from mesocosm.workspace.submission import SubmissionDesk

TRIES = 3


def setting(item: Item[Data], reference: Reference[Truth], card: Card, options: Mapping[str, str]) -> Setting:
    """Return the setting: the item's pictures under handles, and the tools that its source or the card selects."""
    unverified = options["response"] == "unverified"
    holdings = Holdings(
        lake(),
        reference.hidden.site,
        "unverified" if unverified else "verified",
        load_detector(options["detector"]) if unverified else None,
    )
    sights = holdings.begin(item.data.frames, item.data.window)
    ids = (*SKILLS[item.data.source], SUBMIT) if options["tools"] == "skill" else card.tools
    return Setting(
        tools=ToolView.of(ids, shown_name if options["names"] == "renamed" else short),
        desk=SubmissionDesk(partial(check_answer, reference.hidden.answer, item.prompt), tries=TRIES),
        budget=card.budget,
        provided=(holdings,),
        system=suite.prompt(options["prompt"]),
        images=LateImages(lambda: [picture(holdings, sight) for sight in sights]),
        tell_budget=True,
    )


def picture(holdings: Holdings, sight: Sight) -> Image:
    """Return a picture that comes with the question, under its handle."""
    return Image(png=png(sight.picture(holdings.imagery.pixels(sight.frame))), caption=sight.id)

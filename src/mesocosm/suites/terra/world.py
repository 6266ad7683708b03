"""The world of one item: its land as sources of tools, its files and its documents; never the item's row."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import cast

from pydantic import JsonValue

from mesocosm.episode.setting import Setting
from mesocosm.errors import ToolError
from mesocosm.suite.card import Card
from mesocosm.suites.terra import suite
from mesocosm.suites.terra.executing import workflow_documents
from mesocosm.suites.terra.land_sources import sources_of
from mesocosm.suites.terra.records import Data, Truth
from mesocosm.suites.terra.scoring.final_json import extract
from mesocosm.suites.terra.scoring.prediction import prediction_of
from mesocosm.suites.terra.toolbox import Names, Showing, toolbox
from mesocosm.suites.terra.workbench import LIVE_ONLY
from mesocosm.suites.terra.workflows.asking import Asked
from mesocosm.suites.terra.workflows.catalogue import workflow
from mesocosm.suites.terra.workflows.land import Land, planet_of
from mesocosm.types import Item, Reference
from mesocosm.workspace.clock import FrozenClock
from mesocosm.workspace.submission import SubmissionDesk

TRIES = 3
LARGEST_ANSWER = 200_000
"""Characters of an answer that is read at all."""
MOST_TOLD = 5


def setting(item: Item[Data], reference: Reference[Truth], card: Card, options: Mapping[str, str]) -> Setting:
    """All tools of the suite that need no live service, over the item's own land."""
    truth = reference.hidden
    land = Land(planet_of(truth.planet), truth.region, item.data.now)
    chosen = workflow(truth.workflow)
    in_words = options["answer"] == "final_json"
    prompts = ("system", "final_json") if in_words else ("system",)
    return Setting(
        tools=toolbox(
            cast(Showing, options["tools"]),
            cast(Names, options["names"]),
            LIVE_ONLY,
            hand_in=not in_words,
        ),
        desk=desk(item.data.fields, in_words=in_words),
        budget=card.budget,
        provided=sources_of(land, functools.partial(workflow_documents, chosen, land, dict(truth.given)), truth.fault),
        files=chosen.files(land, dict(truth.given)),
        clock=FrozenClock(item.data.now),
        system="\n\n".join(suite.prompt(name) for name in prompts),
        sandboxed=True,
    )


def desk(fields: tuple[Asked, ...], *, in_words: bool) -> SubmissionDesk:
    """A desk that holds answers to the keys asked for; in words, the last message's block is what is handed in."""
    check = functools.partial(check_answer, fields)
    return SubmissionDesk(check, tries=1, reader=read_block) if in_words else SubmissionDesk(check, tries=TRIES)


def read_block(text: str) -> JsonValue:
    """What stands between the tags of a message; None where there is none."""
    if len(text) > LARGEST_ANSWER:
        return None
    extracted = extract([{"type": "answer", "content": text}], "default")
    return cast(JsonValue, extracted.payload)


def check_answer(fields: tuple[Asked, ...], answer: JsonValue) -> JsonValue:
    """The answer as it was given, where it has all keys asked for and no other; what a value is worth, scores say."""
    if len(str(answer)) > LARGEST_ANSWER:
        raise ToolError(f"the answer has more than {LARGEST_ANSWER:,} characters")
    prediction = prediction_of(answer)
    if prediction.problem:
        raise ToolError(f"{prediction.problem}; hand in one JSON object with the keys asked for")
    given = [entry.key for entry in prediction.entries]
    asked = [field.key for field in fields]
    _refuse("there is no value for", [key for key in asked if key not in given])
    _refuse("nobody asked for", [key for key in dict.fromkeys(given) if key not in asked])
    _refuse("there is more than one value for", [key for key in asked if given.count(key) > 1])
    return answer


def _refuse(what: str, keys: list[str]) -> None:
    if keys:
        more = f" and {len(keys) - MOST_TOLD} more" if len(keys) > MOST_TOLD else ""
        raise ToolError(f"{what} {', '.join(f'`{key[:60]}`' for key in keys[:MOST_TOLD])}{more}")

"""The world of one item: its region as sources of tools, its files and its documents; never the item's record."""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, cast

from pydantic import JsonValue

from mesocosm.episode.late_files import LateFiles
from mesocosm.episode.setting import Setting
from mesocosm.errors import InvalidRecord
from mesocosm.suite.card import Card
from mesocosm.suites.terra import suite
from mesocosm.suites.terra.answer_form import LARGEST_ANSWER, check_answer, check_fields
from mesocosm.suites.terra.items import REAL_SEED
from mesocosm.suites.terra.making.execution import workflow_documents, workflow_files
from mesocosm.suites.terra.providers.region import sources_of
from mesocosm.suites.terra.real_data.pack import VARIABLE, real_pack
from mesocosm.suites.terra.real_data.real_items import real_system, sources, workspace_files
from mesocosm.suites.terra.records import Data, RecordedPlace, Truth
from mesocosm.suites.terra.scoring.final_json import extract
from mesocosm.suites.terra.toolkit.toolbox import Names, Showing, toolbox
from mesocosm.suites.terra.workbench import LIVE_ONLY
from mesocosm.suites.terra.workflows.answer_fields import RequestedField
from mesocosm.suites.terra.workflows.catalogue import workflow
from mesocosm.suites.terra.workflows.region_snapshot import Land, planet_of
from mesocosm.tools.view import ToolView
from mesocosm.types import Item, Reference
from mesocosm.workspace.clock import FrozenClock
from mesocosm.workspace.submission import SubmissionDesk

if TYPE_CHECKING:
    from mesocosm.earth.planet.documents.document import Document

TRIES = 3


def setting(item: Item[Data], reference: Reference[Truth], card: Card, options: Mapping[str, str]) -> Setting:
    """Return the setting: all tools of the suite that need no live service, over the item's own region."""
    truth = reference.hidden
    if truth.recorded is None and options["data"] == "real":
        raise InvalidRecord(f"{item.id} lies on a planet; data=real plays the items of seed {REAL_SEED}")
    if truth.recorded is not None:
        return _real_setting(item, truth.recorded, card, options)
    land = Land(planet_of(truth.planet), truth.region, item.data.now)
    in_words = options["answer"] == "final_json"
    prompts = ("system", "final_json") if in_words else ("system",)
    return Setting(
        tools=_tools(options),
        desk=desk(item.data.fields, in_words=in_words),
        budget=card.budget,
        provided=sources_of(land, functools.partial(_documents, truth, land), truth.fault),
        files=LateFiles(functools.partial(_files, truth, land)),
        clock=FrozenClock(item.data.now),
        system="\n\n".join(suite.prompt(name) for name in prompts),
        sandboxed=True,
    )


def _real_setting(item: Item[Data], place: RecordedPlace, card: Card, options: Mapping[str, str]) -> Setting:
    """Return the setting of a request on recorded data: the same tools, and the files and records of its pack."""
    pack = real_pack()
    if pack.sha256 != place.pack:
        raise InvalidRecord(f"{item.id} was made from another pack than {pack.folder}, which {VARIABLE} names")
    request = pack.request(place.number)
    in_words = options["answer"] == "final_json"
    system = real_system()
    return Setting(
        tools=_tools(options),
        desk=desk(item.data.fields, in_words=in_words),
        budget=card.budget,
        provided=sources(pack, item.data.now),
        files=LateFiles(functools.partial(workspace_files, pack, request)),
        clock=FrozenClock(item.data.now),
        system="\n\n".join([system, *([suite.prompt("final_json")] if in_words else [])]),
        prompts={"real_system": hashlib.sha256(system.encode()).hexdigest()},
        sandboxed=True,
    )


def _tools(options: Mapping[str, str]) -> ToolView:
    """Return all tools of the suite that need no live service, as these options show them."""
    return toolbox(
        cast(Showing, options["tools"]),
        cast(Names, options["names"]),
        LIVE_ONLY,
        hand_in=options["answer"] != "final_json",
    )


def _documents(truth: Truth, land: Land) -> Sequence[Document]:
    """Return the documents of an item's library, for which its workflow is imported when it is first searched."""
    return workflow_documents(workflow(truth.workflow), land, dict(truth.given))


def _files(truth: Truth, land: Land) -> dict[str, bytes]:
    return workflow_files(workflow(truth.workflow), land, truth.given)


def desk(fields: tuple[RequestedField, ...], *, in_words: bool) -> SubmissionDesk:
    """Return a desk that checks answers against the form of the fields asked for.

    Without a tool to submit, the block of the last message is the answer. As published, there is no second try then:
    only the keys are checked, and a value that cannot be read counts as a wrong value of its field alone.
    """
    if in_words:
        return SubmissionDesk(functools.partial(_check_keys_only, fields), tries=1, reader=read_block)
    return SubmissionDesk(functools.partial(check_answer, fields), tries=TRIES)


def _check_keys_only(fields: tuple[RequestedField, ...], answer: JsonValue) -> JsonValue:
    check_fields(fields, answer)
    return answer


def read_block(text: str) -> JsonValue:
    """Return the text between the tags of a message; None if there is none."""
    if len(text) > LARGEST_ANSWER:
        return None
    extracted = extract([{"type": "answer", "content": text}], "default")
    return cast(JsonValue, extracted.payload)

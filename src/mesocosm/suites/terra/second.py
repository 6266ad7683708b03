"""Answers by the second way of each workflow, which calls no tool: see `recompute` in `workflows.workflow`.

The request is drawn again from the seed. The draw that an item was made from is recognised by its words: draws on which
the two ways disagreed, or that some tool could not carry out, were skipped.
"""

from __future__ import annotations

from collections.abc import Iterator

from pydantic import JsonValue

from mesocosm.errors import InvalidRecord
from mesocosm.seeding import generator
from mesocosm.suite import read_id
from mesocosm.suites.terra.items import MOST_WORKFLOWS, REAL_SEED, lands, words_of_item, workflow_of
from mesocosm.suites.terra.real_data.pack import real_pack
from mesocosm.suites.terra.real_data.real_items import recompute
from mesocosm.suites.terra.records import Data
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.workflow import Given, Unsuited, WordedRequest, Workflow
from mesocosm.types import Item


def second(item: Item[Data]) -> dict[str, JsonValue]:
    """Compute every field of the answer without a tool."""
    seed, index = read_id(item.id, "terra")
    if seed >= REAL_SEED:
        return _recompute_real(item, index)
    for workflow, land, given, request in _draws(seed, index):
        if _is_that(item.data, land, request):
            return dict(workflow.recompute(land, given))
    raise InvalidRecord(f"{item.id}: no draw of its seed makes the same request")


def _recompute_real(item: Item[Data], index: int) -> dict[str, JsonValue]:
    """Compute the answer of a request on recorded data from the files of the pack."""
    pack = real_pack()
    request = pack.request(index)
    if words_of_item(index, request).question != item.data.question:
        raise InvalidRecord(f"{item.id}: the pack {pack.folder} asks something else under this number")
    return recompute(pack, request)


def _draws(seed: int, index: int) -> Iterator[tuple[Workflow, Land, Given, WordedRequest]]:
    """Yield every request that the item could have been made from, in the order in which they are drawn."""
    for workflow in (workflow_of(seed, index + further) for further in range(MOST_WORKFLOWS)):
        for attempt, land in enumerate(lands(workflow, seed, index), start=1):
            chance = generator("terra", seed, index, attempt)
            try:
                given = workflow.draw(land, chance)
                yield workflow, land, given, workflow.ask(land, given, chance)
            except Unsuited:
                continue


def _is_that(data: Data, land: Land, request: WordedRequest) -> bool:
    return (data.now, data.context, data.question, data.fields) == (
        land.now,
        request.context,
        request.question,
        request.fields,
    )

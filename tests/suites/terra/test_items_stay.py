"""What items of terra ask stays: the workflow of each number, and the parameters and words of those that draw quickly.

Working one out takes up to a minute: `pytest -m exhaustive tests/suites/test_items_stay.py` makes them whole.
"""

import json
import platform
from pathlib import Path

import pytest

from mesocosm.suite import read_id
from mesocosm.suites.terra import items, suite
from mesocosm.suites.terra.workflows.catalogue import workflows
from mesocosm.testing.item_hashes import hash_of

KEPT = Path(__file__).parents[1] / "items" / "terra.json"
REQUESTS = Path(__file__).with_name("request_hashes.json")
"""By the number of an item: a hash of its land, its parameters and its words, on the machine that is named."""


def test_every_workflow_is_among_the_kinds_of_the_suite():
    """One that is not listed is asked by no item: list it, and raise the version."""
    assert sorted(suite.card.kinds) == sorted(each.name for each in workflows())


def test_each_number_keeps_its_workflow():
    """Or hands it on to the next numbers' workflows, where no land suits it."""
    kept = {read_id(row["item"], "terra")[1]: row["kind"] for row in json.loads(KEPT.read_text())["items"]}
    next_ones = {index: [items.workflow_of(0, index + n).name for n in range(items.MOST_WORKFLOWS)] for index in kept}
    moved = {index: kind for index, kind in kept.items() if kind not in next_ones[index]}
    assert not moved, f"raise the version of the suite: {moved}"
    assert sum(kind == next_ones[index][0] for index, kind in kept.items()) >= len(kept) - 1


@pytest.mark.parametrize("index", sorted(map(int, json.loads(REQUESTS.read_text())["requests"])))
def test_a_request_keeps_its_land_its_parameters_and_its_words(index, monkeypatch):
    kept = json.loads(REQUESTS.read_text())
    if kept["machine"] != platform.machine():
        pytest.skip(f"kept on {kept['machine']}: elsewhere a rounded digit may differ")
    assert request_hash(index, monkeypatch) == kept["requests"][str(index)], "raise the suite's version"


def request_hash(index, monkeypatch):
    """The hash of a request of seed 0, drawn and worded without being worked out."""

    def describe(seed, index, workflow, land, given, chance, attempt, disputed):
        asking = workflow.ask(land, given, chance)
        return [workflow.name, land.planet.seed, land.region, str(land.now), given, asking.model_dump(mode="json")]

    monkeypatch.setattr(items, "_execute", describe)
    return hash_of(items.make_anew(0, index))

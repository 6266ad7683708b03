"""Requests of terra's items stay the same: the workflow of each number, and parameters and words of the quick ones.

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
"""Item number to a hash of its region, parameters and words, on the machine that is named."""


def test_every_workflow_is_among_the_kinds_of_the_suite():
    """No item asks for a workflow that is not listed: list it, and raise the version."""
    assert sorted(suite.card.kinds) == sorted(each.name for each in workflows())


def test_each_number_keeps_its_workflow():
    """An item takes a later number's workflow only if no region suits its own."""
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
    """Return the hash of a request of seed 0, drawn and worded but not executed."""

    def describe(seed, index, workflow, land, given, chance, attempt, disputed):
        request = workflow.ask(land, given, chance)
        return [workflow.name, land.planet.seed, land.region, str(land.now), given, request.model_dump(mode="json")]

    monkeypatch.setattr(items, "_execute", describe)
    return hash_of(items.make_anew(0, index))

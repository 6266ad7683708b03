"""Requests of terra's items stay the same: the workflow of each number, and parameters and words of the quick ones.

Working one out takes up to a minute: `pytest -m exhaustive tests/suites/test_items_stay.py` makes them whole.
"""

import json
import platform
from pathlib import Path

import pytest

from mesocosm.suite import read_id
from mesocosm.suites.terra import items, suite
from mesocosm.suites.terra.second import _draws
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
def test_a_request_keeps_its_land_its_parameters_and_its_words(index):
    kept = json.loads(REQUESTS.read_text())
    if kept["machine"] != platform.machine():
        pytest.skip(f"kept on {kept['machine']}: elsewhere a rounded digit may differ")
    assert request_hash(index) == kept["requests"][str(index)], "raise the suite's version"


def request_hash(index):
    """Return the hash of the first request that is drawn for an item of seed 0, which is not executed."""
    workflow, land, given, request = next(_draws(0, index))
    about = [workflow.name, land.planet.seed, land.region, str(land.now), given, request.model_dump(mode="json")]
    return hash_of(about)


if __name__ == "__main__":  # after raising the version
    rows = json.loads(REQUESTS.read_text())
    hashes = {index: request_hash(int(index)) for index in rows["requests"]}
    REQUESTS.write_text(json.dumps({"machine": platform.machine(), "requests": hashes}, indent=1) + "\n")

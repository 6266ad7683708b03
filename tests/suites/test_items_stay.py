"""Items of a version stay the same: the same number asks the same question and has the same truth."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.suite_marks import needs_suite

from mesocosm import registry
from mesocosm.suite import read_id
from mesocosm.testing.item_hashes import ItemHash, KeptHashes, hash_of_item

KEPT = Path(__file__).parent / "items"
HOW = "raise the version in its suite.toml, and run `python benchmarks/item_hashes.py {suite} --keep`"
SUBURB_AND_EDGE = (*range(5), 6, 10, *range(12, 16), 17, *range(19, 22), 24, 26, 28, 29, 31, 33, 35)
"""Items of eo on two of the seed's three sites, since a site takes many seconds to build."""
QUICK = {"atmos": range(137), "phreeqc": range(72), "tornado": range(8), "eo": SUBURB_AND_EDGE}
"""Items that are made in every test run; those of terra take minutes, and its own tests look at what they ask."""
SUITES = [pytest.param(path.stem, marks=needs_suite(path.stem)) for path in sorted(KEPT.glob("*.json"))]


def kept_of(name: str) -> KeptHashes:
    return KeptHashes.model_validate_json((KEPT / f"{name}.json").read_text())


@pytest.mark.parametrize("name", SUITES)
def test_the_kept_items_are_of_this_version_and_of_every_kind(name):
    kept, card = kept_of(name), registry.load("suites", name).card
    assert kept.version == card.version, HOW.format(suite=name)
    assert len(kept.items) >= 20
    assert {row.kind for row in kept.items} >= set(card.kinds)


def test_elsewhere_kinds_alone_are_compared():
    kept = KeptHashes(suite="x", version="1-A", machine="another", items=())
    row = ItemHash(item="x-s0-0000", kind="rain", hash="1")
    assert kept.fits(row, row.model_copy(update={"hash": "2"}))
    assert not kept.fits(row, row.model_copy(update={"kind": "snow"}))


def check_items(name: str, indices: Sequence[int]) -> None:
    suite, kept = registry.load("suites", name), kept_of(name)
    rows = [kept.items[index] for index in indices]
    now = [hash_of_item(suite, 0, read_id(row.item, name)[1]) for row in rows]
    moved = [row.item for row, other in zip(rows, now, strict=True) if not kept.fits(row, other)]
    assert not moved, f"{len(moved)} items of {name} {kept.version} moved; {HOW.format(suite=name)}: {moved}"


@pytest.mark.parametrize("name", [pytest.param(name, marks=needs_suite(name)) for name in QUICK])
def test_items_stay(name):
    check_items(name, QUICK[name])


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", SUITES)
def test_all_kept_items_stay(name):
    check_items(name, range(len(kept_of(name).items)))

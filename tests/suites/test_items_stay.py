"""Items of a version stay the same: the same number asks the same question and has the same truth."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.suite_marks import needs_suite

from mesocosm import registry
from mesocosm.suite import read_id
from mesocosm.testing.item_hashes import ItemHash, KeptHashes, hash_of_item

KEPT = Path(__file__).parent / "items"
HOW = "raise the version in its suite.toml, and run `python benchmarks/item_hashes.py {suite} --keep`"
QUICK = {"atmos": 137, "phreeqc": 72, "tornado": 20, "eo": 20}
"""Number of items that are made in every test run; those of terra take minutes, and its own tests check its questions.
"""
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


def check_items(name: str, indices: range) -> None:
    suite, kept = registry.load("suites", name), kept_of(name)
    rows = [kept.items[index] for index in indices]
    now = [hash_of_item(suite, 0, read_id(row.item, name)[1]) for row in rows]
    moved = [row.item for row, other in zip(rows, now, strict=True) if not kept.fits(row, other)]
    assert not moved, f"{len(moved)} items of {name} {kept.version} moved; {HOW.format(suite=name)}: {moved}"


@pytest.mark.parametrize("name", [pytest.param(name, marks=needs_suite(name)) for name in QUICK])
def test_items_stay(name):
    check_items(name, range(QUICK[name]))


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", SUITES)
def test_all_kept_items_stay(name):
    check_items(name, range(len(kept_of(name).items)))

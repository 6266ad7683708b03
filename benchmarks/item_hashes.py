"""Hashes of items and references, to show that a change altered none: python benchmarks/item_hashes.py [SUITE ...]

Prints one line an item: its id, its kind, and a hash over item and reference. `--save FILE` writes the lines as JSON;
`--compare FILE` says which items differ from those saved, and ends with status 1 if any does:

    git stash; python benchmarks/item_hashes.py --save before.json; git stash pop
    python benchmarks/item_hashes.py --compare before.json

`--check` compares the items with those kept in `tests/suites/items` for the present versions.

`--keep` writes the hashes of a suite's version into `tests/suites/items`: run it after raising the version.

Numbers of a reference are compared to five digits, since their last bits depend on a machine's libraries.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from functools import partial
from pathlib import Path

if sys.path[0] == str(Path(__file__).parent):  # tornado.py beside this file would be imported for the library
    sys.path.pop(0)

from mesocosm import registry
from mesocosm.execution.executor import Executor
from mesocosm.execution.spread import spread
from mesocosm.screen.tables import show_table
from mesocosm.testing.item_hashes import ItemHash, KeptHashes, hash_of_item

KEPT = Path(__file__).parent.parent / "tests" / "suites" / "items"
"""Folder with a file for each suite: the hashes of its version."""

LIMITS = {"atmos": 137, "phreeqc": 72, "tornado": 20, "eo": 36, "terra": 65}
"""Number of items, enough to include every template, scenario, question type and workflow."""
FURTHER = {"terra": [68]}
"""Numbers of further items, of kinds that the first ones lack."""


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("suites", nargs="*", help="All but the toy, if none is named.")
    parser.add_argument("--limit", type=int, help="Items a suite.")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--save", type=Path, help="A file for the hashes.")
    parser.add_argument("--compare", type=Path, help="A file of hashes to hold these against.")
    parser.add_argument("--check", action="store_true", help="Compare the items with those of the kept hashes.")
    parser.add_argument("--keep", action="store_true", help="Write the hashes that the tests hold items against.")
    options = parser.parse_args()
    if options.keep:
        for suite in options.suites or sorted(LIMITS):
            keep(suite, tuple(hashes(suite, options)))
        return 0
    if options.check:
        return max([check(suite, hashes(suite, options)) for suite in options.suites or sorted(LIMITS)])
    rows = [row for suite in options.suites or sorted(LIMITS) for row in hashes(suite, options)]
    show_table(("item", "kind", "hash"), [(row.item, row.kind, row.hash) for row in rows])
    print(f"{len(rows)} items")
    if options.save:
        options.save.write_text(json.dumps([row.model_dump() for row in rows], indent=1) + "\n")
    return _compare(rows, options.compare) if options.compare else 0


def hashes(suite: str, options: argparse.Namespace) -> list[ItemHash]:
    """Return the hashes of the first items of a suite, in their order."""
    numbers = [*range(options.limit or LIMITS.get(suite, 20)), *([] if options.limit else FURTHER.get(suite, []))]
    group = partial(registry.load("suites", suite).group, options.seed)
    made = spread(partial(_hash, suite, options.seed), numbers, group=group, on=Executor(workers=options.jobs))
    rows = []
    for done, row in enumerate(made, start=1):
        rows.append(row)
        print(
            f"{suite}: {done} of {len(numbers)}", end="\r" if sys.stderr.isatty() else "\n", file=sys.stderr, flush=True
        )
    return sorted(rows, key=lambda row: row.item)


def keep(suite: str, items: tuple[ItemHash, ...]) -> None:
    """Write the file of a suite, for its present version."""
    version = registry.load("suites", suite).card.version
    kept = KeptHashes(suite=suite, version=version, machine=platform.machine(), items=items)
    (KEPT / f"{suite}.json").write_text(kept.model_dump_json(indent=1) + "\n")


def check(suite: str, items: list[ItemHash]) -> int:
    """Say how many items of a suite are those that its version keeps."""
    kept = KeptHashes.model_validate_json((KEPT / f"{suite}.json").read_text())
    before = {row.item: row for row in kept.items}
    both = [row for row in items if row.item in before]
    moved = [row.item for row in both if not kept.fits(before[row.item], row)]
    print(f"{suite} {kept.version}: {len(both)} of {len(before)} kept items made again, {len(moved)} moved", *moved)
    return 1 if moved or not both else 0


def _hash(suite: str, seed: int, index: int) -> ItemHash:
    return hash_of_item(registry.load("suites", suite), seed, index)


def _compare(rows: list[ItemHash], saved: Path) -> int:
    found = json.loads(saved.read_text())
    before = {row["item"]: row for row in (found["items"] if isinstance(found, dict) else found)}
    both = [row for row in rows if row.item in before]
    moved = [row for row in both if row.hash != before[row.item]["hash"]]
    for row in moved:
        print(f"moved: {row.item} ({before[row.item]['kind']} before, {row.kind} after)")
    print(f"{len(both)} items in both, {len(moved)} moved")
    return 1 if moved or not both else 0


if __name__ == "__main__":
    raise SystemExit(main())

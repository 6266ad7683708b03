"""Compare what the splits of each suite share: python benchmarks/splits.py [SUITE ...] [-n 500] [--json FILE]

Items of every split are made, and their ids, texts, places and templates are compared with those of the other splits.
If making takes long, something cheaper is compared, as the table says:

    eo       ids, and the regions of all sites that a question may be about; no picture is drawn
    terra    ids, and the region, planet and moment that an item tries first; nothing is executed
    tornado  ids, and the weather pattern that a day tries first; no hazard is computed

`--made N` makes the first N items of these too. Then the entry points are checked ("doors"): which items each returns
if no split is named, and that no two splits share an item (`--doors N` items a split of suites whose items are quick,
`--slow-doors N` of the others). `--numbered-doors N` requests N items a split of slow suites that are numbered but not
made: each id has a copy of its split's first item, with what is compared above computed for its own number.

Ends with status 1 if splits share an id, or anything that the suite's card says is separate.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

sys.path.remove(str(Path(__file__).parent))  # tornado.py beside this file would be imported for the library

from mesocosm import registry
from mesocosm.screen.tables import show_table
from mesocosm.suite import SPLITS, Split, Suite, item_id, split_of_id, split_seed
from mesocosm.suite.facts import HELD_OUT

SEED = 0
PAIRS = tuple(itertools.combinations(SPLITS, 2))
SLOW = ("eo", "terra", "tornado")
"""Suites whose items take seconds to minutes each."""
NUMBERED: set[str] = set()
"""Suites whose items are only numbered."""


@dataclass(frozen=True)
class Drawn:
    """What is known of one item: its id, and its text, places and template as far as they were computed."""

    id: str
    text: str = ""
    places: tuple[str, ...] = ()
    template: str = ""
    is_held_out: bool = False


@dataclass
class Shared:
    """How much any two splits of a suite have in common."""

    suite: str
    compared: str
    items: dict[str, int] = field(default_factory=dict)
    """Number of items of each split."""
    ids: int = 0
    texts: int | None = None
    places: int | None = None
    held_out_in_training: int = 0
    """Items of train and validation made of what is held out of training."""
    held_out_in_test: int = 0
    templates: dict[str, int] = field(default_factory=dict)
    """Number of templates of each split."""
    apart: tuple[str, ...] = ()

    @property
    def is_sound(self) -> bool:
        kept = self.ids == 0 and self.held_out_in_training == 0
        return kept and not ("places" in self.apart and self.places)


# ---------------------------------------------------------------- items


def made(suite: Suite, split: Split, n: int) -> Iterator[Drawn]:
    """Return items as every entry point returns them."""
    for item, reference in suite.cases(split_seed(split, SEED), n):
        facts = suite.facts(item, reference)
        held_out = HELD_OUT in facts.strata.values()
        places = (facts.place,) if facts.place else ()
        yield Drawn(item.id, item.prompt, places, facts.cluster if suite.card.held_out else "", held_out)


def sites_of_questions(suite: Suite, split: Split, n: int) -> Iterator[Drawn]:
    """Return the regions of all sites that each question of eo may be about."""
    from mesocosm.suites.eo.questions.catalogue import drawn_kinds
    from mesocosm.suites.eo.questions.selection import _pools

    anywhere = next(kind for kind in drawn_kinds() if kind.task != "disaster")  # disasters have a part of these sites
    for index in range(n):
        regions = {site.region for pool in _pools(anywhere, split, SEED, index) for site in pool}
        yield Drawn(item_id("eo", split_seed(split, SEED), index), places=tuple(sorted(regions)))


def lands_of_requests(suite: Suite, split: Split, n: int) -> Iterator[Drawn]:
    """Return the region, its planet and its middle that each request of terra tries first."""
    from mesocosm.suites.terra.items import lands, workflow_of

    number = split_seed(split, SEED)
    for index in range(n):
        land = next(lands(workflow_of(number, index), number, index))
        region = land.planet.region(land.region)
        place = f"planet {land.planet.seed}, {land.region} at {region.longitude} E {region.latitude} N"
        yield Drawn(item_id("terra", number, index), places=(place,))


def patterns_of_days(suite: Suite, split: Split, n: int) -> Iterator[Drawn]:
    """Return the date and the weather pattern that each day of tornado tries first."""
    from mesocosm.seeding import generator
    from mesocosm.suites.tornado.days.scenario import draw_day, draw_family

    number = split_seed(split, SEED)
    for index in range(n):
        draw = generator("tornado", number, index, "day", 0)
        yield Drawn(item_id("tornado", number, index), text=str(draw_family(draw, draw_day(draw)).at(0.5)))


Draw = Callable[[Suite, Split, int], Iterator[Drawn]]
CHEAP: dict[str, tuple[Draw, str]] = {
    "eo": (sites_of_questions, "sites a question may be about"),
    "terra": (lands_of_requests, "planet and region tried first"),
    "tornado": (patterns_of_days, "date and weather tried first"),
}


def compare(suite: Suite, draw: Draw, compared: str, n: int) -> Shared:
    """Draw items of every split and count what two of them share."""
    drawn = {split: list(draw(suite, split, n)) for split in SPLITS}
    training = [*drawn["train"], *drawn["validation"]]
    return Shared(
        suite=suite.name,
        compared=compared,
        items={split: len(own) for split, own in drawn.items()},
        ids=_common([{one.id for one in own} for own in drawn.values()]) or 0,
        texts=_common([{one.text for one in own if one.text} for own in drawn.values()]),
        places=_common([{place for one in own for place in one.places} for own in drawn.values()]),
        held_out_in_training=sum(one.is_held_out for one in training),
        held_out_in_test=sum(one.is_held_out for one in drawn["test"]),
        templates={split: len({one.template for one in own if one.template}) for split, own in drawn.items()},
        apart=suite.card.apart,
    )


def _common(sets: Sequence[set[str]]) -> int | None:
    """Return how many members any two have in common; None if nothing is known of them."""
    if not all(sets):
        return None
    return len(set().union(*(one & other for one, other in itertools.combinations(sets, 2))))


# ---------------------------------------------------------------- doors


Door = Callable[[str, "str | None", int], "list[str]"]


def door_items(suite: str, split: str | None, n: int) -> list[str]:
    from click.testing import CliRunner

    from mesocosm.cli.main import mesocosm_command

    words = ["items", suite, "--limit", str(n), *(["--split", split] if split else [])]
    return [json.loads(line)["id"] for line in CliRunner().invoke(mesocosm_command, words).stdout.splitlines()]


def door_python(suite: str, split: str | None, n: int) -> list[str]:
    import mesocosm

    return [item.id for item in mesocosm.items(suite, limit=n, **_named(split))]


def door_run(suite: str, split: str | None, n: int) -> list[str]:
    import mesocosm

    return [episode.item for episode in mesocosm.run(suite, "null", limit=n, **_named(split)).episodes]


def door_inspect(suite: str, split: str | None, n: int) -> list[str]:
    from mesocosm.adapters.inspect.tasks import make_task

    return [str(sample.id) for sample in make_task(registry.load("suites", suite), limit=n, **_named(split)).dataset]


def door_gymnasium(suite: str, split: str | None, n: int) -> list[str]:
    from mesocosm.adapters.gymnasium import SuiteEnv

    env = SuiteEnv(suite, limit=n, **_named(split))
    drawn = [env.reset(seed=seed)[1]["item"] for seed in range(n)]
    env.close()
    return drawn


def door_mcp(suite: str, split: str | None, n: int) -> list[str]:
    """Return the traces of a client that requests one task after the other."""
    import anyio
    from mcp import Client, StdioServerParameters

    async def talk(folder: str) -> list[str]:
        words = [
            "mcp",
            "--suite",
            suite,
            "--limit",
            str(n),
            "--log-dir",
            folder,
            *(["--split", split] if split else []),
        ]
        begin = (
            f"sys.path.append({str(Path(__file__).parent)!r}); from splits import number_only; number_only({suite!r})"
        )
        start = f"import sys; {begin if suite in NUMBERED else ''}; from mesocosm.cli.main import main; main()"
        program = ["-c", start, *words]
        async with Client(StdioServerParameters(command=sys.executable, args=program)) as client:
            answers = [await client.call_tool("task", {})]
            answers += [await client.call_tool("next_item", {}) for _ in range(n - 1)]
            return [str((one.structured_content or {})["item"]) for one in answers]

    with tempfile.TemporaryDirectory() as folder:
        return anyio.run(talk, str(Path(folder)))


def number_only(name: str) -> None:
    """Give a suite's items their own ids and the contents of the first of their seed, from here on."""
    items = registry.load("suites", name)._part("items")
    make, first = items.make, {}

    def numbered(seed: int, index: int) -> tuple[Any, Any]:
        if seed not in first:
            first[seed] = make(seed, 0)
        item, reference = first[seed]
        return item.model_copy(update={"id": item_id(name, seed, index)}), reference

    items.make = numbered


def _named(split: str | None) -> dict[str, str]:
    return {} if split is None else {"split": split}


DOORS: dict[str, Door] = {
    "mesocosm items": door_items,
    "mesocosm.items": door_python,
    "mesocosm.run": door_run,
    "inspect eval": door_inspect,
    "mesocosm mcp": door_mcp,
    "gymnasium": door_gymnasium,
}


@dataclass(frozen=True)
class DoorRow:
    suite: str
    door: str
    default: str
    items: int
    shared: int


def try_door(suite: str, name: str, n: int) -> DoorRow:
    """Return the default of an entry point, and how many ids its splits share."""
    door = DOORS[name]
    [default] = {split_of_id(item, suite) for item in door(suite, None, 1)}
    handed_out = [set(door(suite, split, n)) for split in SPLITS]
    pairs = zip(SPLITS, handed_out, strict=True)
    wrong = sum(split_of_id(item, suite) != split for split, own in pairs for item in own)
    return DoorRow(suite, name, default, n, (_common(handed_out) or 0) + wrong)


# ---------------------------------------------------------------- the whole


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("suites", nargs="*", default=None)
    parser.add_argument("-n", type=int, default=500, help="Items a split.")
    parser.add_argument("--made", type=int, default=0, help="Items a split that are made of slow suites.")
    parser.add_argument("--doors", type=int, default=20, help="Items a split at each door; 0 for none.")
    parser.add_argument("--slow-doors", type=int, default=0, help="The same of slow suites.")
    parser.add_argument("--numbered-doors", type=int, default=0, help="The same, of items that are not made.")
    parser.add_argument("--json", type=Path, help="A file for the numbers.")
    asked = parser.parse_args()
    names = asked.suites or registry.names("suites")
    found: list[Shared] = []
    for name in names:
        suite: Suite = registry.load("suites", name)
        draw, compared = CHEAP.get(name, (made, "items as they are made"))
        found.append(compare(suite, draw, compared, asked.n))
        if name in SLOW and asked.made:
            found.append(compare(suite, made, "items as they are made", asked.made))
    counts = {name: asked.slow_doors if name in SLOW else asked.doors for name in names}
    doors = [try_door(name, door, count) for name, count in counts.items() if count for door in DOORS]
    for name in [name for name in names if name in SLOW and asked.numbered_doors]:
        number_only(name)
        NUMBERED.add(name)
        doors += [try_door(name, door, asked.numbered_doors) for door in DOORS]
    _show(found, doors)
    if asked.json:
        numbers = {"suites": [asdict(one) for one in found], "doors": [asdict(one) for one in doors]}
        asked.json.write_text(json.dumps(numbers, indent=2))
    return 0 if all(one.is_sound for one in found) and not any(door.shared for door in doors) else 1


def _show(found: Sequence[Shared], doors: Sequence[DoorRow]) -> None:
    headings = ("suite", "compared", "items a split", "shared ids", "texts", "places", "held out: train+val", "test")
    headings = (*headings, "templates train/val/test", "apart by its card", "sound")
    show_table(headings, [_cells(one) for one in found], title="What two splits share")
    if doors:
        rows = [(one.suite, one.door, one.default, str(one.items), str(one.shared)) for one in doors]
        show_table(("suite", "door", "default", "items a split", "shared"), rows, title="Doors")


def _cells(one: Shared) -> tuple[str, ...]:
    number = {None: "not compared"}
    return (
        one.suite,
        one.compared,
        str(min(one.items.values())),
        str(one.ids),
        number.get(one.texts, str(one.texts)),
        number.get(one.places, str(one.places)),
        str(one.held_out_in_training),
        str(one.held_out_in_test),
        "/".join(str(count) for count in one.templates.values()) if any(one.templates.values()) else "-",
        ", ".join(one.apart),
        "yes" if one.is_sound else "NO",
    )


if __name__ == "__main__":
    raise SystemExit(main())

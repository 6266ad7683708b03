"""The question of an index: type and answer class in turn, and a site near those of neighbouring indices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from mesocosm.errors import InvalidRecord
from mesocosm.seeding import generator
from mesocosm.suite.splits import Split
from mesocosm.suites.eo.lake.overpasses import struck
from mesocosm.suites.eo.lake.sites import Site, sites
from mesocosm.suites.eo.questions.catalogue import drawn_kinds
from mesocosm.suites.eo.questions.kind import Kind
from mesocosm.suites.eo.questions.question import Question, agrees

if TYPE_CHECKING:
    from mesocosm.suites.eo.lake.imagery import Imagery

BLOCK = 36
"""Number of consecutive items that share a town: two of each type."""
SITES_OF_BLOCK = 3


@dataclass(frozen=True)
class Drawn:
    kind: Kind
    site: Site
    question: Question
    second: str


def draw_question(lake: Imagery, split: Split, seed: int, index: int) -> Drawn:
    """Return the question of an index. Types take turns, and so do the answer classes of a type."""
    kind, turn = kind_and_turn(split, seed, index)
    wanted = classes_in_order(kind, split, seed, turn)
    for pool in _pools(kind, split, seed, index):
        drawn = _from_pool(lake, kind, pool, wanted, (split, seed, index))
        if drawn is not None:
            return drawn
    raise InvalidRecord(f"no site of the lake has a clear question of type {kind.name} for item {index} of seed {seed}")


def kind_and_turn(split: Split, seed: int, index: int) -> tuple[Kind, int]:
    """Return the type of an index, and the number of full turns of all types before it."""
    kinds = drawn_kinds()
    turn, place = divmod(index, len(kinds))
    order = generator("eo", split, seed, "order", turn).permutation(len(kinds))
    return kinds[order[place]], turn


def classes_in_order(kind: Kind, split: Split, seed: int, turn: int) -> list[str]:
    """Return the answer class whose turn it is, then the classes that may replace it, in order."""
    cycle, place = divmod(turn, len(kind.classes))
    order = generator("eo", split, seed, kind.name, "classes", cycle).permutation(len(kind.classes))
    return [kind.classes[order[(place + k) % len(order)]] for k in range(len(order))]


def _pools(kind: Kind, split: Split, seed: int, index: int) -> Iterator[list[Site]]:
    """Yield lists of sites to try: a few of the block's town first, then those of other towns."""
    towns = sorted({site.place for site in sites(split)})
    order = generator("eo", split, seed, "towns").permutation(len(towns))
    block = index // BLOCK
    for step in range(len(towns)):
        town = towns[order[(block + step) % len(towns)]]
        own = [site for site in sites(split) if site.place == town]
        draw = generator("eo", split, seed, "sites", town)
        mixed = [own[k] for k in draw.permutation(len(own))]
        # A site with a disaster comes first, so that two or three sites serve all types.
        mixed.sort(key=lambda site: not struck(site))
        chosen = [mixed[0], *mixed[-2:]][:SITES_OF_BLOCK] if len(mixed) > 2 else mixed
        if kind.task == "disaster":
            chosen = [site for site in chosen if struck(site)]
        yield [chosen[k] for k in generator("eo", split, seed, index, "sites").permutation(len(chosen))]


def _from_pool(
    lake: Imagery, kind: Kind, pool: list[Site], wanted: list[str], path: tuple[Split, int, int]
) -> Drawn | None:
    """Return a clear question of the first class that any site of the pool has."""
    spare: dict[str, list[tuple[Site, Question]]] = {}
    for site in pool:
        draw = generator("eo", *path, site.key)
        for _ in range(kind.draws):
            question = kind.draw(lake, site.key, draw)
            if question is None:
                continue
            if question.answer_class == wanted[0]:
                if (drawn := _check(kind, site, question)) is not None:
                    return drawn
            else:
                spare.setdefault(question.answer_class, []).append((site, question))
    for name in (*wanted[1:], *(name for name in spare if name not in wanted)):
        for site, question in spare.get(name, []):
            if (drawn := _check(kind, site, question)) is not None:
                return drawn
    return None


def _check(kind: Kind, site: Site, question: Question) -> Drawn | None:
    """Return the question if the second way gives the same answer."""
    second = question.second()
    return Drawn(kind, site, question, second) if second and agrees(question.answer, second) else None

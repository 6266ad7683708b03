"""Which items two or three runs get right together: the cells of a Venn diagram."""

from __future__ import annotations

from collections import Counter
from itertools import chain, combinations

from mesocosm.stats.episode import right_items
from mesocosm.stats.runs import Runs
from mesocosm.types import Record


class Cell(Record):
    """The items that exactly these runs get right; of no run, those that none does."""

    runs: tuple[str, ...]
    items: int


class Overlap(Record):
    """The common items of the runs, every one in one cell."""

    runs: tuple[str, ...]
    n: int
    cells: tuple[Cell, ...]

    def items(self, *runs: str) -> int:
        """How many items exactly these runs get right."""
        return next(cell.items for cell in self.cells if set(cell.runs) == set(runs))


def overlap(runs: Runs) -> Overlap:
    """The right-item overlap of two or three runs over the items all of them have (PHREEQC-MCQ-200, Appendix C.5)."""
    if len(runs) not in (2, 3):
        raise ValueError(f"an overlap is of two or three runs, got {len(runs)}")
    names = tuple(runs)
    right = {name: right_items(runs[name]) for name in names}
    common = set.intersection(*(set(own) for own in right.values()))
    counts = Counter(tuple(name for name in names if right[name][item]) for item in common)
    every = chain.from_iterable(combinations(names, size) for size in range(len(names), -1, -1))
    return Overlap(runs=names, n=len(common), cells=tuple(Cell(runs=key, items=counts[key]) for key in every))

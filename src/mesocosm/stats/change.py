"""Items that a run keeps, gains and loses compared with another (McNemar); `report/comparison` compares all pairs."""

from __future__ import annotations

import math
from collections.abc import Iterable

from mesocosm import registry
from mesocosm.stats.episode import Episode, right_items
from mesocosm.types import Record


class Change(Record):
    """The items common to two runs in four cells. `n` = kept + gained + lost + both_wrong."""

    n: int
    kept: int
    """Right in both."""
    gained: int
    """Wrong in the baseline, right in the run."""
    lost: int
    """Right in the baseline, wrong in the run."""
    both_wrong: int
    retention: float
    """kept / (kept + lost); NaN where the baseline has nothing right."""
    difference: float
    """Share right in the run less share right in the baseline."""
    p_value: float
    """Exact McNemar test of gained against lost."""


def change(run: Iterable[Episode], baseline: Iterable[Episode]) -> Change:
    """Compare the items right in a run with those right in a baseline (PHREEQC-MCQ-200, Section 5.1, Table 2).

    Items with no counted episode in either run are left out. With several epochs an item is right when more than
    half of its counted episodes are.
    """
    now, before = right_items(run), right_items(baseline)
    cells = [(before[item], now[item]) for item in sorted(now.keys() & before.keys())]
    return tally(
        kept=cells.count((True, True)),
        gained=cells.count((False, True)),
        lost=cells.count((True, False)),
        both_wrong=cells.count((False, False)),
    )


def tally(*, kept: int, gained: int, lost: int, both_wrong: int) -> Change:
    """Build the change from its four counts."""
    n = kept + gained + lost + both_wrong
    return Change(
        n=n,
        kept=kept,
        gained=gained,
        lost=lost,
        both_wrong=both_wrong,
        retention=kept / (kept + lost) if kept + lost else math.nan,
        difference=(gained - lost) / n if n else math.nan,
        p_value=mcnemar(gained, lost) if n else math.nan,
    )


def mcnemar(gained: int, lost: int) -> float:
    """Return the two-sided exact p-value that gains and losses are equally likely; 1 if nothing changed.

    Binomial test of gained among gained + lost at one half: McNemar (1947), Psychometrika 12, 153-157, exact form.
    """
    if gained + lost == 0:
        return 1.0
    return float(registry.require("scipy.stats").binomtest(gained, gained + lost, 0.5).pvalue)

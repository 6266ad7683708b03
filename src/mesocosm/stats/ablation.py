"""What each option of a world does to an agent: runs that differ in that option alone, on the items they share."""

from __future__ import annotations

import fnmatch
from collections import defaultdict
from collections.abc import Mapping, Sequence

from mesocosm.stats.bootstrap import ClusterInterval, paired_cluster_bootstrap
from mesocosm.stats.change import Change, change
from mesocosm.stats.episode import ITEM_KINDS, Episode, counted
from mesocosm.stats.proportion import Proportion, accuracy
from mesocosm.stats.runs import Runs
from mesocosm.types import Record

ALL = "all"
"""The part that every item belongs to."""
Order = Mapping[str, Sequence[str]]
"""Option to its values as the suite's card has them, the default first; patterns such as `raw*k` too."""


class Part(Record):
    """Some of the items: all of them, or those of one kind."""

    part: str
    accuracy: Proportion
    change: Change
    """Against the reference, item by item."""
    difference: ClusterInterval
    """Accuracy less that of the reference, with clusters resampled."""


class Variant(Record):
    """A run, and the run of the same agent that differs from it in one option alone."""

    run: str
    option: str
    value: str
    reference: str
    """The value it is compared with: the option's default, or the nearest to it that was run."""
    reference_run: str
    parts: tuple[Part, ...]
    """All items, then the items of each kind; counted in every run of this agent that differs in the option alone."""


def ablations(runs: Runs, order: Order) -> tuple[Variant, ...]:
    """Every value of every option that varies, the value it is compared with first.

    Values that `order` does not know follow those it knows, in alphabetical order.
    """
    options = sorted({name for own in runs.values() for name in own[0].options})
    return tuple(
        variant
        for option in options
        for family in _families(runs, option, order)
        for variant in _variants(option, family, runs)
    )


def _families(runs: Runs, option: str, order: Order) -> list[dict[str, str]]:
    """Value to run, for each set of runs of one agent in which this option alone differs."""

    def place(name: str) -> tuple[str, list[tuple[int, str]]]:
        return runs[name][0].agent, [_rank(order, *one) for one in sorted(runs[name][0].options.items())]

    found: dict[tuple[str, tuple[tuple[str, str], ...]], dict[str, str]] = defaultdict(dict)
    for name in sorted(runs, key=place):
        rest = dict(runs[name][0].options)
        value = rest.pop(option, None)
        if value is not None:
            found[runs[name][0].agent, tuple(sorted(rest.items()))][value] = name
    return [family for family in found.values() if len(family) > 1]


def _rank(order: Order, option: str, value: str) -> tuple[int, str]:
    patterns = order.get(option, ())
    places = (place for place, pattern in enumerate(patterns) if fnmatch.fnmatchcase(value, pattern))
    return next(places, len(patterns)), value


def _variants(option: str, family: Mapping[str, str], runs: Runs) -> list[Variant]:
    common = set.intersection(*({one.item for one in counted(runs[name])} for name in family.values()))
    shared = {name: [one for one in runs[name] if one.item in common] for name in family.values()}
    reference = next(iter(family))
    return [
        Variant(
            run=name,
            option=option,
            value=value,
            reference=reference,
            reference_run=family[reference],
            parts=_parts(shared[name], shared[family[reference]]),
        )
        for value, name in family.items()
    ]


def _parts(own: Sequence[Episode], reference: Sequence[Episode]) -> tuple[Part, ...]:
    kinds = [kind for kind in ITEM_KINDS if any(one.kind == kind for one in own)]
    return tuple(_part(part, own, reference) for part in (ALL, *kinds))


def _part(part: str, own: Sequence[Episode], reference: Sequence[Episode]) -> Part:
    mine, theirs = ([one for one in side if part in (ALL, one.kind)] for side in (own, reference))
    return Part(
        part=part,
        accuracy=accuracy(mine),
        change=change(mine, theirs),
        difference=paired_cluster_bootstrap(mine, theirs),
    )

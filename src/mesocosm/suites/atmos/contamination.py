"""Accuracy over the instances of templates, and whether a model knows the textbook's own instance by heart.

Instance 1 of every template carries the values of the textbook, the others perturbed ones (AtmosSci-Bench, section 4).
Accuracies are in percent, as published, and NaN without data.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

import numpy as np

from mesocosm.seeding import generator
from mesocosm.stats.summary import deviation, mean
from mesocosm.types import Record

ORIGINAL = 1
"""The instance with the textbook's values."""
DRAWS = 10_000


class Outcome(NamedTuple):
    """One graded question."""

    template: str
    instance: int
    category: str
    correct: bool


class Contamination(Record):
    """How much better the textbook's own instance is answered than the others, one-sided."""

    original: float
    """Accuracy of the textbook's instance, in percent."""
    perturbed: float
    """Mean accuracy of the other instances, in percent."""
    z: float
    p: float
    """Probability of such a z or a larger one by chance."""
    permutation_p: float
    n: int
    """Instances, the textbook's included."""


def accuracy(correct: Iterable[bool]) -> float:
    """The percentage of right answers."""
    return 100 * mean(correct)


def by_category(outcomes: Iterable[Outcome]) -> dict[str, float]:
    """Category to accuracy, in alphabetical order."""
    correct: dict[str, list[bool]] = defaultdict(list)
    for outcome in outcomes:
        correct[outcome.category].append(outcome.correct)
    return {category: accuracy(correct[category]) for category in sorted(correct)}


def by_instance(outcomes: Iterable[Outcome]) -> dict[int, float]:
    """Instance to accuracy over its templates, in ascending order."""
    correct: dict[int, list[bool]] = defaultdict(list)
    for outcome in outcomes:
        correct[outcome.instance].append(outcome.correct)
    return {instance: accuracy(correct[instance]) for instance in sorted(correct)}


def symstd(accuracies: Iterable[float]) -> float:
    """SymStd: sample standard deviation (divisor n - 1) of the accuracies of the instances, in points."""
    return deviation(accuracies)


def published_contamination(accuracies: Mapping[int, float], *, original: int = ORIGINAL) -> Contamination:
    """The test as published (Table 13), from the accuracy of every instance.

    z is the distance of the original from the mean of the others in their sample standard deviation, as if that were
    known exactly; the empirical p counts the others that do at least as well, so it can never fall below 1 / n.
    """
    others = [value for instance, value in accuracies.items() if instance != original]
    own = accuracies.get(original, math.nan)
    width = deviation(others)
    z = (own - mean(others)) / width if width > 0 else math.nan
    known = bool(others) and not math.isnan(own)
    return Contamination(
        original=own,
        perturbed=mean(others),
        z=z,
        p=_beyond(z),
        permutation_p=(1 + sum(value >= own for value in others)) / (1 + len(others)) if known else math.nan,
        n=len(accuracies),
    )


def corrected_contamination(
    outcomes: Iterable[Outcome],
    *,
    original: int = ORIGINAL,
    without: Collection[str] = (),
    draws: int = DRAWS,
    seed: int = 0,
) -> Contamination:
    """The test within templates: whether the original is right more often than the other instances of its template.

    Under the null hypothesis any instance of a template could be the original. Drawing it anew in every template gives
    the permutation p; the mean and variance of that draw are known in closed form and give z. The result then does
    not depend on hard templates, missing records or the number of instances. `without` names templates to leave out,
    such as those whose text fits the key at the textbook's values only, which mimic contamination.
    """
    templates = [
        own
        for name, own in _templates(outcomes).items()
        if name not in without and original in own and len(own) > 1  # a single instance cannot be compared
    ]
    if not templates:
        nothing = math.nan
        return Contamination(original=nothing, perturbed=nothing, z=nothing, p=nothing, permutation_p=nothing, n=0)
    gaps = [_gaps(own) for own in templates]
    observed = sum(own[original] for own in gaps)
    variance = sum(float(np.var(list(own.values()))) for own in gaps)
    z = observed / math.sqrt(variance) if variance > 0 else math.nan
    return Contamination(
        original=accuracy(own[original] for own in templates),
        perturbed=100 * mean(_mean_of_others(own, original) for own in templates),
        z=z,
        p=_beyond(z),
        permutation_p=_permutation_p(gaps, observed, draws, seed),
        n=max(len(own) for own in templates),
    )


def _templates(outcomes: Iterable[Outcome]) -> dict[str, dict[int, bool]]:
    templates: dict[str, dict[int, bool]] = defaultdict(dict)
    for outcome in outcomes:
        templates[outcome.template][outcome.instance] = outcome.correct
    return templates


def _mean_of_others(own: Mapping[int, bool], instance: int) -> float:
    return (sum(own.values()) - own[instance]) / (len(own) - 1)


def _gaps(own: Mapping[int, bool]) -> dict[int, float]:
    """How much each instance is better than the mean of the others; these add up to zero."""
    return {instance: own[instance] - _mean_of_others(own, instance) for instance in own}


def _permutation_p(gaps: list[dict[int, float]], observed: float, draws: int, seed: int) -> float:
    """Share of draws, the observed one included, in which the originals drawn do at least as well."""
    random = generator("contamination", seed)
    totals = np.zeros(draws)
    for own in gaps:
        totals += random.choice(np.array(list(own.values())), size=draws)
    as_good = int(np.sum(totals >= observed - 1e-9))  # sums of the same gaps in another order differ in the last bit
    return (1 + as_good) / (1 + draws)


def _beyond(z: float) -> float:
    """Upper tail of the standard normal distribution."""
    return 0.5 * math.erfc(z / math.sqrt(2))

"""Agreement of two graders beyond chance."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from statistics import NormalDist

from mesocosm.stats.proportion import Proportion, wilson
from mesocosm.types import Record

Verdict = bool | None
"""Right, wrong or undecided."""
WORDS: Mapping[Verdict, str] = {True: "right", False: "wrong", None: "undecided"}
Counts = Mapping[tuple[Verdict, Verdict], int]
"""Number of answers by first and second verdict."""


class Agreement(Record):
    """Agreement of two graders on the same answers."""

    n: int
    agreement: Proportion
    """Answers with the same verdict of both."""
    kappa: float
    """Cohen's kappa; NaN if both always give the same single verdict, which chance alone explains."""
    low: float
    high: float
    """Upper bound; NaN if the two never differ or one always gives the same verdict: the formula would call that
    certain.
    """
    table: dict[str, dict[str, int]]
    """Counts by first and second grader's verdict; verdicts that neither gives are left out."""


def agreement(pairs: Iterable[tuple[Verdict, Verdict]], *, confidence: float = 0.95) -> Agreement:
    """Compute percent agreement and Cohen's kappa of two graders (compare AtmosSci-Bench, Table 8, which gives the
    former).

    Undecided is a verdict of its own, which differs from right and wrong. Kappa: Cohen (1960), Educational and
    Psychological Measurement 20, 37-46.
    """
    counts = Counter(pairs)
    kappa, error = cohen(counts)
    reach = NormalDist().inv_cdf((1 + confidence) / 2) * error
    seen = [verdict for verdict in WORDS if any(verdict in pair for pair in counts)]
    return Agreement(
        n=counts.total(),
        agreement=wilson(_same(counts), counts.total()),
        kappa=kappa,
        low=max(kappa - reach, -1.0),
        high=min(kappa + reach, 1.0),
        table={WORDS[verdict]: {WORDS[other]: counts[verdict, other] for other in seen} for verdict in seen},
    )


def cohen(counts: Counts) -> tuple[float, float]:
    """Compute kappa and its large-sample standard error.

    Fleiss, Cohen and Everitt (1969), Psychological Bulletin 72, 323-327. The error is NaN where the graders never
    differ or one of them always says the same; kappa too, where both do and so chance explains everything.
    """
    n = sum(counts.values())
    first, second = _margin(counts, 0), _margin(counts, 1)
    together = sum(first[verdict] * second[verdict] for verdict in WORDS)
    if together == n * n:
        return math.nan, math.nan
    expected = together / n**2
    kappa = (_same(counts) / n - expected) / (1 - expected)
    if _same(counts) == n or len(first) == 1 or len(second) == 1:
        return kappa, math.nan
    agreed = math.fsum(
        counts.get((verdict, verdict), 0) / n * (1 - (first[verdict] + second[verdict]) / n * (1 - kappa)) ** 2
        for verdict in WORDS
    )
    differed = math.fsum(
        count / n * ((second[verdict] + first[other]) / n) ** 2
        for (verdict, other), count in counts.items()
        if verdict != other
    )
    variance = agreed + (1 - kappa) ** 2 * differed - (kappa - expected * (1 - kappa)) ** 2
    return kappa, math.sqrt(max(variance, 0.0) / n) / (1 - expected)


def _same(counts: Counts) -> int:
    return sum(count for (first, second), count in counts.items() if first == second)


def _margin(counts: Counts, place: int) -> Counter[Verdict]:
    totals: Counter[Verdict] = Counter()
    for pair, count in counts.items():
        totals[pair[place]] += count
    return totals

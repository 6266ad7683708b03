"""Rainfall excess hour by hour along a storm, by the curve-number method."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _excess(rain: float, retention: float, ratio: float) -> float:
    beyond = max(rain - ratio * retention, 0.0)
    return beyond**2 / (beyond + retention)


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    retention = x["scale"] * (100 / x["number"] - 1)
    start = x["first"] + x["second"] + (x["third"] if "fourth" in taken else 0.0)
    after = start + x["hour"]
    before = 0.0 if "total" in taken else start
    excess = _excess(after, retention, x["ratio"]) - _excess(before, retention, x["ratio"])
    return {"E": excess, "D": after - before - excess, "P_1": start, "P_2": after, "S": retention}


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Chow, Maidment and Mays (1988), Applied Hydrology, Section 5.5",
    background=(
        "The curve-number equation Pe = (P - Ia)² / (P - Ia + S), with Ia = 0.2 S, relates amounts accumulated since "
        "the start of the storm. The excess of one interval is the difference of Pe at its end and at its start."
    ),
    variables={
        "first": Variable("mm", 16, 24, 1),
        "second": Variable("mm", 22, 30, 1),
        "third": Variable("mm", 24, 32, 1),
        "fourth": Variable("mm", 33, 44, 1),
        "loam": Variable("", 73, 78, 1),
        "clay": Variable("", 84, 89, 1),
        "scale": Variable("mm", 254, 254, 1),
        "ratio": Variable("", 0.2, 0.2, 0.01),
    },
    constants=(),
    forks={
        "clay": fork("used the curve number of [clay|loam]", number=("clay", "loam")),
        "fourth": fork("took the [fourth|third] hour", hour=("fourth", "third")),
        "total": fork("gave the excess [since the beginning of the storm|of the one hour alone]", "reasoning"),
    },
    question=(
        "In four successive hours a storm brings {first}, {second}, {third} and {fourth} mm of rain. The curve number "
        "CN is {loam} on loam and {clay} on clay. The potential retention is {scale} mm times (100/CN − 1), the "
        "initial abstraction {ratio} times that. The curve-number equation holds for rain and excess accumulated since "
        "the beginning of the storm. Consider the [clay:clay|loam] and the [total:whole time from the beginning of the "
        "storm to the end of the [fourth:fourth|third] hour|[fourth:fourth|third] hour alone]."
    ),
    solve=_solve,
    parts={
        "E": Part("the rainfall excess of this time", "mm", 1, 120),
        "D": Part("the rain of this time that does not become excess", "mm", 1, 90),
    },
    formula=Formula(
        symbols={
            "P_1": Symbol("the rain since the beginning of the storm when that hour begins", "P_1"),
            "P_2": Symbol("the rain since the beginning of the storm when that hour ends", "P_2"),
            "S": Symbol("the potential retention of that soil", "S"),
            r"\lambda": Symbol("the initial abstraction as a share of the retention", "ratio"),
        },
        latex=(
            r"\frac{(P_2 - \lambda S)^2}{P_2 + (1 - \lambda) S}[total:| - \frac{(P_1 - \lambda S)^2}{P_1 + (1 - "
            r"\lambda) S}]"
        ),
    ),
)

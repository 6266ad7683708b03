"""Rainfall excess hour by hour along a storm, by the curve-number method."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    soil = "clay" if "clay" in taken else "loam"
    hour = "fourth" if "fourth" in taken else "third"
    span = f"the {hour} hour alone"
    if "total" in taken:
        span = f"the whole time from the beginning of the storm to the end of the {hour} hour"
    return (
        f"In four successive hours a storm brings {p['first']:g}, {p['second']:g}, {p['third']:g} and {p['fourth']:g} "
        f"mm of rain. The curve number CN is {p['loam']:g} on loam and {p['clay']:g} on clay. The potential retention "
        f"is {p['scale']:g} mm times (100/CN − 1), the initial abstraction {p['ratio']:g} times that. The curve-number "
        f"equation holds for rain and excess accumulated since the beginning of the storm. Consider the {soil} and "
        f"{span}."
    )


def _excess(rain: float, retention: float, ratio: float) -> float:
    beyond = max(rain - ratio * retention, 0.0)
    return beyond**2 / (beyond + retention)


def _retention(x: SI, taken: Taken) -> float:
    return x["scale"] * (100 / x["clay" if "clay" in taken else "loam"] - 1)


def _rain(x: SI, taken: Taken) -> tuple[float, float]:
    """Accumulated since the start of the storm, at the start and at the end of the hour."""
    before = x["first"] + x["second"]
    if "fourth" not in taken:
        return before, before + x["third"]
    return before + x["third"], before + x["third"] + x["fourth"]


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    retention = _retention(x, taken)
    start, after = _rain(x, taken)
    before = 0.0 if "total" in taken else start
    excess = _excess(after, retention, x["ratio"]) - _excess(before, retention, x["ratio"])
    return {"E": excess, "D": after - before - excess}


def _write(taken: Taken) -> str:
    """The rain of two hours and more exceeds the initial abstraction for all values drawn."""
    before, after = (rf"\frac{{({rain} - \lambda S)^2}}{{{rain} + (1 - \lambda) S}}" for rain in ("P_1", "P_2"))
    return after if "total" in taken else f"{after} - {before}"


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
        "clay": Fork("used the curve number of clay", "used the curve number of loam", "misreading"),
        "fourth": Fork("took the fourth hour", "took the third hour", "misreading"),
        "total": Fork(
            "gave the excess since the beginning of the storm", "gave the excess of the one hour alone", "reasoning"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "E": Part("the rainfall excess of this time", "mm", 1, 120),
        "D": Part("the rain of this time that does not become excess", "mm", 1, 90),
    },
    formula=Formula(
        symbols={
            "P_1": Symbol(
                "the rain since the beginning of the storm when that hour begins", lambda x, taken: _rain(x, taken)[0]
            ),
            "P_2": Symbol(
                "the rain since the beginning of the storm when that hour ends", lambda x, taken: _rain(x, taken)[1]
            ),
            "S": Symbol("the potential retention of that soil", lambda x, taken: _retention(x, taken)),
            r"\lambda": Symbol("the initial abstraction as a share of the retention", lambda x, taken: x["ratio"]),
        },
        write=_write,
    ),
)

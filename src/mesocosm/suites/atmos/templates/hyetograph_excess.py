"""Rainfall excess hour by hour along a storm, by the curve-number method."""

from __future__ import annotations

from mesocosm.suites.atmos.template import SI, Part, Printed, Template, Variable
from mesocosm.suites.forks import Fork, Taken


def _ask(p: Printed, taken: Taken) -> str:
    soil = "clay" if "clay" in taken else "loam"
    hour = "fourth" if "fourth" in taken else "third"
    span = f"from the start to the end of the {hour} hour" if "total" in taken else f"during the {hour} hour alone"
    return (
        f"In four successive hours a storm brings {p['first']:g}, {p['second']:g}, {p['third']:g} and {p['fourth']:g} "
        f"mm of rain. The curve number is {p['loam']:g} on loam and {p['clay']:g} on clay. The potential retention is "
        f"{p['scale']:g} mm times (100/CN − 1), the initial abstraction {p['ratio']:g} of it, and the curve-number "
        f"equation holds for rain and excess accumulated since the start of the storm. Consider the {soil} and what "
        f"happens there {span}."
    )


def _excess(rain: float, retention: float, ratio: float) -> float:
    beyond = max(rain - ratio * retention, 0.0)
    return beyond**2 / (beyond + retention)


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    retention = x["scale"] * (100 / x["clay" if "clay" in taken else "loam"] - 1)
    before = x["first"] + x["second"]
    last = x["third"]
    if "fourth" in taken:
        before, last = before + last, x["fourth"]
    after = _excess(before + last, retention, x["ratio"])
    if "total" in taken:
        return {"E": after, "D": before + last - after}
    excess = after - _excess(before, retention, x["ratio"])
    return {"E": excess, "D": last - excess}


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
        "clay": Fork("used the curve number of clay", "used the curve number of loam"),
        "fourth": Fork("took the fourth hour", "took the third hour"),
        "total": Fork("gave the excess since the start of the storm", "gave the excess of the one hour alone"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "E": Part("the rainfall excess in this time", "mm", 1, 120),
        "D": Part("the rain that does not become excess in this time", "mm", 1, 90),
    },
)

"""Mass of the air over a region, from the pressure it exerts."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    region = "the basin" if "basin" in taken else "the island"
    height = "lies high" if "high" in taken else "lies low"
    layer = f"the layer between the ground and {p['level']:g} hPa" if "layer" in taken else "the whole atmosphere"
    what = "the nitrogen alone" if "nitrogen" in taken else "all the air"
    return (
        f"An island has an area of {p['island']:g} km², a basin one of {p['basin']:g} km². Where such land lies low, "
        f"the pressure at the ground is {p['low']:g} hPa; where it lies high, {p['high']:g} hPa. Aircraft "
        f"fly at the level of {p['level']:g} hPa. Nitrogen makes up {p['nitrogen']:g} % of the mass of air at all "
        f"levels. Suppose that {region} {height}. The air is in hydrostatic balance, with gravity the same everywhere. "
        f"Consider the mass of {what} in {layer} above {region}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    ground = x["high" if "high" in taken else "low"]
    top = x["level"] if "layer" in taken else 0.0
    share = x["nitrogen"] if "nitrogen" in taken else 1.0
    column = share * (ground - top) / x["g"]
    return {"m": column * x["basin" if "basin" in taken else "island"], "c": column}


def _write(taken: Taken) -> str:
    share = "n A" if "nitrogen" in taken else "A"
    return rf"\frac{{{share} {'(p_0 - p_1)' if 'layer' in taken else 'p_0'}}}{{g}}"


template = Template(
    category="atmospheric physics",
    kind="knowledge",
    reference="Wallace and Hobbs (2006), Atmospheric Science: An Introductory Survey, Section 1.3.2",
    background=(
        "In hydrostatic balance the pressure difference between two levels, divided by g, is the mass of air between "
        "them per area; above the upper level of the whole atmosphere the pressure is zero."
    ),
    variables={
        "island": Variable("km**2", 20000, 40000, 500),
        "basin": Variable("km**2", 55000, 90000, 500),
        "low": Variable("hPa", 980, 1020, 1),
        "high": Variable("hPa", 680, 780, 1),
        "level": Variable("hPa", 250, 420, 1),
        "nitrogen": Variable("percent", 74.5, 75.5, 0.1),
    },
    constants=("g",),
    forks={
        "basin": Fork("used the area of the basin", "used the area of the island", "misreading"),
        "high": Fork("used the pressure of high ground", "used the pressure of low ground", "misreading"),
        "layer": Fork("left out the air above the level", "counted the air above the level", "reasoning"),
        "nitrogen": Fork("counted the nitrogen only", "counted all of the air", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "m": Part("this mass", "kg", 1e13, 5e15),
        "c": Part("this mass per square metre of ground", "kg/m**2", 500, 12000),
    },
    formula=Formula(
        symbols={
            "A": Symbol("the area of that region", lambda x, taken: x["basin" if "basin" in taken else "island"]),
            "p_0": Symbol("the pressure at the ground there", lambda x, taken: x["high" if "high" in taken else "low"]),
            "p_1": Symbol("the pressure where the aircraft fly", lambda x, taken: x["level"]),
            "n": Symbol("the share of nitrogen in the mass of air", lambda x, taken: x["nitrogen"]),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
        },
        write=_write,
    ),
)

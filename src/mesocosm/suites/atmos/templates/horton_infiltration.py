"""Water that a soil takes up while its infiltration capacity decays."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    last = x["last"]
    left = math.exp(-x["k"] * x["time"])
    depth = last * x["time"] + (x["first"] - last) / x["k"] * (1 - left)
    return {"F": depth, "f": last + (x["first"] - last) * left}


template = Template(
    category="hydrology",
    kind="knowledge",
    reference="Chow, Maidment and Mays (1988), Applied Hydrology, Section 4.2 (Horton's equation)",
    background=(
        "Horton: the infiltration capacity is f(t) = fc + (f0 - fc) exp(-k t). Integrated from the start it gives the "
        "depth F = fc t + (f0 - fc) (1 - exp(-k t)) / k."
    ),
    variables={
        "dry": Variable("mm/hour", 95, 120, 1),
        "wet": Variable("mm/hour", 48, 60, 1),
        "bare": Variable("mm/hour", 6, 10, 0.5),
        "grass": Variable("mm/hour", 28, 38, 1),
        "k": Variable("1/hour", 1.6, 2.6, 0.1),
        "short": Variable("minute", 32, 44, 1),
        "long": Variable("minute", 90, 125, 5),
    },
    constants=(),
    forks={
        "wetted": fork("started from the capacity of [wetted|dry] soil", first=("wet", "dry")),
        "grass": fork("used the final capacity of the [grass|bare] plot", last=("grass", "bare")),
        "long": fork("integrated to the [later reading|earlier reading only]", time=("long", "short")),
    },
    question=(
        "Sprinklers bring water to two plots, from first to last faster than the soil can take it up. The infiltration "
        "capacity follows Horton's equation with a decay constant of {k} per hour. It starts at {dry} mm/h where the "
        "soil is dry and at {wet} mm/h where it has been wetted, and tends to {bare} mm/h on the bare plot and to "
        "{grass} mm/h on the grass plot. Readings are taken after {short} and after {long} minutes. Consider the "
        "[grass:grass|bare] plot with soil that [wetted:an earlier shower had wetted|was dry], and the first "
        "[long:{long}|{short}] minutes of the sprinkling."
    ),
    solve=_solve,
    parts={
        "F": Part("the depth of water that infiltrates in this time", "mm", 3, 250),
        "f": Part("the infiltration capacity at the end of this time", "mm/hour", 3, 120),
    },
    formula=Formula(
        symbols={
            "f_0": Symbol("the infiltration capacity of that soil at the start", "first"),
            "f_c": Symbol("the infiltration capacity that the plot tends to", "last"),
            "k": Symbol("the decay constant", "k"),
            "t": Symbol("the length of that time", "time"),
        },
        latex=r"f_c t + \frac{f_0 - f_c}{k} (1 - \exp(-k t))",
    ),
)

"""Water that a soil takes up while its infiltration capacity decays."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    soil = "that an earlier shower had wetted" if "wetted" in taken else "that was dry"
    cover = "the grass plot" if "grass" in taken else "the bare plot"
    end = f"the first {p['long']:g} minutes" if "long" in taken else f"the first {p['short']:g} minutes"
    return (
        f"Sprinklers bring water to two plots, from first to last faster than the soil can take it up. The "
        f"infiltration capacity follows Horton's equation with a decay constant of {p['k']:g} per hour. It starts at "
        f"{p['dry']:g} mm/h where the soil is dry and at {p['wet']:g} mm/h where it has been wetted, and tends to "
        f"{p['bare']:g} mm/h on the bare plot and to {p['grass']:g} mm/h on the grass plot. Readings are taken after "
        f"{p['short']:g} and after {p['long']:g} minutes. Consider {cover} with soil {soil}, and {end} of the "
        f"sprinkling."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    first = x["wet" if "wetted" in taken else "dry"]
    last = x["grass" if "grass" in taken else "bare"]
    time = x["long" if "long" in taken else "short"]
    left = math.exp(-x["k"] * time)
    depth = last * time + (first - last) / x["k"] * (1 - left)
    return {"F": depth, "f": last + (first - last) * left}


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
        "wetted": Fork(
            "started from the capacity of wetted soil", "started from the capacity of dry soil", "misreading"
        ),
        "grass": Fork(
            "used the final capacity of the grass plot", "used the final capacity of the bare plot", "misreading"
        ),
        "long": Fork("integrated to the later reading", "integrated to the earlier reading only", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "F": Part("the depth of water that infiltrates in this time", "mm", 3, 250),
        "f": Part("the infiltration capacity at the end of this time", "mm/hour", 3, 120),
    },
    formula=Formula(
        symbols={
            "f_0": Symbol(
                "the infiltration capacity of that soil at the start",
                lambda x, taken: x["wet" if "wetted" in taken else "dry"],
            ),
            "f_c": Symbol(
                "the infiltration capacity that the plot tends to",
                lambda x, taken: x["grass" if "grass" in taken else "bare"],
            ),
            "k": Symbol("the decay constant", lambda x, taken: x["k"]),
            "t": Symbol("the length of that time", lambda x, taken: x["long" if "long" in taken else "short"]),
        },
        write=lambda taken: r"f_c t + \frac{f_0 - f_c}{k} (1 - \exp(-k t))",
    ),
)

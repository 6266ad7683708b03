"""Water that a soil takes up while its infiltration capacity decays."""

from __future__ import annotations

import math

from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable
from mesocosm.suites.forks import Fork, Taken


def _ask(p: Printed, taken: Taken) -> str:
    soil = "had already been wetted by an earlier shower" if "wetted" in taken else "was dry"
    cover = "the grass plot" if "grass" in taken else "the bare plot"
    end = f"the first {p['long']:g} minutes" if "long" in taken else f"the first {p['short']:g} minutes"
    return (
        "Rain falls on two plots, always faster than the soil can take it up. Their infiltration capacity follows "
        f"Horton's equation with a decay constant of {p['k']:g} per hour. It starts at {p['dry']:g} mm/h where the "
        f"soil is dry and at {p['wet']:g} mm/h where it has been wetted, and tends to {p['bare']:g} mm/h on the bare "
        f"plot and to {p['grass']:g} mm/h on the grass plot. The gauges are read after {p['short']:g} and after "
        f"{p['long']:g} minutes. Consider {cover} when the soil {soil}, and {end} of the rain."
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
        "F": Part("the depth of water infiltrated in this time", "mm", 3, 250),
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

"""Time that sunlight needs to warm the mixed layer of the ocean."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    layer = p["deep" if "deep" in taken else "shallow"]
    goal = p["more" if "more" in taken else "less"]
    loss = "Count" if "loss" in taken else "Neglect"
    water = (
        f"Through clear water, {p['through']:g} % of the sunlight leaves by the bottom, and the water is clear."
        if "clear" in taken
        else f"Through clear water, {p['through']:g} % of the sunlight would leave by the bottom, but the water is "
        "turbid and keeps all of it."
    )
    return (
        f"The mixed layer of a sea is {p['shallow']:g} m deep in calm weather and {p['deep']:g} m deep in windy "
        f"weather. Sunlight of {p['sun']:g} W/m² enters it on average. The surface loses {p['loss']:g} W/m² by "
        f"infrared radiation and evaporation. {water} Swimmers wait for a warming by {p['less']:g} K, fish for one by "
        f"{p['more']:g} K. Take a layer of {layer:g} m and a warming by {goal:g} K. {loss} the loss at the surface; "
        f"currents bring and take no heat."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    depth = x["deep" if "deep" in taken else "shallow"]
    goal = x["more" if "more" in taken else "less"]
    kept = x["sun"] * (1 - x["through"] if "clear" in taken else 1.0)
    net = kept - (x["loss"] if "loss" in taken else 0.0)
    rate = net / (x["sea_density"] * x["sea_heat"] * depth)
    return {"t": goal / rate, "r": rate}


def _write(taken: Taken) -> str:
    kept = "S (1 - b)" if "clear" in taken else "S"
    return rf"\frac{{\rho c h \theta}}{{{kept}{' - q' if 'loss' in taken else ''}}}"


template = Template(
    category="physical oceanography",
    kind="knowledge",
    reference="Stewart (2008), Introduction to Physical Oceanography, Sections 5.1 and 5.2",
    background=(
        "A layer of depth h with net heating Q warms at the rate Q / (ρ c h); a warming by ΔT takes ρ c h ΔT / Q. "
        "Sunlight that leaves by the bottom and heat lost at the surface do not count."
    ),
    variables={
        "shallow": Variable("m", 15, 25, 1),
        "deep": Variable("m", 35, 50, 1),
        "sun": Variable("W/m**2", 190, 240, 5),
        "loss": Variable("W/m**2", 60, 100, 5),
        "through": Variable("percent", 12, 25, 1),
        "less": Variable("K", 1.0, 1.8, 0.1),
        "more": Variable("K", 2.4, 3.2, 0.1),
    },
    constants=("sea_density", "sea_heat"),
    forks={
        "deep": Fork("used the depth of windy weather", "used the depth of calm weather", "misreading"),
        "more": Fork("used the larger warming", "used the smaller warming", "misreading"),
        "loss": Fork("took off the loss at the surface", "left out the loss at the surface", "reasoning"),
        "clear": Fork("let sunlight leave by the bottom", "kept all of the sunlight", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "t": Part("the time the warming takes", "day", 1, 150),
        "r": Part("the rate of warming", "K/day", 0.01, 1),
    },
    formula=Formula(
        symbols={
            "h": Symbol(
                "the depth of the layer in that weather", lambda x, taken: x["deep" if "deep" in taken else "shallow"]
            ),
            r"\theta": Symbol("that warming", lambda x, taken: x["more" if "more" in taken else "less"]),
            "S": Symbol("the sunlight that enters the layer", lambda x, taken: x["sun"]),
            "q": Symbol("the loss at the surface", lambda x, taken: x["loss"]),
            "b": Symbol("the share of sunlight that clear water lets out by the bottom", lambda x, taken: x["through"]),
            r"\rho": Symbol("the density of sea water", lambda x, taken: x["sea_density"]),
            "c": Symbol("the specific heat of sea water", lambda x, taken: x["sea_heat"]),
        },
        write=_write,
    ),
)

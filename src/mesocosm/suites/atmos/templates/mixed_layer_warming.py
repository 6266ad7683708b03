"""Time that sunlight needs to warm the mixed layer of the ocean."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    absorbed = x["sun"] * (1 - x["through"] if "clear" in taken else 1.0)
    net = absorbed - (x["loss"] if "loss" in taken else 0.0)
    rate = net / (x["sea_density"] * x["sea_heat"] * x["depth"])
    return {"t": x["goal"] / rate, "r": rate}


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
        "deep": fork("used the depth of [windy|calm] weather", depth=("deep", "shallow")),
        "more": fork("used the [larger|smaller] warming", goal=("more", "less")),
        "loss": fork("[took off|left out] the loss at the surface", "reasoning"),
        "clear": fork("[let sunlight leave by the bottom|kept all of the sunlight]", "reasoning"),
    },
    question=(
        "The mixed layer of a sea is {shallow} m deep in calm weather and {deep} m deep in windy weather. Sunlight of "
        "{sun} W/m² enters it on average. The surface loses {loss} W/m² by infrared radiation and evaporation. Through "
        "clear water, {through} % of the sunlight [clear:leaves by the bottom, and the water is clear.|would leave by "
        "the bottom, but the water is turbid and keeps all of it.] Swimmers wait for a warming by {less} K, fish for "
        "one by {more} K. Take a layer of [deep:{deep}|{shallow}] m and a warming by [more:{more}|{less}] K. "
        "[loss:Count|Neglect] the loss at the surface; currents bring and take no heat."
    ),
    solve=_solve,
    parts={"t": Part("the time the warming takes", "day", 1, 150), "r": Part("the rate of warming", "K/day", 0.01, 1)},
    formula=Formula(
        symbols={
            "h": Symbol("the depth of the layer in that weather", "depth"),
            r"\theta": Symbol("that warming", "goal"),
            "S": Symbol("the sunlight that enters the layer", "sun"),
            "q": Symbol("the loss at the surface", "loss"),
            "b": Symbol("the share of sunlight that clear water lets out by the bottom", "through"),
            r"\rho": Symbol("the density of sea water", "sea_density"),
            "c": Symbol("the specific heat of sea water", "sea_heat"),
        },
        latex=r"\frac{\rho c h \theta}{S[clear: (1 - b)|][loss: - q|]}",
    ),
)

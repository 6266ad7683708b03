"""Wind over an ocean basin: the transport of its gyre and the width of its western boundary current."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    curl = (x["stress"] + x["trades"]) / x["span"]
    beta = 2 * x["earth_rotation"] * math.cos(x["latitude"]) / x["earth_radius"]
    across = curl / (beta * x["sea_density"])
    return {"M": across * x["width"], "V": across, "d": x["friction"] / beta}


template = Template(
    category="physical oceanography",
    kind="knowledge",
    reference="Vallis (2017), Atmospheric and Oceanic Fluid Dynamics, Sections 19.1 and 19.2; Stommel (1948)",
    background=(
        "Sverdrup balance gives the northward transport per unit width as curl τ/(ρ β), with "
        "β = 2Ω cos(latitude)/a; times the basin's width it returns in the western boundary current, whose width in "
        "Stommel's model is r/β for the friction rate r."
    ),
    variables={
        "narrow": Variable("km", 4600, 5600, 100),
        "wide": Variable("km", 9000, 10500, 100),
        "span": Variable("km", 2800, 3300, 50),
        "trades": Variable("N/m**2", 0.05, 0.07, 0.005),
        "summer": Variable("N/m**2", 0.05, 0.07, 0.005),
        "winter": Variable("N/m**2", 0.12, 0.15, 0.005),
        "friction": Variable("1/day", 0.08, 0.25, 0.01),
        "south": Variable("degree", 20, 25, 1),
        "north": Variable("degree", 42, 45, 1),
    },
    constants=("earth_rotation", "earth_radius", "sea_density"),
    forks={
        "wide": fork("used the width of the [wide|narrow] basin", width=("wide", "narrow")),
        "winter": fork("used the winds of [winter|summer]", stress=("winter", "summer")),
        "northern": fork("used the latitude of the [northern|southern] section", latitude=("north", "south")),
    },
    question=(
        "Over two ocean basins, {narrow} km and {wide} km wide, the eastward wind stress rises linearly northwards, "
        "over {span} km, from −{trades} N/m² in the trades to {summer} N/m² in the westerlies in summer, and to "
        "{winter} N/m² in winter, with the same trades. Bottom friction acts at a rate of {friction} per day. Within "
        "this stretch, sections run along {south}° N and {north}° N. Take the [northern:northern|southern] section of "
        "the [wide:wide|narrow] basin with [winter:winter|summer] winds, and let Sverdrup balance hold east of the "
        "western boundary current of Stommel's model."
    ),
    solve=_solve,
    parts={
        "M": Part("the northward volume transport of the boundary current", "m**3/s", 2e6, 1e8),
        "V": Part("the southward Sverdrup transport per unit width", "m**2/s", 0.5, 20),
        "d": Part("the e-folding width of Stommel's boundary current", "km", 20, 300),
    },
    collection="further",
    formula=Formula(
        symbols={
            "L": Symbol("the width of that basin", "width"),
            "\\tau_1": Symbol("the strength of the wind stress in the trades, without its sign", "trades"),
            "\\tau_2": Symbol("the wind stress in the westerlies in that season", "stress"),
            "Y": Symbol("the distance from the trades to the westerlies", "span"),
            "\\phi": Symbol("the latitude of that section", "latitude"),
            "\\Omega": Symbol("the angular velocity of the Earth", "earth_rotation"),
            "a": Symbol("the radius of the Earth", "earth_radius"),
            "\\rho": Symbol("the density of sea water", "sea_density"),
        },
        latex=r"\frac{(\tau_1 + \tau_2) a L}{2 \rho \Omega Y \cos \phi}",
    ),
)

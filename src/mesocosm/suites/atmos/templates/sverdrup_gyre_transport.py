"""Wind over an ocean basin: the transport of its gyre and the width of its western boundary current."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    basin = "wide" if "wide" in taken else "narrow"
    season = "winter" if "winter" in taken else "summer"
    gyre = "northern" if "northern" in taken else "southern"
    return (
        f"Over two ocean basins, {p['narrow']:g} km and {p['wide']:g} km wide, the eastward wind stress rises linearly "
        f"northwards, over {p['span']:g} km, from −{p['trades']:g} N/m² in the trades to {p['summer']:g} N/m² in the "
        f"westerlies in summer, and to {p['winter']:g} N/m² in winter, with the same trades. Bottom friction acts at a "
        f"rate of {p['friction']:g} per day. Within this stretch, sections run along {p['south']:g}° N and "
        f"{p['north']:g}° N. Take the {gyre} section of the {basin} basin with {season} winds, and let Sverdrup "
        "balance hold east of the western boundary current of Stommel's model."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    latitude = x["north" if "northern" in taken else "south"]
    curl = (x["winter" if "winter" in taken else "summer"] + x["trades"]) / x["span"]
    beta = 2 * x["earth_rotation"] * math.cos(latitude) / x["earth_radius"]
    across = curl / (beta * x["sea_density"])
    return {"M": across * x["wide" if "wide" in taken else "narrow"], "V": across, "d": x["friction"] / beta}


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
        "wide": Fork("used the width of the wide basin", "used the width of the narrow basin", "misreading"),
        "winter": Fork("used the winds of winter", "used the winds of summer", "misreading"),
        "northern": Fork(
            "used the latitude of the northern section", "used the latitude of the southern section", "misreading"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "M": Part("the northward volume transport of the boundary current", "m**3/s", 2e6, 1e8),
        "V": Part("the southward Sverdrup transport per unit width", "m**2/s", 0.5, 20),
        "d": Part("the e-folding width of Stommel's boundary current", "km", 20, 300),
    },
    collection="further",
    formula=Formula(
        symbols={
            "L": Symbol("the width of that basin", lambda x, taken: x["wide" if "wide" in taken else "narrow"]),
            "\\tau_1": Symbol(
                "the strength of the wind stress in the trades, without its sign", lambda x, taken: x["trades"]
            ),
            "\\tau_2": Symbol(
                "the wind stress in the westerlies in that season",
                lambda x, taken: x["winter" if "winter" in taken else "summer"],
            ),
            "Y": Symbol("the distance from the trades to the westerlies", lambda x, taken: x["span"]),
            "\\phi": Symbol(
                "the latitude of that section", lambda x, taken: x["north" if "northern" in taken else "south"]
            ),
            "\\Omega": Symbol("the angular velocity of the Earth", lambda x, taken: x["earth_rotation"]),
            "a": Symbol("the radius of the Earth", lambda x, taken: x["earth_radius"]),
            "\\rho": Symbol("the density of sea water", lambda x, taken: x["sea_density"]),
        },
        write=lambda taken: r"\frac{(\tau_1 + \tau_2) a L}{2 \rho \Omega Y \cos \phi}",
    ),
)

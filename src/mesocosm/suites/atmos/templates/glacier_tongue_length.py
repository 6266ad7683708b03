"""Ice that creeps through a gate after Glen, and melts below it by degree-days."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    period = "second" if "second" in taken else "first"
    gate = "steep" if "steep" in taken else "gentle"
    cover = "bare ice" if "bare" in taken else "old snow"
    summer = "warm" if "warm" in taken else "cool"
    return (
        f"A wide glacier flows through a gate as a parallel-sided slab, {p['first']:g} m thick in a first and "
        f"{p['second']:g} m in a second period; its surface slopes by {p['gentle']:g}° at a gentle and by "
        f"{p['steep']:g}° at a steep gate. Glen's law holds with exponent 3 and rate factor {p['rate']:g} per MPa³ and "
        f"year, without sliding. All ice that passes the gate melts on a tongue of the same width. A cool year has "
        f"{p['cool']:g} and a warm year {p['warm']:g} degree-days; a degree-day melts {p['snow']:g} mm of water from "
        f"old snow and {p['bare']:g} mm from bare ice. Consider a steady tongue with a surface of {cover} in {summer} "
        f"years, in the {period} period, below a {gate} gate."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    thickness = x["second" if "second" in taken else "first"]
    slope = x["steep" if "steep" in taken else "gentle"]
    stress = x["ice_density"] * x["g"] * thickness * math.sin(slope)
    mean = 2 / 5 * x["rate"] * stress**3 * thickness
    water = x["bare" if "bare" in taken else "snow"] * x["warm" if "warm" in taken else "cool"]
    melt = water * x["water_density"] / x["ice_density"]
    return {"L": mean * thickness / melt, "u": mean, "m": melt}


template = Template(
    category="ice",
    kind="reasoning",
    reference="Cuffey and Paterson (2010), The Physics of Glaciers, Sections 5.4 and 8.3; Hock (2003), J. Hydrol. 282",
    background=(
        "Parallel flow after Glen with exponent 3 has the depth-mean speed (2/5) A τ³ H with basal stress "
        "τ = ρ g H sin(slope); the ice flux per width, mean speed times H, feeds a tongue whose melt rate is the "
        "degree-day factor times the degree-day sum, converted from water to ice."
    ),
    variables={
        "first": Variable("m", 170, 176, 1),
        "second": Variable("m", 190, 197, 1),
        "gentle": Variable("degree", 6.0, 6.4, 0.1),
        "steep": Variable("degree", 6.9, 7.2, 0.1),
        "rate": Variable("1/MPa**3/year", 60, 80, 1),
        "cool": Variable("K*day/year", 520, 600, 10),
        "warm": Variable("K*day/year", 680, 780, 10),
        "snow": Variable("mm/K/day", 3.6, 4.2, 0.1),
        "bare": Variable("mm/K/day", 8.4, 9.4, 0.1),
    },
    constants=("g", "ice_density", "water_density"),
    forks={
        "second": Fork(
            "used the thickness of the second period", "used the thickness of the first period", "misreading"
        ),
        "steep": Fork("used the slope of the steep gate", "used the slope of the gentle gate", "misreading"),
        "warm": Fork("used the degree-days of a warm year", "used the degree-days of a cool year", "misreading"),
        "bare": Fork("used the degree-day factor of bare ice", "used the degree-day factor of old snow", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "L": Part("the length of the tongue below the gate", "m", 100, 20000),
        "u": Part("the depth-mean speed of the ice in the gate", "m/year", 2, 200),
        "m": Part("the rate of melt on the tongue, as a thickness of ice", "m/year", 1, 12),
    },
    collection="further",
    formula=Formula(
        symbols={
            "H": Symbol(
                "the thickness of the ice in that period",
                lambda x, taken: x["second" if "second" in taken else "first"],
            ),
            r"\alpha": Symbol(
                "the slope of the surface at that gate", lambda x, taken: x["steep" if "steep" in taken else "gentle"]
            ),
            "A": Symbol("the rate factor of Glen's law", lambda x, taken: x["rate"]),
            "k": Symbol(
                "the degree-day factor of that surface", lambda x, taken: x["bare" if "bare" in taken else "snow"]
            ),
            "D": Symbol(
                "the degree-days of such a year, divided by the length of the year",
                lambda x, taken: x["warm" if "warm" in taken else "cool"],
            ),
            r"\rho_1": Symbol("the density of ice", lambda x, taken: x["ice_density"]),
            r"\rho_2": Symbol("the density of water", lambda x, taken: x["water_density"]),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
        },
        write=lambda taken: r"\frac{2 A (\rho_1 g H \sin\alpha)^3 H^2 \rho_1}{5 k D \rho_2}",
    ),
)

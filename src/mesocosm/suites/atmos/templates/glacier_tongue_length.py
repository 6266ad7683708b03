"""Ice that creeps through a gate after Glen, and melts below it by degree-days."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    stress = x["ice_density"] * x["g"] * x["thickness"] * math.sin(x["slope"])
    mean = 2 / 5 * x["rate"] * stress**3 * x["thickness"]
    water = x["factor"] * x["warmth"]
    melt = water * x["water_density"] / x["ice_density"]
    return {"L": mean * x["thickness"] / melt, "u": mean, "m": melt}


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
        "second": fork("used the thickness of the [second|first] period", thickness=("second", "first")),
        "steep": fork("used the slope of the [steep|gentle] gate", slope=("steep", "gentle")),
        "warm": fork("used the degree-days of a [warm|cool] year", warmth=("warm", "cool")),
        "bare": fork("used the degree-day factor of [bare ice|old snow]", factor=("bare", "snow")),
    },
    question=(
        "A wide glacier flows through a gate as a parallel-sided slab, {first} m thick in a first and {second} m in a "
        "second period; its surface slopes by {gentle}° at a gentle and by {steep}° at a steep gate. Glen's law holds "
        "with exponent 3 and rate factor {rate} per MPa³ and year, without sliding. All ice that passes the gate melts "
        "on a tongue of the same width. A cool year has {cool} and a warm year {warm} degree-days; a degree-day melts "
        "{snow} mm of water from old snow and {bare} mm from bare ice. Consider a steady tongue with a surface of "
        "[bare:bare ice|old snow] in [warm:warm|cool] years, in the [second:second|first] period, below a "
        "[steep:steep|gentle] gate."
    ),
    solve=_solve,
    parts={
        "L": Part("the length of the tongue below the gate", "m", 100, 20000),
        "u": Part("the depth-mean speed of the ice in the gate", "m/year", 2, 200),
        "m": Part("the rate of melt on the tongue, as a thickness of ice", "m/year", 1, 12),
    },
    collection="further",
    formula=Formula(
        symbols={
            "H": Symbol("the thickness of the ice in that period", "thickness"),
            r"\alpha": Symbol("the slope of the surface at that gate", "slope"),
            "A": Symbol("the rate factor of Glen's law", "rate"),
            "k": Symbol("the degree-day factor of that surface", "factor"),
            "D": Symbol("the degree-days of such a year, divided by the length of the year", "warmth"),
            r"\rho_1": Symbol("the density of ice", "ice_density"),
            r"\rho_2": Symbol("the density of water", "water_density"),
            "g": Symbol("the acceleration of gravity", "g"),
        },
        latex=r"\frac{2 A (\rho_1 g H \sin\alpha)^3 H^2 \rho_1}{5 k D \rho_2}",
    ),
)

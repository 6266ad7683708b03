"""Speed of an updraft from the energy of its buoyancy."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    day = "stormy" if "stormy" in taken else "mild"
    top = p["high" if "high" in taken else "middle"]
    water = "carries its water along" if "loaded" in taken else "has rained out all of its water"
    drag = f"Drag takes {p['drag']:g} % of the energy" if "drag" in taken else "Drag takes none of the energy"
    return (
        f"Between {p['base']:g} hPa and the top of a cloud, the air inside is warmer than the air around it by "
        f"{p['mild']:g} K on a mild day and by {p['stormy']:g} K on a stormy day; the air around it is at "
        f"{p['around']:g} K (virtual temperatures, means over the logarithm of pressure). The top lies at "
        f"{p['middle']:g} hPa or at {p['high']:g} hPa. Each kilogram of air may carry {p['water']:g} g of liquid water "
        f"whose weight holds it back, and drag may take {p['drag']:g} % of the energy. Take a {day} day and a top at "
        f"{top:g} hPa. The air {water}. {drag}. It starts from rest at {p['base']:g} hPa."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    excess = x["stormy" if "stormy" in taken else "mild"]
    if "loaded" in taken:
        excess -= x["water"] * x["around"]
    depth = math.log(x["base"] / x["high" if "high" in taken else "middle"])
    energy = x["r_dry"] * excess * depth * (1 - x["drag"] if "drag" in taken else 1.0)
    return {"w": math.sqrt(2 * energy), "E": energy}


def _write(taken: Taken) -> str:
    excess = "(D - q T)" if "loaded" in taken else "D"
    left = " (1 - k)" if "drag" in taken else ""
    return rf"\sqrt{{2 R {excess}{left} \ln \frac{{p_1}}{{p_2}}}}"


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Wallace and Hobbs (2006), Atmospheric Science: An Introductory Survey, Section 8.3.1",
    background=(
        "Buoyancy g (ΔT / T - q), q being the liquid water carried, summed over the height between p₁ and p₂ gives the "
        "energy R (ΔT - q T) ln(p₁ / p₂) per mass, of which w² / 2 is made."
    ),
    variables={
        "base": Variable("hPa", 800, 880, 5),
        "mild": Variable("K", 2.4, 3.2, 0.1),
        "stormy": Variable("K", 6.5, 9.0, 0.1),
        "around": Variable("K", 252, 266, 1),
        "middle": Variable("hPa", 400, 450, 5),
        "high": Variable("hPa", 230, 280, 5),
        "water": Variable("g/kg", 3.4, 5, 0.1),
        "drag": Variable("percent", 52, 70, 1),
    },
    constants=("r_dry",),
    forks={
        "stormy": Fork("used the excess of the stormy day", "used the excess of the mild day", "misreading"),
        "high": Fork("used the higher top", "used the lower top", "misreading"),
        "loaded": Fork("took off the weight of the water", "left out the weight of the water", "reasoning"),
        "drag": Fork("took off drag", "left out drag", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "w": Part("the speed of the updraft at the top", "m/s", 5, 100),
        "E": Part("the kinetic energy per mass of the updraft at the top", "J/kg", 50, 4000),
    },
    formula=Formula(
        symbols={
            "D": Symbol(
                "the excess of virtual temperature on that day",
                lambda x, taken: x["stormy" if "stormy" in taken else "mild"],
            ),
            "T": Symbol("the mean virtual temperature around the cloud", lambda x, taken: x["around"]),
            "p_1": Symbol("the pressure where the air starts", lambda x, taken: x["base"]),
            "p_2": Symbol("the pressure at that top", lambda x, taken: x["high" if "high" in taken else "middle"]),
            "q": Symbol("the mass of liquid water that a unit mass of air may carry", lambda x, taken: x["water"]),
            "k": Symbol("the share of the energy that drag may take", lambda x, taken: x["drag"]),
            "R": Symbol("the gas constant of dry air", lambda x, taken: x["r_dry"]),
        },
        write=_write,
    ),
)

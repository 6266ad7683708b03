"""Speed of an updraft from the energy of its buoyancy."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    excess = x["excess"]
    if "loaded" in taken:
        excess -= x["water"] * x["around"]
    depth = math.log(x["base"] / x["top"])
    energy = x["r_dry"] * excess * depth * (1 - x["drag"] if "drag" in taken else 1.0)
    return {"w": math.sqrt(2 * energy), "E": energy}


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
        "stormy": fork("used the excess of the [stormy|mild] day", excess=("stormy", "mild")),
        "high": fork("used the [higher|lower] top", top=("high", "middle")),
        "loaded": fork("[took off|left out] the weight of the water", "reasoning"),
        "drag": fork("[took off|left out] drag", "reasoning"),
    },
    question=(
        "Between {base} hPa and the top of a cloud, the air inside is warmer than the air around it by {mild} K on a "
        "mild day and by {stormy} K on a stormy day; the air around it is at {around} K (virtual temperatures, means "
        "over the logarithm of pressure). The top lies at {middle} hPa or at {high} hPa. Each kilogram of air may "
        "carry {water} g of liquid water whose weight holds it back, and drag may take {drag} % of the energy. Take a "
        "[stormy:stormy|mild] day and a top at [high:{high}|{middle}] hPa. The air [loaded:carries its water along|has "
        "rained out all of its water]. Drag takes [drag:{drag} %|none] of the energy. It starts from rest at {base} "
        "hPa."
    ),
    solve=_solve,
    parts={
        "w": Part("the speed of the updraft at the top", "m/s", 5, 100),
        "E": Part("the kinetic energy per mass of the updraft at the top", "J/kg", 50, 4000),
    },
    formula=Formula(
        symbols={
            "D": Symbol("the excess of virtual temperature on that day", "excess"),
            "T": Symbol("the mean virtual temperature around the cloud", "around"),
            "p_1": Symbol("the pressure where the air starts", "base"),
            "p_2": Symbol("the pressure at that top", "top"),
            "q": Symbol("the mass of liquid water that a unit mass of air may carry", "water"),
            "k": Symbol("the share of the energy that drag may take", "drag"),
            "R": Symbol("the gas constant of dry air", "r_dry"),
        },
        latex=r"\sqrt{2 R [loaded:(D - q T)|D][drag: (1 - k)|] \ln \frac{p_1}{p_2}}",
    ),
)

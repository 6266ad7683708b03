"""Ozone in balance with nitrogen oxides in sunlight, after Leighton."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    air = x["pressure"] / (x["boltzmann"] * x["temperature"])
    coefficient = x["factor"] * math.exp(-x["activation"] / x["temperature"])
    ozone = x["photolysis"] * x["dioxide"] / (coefficient * air * x["oxide"])
    return {"O3": ozone, "k": coefficient, "tau": 1 / (coefficient * air * ozone)}


template = Template(
    category="air quality",
    kind="reasoning",
    reference="Seinfeld and Pandis (2016), Atmospheric Chemistry and Physics, Section 6.2",
    background=(
        "In the photostationary state j [NO₂] = k [NO][O₃], so that [O₃] = j [NO₂]/(k [NO]) as number "
        "concentrations; the number of molecules per volume of air is p/(k_B T)."
    ),
    variables={
        "clear": Variable("1/s", 0.0085, 0.0095, 0.0001),
        "hazy": Variable("1/s", 0.0064, 0.007, 0.0001),
        "factor": Variable("um**3/s", 2.8, 3.2, 0.1),
        "activation": Variable("K", 1450, 1550, 10),
        "dioxide": Variable("nmol/mol", 16, 30, 1),
        "park": Variable("nmol/mol", 5.0, 7.0, 0.2),
        "kerbside": Variable("nmol/mol", 12.0, 15.0, 0.2),
        "summer": Variable("degC", 28, 36, 1),
        "winter": Variable("degC", -3, 4, 1),
        "pressure": Variable("hPa", 940, 1020, 5),
    },
    constants=("boltzmann",),
    forks={
        "hazy": fork("used the photolysis rate of the [hazy|clear] sky", photolysis=("hazy", "clear")),
        "winter": fork("used the temperature of [winter|summer]", temperature=("winter", "summer")),
        "kerbside": fork("used the nitric oxide of the [kerbside|park]", oxide=("kerbside", "park")),
    },
    question=(
        "Sunlight splits NO₂ at the rate of {clear} s⁻¹ under a clear and {hazy} s⁻¹ under a hazy sky, and NO reacts "
        "with ozone with the rate coefficient A exp(−B/T), A = {factor}×10⁻¹² cm³ per molecule and second, B = "
        "{activation} K. Instruments show {dioxide} nmol/mol of NO₂ at both sites, and of NO {park} nmol/mol in the "
        "park and {kerbside} nmol/mol at the kerbside. The air is at {summer} °C in summer and {winter} °C in winter, "
        "and its pressure is {pressure} hPa. Assume the photostationary state of these reactions under the "
        "[hazy:hazy|clear] sky in [winter:winter|summer], [kerbside:at the kerbside|in the park]."
    ),
    solve=_solve,
    parts={
        "O3": Part("the mixing ratio of ozone", "nmol/mol", 5, 250),
        "k": Part("the rate coefficient of NO with ozone per molecule", "cm**3/s", 1e-15, 1e-13),
        "tau": Part("the lifetime of NO against reaction with ozone", "s", 5, 2000),
    },
    collection="further",
    formula=Formula(
        symbols={
            "J": Symbol("the rate at which sunlight splits nitrogen dioxide under that sky", "photolysis"),
            "A": Symbol("the factor A of the rate coefficient", "factor"),
            "B": Symbol("the constant B of the rate coefficient", "activation"),
            "x_1": Symbol("the mixing ratio of nitrogen dioxide", "dioxide"),
            "x_2": Symbol("the mixing ratio of nitric oxide at that site", "oxide"),
            "T": Symbol("the temperature of the air in that season", "temperature"),
            "p": Symbol("the pressure of the air", "pressure"),
            "k_B": Symbol("the Boltzmann constant", "boltzmann"),
        },
        latex=r"\frac{J x_1 k_B T}{A p x_2 \exp(-\frac{B}{T})}",
    ),
)

"""Ozone in balance with nitrogen oxides in sunlight, after Leighton."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    sky = "hazy" if "hazy" in taken else "clear"
    season = "winter" if "winter" in taken else "summer"
    site = "at the kerbside" if "kerbside" in taken else "in the park"
    return (
        f"Sunlight splits NO₂ at the rate of {p['clear']:g} s⁻¹ under a clear and {p['hazy']:g} s⁻¹ under a hazy sky, "
        f"and NO reacts with ozone with the rate coefficient A exp(−B/T), A = {p['factor']:g}×10⁻¹² cm³ per molecule "
        f"and second, B = {p['activation']:g} K. Instruments show {p['dioxide']:g} nmol/mol of NO₂ at both sites, and "
        f"of NO {p['park']:g} nmol/mol in the park and {p['kerbside']:g} nmol/mol at the kerbside. The air is at "
        f"{p['summer']:g} °C in summer and {p['winter']:g} °C in winter, and its pressure is {p['pressure']:g} hPa. "
        f"Assume the photostationary state of these reactions under the {sky} sky in {season}, {site}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    photolysis = x["hazy" if "hazy" in taken else "clear"]
    temperature = x["winter" if "winter" in taken else "summer"]
    oxide = x["kerbside" if "kerbside" in taken else "park"]
    air = x["pressure"] / (x["boltzmann"] * temperature)
    coefficient = x["factor"] * math.exp(-x["activation"] / temperature)
    ozone = photolysis * x["dioxide"] / (coefficient * air * oxide)
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
        "hazy": Fork(
            "used the photolysis rate of the hazy sky", "used the photolysis rate of the clear sky", "misreading"
        ),
        "winter": Fork("used the temperature of winter", "used the temperature of summer", "misreading"),
        "kerbside": Fork("used the nitric oxide of the kerbside", "used the nitric oxide of the park", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "O3": Part("the mixing ratio of ozone", "nmol/mol", 5, 250),
        "k": Part("the rate coefficient of NO with ozone per molecule", "cm**3/s", 1e-15, 1e-13),
        "tau": Part("the lifetime of NO against reaction with ozone", "s", 5, 2000),
    },
    collection="further",
    formula=Formula(
        symbols={
            "J": Symbol(
                "the rate at which sunlight splits nitrogen dioxide under that sky",
                lambda x, taken: x["hazy" if "hazy" in taken else "clear"],
            ),
            "A": Symbol("the factor A of the rate coefficient", lambda x, taken: x["factor"]),
            "B": Symbol("the constant B of the rate coefficient", lambda x, taken: x["activation"]),
            "x_1": Symbol("the mixing ratio of nitrogen dioxide", lambda x, taken: x["dioxide"]),
            "x_2": Symbol(
                "the mixing ratio of nitric oxide at that site",
                lambda x, taken: x["kerbside" if "kerbside" in taken else "park"],
            ),
            "T": Symbol(
                "the temperature of the air in that season",
                lambda x, taken: x["winter" if "winter" in taken else "summer"],
            ),
            "p": Symbol("the pressure of the air", lambda x, taken: x["pressure"]),
            "k_B": Symbol("the Boltzmann constant", lambda x, taken: x["boltzmann"]),
        },
        write=lambda taken: r"\frac{J x_1 k_B T}{A p x_2 \exp(-\frac{B}{T})}",
    ),
)

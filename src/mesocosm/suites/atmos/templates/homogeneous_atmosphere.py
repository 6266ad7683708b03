"""Height of an atmosphere of uniform density, and of an isothermal one."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    specific = x["gas_constant"] / x["molar"]
    scale = specific * x["temperature"] / x["gravity"]
    height = -scale * math.log(x["left"]) if "isothermal" in taken else scale
    return {"H": height, "d": x["pressure"] / (specific * x["temperature"]), "m": x["pressure"] / x["gravity"]}


template = Template(
    category="atmospheric physics",
    kind="knowledge",
    reference="Wallace and Hobbs (2006), Atmospheric Science, Section 3.2 (hydrostatic equation, scale height)",
    background=(
        "Hydrostatic balance with the gas law gives the scale height H = R T/g, with R the universal gas constant "
        "over the molar mass. An atmosphere of uniform density ends at H; in an isothermal one the pressure falls as "
        "exp(-z/H)."
    ),
    variables={
        "gravity": Variable("m/s**2", 3.5, 9.5, 0.1),
        "pressure": Variable("kPa", 20, 150, 5),
        "winter": Variable("K", 205, 225, 1),
        "summer": Variable("K", 275, 305, 1),
        "nitrogen": Variable("g/mol", 28, 28, 1),
        "carbonic": Variable("g/mol", 44, 44, 1),
        "left": Variable("percent", 10, 17, 1),
    },
    constants=("gas_constant",),
    forks={
        "carbonic": fork("used the molar mass of [carbon dioxide|nitrogen]", molar=("carbonic", "nitrogen")),
        "summer": fork("used the temperature of [summer|winter]", temperature=("summer", "winter")),
        "isothermal": fork("[let the pressure fall exponentially|took the density as uniform]", "knowledge"),
    },
    question=(
        "A planet with a gravity of {gravity} m/s² has a ground pressure of {pressure} kPa. Ground and air there are "
        "at {winter} K in winter and {summer} K in summer. The atmosphere is thought to be either nitrogen, with a "
        "molar mass of {nitrogen} g/mol, or carbon dioxide, with {carbonic} g/mol. An instrument works down to {left} "
        "% of the ground pressure. Suppose that it is [summer:summer|winter], that the atmosphere is "
        "[carbonic:carbon dioxide|nitrogen] and that it has [isothermal:the temperature of the ground all the way "
        "up|everywhere the density it has at the ground], and consider the height [isothermal:where the pressure is "
        "{left} % of that at the ground|of its sharp upper edge]."
    ),
    solve=_solve,
    parts={
        "H": Part("this height", "km", 2, 80),
        "d": Part("the density at the ground", "kg/m**3", 0.1, 5),
        "m": Part("the mass of the atmosphere above a square metre of ground", "kg/m**2", 1e3, 1e5),
    },
    formula=Formula(
        symbols={
            "T": Symbol("the temperature of the ground in that season", "temperature"),
            "M": Symbol("the molar mass of that gas", "molar"),
            "g": Symbol("the gravity of the planet", "gravity"),
            "s": Symbol("the lowest pressure at which the instrument works, as a share of the ground pressure", "left"),
            "R": Symbol("the universal gas constant", "gas_constant"),
        },
        latex=r"[isothermal:-\frac{R T}{M g} \ln s|\frac{R T}{M g}]",
    ),
)

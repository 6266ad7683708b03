"""Height of an atmosphere of uniform density, and of an isothermal one."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    gas = "carbon dioxide" if "carbonic" in taken else "nitrogen"
    season = "summer" if "summer" in taken else "winter"
    shape = (
        "has the temperature of the ground all the way up"
        if "isothermal" in taken
        else "has everywhere the density it has at the ground"
    )
    top = (
        f"where the pressure is {p['left']:g} % of that at the ground"
        if "isothermal" in taken
        else "of its sharp upper edge"
    )
    return (
        f"A planet with a gravity of {p['gravity']:g} m/s² has a ground pressure of {p['pressure']:g} kPa. Ground and "
        f"air there are at {p['winter']:g} K in winter and {p['summer']:g} K in summer. The atmosphere is thought to "
        f"be either nitrogen, with a molar mass of {p['nitrogen']:g} g/mol, or carbon dioxide, with {p['carbonic']:g} "
        f"g/mol. An instrument works down to {p['left']:g} % of the ground pressure. Suppose that it is {season}, that "
        f"the atmosphere is {gas} and that it {shape}, and consider the height {top}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    molar = x["carbonic" if "carbonic" in taken else "nitrogen"]
    temperature = x["summer" if "summer" in taken else "winter"]
    specific = x["gas_constant"] / molar
    scale = specific * temperature / x["gravity"]
    height = -scale * math.log(x["left"]) if "isothermal" in taken else scale
    return {"H": height, "d": x["pressure"] / (specific * temperature), "m": x["pressure"] / x["gravity"]}


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
        "carbonic": Fork("used the molar mass of carbon dioxide", "used the molar mass of nitrogen", "misreading"),
        "summer": Fork("used the temperature of summer", "used the temperature of winter", "misreading"),
        "isothermal": Fork("let the pressure fall exponentially", "took the density as uniform", "knowledge"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "H": Part("this height", "km", 2, 80),
        "d": Part("the density at the ground", "kg/m**3", 0.1, 5),
        "m": Part("the mass of the atmosphere above a square metre of ground", "kg/m**2", 1e3, 1e5),
    },
    formula=Formula(
        symbols={
            "T": Symbol(
                "the temperature of the ground in that season",
                lambda x, taken: x["summer" if "summer" in taken else "winter"],
            ),
            "M": Symbol(
                "the molar mass of that gas", lambda x, taken: x["carbonic" if "carbonic" in taken else "nitrogen"]
            ),
            "g": Symbol("the gravity of the planet", lambda x, taken: x["gravity"]),
            "s": Symbol(
                "the lowest pressure at which the instrument works, as a share of the ground pressure",
                lambda x, taken: x["left"],
            ),
            "R": Symbol("the universal gas constant", lambda x, taken: x["gas_constant"]),
        },
        write=lambda taken: r"-\frac{R T}{M g} \ln s" if "isothermal" in taken else r"\frac{R T}{M g}",
    ),
)

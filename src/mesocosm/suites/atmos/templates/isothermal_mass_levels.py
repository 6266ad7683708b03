"""Height below which a given share of an isothermal atmosphere lies."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    specific = x["gas_constant"] / x["molar_mass"]
    scale = specific * x["temperature"] / x["gravity"]
    above = 1 - x["share"]
    pressure = x["pressure"] * above
    return {"z": -scale * math.log(above), "rho": pressure / (specific * x["temperature"]), "H": scale}


template = Template(
    category="atmospheric physics",
    kind="reasoning",
    reference="Wallace and Hobbs (2006), Atmospheric Science: An Introductory Survey, Sections 1.3.2 and 3.2",
    background=(
        "Pressure measures the mass above a level. In an isothermal atmosphere it falls as exp(-z / H) with the scale "
        "height H = R* T / (M g)."
    ),
    variables={
        "pressure": Variable("hPa", 600, 1500, 10),
        "cold": Variable("K", 200, 225, 1),
        "warm": Variable("K", 280, 320, 1),
        "light": Variable("g/mol", 26, 30, 0.5),
        "heavy": Variable("g/mol", 40, 48, 0.5),
        "weak": Variable("m/s**2", 6.5, 8, 0.1),
        "strong": Variable("m/s**2", 9.5, 12, 0.1),
        "less": Variable("percent", 35, 52, 1),
        "most": Variable("percent", 66, 80, 1),
    },
    constants=("gas_constant",),
    forks={
        "warm": fork("used the [warm|cold] temperature", temperature=("warm", "cold")),
        "heavy": fork("used the molar mass of the [heavy|light] gas", molar_mass=("heavy", "light")),
        "strong": fork("used the [stronger|weaker] gravity", gravity=("strong", "weak")),
        "most": fork("used the [larger|smaller] share of the mass", share=("most", "less")),
    },
    question=(
        "Planets with a surface pressure of {pressure} hPa are compared. Their isothermal atmospheres are cold ({cold} "
        "K) or warm ({warm} K) and consist of a light gas of {light} g/mol or a heavy gas of {heavy} g/mol; gravity is "
        "{weak} or {strong} m/s², the same at all heights. One level has {less} % of the mass of the atmosphere below "
        "it, another {most} %. Take the [heavy:heavy|light] gas at [warm:{warm}|{cold}] K where gravity is "
        "[strong:{strong}|{weak}] m/s², and the level that has [most:{most}|{less}] % of the mass below it."
    ),
    solve=_solve,
    parts={
        "z": Part("the height of that level above the ground", "km", 0.5, 40),
        "rho": Part("the density at that level", "kg/m**3", 0.05, 3),
        "H": Part("the scale height of that atmosphere", "km", 2, 20),
    },
    formula=Formula(
        symbols={
            "T": Symbol("the temperature of that atmosphere", "temperature"),
            "M": Symbol("the molar mass of that gas", "molar_mass"),
            "g": Symbol("the gravity of that planet", "gravity"),
            "s": Symbol("the share of the mass below that level", "share"),
            "R": Symbol("the universal gas constant", "gas_constant"),
        },
        latex=r"-\frac{R T}{M g} \ln(1 - s)",
    ),
)

"""Height below which a given share of an isothermal atmosphere lies."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    heat = p["warm" if "warm" in taken else "cold"]
    gas = "heavy" if "heavy" in taken else "light"
    gravity = p["strong" if "strong" in taken else "weak"]
    share = p["most" if "most" in taken else "less"]
    return (
        f"Planets with a surface pressure of {p['pressure']:g} hPa are compared. Their isothermal atmospheres are cold "
        f"({p['cold']:g} K) or warm ({p['warm']:g} K) and consist of a light gas of {p['light']:g} g/mol or a heavy "
        f"gas of {p['heavy']:g} g/mol; gravity is {p['weak']:g} or {p['strong']:g} m/s², the same at all heights. One "
        f"level has {p['less']:g} % of the mass of the atmosphere below it, another {p['most']:g} %. Take the {gas} "
        f"gas at {heat:g} K where gravity is {gravity:g} m/s², and the level that has {share:g} % of the mass below it."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    temperature = x["warm" if "warm" in taken else "cold"]
    specific = x["gas_constant"] / x["heavy" if "heavy" in taken else "light"]
    scale = specific * temperature / x["strong" if "strong" in taken else "weak"]
    above = 1 - x["most" if "most" in taken else "less"]
    pressure = x["pressure"] * above
    return {"z": -scale * math.log(above), "rho": pressure / (specific * temperature), "H": scale}


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
        "warm": Fork("used the warm temperature", "used the cold temperature", "misreading"),
        "heavy": Fork("used the molar mass of the heavy gas", "used the molar mass of the light gas", "misreading"),
        "strong": Fork("used the stronger gravity", "used the weaker gravity", "misreading"),
        "most": Fork("used the larger share of the mass", "used the smaller share of the mass", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "z": Part("the height of that level above the ground", "km", 0.5, 40),
        "rho": Part("the density at that level", "kg/m**3", 0.05, 3),
        "H": Part("the scale height of that atmosphere", "km", 2, 20),
    },
    formula=Formula(
        symbols={
            "T": Symbol(
                "the temperature of that atmosphere", lambda x, taken: x["warm" if "warm" in taken else "cold"]
            ),
            "M": Symbol("the molar mass of that gas", lambda x, taken: x["heavy" if "heavy" in taken else "light"]),
            "g": Symbol("the gravity of that planet", lambda x, taken: x["strong" if "strong" in taken else "weak"]),
            "s": Symbol(
                "the share of the mass below that level", lambda x, taken: x["most" if "most" in taken else "less"]
            ),
            "R": Symbol("the universal gas constant", lambda x, taken: x["gas_constant"]),
        },
        write=lambda taken: r"-\frac{R T}{M g} \ln(1 - s)",
    ),
)

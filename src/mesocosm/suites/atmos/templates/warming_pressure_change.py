"""Rise of pressure aloft when the whole air warms by the same amount."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    then = "at the end of the century" if "late" in taken else "in mid-century"
    land = "plateau" if "plateau" in taken else "plain"
    place = "hot" if "hot" in taken else "cold"
    level = "the level of the instruments" if "given" in taken else "the level where the rise is largest"
    return (
        f"From today to mid-century the air warms evenly at all heights by {p['early']:g} K, from today to the end of "
        f"the century by {p['late']:g} K; the pressure at the ground stays at {p['plain']:g} hPa on the plain and at "
        f"{p['plateau']:g} hPa on the plateau. Today the ground is at {p['cold']:g} K in a cold place and at "
        f"{p['hot']:g} K in a hot place; above, temperature falls by {p['lapse']:g} K/km. So pressure rises aloft, "
        f"most at one height; instruments are {p['height']:g} km above the ground. Take a {place} {land} {then}, to "
        f"first order in the warming, and {level}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    warming = x["late" if "late" in taken else "early"]
    ground = x["plateau" if "plateau" in taken else "plain"]
    surface = x["hot" if "hot" in taken else "cold"]
    power = x["g"] / (x["r_dry"] * x["lapse"])
    largest = x["r_dry"] * surface / x["g"]
    height = x["height"] if "given" in taken else largest
    there = surface - x["lapse"] * height
    pressure = ground * (there / surface) ** power
    return {"dp": pressure * x["g"] * height * warming / (x["r_dry"] * surface * there), "z": largest}


def _write(taken: Taken) -> str:
    power = r"{\frac{g}{R \Gamma} - 1}"
    if "given" in taken:
        return rf"\frac{{p g h D}}{{R T^2}} (1 - \frac{{\Gamma h}}{{T}})^{power}"
    return rf"\frac{{p D}}{{T}} (1 - \frac{{R \Gamma}}{{g}})^{power}"


template = Template(
    category="geophysics",
    kind="reasoning",
    reference="Wallace and Hobbs (2006), Atmospheric Science: An Introductory Survey, Section 3.2.2",
    background=(
        "With the lapse rate Γ, p = p₀ (T / T₀)^(g / RΓ) and T = T₀ - Γ z. A small warming δT of all air changes it by "
        "p g z δT / (R T₀ T), which is largest at z = R T₀ / g, whatever the lapse rate."
    ),
    variables={
        "early": Variable("K", 1.0, 1.6, 0.1),
        "late": Variable("K", 2.2, 3.4, 0.1),
        "plain": Variable("hPa", 990, 1020, 1),
        "plateau": Variable("hPa", 640, 740, 1),
        "cold": Variable("K", 248, 262, 1),
        "hot": Variable("K", 298, 312, 1),
        "lapse": Variable("K/km", 5, 7.5, 0.1),
        "height": Variable("km", 1.6, 3.2, 0.1),
    },
    constants=("g", "r_dry"),
    forks={
        "late": Fork("used the warming by the end of the century", "used the warming by mid-century", "misreading"),
        "plateau": Fork("used the pressure on the plateau", "used the pressure on the plain", "misreading"),
        "hot": Fork("used the temperature of the hot place", "used the temperature of the cold place", "misreading"),
        "given": Fork("took the level of the instruments", "took the level of the largest change", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "dp": Part("the rise of pressure at that level", "hPa", 0.3, 15),
        "z": Part("the height above the ground where the rise is largest", "km", 6, 11, tolerance=0.01),
    },
    formula=Formula(
        symbols={
            "D": Symbol(
                "the warming from today to that time", lambda x, taken: x["late" if "late" in taken else "early"]
            ),
            "p": Symbol(
                "the pressure at that ground", lambda x, taken: x["plateau" if "plateau" in taken else "plain"]
            ),
            "T": Symbol(
                "the temperature today at the ground of that place",
                lambda x, taken: x["hot" if "hot" in taken else "cold"],
            ),
            "\\Gamma": Symbol("the lapse rate", lambda x, taken: x["lapse"]),
            "h": Symbol("the height of the instruments above the ground", lambda x, taken: x["height"]),
            "R": Symbol("the gas constant of dry air", lambda x, taken: x["r_dry"]),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
        },
        write=_write,
    ),
)

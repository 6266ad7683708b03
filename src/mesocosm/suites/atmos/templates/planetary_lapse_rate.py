"""Dry-adiabatic lapse rate of a turning planet with air of its own."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    planet = "large" if "large" in taken else "small"
    place = "at the equator, where its rotation weakens gravity" if "equator" in taken else "at the pole"
    air = "the mixture" if "mixture" in taken else "pure carbon dioxide"
    return (
        f"Two planets, a small one of {p['small']:g} km radius and a large one of {p['large']:g} km, both have a mean "
        f"density of {p['density']:g} kg/m³ and turn once in {p['day']:g} hours. Their air may be pure carbon dioxide "
        f"with a specific heat of {p['dioxide']:g} J/kg/K at constant pressure, or a mixture by mass of "
        f"{p['share']:g} % helium, with {p['helium']:g} J/kg/K, and carbon dioxide for the rest. Consider {air} on the "
        f"{planet} planet, {place}. Treat the planet as a sphere and the air as a dry ideal gas."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    radius = x["large" if "large" in taken else "small"]
    gravity = 4 / 3 * math.pi * x["gravitation"] * x["density"] * radius
    gravity -= (2 * math.pi / x["day"]) ** 2 * radius if "equator" in taken else 0
    share = x["share"] if "mixture" in taken else 0
    lapse = gravity / ((1 - share) * x["dioxide"] + share * x["helium"])
    return {"lapse": lapse, "ratio": lapse / (x["g"] / x["cp_dry"])}


def _write(taken: Taken) -> str:
    spin = r" - \frac{4 \pi^2}{t^2} R" if "equator" in taken else ""
    heat = "(1 - b) c_1 + b c_2" if "mixture" in taken else "c_1"
    return rf"\frac{{\frac{{4}}{{3}} \pi G \rho R{spin}}}{{{heat}}}"


template = Template(
    category="atmospheric physics",
    kind="reasoning",
    reference="Pierrehumbert (2010), Principles of Planetary Climate, Chapter 2",
    background=(
        "The dry-adiabatic lapse rate is g/cp. Gravity on a sphere of density ρ is 4π G ρ R / 3, less Ω² R at the "
        "equator; the specific heat of a mixture is the mean by mass."
    ),
    variables={
        "small": Variable("km", 4200, 4800, 100),
        "large": Variable("km", 6200, 7200, 100),
        "density": Variable("kg/m**3", 3000, 3800, 50),
        "day": Variable("hour", 3.4, 4.2, 0.1),
        "dioxide": Variable("J/kg/K", 820, 900, 10),
        "share": Variable("percent", 16, 24, 1),
        "helium": Variable("J/kg/K", 5180, 5200, 5),
    },
    constants=("gravitation", "g", "cp_dry"),
    forks={
        "large": Fork("used the radius of the large planet", "used the radius of the small planet", "misreading"),
        "equator": Fork(
            "subtracted the effect of rotation at the equator",
            "left out the effect of rotation at the equator",
            "reasoning",
        ),
        "mixture": Fork(
            "used the specific heat of the mixture", "used the specific heat of pure carbon dioxide", "reasoning"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "lapse": Part("the dry-adiabatic lapse rate", "K/km", 0.5, 15),
        "ratio": Part("the ratio of this lapse rate to the dry-adiabatic one on the Earth", "", 0.05, 1.6),
    },
    formula=Formula(
        symbols={
            "R": Symbol("the radius of that planet", lambda x, taken: x["large" if "large" in taken else "small"]),
            r"\rho": Symbol("the mean density of the planets", lambda x, taken: x["density"]),
            "t": Symbol("the time in which they turn once", lambda x, taken: x["day"]),
            "c_1": Symbol("the specific heat of carbon dioxide", lambda x, taken: x["dioxide"]),
            "c_2": Symbol("the specific heat of helium", lambda x, taken: x["helium"]),
            "b": Symbol("the share of helium in the mixture, by mass", lambda x, taken: x["share"]),
            "G": Symbol("the constant of gravitation", lambda x, taken: x["gravitation"]),
        },
        write=_write,
    ),
)

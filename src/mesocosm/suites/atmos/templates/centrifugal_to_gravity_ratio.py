"""How strongly a planet's spin lightens what lies on it."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    age = "in its youth" if "young" in taken else "today"
    place = "the northern plain" if "northern" in taken else "the southern sea"
    what = (
        "the component of the centrifugal acceleration that points away from the planet's centre"
        if "vertical" in taken
        else "the whole centrifugal acceleration"
    )
    return (
        f"A spherical planet has a radius of {p['radius']:g} km and a mean density of {p['density']:g} kg/m³. Today it "
        f"turns once in {p['today']:g} hours; in its youth it turned once in {p['youth']:g} hours. A sea lies at "
        f"{p['sea']:g}° S, a plain at {p['plain']:g}° N. Compare {what} with the gravitational attraction, at the "
        f"surface of {place}, {age}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    latitude = x["plain" if "northern" in taken else "sea"]
    rotation = 2 * math.pi / x["youth" if "young" in taken else "today"]
    attraction = 4 / 3 * math.pi * x["gravitation"] * x["density"] * x["radius"]
    acceleration = rotation**2 * x["radius"] * math.cos(latitude)
    if "vertical" in taken:
        acceleration *= math.cos(latitude)
    return {"ratio": acceleration / attraction, "a": acceleration, "g": attraction}


def _write(taken: Taken) -> str:
    """The radius of the planet cancels."""
    power = "^2" if "vertical" in taken else ""
    return rf"\frac{{3 \pi \cos{power} \varphi}}{{G \rho T^2}}"


template = Template(
    category="geophysics",
    kind="reasoning",
    reference="Turcotte and Schubert (2014), Geodynamics, Sections 5.2 and 5.3",
    background=(
        "The centrifugal acceleration Ω² R cos(latitude) points away from the axis; its part along the radius has "
        "one more factor cos(latitude). A uniform sphere of density ρ attracts with 4/3 π G ρ R at its surface."
    ),
    variables={
        "radius": Variable("km", 2500, 9000, 100),
        "density": Variable("kg/m**3", 3000, 6000, 50),
        "today": Variable("hour", 14, 17, 0.25),
        "youth": Variable("hour", 9, 10.5, 0.25),
        "sea": Variable("degree", 26, 35, 1),
        "plain": Variable("degree", 48, 58, 1),
    },
    constants=("gravitation",),
    forks={
        "young": Fork("used the rotation of the planet's youth", "used the rotation of today", "misreading"),
        "northern": Fork("used the latitude of the plain", "used the latitude of the sea", "misreading"),
        "vertical": Fork("took the radial component alone", "took the whole acceleration", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "ratio": Part("the ratio of that acceleration to the attraction", "", 1e-3, 0.2),
        "a": Part("that acceleration", "m/s**2", 1e-3, 1),
        "g": Part("the gravitational attraction", "m/s**2", 1, 20),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "T": Symbol(
                "the time of one turn at that age", lambda x, taken: x["youth" if "young" in taken else "today"]
            ),
            r"\varphi": Symbol(
                "the latitude of that place", lambda x, taken: x["plain" if "northern" in taken else "sea"]
            ),
            r"\rho": Symbol("the mean density of the planet", lambda x, taken: x["density"]),
            "G": Symbol("the constant of gravitation", lambda x, taken: x["gravitation"]),
        },
        write=_write,
    ),
)

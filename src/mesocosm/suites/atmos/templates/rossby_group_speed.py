"""Eastward spread of the energy of planetary waves in a westerly wind."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    place = "the higher latitude" if "higher" in taken else "the lower latitude"
    length = "the longer waves" if "longer" in taken else "the shorter waves"
    shape = "bounded" if "bounded" in taken else "unbounded"
    wind = "winter" if "winter" in taken else "summer"
    return (
        f"A passing storm stirs up barotropic, non-divergent Rossby waves in a uniform westerly wind of "
        f"{p['summer']:g} m/s in summer and {p['winter']:g} m/s in winter. Their zonal wavelength is {p['short']:g} km "
        f"or {p['long']:g} km. They either have no meridional wavenumber (unbounded) or a meridional wavelength of "
        f"{p['across']:g} km (bounded), and travel freely. The beta plane is laid at {p['south']:g}° N or at "
        f"{p['north']:g}° N. A town lies {p['away']:g} km east of where the waves arise. Take {length}, {shape}, in "
        f"{wind} at {place}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    latitude = x["north" if "higher" in taken else "south"]
    beta = 2 * x["earth_rotation"] * math.cos(latitude) / x["earth_radius"]
    zonal = (2 * math.pi / x["long" if "longer" in taken else "short"]) ** 2
    meridional = (2 * math.pi / x["across"]) ** 2 if "bounded" in taken else 0.0
    wind = x["winter" if "winter" in taken else "summer"]
    speed = wind + beta * (zonal - meridional) / (zonal + meridional) ** 2
    return {"cg": speed, "t": x["away"] / speed}


def _write(taken: Taken) -> str:
    squared = r"\frac{L^2 M^2 (M^2 - L^2)}{(L^2 + M^2)^2}" if "bounded" in taken else "L^2"
    return rf"U + \frac{{\Omega \cos(\phi)}}{{2 \pi^2 a}} {squared}"


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference=(
        "Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 5.7; Vallis (2017), Section 6.4"
    ),
    background=(
        "From the dispersion relation ω = U k − β k/(k² + l²) energy moves eastward with "
        "∂ω/∂k = U + β (k² − l²)/(k² + l²)², where β = 2 Ω cos(latitude)/a."
    ),
    variables={
        "summer": Variable("m/s", 5, 9, 0.5),
        "winter": Variable("m/s", 18, 28, 0.5),
        "short": Variable("km", 4600, 5200, 100),
        "long": Variable("km", 7600, 8600, 100),
        "across": Variable("km", 13000, 15000, 100),
        "south": Variable("degree", 22, 32, 1),
        "north": Variable("degree", 58, 66, 1),
        "away": Variable("km", 3000, 6000, 100),
    },
    constants=("earth_rotation", "earth_radius"),
    forks={
        "higher": Fork("used the higher latitude", "used the lower latitude", "misreading"),
        "longer": Fork("used the length of the longer waves", "used the length of the shorter waves", "misreading"),
        "bounded": Fork("counted a meridional wavenumber", "left the meridional wavenumber out", "reasoning"),
        "winter": Fork("used the wind of winter", "used the wind of summer", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "cg": Part("the eastward group speed over the ground", "m/s", 8, 90),
        "t": Part("the time that the wave energy takes to reach the town", "day", 0.3, 9),
    },
    collection="further",
    formula=Formula(
        symbols={
            "U": Symbol(
                "the speed of the wind in that season", lambda x, taken: x["winter" if "winter" in taken else "summer"]
            ),
            "L": Symbol(
                "the zonal wavelength of those waves", lambda x, taken: x["long" if "longer" in taken else "short"]
            ),
            "M": Symbol("the meridional wavelength of bounded waves", lambda x, taken: x["across"]),
            r"\phi": Symbol(
                "the latitude of that beta plane", lambda x, taken: x["north" if "higher" in taken else "south"]
            ),
            r"\Omega": Symbol("the rate of the Earth's rotation", lambda x, taken: x["earth_rotation"]),
            "a": Symbol("the radius of the Earth", lambda x, taken: x["earth_radius"]),
        },
        write=_write,
    ),
)

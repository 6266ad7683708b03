"""Westward drift of planetary waves on the beta plane."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    place = "the higher latitude" if "higher" in taken else "the lower latitude"
    length = "the longer wave" if "longer" in taken else "the shorter wave"
    shape = "bounded in the meridional direction" if "bounded" in taken else "unbounded in the meridional direction"
    frame = "relative to the ground" if "ground" in taken else "relative to the air"
    return (
        f"Barotropic, non-divergent Rossby waves of small amplitude travel in a uniform easterly wind of {p['wind']:g} "
        f"m/s, that is, air moving westward. Waves with zonal wavelengths of {p['short']:g} km and {p['long']:g} km "
        f"are seen at {p['south']:g}° N and at {p['north']:g}° N. Some have crests that reach far to the north and "
        f"south (no meridional wavenumber), others are bounded, with a meridional wavelength of {p['across']:g} km. "
        f"Take {length} at {place}, {shape}, on the beta plane of that latitude, and its motion {frame}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    latitude = x["north" if "higher" in taken else "south"]
    length = x["long" if "longer" in taken else "short"]
    beta = 2 * x["earth_rotation"] * math.cos(latitude) / x["earth_radius"]
    squared = (2 * math.pi / length) ** 2
    squared += (2 * math.pi / x["across"]) ** 2 if "bounded" in taken else 0.0
    speed = beta / squared + (x["wind"] if "ground" in taken else 0.0)
    return {"c": speed, "period": length / speed}


def _write(taken: Taken) -> str:
    squared = r"\frac{L^2 M^2}{L^2 + M^2}" if "bounded" in taken else "L^2"
    return rf"\frac{{\Omega \cos(\phi)}}{{2 \pi^2 a}} {squared}{' + U' if 'ground' in taken else ''}"


template = Template(
    category="atmospheric dynamics",
    kind="knowledge",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 5.7",
    background=(
        "Relative to the air Rossby waves move westward at β/(k² + l²), with zonal and meridional wavenumbers k and l "
        "and β = 2 Ω cos(latitude)/a; the wind carries them along."
    ),
    variables={
        "wind": Variable("m/s", 5, 10, 0.5),
        "short": Variable("km", 5600, 6400, 100),
        "long": Variable("km", 8200, 9200, 100),
        "south": Variable("degree", 18, 30, 1),
        "north": Variable("degree", 46, 55, 1),
        "across": Variable("km", 9000, 11000, 100),
    },
    constants=("earth_rotation", "earth_radius"),
    forks={
        "higher": Fork("used the higher latitude", "used the lower latitude", "misreading"),
        "longer": Fork("used the length of the longer wave", "used the length of the shorter wave", "misreading"),
        "bounded": Fork("added a meridional wavenumber", "left the meridional wavenumber out", "reasoning"),
        "ground": Fork("added the wind", "left the wind out", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "c": Part("the speed at which crests move westward along a latitude circle", "m/s", 3, 80),
        "period": Part(
            "the time in which one zonal wavelength moves past a point at rest in that frame", "day", 0.5, 20
        ),
    },
    collection="further",
    formula=Formula(
        symbols={
            "U": Symbol("the speed of the wind", lambda x, taken: x["wind"]),
            "L": Symbol(
                "the zonal wavelength of that wave", lambda x, taken: x["long" if "longer" in taken else "short"]
            ),
            "M": Symbol("the meridional wavelength of bounded waves", lambda x, taken: x["across"]),
            r"\phi": Symbol("that latitude", lambda x, taken: x["north" if "higher" in taken else "south"]),
            r"\Omega": Symbol("the angular velocity of the Earth", lambda x, taken: x["earth_rotation"]),
            "a": Symbol("the radius of the Earth", lambda x, taken: x["earth_radius"]),
        },
        write=_write,
    ),
)

"""Speed at which two sliding stones just miss one another because the Earth turns."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    lake = "the northern lake" if "northern" in taken else "the southern lake"
    stones = "large stones" if "large" in taken else "small stones"
    passing = "pass one another with exactly this gap" if "gap" in taken else "just touch as they pass one another"
    return (
        f"Two equal round stones start at the same moment, their centres {p['distance']:g} m apart, and slide without "
        f"friction over a frozen lake, each aimed at where the other starts and with the same speed. The lakes lie at "
        f"{p['south']:g}° N and {p['north']:g}° N; small stones have a diameter of {p['small']:g} cm and large ones of "
        f"{p['large']:g} cm. A pass is clean when {p['gap']:g} cm lie between them. On {lake} two {stones} {passing}, "
        f"because the Coriolis force turned both. Deflections are small against the distance."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    latitude = x["north" if "northern" in taken else "south"]
    apart = x["large" if "large" in taken else "small"]
    if "gap" in taken:
        apart += x["gap"]
    coriolis = 2 * x["earth_rotation"] * math.sin(latitude)
    speed = coriolis * x["distance"] ** 2 / (4 * apart)
    return {"V": speed, "t": x["distance"] / (2 * speed)}


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Section 1.3 (Coriolis force)",
    background=(
        "A body moving at speed V is accelerated by f V to the right of its motion on the northern hemisphere, with f "
        "= 2 Ω sin(latitude), so after a time t it is f V t²/2 aside. Two bodies meeting head-on move to opposite "
        "sides."
    ),
    variables={
        "distance": Variable("m", 90, 160, 2),
        "south": Variable("degree", 38, 46, 1),
        "north": Variable("degree", 62, 70, 1),
        "small": Variable("cm", 14, 17, 0.5),
        "large": Variable("cm", 29, 34, 0.5),
        "gap": Variable("cm", 3.5, 5, 0.1),
    },
    constants=("earth_rotation",),
    forks={
        "northern": Fork(
            "used the latitude of the northern lake", "used the latitude of the southern lake", "misreading"
        ),
        "large": Fork("used the diameter of the large stones", "used the diameter of the small stones", "misreading"),
        "gap": Fork(
            "added the gap to the distance between the centres",
            "left the gap out of the distance between the centres",
            "reasoning",
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "V": Part("the speed of each stone", "m/s", 0.2, 10),
        "t": Part("the time until they pass one another", "s", 5, 400),
    },
    formula=Formula(
        symbols={
            "X": Symbol("the distance between the stones' centres at the start", lambda x, taken: x["distance"]),
            "d": Symbol("the diameter of those stones", lambda x, taken: x["large" if "large" in taken else "small"]),
            "s": Symbol("the gap of a clean pass", lambda x, taken: x["gap"]),
            r"\varphi": Symbol(
                "the latitude of that lake", lambda x, taken: x["north" if "northern" in taken else "south"]
            ),
            r"\Omega": Symbol("the angular velocity of the Earth", lambda x, taken: x["earth_rotation"]),
        },
        write=lambda taken: rf"\frac{{\Omega X^2 \sin \varphi}}{{2 {'(d + s)' if 'gap' in taken else 'd'}}}",
    ),
)

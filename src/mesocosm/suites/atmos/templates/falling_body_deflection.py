"""Eastward drift of a falling stone."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    place = f"at {p['latitude']:g}° N" if "northern" in taken else "at the equator"
    tower = "tall" if "tall" in taken else "low"
    start = f"thrown straight down at {p['throw']:g} m/s" if "thrown" in taken else "let go at rest"
    end = f"passes a balcony {p['balcony']:g} m above the ground" if "balcony" in taken else "reaches the ground"
    return (
        f"Stones fall from the top of a low tower of {p['low']:g} m and of a tall tower of {p['tall']:g} m; there is "
        f"such a pair at the equator and another at {p['latitude']:g}° N. A stone is let go at rest or thrown straight "
        f"down at {p['throw']:g} m/s, and it passes a balcony {p['balcony']:g} m above the ground on its way. Take a "
        f"stone that is {start} from the {tower} tower {place}, and the moment when it {end}. Neglect the resistance "
        "of the air; gravity is the same at all heights and places."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    eastward = 2 * x["earth_rotation"] * (math.cos(x["latitude"]) if "northern" in taken else 1.0)
    fall = x["tall" if "tall" in taken else "low"] - (x["balcony"] if "balcony" in taken else 0.0)
    start = x["throw"] if "thrown" in taken else 0.0
    time = (math.sqrt(start**2 + 2 * x["g"] * fall) - start) / x["g"]
    return {"d": eastward * (start * time**2 / 2 + x["g"] * time**3 / 6), "t": time}


def _write(taken: Taken) -> str:
    """With the speed v at the end, the drift is Ω cos(latitude) (v - w)² (v + 2 w) / (3 g²)."""
    fall = "(h - b)" if "balcony" in taken else "h"
    east = r"\Omega \cos\varphi" if "northern" in taken else r"\Omega"
    if "thrown" not in taken:
        return rf"\frac{{{east} (2 g {fall})^{{\frac{{3}}{{2}}}}}}{{3 g^2}}"
    end = rf"\sqrt{{w^2 + 2 g {fall}}}"
    return rf"\frac{{{east} ({end} - w)^2 ({end} + 2 w)}}{{3 g^2}}"


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Taylor (2005), Classical Mechanics, Section 9.8",
    background=(
        "A body that falls with the speed w is accelerated eastward by 2 Ω w cos(latitude). With w = w₀ + g t the "
        "drift is 2 Ω cos(latitude) (w₀ t² / 2 + g t³ / 6)."
    ),
    variables={
        "low": Variable("m", 90, 130, 1),
        "tall": Variable("m", 170, 240, 1),
        "latitude": Variable("degree", 42, 60, 1),
        "throw": Variable("m/s", 20, 35, 1),
        "balcony": Variable("m", 25, 45, 1),
    },
    constants=("earth_rotation", "g"),
    forks={
        "northern": Fork("used the northern place", "took the equator", "misreading"),
        "tall": Fork("used the height of the tall tower", "used the height of the low tower", "misreading"),
        "thrown": Fork("threw the stone down", "let the stone go at rest", "reasoning"),
        "balcony": Fork("stopped at the balcony", "went on to the ground", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "d": Part("the eastward deflection at that moment", "mm", 1, 150),
        "t": Part("the time of the fall until then", "s", 1, 10),
    },
    formula=Formula(
        symbols={
            "h": Symbol("the height of that tower", lambda x, taken: x["tall" if "tall" in taken else "low"]),
            "b": Symbol("the height of the balcony above the ground", lambda x, taken: x["balcony"]),
            "w": Symbol("the speed of the throw", lambda x, taken: x["throw"]),
            r"\varphi": Symbol("the latitude of the northern place", lambda x, taken: x["latitude"]),
            r"\Omega": Symbol("the angular speed of the Earth", lambda x, taken: x["earth_rotation"]),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
        },
        write=_write,
    ),
)

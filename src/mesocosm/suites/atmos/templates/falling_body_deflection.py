"""Eastward drift of a falling stone."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    eastward = 2 * x["earth_rotation"] * (math.cos(x["latitude"]) if "northern" in taken else 1.0)
    fall = x["height"] - (x["balcony"] if "balcony" in taken else 0.0)
    start = x["throw"] if "thrown" in taken else 0.0
    time = (math.sqrt(start**2 + 2 * x["g"] * fall) - start) / x["g"]
    return {"d": eastward * (start * time**2 / 2 + x["g"] * time**3 / 6), "t": time}


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
        "northern": fork("[used the northern place|took the equator]"),
        "tall": fork("used the height of the [tall|low] tower", height=("tall", "low")),
        "thrown": fork("[threw the stone down|let the stone go at rest]", "reasoning"),
        "balcony": fork("[stopped at the balcony|went on to the ground]"),
    },
    question=(
        "Stones fall from the top of a low tower of {low} m and of a tall tower of {tall} m; there is such a pair at "
        "the equator and another at {latitude}° N. A stone is let go at rest or thrown straight down at {throw} m/s, "
        "and it passes a balcony {balcony} m above the ground on its way. Take a stone that is "
        "[thrown:thrown straight down at {throw} m/s|let go at rest] from the [tall:tall|low] tower at "
        "[northern:{latitude}° N|the equator], and the moment when it "
        "[balcony:passes a balcony {balcony} m above|reaches] the ground. Neglect the resistance of the air; gravity "
        "is the same at all heights and places."
    ),
    solve=_solve,
    parts={
        "d": Part("the eastward deflection at that moment", "mm", 1, 150),
        "t": Part("the time of the fall until then", "s", 1, 10),
    },
    formula=Formula(
        symbols={
            "h": Symbol("the height of that tower", "height"),
            "b": Symbol("the height of the balcony above the ground", "balcony"),
            "w": Symbol("the speed of the throw", "throw"),
            r"\varphi": Symbol("the latitude of the northern place", "latitude"),
            r"\Omega": Symbol("the angular speed of the Earth", "earth_rotation"),
            "g": Symbol("the acceleration of gravity", "g"),
        },
        latex=(
            r"[thrown:\frac{\Omega[northern: \cos\varphi|] (\sqrt{w^2 + 2 g [balcony:(h - b)|h]} - w)^2 (\sqrt{w^2 + 2 "
            r"g [balcony:(h - b)|h]} + 2 w)}{3 g^2}|\frac{\Omega[northern: \cos\varphi|] (2 g [balcony:(h - "
            r"b)|h])^{\frac{3}{2}}}{3 g^2}]"
        ),
    ),
)

"""An internal Kelvin wave that runs round a basin."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    hemisphere = "S" if "southern" in taken else "N"
    season = "September" if "september" in taken else "June"
    floor = (
        f"{p['below']:g} m of heavier water below it"
        if "shallow" in taken
        else f"heavier water below it that counts as infinitely deep, unlike the {p['below']:g} m of a bay nearby"
    )
    return (
        f"A round sea at {p['latitude']:g}° {hemisphere}, enclosed by its coast, has a light layer {p['above']:g} m "
        f"thick on top and {floor}. The lower water is denser by {p['june']:g} ‰ in June and by {p['september']:g} ‰ "
        f"in September. After a storm in {season} the interface is disturbed at port A, and the disturbance runs along "
        f"the coast as a Kelvin wave. Seen from above, port B lies {p['anticlockwise']:g} km from A along the shore if "
        f"one goes anticlockwise, and {p['clockwise']:g} km if one goes clockwise."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    reduced = x["g"] * x["september" if "september" in taken else "june"]
    layer = x["above"]
    if "shallow" in taken:
        layer = x["above"] * x["below"] / (x["above"] + x["below"])
    speed = math.sqrt(reduced * layer)
    way = x["clockwise" if "southern" in taken else "anticlockwise"]
    coriolis = 2 * x["earth_rotation"] * math.sin(x["latitude"])
    return {"t": way / speed, "c": speed, "R": speed / coriolis}


def _write(taken: Taken) -> str:
    way = "s_2" if "southern" in taken else "s_1"
    layer = r"\frac{h_1 h_2}{h_1 + h_2}" if "shallow" in taken else "h_1"
    return rf"\frac{{{way}}}{{\sqrt{{g \delta {layer}}}}}"


template = Template(
    category="physical oceanography",
    kind="reasoning",
    reference="Gill (1982), Atmosphere-Ocean Dynamics, Sections 6.2 and 10.4",
    background=(
        "A coastal Kelvin wave keeps the coast on its right on the northern hemisphere and on its left on the southern "
        "one. On an interface it moves at √(g' h), with g' = g Δρ/ρ and h = h1 h2/(h1 + h2), and it reaches c/f out "
        "from the coast."
    ),
    variables={
        "latitude": Variable("degree", 30, 65, 1),
        "above": Variable("m", 15, 40, 1),
        "below": Variable("m", 20, 50, 1),
        "june": Variable("permille", 0.7, 1.2, 0.05),
        "september": Variable("permille", 2.2, 3.2, 0.05),
        "anticlockwise": Variable("km", 150, 260, 5),
        "clockwise": Variable("km", 320, 600, 5),
    },
    constants=("g", "earth_rotation"),
    forks={
        "southern": Fork("followed the coast clockwise", "followed the coast anticlockwise", "knowledge"),
        "september": Fork("used the density of September", "used the density of June", "misreading"),
        "shallow": Fork(
            "let the thickness of the lower layer count", "took the lower layer as infinitely deep", "knowledge"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "t": Part("the travel time of the wave from A to B", "hour", 20, 800),
        "c": Part("the speed of the wave", "m/s", 0.1, 2),
        "R": Part("the internal radius of deformation", "km", 0.5, 25),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "s_1": Symbol(
                "the distance from A to B along the shore anticlockwise", lambda x, taken: x["anticlockwise"]
            ),
            "s_2": Symbol("the distance from A to B along the shore clockwise", lambda x, taken: x["clockwise"]),
            "h_1": Symbol("the thickness of the light layer", lambda x, taken: x["above"]),
            "h_2": Symbol("the thickness given for the heavier water", lambda x, taken: x["below"]),
            r"\delta": Symbol(
                "the relative density excess of the lower water in that month",
                lambda x, taken: x["september" if "september" in taken else "june"],
            ),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
        },
        write=_write,
    ),
)

"""An internal Kelvin wave that runs round a basin."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    reduced = x["g"] * x["excess"]
    layer = x["above"]
    if "shallow" in taken:
        layer = x["above"] * x["below"] / (x["above"] + x["below"])
    speed = math.sqrt(reduced * layer)
    coriolis = 2 * x["earth_rotation"] * math.sin(x["latitude"])
    return {"t": x["way"] / speed, "c": speed, "R": speed / coriolis}


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
        "southern": fork(
            "followed the coast [clockwise|anticlockwise]", "knowledge", way=("clockwise", "anticlockwise")
        ),
        "september": fork("used the density of [September|June]", excess=("september", "june")),
        "shallow": fork(
            "[let the thickness of the lower layer count|took the lower layer as infinitely deep]", "knowledge"
        ),
    },
    question=(
        "A round sea at {latitude}° [southern:S|N], enclosed by its coast, has a light layer {above} m thick on top "
        "and [shallow:{below} m of heavier water below it|heavier water below it that counts as infinitely deep, "
        "unlike the {below} m of a bay nearby]. The lower water is denser by {june} ‰ in June and by {september} ‰ in "
        "September. After a storm in [september:September|June] the interface is disturbed at port A, and the "
        "disturbance runs along the coast as a Kelvin wave. Seen from above, port B lies {anticlockwise} km from A "
        "along the shore if one goes anticlockwise, and {clockwise} km if one goes clockwise."
    ),
    solve=_solve,
    parts={
        "t": Part("the travel time of the wave from A to B", "hour", 20, 800),
        "c": Part("the speed of the wave", "m/s", 0.1, 2),
        "R": Part("the internal radius of deformation", "km", 0.5, 25),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "s_1": Symbol("the distance from A to B along the shore anticlockwise", "anticlockwise"),
            "s_2": Symbol("the distance from A to B along the shore clockwise", "clockwise"),
            "h_1": Symbol("the thickness of the light layer", "above"),
            "h_2": Symbol("the thickness given for the heavier water", "below"),
            r"\delta": Symbol("the relative density excess of the lower water in that month", "excess"),
            "g": Symbol("the acceleration of gravity", "g"),
        },
        latex=r"\frac{[southern:s_2|s_1]}{\sqrt{g \delta [shallow:\frac{h_1 h_2}{h_1 + h_2}|h_1]}}",
    ),
)

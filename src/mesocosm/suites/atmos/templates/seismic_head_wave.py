"""Waves that run along the base of the crust: travel time and where they come first."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    wave = "s" if "shear" in taken else "p"
    crust, mantle = x[f"crust_{wave}"], x[f"mantle_{wave}"]
    delay = 2 * x["thickness"] * math.sqrt(1 / crust**2 - 1 / mantle**2)
    time = x["distance"] / mantle + delay
    return {"t": time, "x": delay / (1 / crust - 1 / mantle), "i": math.asin(crust / mantle)}


template = Template(
    category="solid earth",
    kind="knowledge",
    reference="Stein and Wysession (2003), An Introduction to Seismology, Section 3.2",
    background=(
        "A head wave on a flat boundary at depth H arrives after x/v2 + 2H √(1/v1² − 1/v2²); beyond the distance "
        "2H √((v2 + v1)/(v2 − v1)) it is the first arrival, and its critical angle has the sine v1/v2."
    ),
    variables={
        "near": Variable("km", 200, 220, 2),
        "far": Variable("km", 300, 330, 2),
        "plains": Variable("km", 26, 34, 1),
        "mountains": Variable("km", 58, 68, 1),
        "crust_p": Variable("km/s", 5.9, 6.3, 0.1),
        "mantle_p": Variable("km/s", 7.9, 8.3, 0.1),
        "crust_s": Variable("km/s", 3.3, 3.6, 0.1),
        "mantle_s": Variable("km/s", 4.4, 4.7, 0.1),
    },
    constants=(),
    forks={
        "shear": fork("used the speeds of [S|P] waves", crust=("crust_s", "crust_p"), mantle=("mantle_s", "mantle_p")),
        "far": fork("used the distance of the [far|near] station", distance=("far", "near")),
        "mountains": fork("used the crust of the [mountains|plains]", thickness=("mountains", "plains")),
    },
    question=(
        "A blast at the surface is recorded by a near station at {near} km and a far station at {far} km, once on a "
        "profile across plains, where the crust is {plains} km thick, and once across mountains, where it is "
        "{mountains} km thick. P waves run at {crust_p} km/s in the crust and {mantle_p} km/s in the mantle, S waves "
        "at {crust_s} km/s and {mantle_s} km/s. Both layers are uniform and their boundary is flat. Consider the "
        "[shear:S|P] head wave along the top of the mantle, of the same kind on its whole way, at the [far:far|near] "
        "station of the profile across [mountains:mountains|plains]."
    ),
    solve=_solve,
    parts={
        "t": Part("the travel time of the head wave", "s", 20, 150),
        "x": Part("the distance beyond which the head wave arrives before the direct wave", "km", 80, 450),
        "i": Part("the critical angle", "degree", 30, 70),
    },
    collection="further",
    formula=Formula(
        symbols={
            "D": Symbol("the distance of that station from the blast", "distance"),
            "H": Symbol("the thickness of that crust", "thickness"),
            "v_1": Symbol("the speed of that wave in the crust", "crust"),
            "v_2": Symbol("the speed of that wave in the mantle", "mantle"),
        },
        latex=r"\frac{D}{v_2} + 2 H \sqrt{\frac{1}{v_1^2} - \frac{1}{v_2^2}}",
    ),
)

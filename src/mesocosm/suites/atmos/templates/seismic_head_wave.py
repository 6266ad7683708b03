"""Waves that run along the base of the crust: travel time and where they come first."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    wave = "S" if "shear" in taken else "P"
    station = "far" if "far" in taken else "near"
    profile = "mountains" if "mountains" in taken else "plains"
    return (
        f"A blast at the surface is recorded by a near station at {p['near']:g} km and a far station at {p['far']:g} "
        f"km, once on a profile across plains, where the crust is {p['plains']:g} km thick, and once across mountains, "
        f"where it is {p['mountains']:g} km thick. P waves run at {p['crust_p']:g} km/s in the crust and "
        f"{p['mantle_p']:g} km/s in the mantle, S waves at {p['crust_s']:g} km/s and {p['mantle_s']:g} km/s. Both "
        f"layers are uniform and their boundary is flat. Consider the {wave} head wave along the top of the mantle, of "
        f"the same kind on its whole way, at the {station} station of the profile across {profile}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    wave = "s" if "shear" in taken else "p"
    crust, mantle = x[f"crust_{wave}"], x[f"mantle_{wave}"]
    thickness = x["mountains" if "mountains" in taken else "plains"]
    delay = 2 * thickness * math.sqrt(1 / crust**2 - 1 / mantle**2)
    time = x["far" if "far" in taken else "near"] / mantle + delay
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
        "shear": Fork("used the speeds of S waves", "used the speeds of P waves", "misreading"),
        "far": Fork("used the distance of the far station", "used the distance of the near station", "misreading"),
        "mountains": Fork("used the crust of the mountains", "used the crust of the plains", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "t": Part("the travel time of the head wave", "s", 20, 150),
        "x": Part("the distance beyond which the head wave arrives before the direct wave", "km", 80, 450),
        "i": Part("the critical angle", "degree", 30, 70),
    },
    collection="further",
    formula=Formula(
        symbols={
            "D": Symbol(
                "the distance of that station from the blast", lambda x, taken: x["far" if "far" in taken else "near"]
            ),
            "H": Symbol(
                "the thickness of that crust", lambda x, taken: x["mountains" if "mountains" in taken else "plains"]
            ),
            "v_1": Symbol(
                "the speed of that wave in the crust", lambda x, taken: x["crust_s" if "shear" in taken else "crust_p"]
            ),
            "v_2": Symbol(
                "the speed of that wave in the mantle",
                lambda x, taken: x["mantle_s" if "shear" in taken else "mantle_p"],
            ),
        },
        write=lambda taken: r"\frac{D}{v_2} + 2 H \sqrt{\frac{1}{v_1^2} - \frac{1}{v_2^2}}",
    ),
)

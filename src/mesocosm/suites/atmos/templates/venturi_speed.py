"""Flow through a Venturi tube from the fall of its pressure."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    lie = "upright" if "upright" in taken else "level"
    time = "evening" if "evening" in taken else "morning"
    where = "in the throat" if "throat" in taken else "in the wide pipe"
    return (
        f"Water runs through a pipe of {p['pipe']:g} mm diameter with a throat of {p['throat']:g} mm. A gauge in the "
        f"wall of the pipe shows more pressure than one in the wall of the throat, by {p['morning']:g} kPa in the "
        f"morning and by {p['evening']:g} kPa in the evening. There are two such installations with the same readings: "
        f"in the level one both gauges are at one height, in the upright one the throat's gauge is {p['rise']:g} m "
        f"above the pipe's. Neglect friction, and consider the water {where} of the {lie} installation, in the {time}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    drop = x["evening" if "evening" in taken else "morning"] / x["water_density"]
    if "upright" in taken:
        drop -= x["g"] * x["rise"]
    ratio = (x["pipe"] / x["throat"]) ** 2
    slow = math.sqrt(2 * drop / (ratio**2 - 1))
    return {"V": slow * ratio if "throat" in taken else slow, "Q": slow * math.pi / 4 * x["pipe"] ** 2}


def _write(taken: Taken) -> str:
    drop = r"2 (\frac{P}{\rho} - g h)" if "upright" in taken else r"\frac{2 P}{\rho}"
    ratio = r"1 - \frac{d^4}{D^4}" if "throat" in taken else r"\frac{D^4}{d^4} - 1"
    return rf"\sqrt{{\frac{{{drop}}}{{{ratio}}}}}"


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Munson et al. (2013), Fundamentals of Fluid Mechanics, Section 3.6",
    background=(
        "Along a stream without friction p + ρ g z + ρ v²/2 stays the same, and speed times area stays the same. "
        "Together they give the speed from the difference of two wall pressures and two heights."
    ),
    variables={
        "pipe": Variable("mm", 124, 140, 1),
        "throat": Variable("mm", 90, 97, 1),
        "morning": Variable("kPa", 8, 14, 0.1),
        "evening": Variable("kPa", 20, 34, 0.1),
        "rise": Variable("m", 0.4, 0.8, 0.01),
    },
    constants=("g", "water_density"),
    forks={
        "upright": Fork(
            "subtracted the weight of the water between the gauges", "took both gauges as level", "reasoning"
        ),
        "evening": Fork("used the pressures of the evening", "used the pressures of the morning", "misreading"),
        "throat": Fork("gave the speed in the throat", "gave the speed in the wide pipe", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "V": Part("the speed of the water there", "m/s", 0.3, 15),
        "Q": Part("the discharge", "litre/s", 2, 300),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "D": Symbol("the diameter of the pipe", lambda x, taken: x["pipe"]),
            "d": Symbol("the diameter of the throat", lambda x, taken: x["throat"]),
            "P": Symbol(
                "the difference of the two pressures at that time",
                lambda x, taken: x["evening" if "evening" in taken else "morning"],
            ),
            "h": Symbol(
                "the height of the throat's gauge above the pipe's in the upright installation",
                lambda x, taken: x["rise"],
            ),
            "\\rho": Symbol("the density of water", lambda x, taken: x["water_density"]),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
        },
        write=_write,
    ),
)

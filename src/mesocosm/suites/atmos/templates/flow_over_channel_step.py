"""Subcritical flow over a smooth step of the bed."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Part, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    rise = -x["step"] if "down" in taken else x["step"]
    flow = x["before"] * x["depth"] * x["width"] / x["width_after"]
    energy = x["depth"] + x["before"] ** 2 / (2 * x["g"]) - rise
    # y³ - E y² + q²/2g = 0; its largest root is the subcritical one, and acos refuses a choked flow.
    angle = math.acos(1 - 27 * flow**2 / (4 * x["g"] * energy**3))
    depth = energy / 3 * (1 + 2 * math.cos(angle / 3))
    return {"V": flow / depth, "y": depth}


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Chow (1959), Open-Channel Hydraulics, Chapter 3",
    background=(
        "The discharge and the energy y + v²/2g + bed height stay the same across a smooth step. The depth behind it "
        "is the larger positive root of y³ - E y² + q²/2g = 0, with E the energy above the new bed and q the discharge "
        "per width there."
    ),
    variables={
        "width": Variable("m", 6.6, 8, 0.1),
        "narrow": Variable("m", 5, 5.6, 0.1),
        "depth": Variable("m", 2, 2.8, 0.05),
        "step": Variable("m", 0.15, 0.35, 0.01),
        "morning": Variable("m/s", 0.4, 0.6, 0.01),
        "afternoon": Variable("m/s", 0.8, 1.1, 0.01),
    },
    constants=("g",),
    forks={
        "down": fork("let the bed [fall|rise] at the step", "reasoning"),
        "narrow": fork("[let the banks draw in|kept the width] at the step", width_after=("narrow", "width")),
        "afternoon": fork("used the speed of the [afternoon|morning]", before=("afternoon", "morning")),
    },
    question=(
        "A rectangular channel has two reaches. In either one it is {width} m wide and {depth} m deep ahead of a "
        "smooth step of {step} m in the bed, and the water moves there at {morning} m/s in the morning and at "
        "{afternoon} m/s in the afternoon. In the upper reach the width stays the same; in the lower one the banks "
        "draw in at the step, to {narrow} m from there on. Consider the [narrow:lower|upper] reach in the "
        "[afternoon:afternoon|morning]. The bed [down:falls|rises] at the step. The flow stays subcritical and loses "
        "no energy."
    ),
    solve=_solve,
    parts={
        "V": Part("the speed of the water just past the step", "m/s", 0.1, 4),
        "y": Part("the depth of the water just past the step", "m", 0.4, 4),
    },
    collection="extra",
)

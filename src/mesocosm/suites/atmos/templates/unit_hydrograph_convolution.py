"""A flood from three steps of rain and the response to one millimetre of it."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Part, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    loss = x["loss"] if "losses" in taken else 0.0
    order = ("r3", "r2", "r1") if "reversed" in taken else ("r1", "r2", "r3")
    rain = [x[name] - loss * x["step"] for name in order]
    response = [x[f"u{number}"] for number in range(1, 6)]
    place = 4 if "falling" in taken else 3
    flow = sum(depth * response[place - lag] for lag, depth in enumerate(rain))
    area = sum(response) * x["step"]
    return {"Q": flow + (x["base"] if "base" in taken else 0.0), "V": sum(rain) * area, "A": area}


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Chow, Maidment and Mays (1988), Applied Hydrology, Sections 7.2 and 7.5",
    background=(
        "Discharge is the convolution of effective rain with the unit hydrograph, Q_n = Σ P_m U_(n−m+1), plus "
        "baseflow; effective rain is rain less the loss rate. The unit hydrograph's volume per depth is the area."
    ),
    variables={
        "step": Variable("hour", 1.6, 2.2, 0.1),
        "u1": Variable("m**3/s/mm", 2.0, 3.0, 0.1),
        "u2": Variable("m**3/s/mm", 6.5, 7.5, 0.1),
        "u3": Variable("m**3/s/mm", 3.4, 3.8, 0.1),
        "u4": Variable("m**3/s/mm", 1.6, 2.0, 0.1),
        "u5": Variable("m**3/s/mm", 0.8, 1.2, 0.1),
        "r1": Variable("mm", 7, 9, 0.5),
        "r2": Variable("mm", 11, 13, 0.5),
        "r3": Variable("mm", 18, 21, 0.5),
        "loss": Variable("mm/hour", 1.7, 2.1, 0.1),
        "base": Variable("m**3/s", 22, 30, 1),
    },
    constants=(),
    forks={
        "falling": fork("took the [fifth|fourth] step"),
        "reversed": fork("took the rain in [reversed order|the order of the forecast]", "reasoning"),
        "losses": fork("took [losses from rain on sealed soil|all the rain for effective rain]", "reasoning"),
        "base": fork("[added baseflow that was not asked for|left out the baseflow]", "reasoning"),
    },
    question=(
        "Time runs in steps of {step} h. Each millimetre of effective rain in one step adds {u1}, {u2}, {u3}, {u4} and "
        "{u5} m³/s to the mean discharge of a river in that step and the four after it, and nothing later. The "
        "forecast has {r1}, {r2} and {r3} mm of rain in the first, second and third step. Open soil takes up {loss} "
        "mm/h of it. Baseflow is {base} m³/s. The rain comes in [reversed:reversed order|the order forecast], and the "
        "soil is [losses:open|sealed by frost and takes up nothing]. Consider the discharge in the "
        "[falling:fifth|fourth] step, [base:with|without] baseflow."
    ),
    solve=_solve,
    parts={
        "Q": Part("this discharge", "m**3/s", 20, 500),
        "V": Part("the volume of all direct runoff of this rain", "m**3", 2e5, 2e7),
        "A": Part("the area of the catchment that the unit response implies", "km**2", 50, 400),
    },
    collection="further",
)

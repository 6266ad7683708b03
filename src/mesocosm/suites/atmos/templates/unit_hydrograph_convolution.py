"""A flood from three steps of rain and the response to one millimetre of it."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Part, Printed, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    step = "fifth" if "falling" in taken else "fourth"
    order = "in reversed order" if "reversed" in taken else "in the order forecast"
    losses = "is open" if "losses" in taken else "is sealed by frost and takes up nothing"
    flow = "with" if "base" in taken else "without"
    return (
        f"Time runs in steps of {p['step']:g} h. Each millimetre of effective rain in one step adds {p['u1']:g}, "
        f"{p['u2']:g}, {p['u3']:g}, {p['u4']:g} and {p['u5']:g} m³/s to the mean discharge of a river in that step and "
        f"the four after it, and nothing later. The forecast has {p['r1']:g}, {p['r2']:g} and {p['r3']:g} mm of rain "
        f"in the first, second and third step. Open soil takes up {p['loss']:g} mm/h of it. Baseflow is {p['base']:g} "
        f"m³/s. The rain comes {order}, and the soil {losses}. Consider the discharge in the {step} step, {flow} "
        "baseflow."
    )


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
        "falling": Fork("took the fifth step", "took the fourth step", "misreading"),
        "reversed": Fork("took the rain in reversed order", "took the rain in the order of the forecast", "reasoning"),
        "losses": Fork("took losses from rain on sealed soil", "took all the rain for effective rain", "reasoning"),
        "base": Fork("added baseflow that was not asked for", "left out the baseflow", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "Q": Part("this discharge", "m**3/s", 20, 500),
        "V": Part("the volume of all direct runoff of this rain", "m**3", 2e5, 2e7),
        "A": Part("the area of the catchment that the unit response implies", "km**2", 50, 400),
    },
    collection="further",
)

"""A flood wave on its way through a river reach, by Muskingum's method."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Part, Printed, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    reach = "second" if "slow" in taken else "first"
    storm = "late" if "late" in taken else "early"
    start = "while an earlier flood still drains" if "full" in taken else "starting at low water"
    return (
        f"The inflow of either of two river reaches is {p['i0']:g} m³/s now. In a storm with an early burst it is "
        f"{p['early1']:g} m³/s one time step later and {p['early2']:g} m³/s two steps later, with a late burst "
        f"{p['late1']:g} and {p['late2']:g} m³/s; a step lasts {p['step']:g} h. The outflow now is {p['low']:g} m³/s "
        f"at low water and {p['full']:g} m³/s while an earlier flood still drains. The storage constant is "
        f"{p['quick']:g} h in the first and {p['slow']:g} h in the second reach; the weighting factor of the inflow in "
        f"the storage is {p['weight']:g} in both. Route the {storm} burst by Muskingum's method through the {reach} "
        f"reach, {start}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    burst = "late" if "late" in taken else "early"
    storage = x["slow" if "slow" in taken else "quick"]
    wedge = storage * x["weight"]
    prism, half = storage - wedge, x["step"] / 2
    outflow, inflow = x["full" if "full" in taken else "low"], x["i0"]
    flows = []
    for coming in (x[f"{burst}1"], x[f"{burst}2"]):
        outflow = ((half - wedge) * coming + (half + wedge) * inflow + (prism - half) * outflow) / (prism + half)
        inflow = coming
        flows.append(outflow)
    return {"Q2": flows[1], "Q1": flows[0], "S": wedge * inflow + prism * outflow}


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Chow, Maidment and Mays (1988), Applied Hydrology, Section 8.4",
    background=(
        "Muskingum: storage S = K (X I + (1 − X) O) and continuity over a step give O2 = C0 I2 + C1 I1 + C2 O1 with "
        "C0 = (Δt/2 − KX)/D, C1 = (Δt/2 + KX)/D, C2 = (K − KX − Δt/2)/D and D = K − KX + Δt/2."
    ),
    variables={
        "i0": Variable("m**3/s", 40, 60, 1),
        "early1": Variable("m**3/s", 300, 360, 5),
        "early2": Variable("m**3/s", 240, 290, 5),
        "late1": Variable("m**3/s", 200, 230, 5),
        "late2": Variable("m**3/s", 330, 390, 5),
        "step": Variable("hour", 2.5, 3.0, 0.5),
        "low": Variable("m**3/s", 30, 45, 1),
        "full": Variable("m**3/s", 130, 150, 5),
        "quick": Variable("hour", 3.6, 4.1, 0.1),
        "slow": Variable("hour", 9.5, 10.5, 0.1),
        "weight": Variable("", 0.08, 0.11, 0.01),
    },
    constants=(),
    forks={
        "slow": Fork(
            "used the storage constant of the second reach",
            "used the storage constant of the first reach",
            "misreading",
        ),
        "late": Fork("routed the late burst", "routed the early burst", "misreading"),
        "full": Fork(
            "started from the outflow of an earlier flood", "started from the outflow at low water", "misreading"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "Q2": Part("the outflow two time steps from now", "m**3/s", 30, 400),
        "Q1": Part("the outflow one time step from now", "m**3/s", 10, 400),
        "S": Part("the volume of water stored in the reach two time steps from now", "m**3", 1e5, 2e7),
    },
    collection="further",
)

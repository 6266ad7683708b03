"""A flood wave on its way through a river reach, by Muskingum's method."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Part, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    burst = "late" if "late" in taken else "early"
    wedge = x["storage"] * x["weight"]
    prism, half = x["storage"] - wedge, x["step"] / 2
    outflow, inflow = x["outflow"], x["i0"]
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
        "slow": fork("used the storage constant of the [second|first] reach", storage=("slow", "quick")),
        "late": fork("routed the [late|early] burst"),
        "full": fork("started from the outflow [of an earlier flood|at low water]", outflow=("full", "low")),
    },
    question=(
        "The inflow of either of two river reaches is {i0} m³/s now. In a storm with an early burst it is {early1} "
        "m³/s one time step later and {early2} m³/s two steps later, with a late burst {late1} and {late2} m³/s; a "
        "step lasts {step} h. The outflow now is {low} m³/s at low water and {full} m³/s while an earlier flood still "
        "drains. The storage constant is {quick} h in the first and {slow} h in the second reach; the weighting factor "
        "of the inflow in the storage is {weight} in both. Route the [late:late|early] burst by Muskingum's method "
        "through the [slow:second|first] reach, [full:while an earlier flood still drains|starting at low water]."
    ),
    solve=_solve,
    parts={
        "Q2": Part("the outflow two time steps from now", "m**3/s", 30, 400),
        "Q1": Part("the outflow one time step from now", "m**3/s", 10, 400),
        "S": Part("the volume of water stored in the reach two time steps from now", "m**3", 1e5, 2e7),
    },
    collection="further",
)

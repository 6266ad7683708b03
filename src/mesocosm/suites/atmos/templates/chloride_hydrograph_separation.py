"""Old and new water in a flood, separated by their chloride."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    old = (x["salt"] - x["storm"]) / (x["ground"] - x["storm"])
    share = 1 - old if "new" in taken else old
    return {"Q": share * x["flow"], "share": share}


template = Template(
    category="hydrology",
    kind="reasoning",
    reference="Dingman (2015), Physical Hydrology, Chapter 10",
    background=(
        "Discharge and chloride are both conserved in the mixture: the share of groundwater is (C - Cstorm)/(Cground - "
        "Cstorm), with C the concentration of the stream, and storm water makes up the rest."
    ),
    variables={
        "peak": Variable("m**3/s", 8, 14, 0.1),
        "peak_salt": Variable("mg/litre", 16, 20, 0.5),
        "later": Variable("m**3/s", 4.0, 6.5, 0.1),
        "later_salt": Variable("mg/litre", 22, 27, 0.5),
        "ground": Variable("mg/litre", 38, 50, 0.5),
        "rain": Variable("mg/litre", 1, 4, 0.2),
        "drip": Variable("mg/litre", 8, 14, 0.2),
    },
    constants=(),
    forks={
        "recession": fork(
            "used the stream [on the recession|at the peak]", flow=("later", "peak"), salt=("later_salt", "peak_salt")
        ),
        "throughfall": fork("used the chloride of the [drip|rain]", storm=("drip", "rain")),
        "new": fork("gave the [storm water|groundwater]", "reasoning"),
    },
    question=(
        "During a flood a stream carries {peak} m³/s with {peak_salt} mg/L of chloride at the peak and {later} m³/s "
        "with {later_salt} mg/L on the recession. Groundwater contains {ground} mg/L of chloride, rain above the trees "
        "{rain} mg/L, and the water that drips from the trees {drip} mg/L. Chloride is neither gained nor lost. The "
        "stream is a mixture of groundwater and storm water; as storm water take the "
        "[throughfall:water that drips from|rain above] the trees. Consider the stream "
        "[recession:on the recession|at the peak], and in it the [new:new storm water|old groundwater]."
    ),
    solve=_solve,
    parts={
        "Q": Part("the discharge of that component", "m**3/s", 0.3, 12),
        "share": Part("the share of that component in the discharge", "percent", 5, 95),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "Q": Symbol("the discharge of the stream at that time", "flow"),
            "C": Symbol("the chloride concentration of the stream at that time", "salt"),
            "C_g": Symbol("the chloride concentration of groundwater", "ground"),
            "C_s": Symbol("the chloride concentration of what counts as storm water", "storm"),
        },
        latex=r"Q \frac{[new:C_g - C|C - C_s]}{C_g - C_s}",
    ),
)

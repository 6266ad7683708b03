"""Old and new water in a flood, told apart by chloride."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    time = "on the recession" if "recession" in taken else "at the peak"
    new = "the water that drips from the trees" if "throughfall" in taken else "the rain above the trees"
    share = "new storm water" if "new" in taken else "old groundwater"
    return (
        f"During a flood a stream carries {p['peak']:g} m³/s with {p['peak_salt']:g} mg/L of chloride at the peak and "
        f"{p['later']:g} m³/s with {p['later_salt']:g} mg/L on the recession. Groundwater contains {p['ground']:g} "
        f"mg/L of chloride, rain above the trees {p['rain']:g} mg/L, and the water that drips from the trees "
        f"{p['drip']:g} mg/L. Chloride is neither gained nor lost. The stream is a mixture of groundwater and storm "
        f"water; as storm water take {new}. Consider the stream {time}, and in it the {share}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    flow, salt = (x["later"], x["later_salt"]) if "recession" in taken else (x["peak"], x["peak_salt"])
    storm = x["drip" if "throughfall" in taken else "rain"]
    old = (salt - storm) / (x["ground"] - storm)
    share = 1 - old if "new" in taken else old
    return {"Q": share * flow, "share": share}


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
        "recession": Fork("used the stream on the recession", "used the stream at the peak", "misreading"),
        "throughfall": Fork("used the chloride of the drip", "used the chloride of the rain", "misreading"),
        "new": Fork("gave the storm water", "gave the groundwater", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "Q": Part("the discharge of that component", "m**3/s", 0.3, 12),
        "share": Part("the share of that component in the discharge", "percent", 5, 95),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "Q": Symbol(
                "the discharge of the stream at that time",
                lambda x, taken: x["later" if "recession" in taken else "peak"],
            ),
            "C": Symbol(
                "the chloride concentration of the stream at that time",
                lambda x, taken: x["later_salt" if "recession" in taken else "peak_salt"],
            ),
            "C_g": Symbol("the chloride concentration of groundwater", lambda x, taken: x["ground"]),
            "C_s": Symbol(
                "the chloride concentration of what counts as storm water",
                lambda x, taken: x["drip" if "throughfall" in taken else "rain"],
            ),
        },
        write=lambda taken: rf"Q \frac{{{'C_g - C' if 'new' in taken else 'C - C_s'}}}{{C_g - C_s}}",
    ),
)

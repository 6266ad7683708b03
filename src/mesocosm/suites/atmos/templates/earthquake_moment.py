"""Moment, magnitude and radiated energy of a rupture."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    length = x["west"] + (x["east"] if "both" in taken else 0.0)
    width = x["depth"] / math.sin(x["dip"]) if "vertical" in taken else x["depth"]
    moment = x["rigidity"] * length * width * x["slip"]
    return {
        "M0": moment,
        "Mw": 2 / 3 * math.log10(moment / x["reference"]),
        "E": x["drop"] / (2 * x["rigidity"]) * moment,
    }


template = Template(
    category="solid earth",
    kind="knowledge",
    reference="Kanamori (1977), The energy release in great earthquakes, J. Geophys. Res. 82, 2981-2987",
    background=(
        "The seismic moment is rigidity times area times mean slip; Mw = (2/3) log10(M0/M_ref) with M_ref about "
        "10^9.1 N m; where the stress falls to the dynamic friction and fracture costs nothing, the radiated energy "
        "is Δσ/(2µ) M0."
    ),
    variables={
        "dip": Variable("degree", 30, 36, 1),
        "west": Variable("km", 40, 60, 1),
        "east": Variable("km", 15, 20, 1),
        "depth": Variable("km", 12.0, 18.0, 0.5),
        "small": Variable("m", 1.4, 1.6, 0.05),
        "large": Variable("m", 2.1, 2.3, 0.05),
        "soft": Variable("GPa", 26, 30, 1),
        "stiff": Variable("GPa", 58, 70, 1),
        "drop": Variable("MPa", 2.5, 4.5, 0.1),
        "reference": Variable("GN*m", 1.2, 1.3, 0.01),
    },
    constants=(),
    forks={
        "both": fork("took [both segments|the western segment only]", "reasoning"),
        "vertical": fork(
            "took the [width along the fault for a vertical depth|vertical depth for the width]", "reasoning"
        ),
        "stiff": fork("used the rigidity of [stiff|soft] rock", rigidity=("stiff", "soft")),
        "larger": fork("used the [larger|smaller] slip", slip=("large", "small")),
    },
    question=(
        "A thrust fault dips at {dip}° and has a western segment {west} km and an eastern segment {east} km long. An "
        "earthquake breaks [both:both segments|only the western segment], from the surface [vertical:down to a "
        "vertical depth of {depth} km|over {depth} km, measured down along the dipping fault]. Geodesy allows a mean "
        "slip of {small} m or {large} m. The rigidity is {soft} GPa if the rock is soft and {stiff} GPa if it is "
        "stiff. Assume the [larger:larger|smaller] slip and [stiff:stiff|soft] rock. During slip the stress falls by "
        "{drop} MPa, as seismograms show, to the dynamic friction, and fracture takes up no energy. Moment magnitude "
        "is two thirds of the decimal logarithm of the moment in units of {reference}×10⁹ N m."
    ),
    solve=_solve,
    parts={
        "M0": Part("the seismic moment", "N*m", 5e18, 1e21),
        "Mw": Part("the moment magnitude", "", 6, 8.5, 4, 0.005),
        "E": Part("the radiated energy", "J", 1e14, 1e17),
    },
    collection="further",
    formula=Formula(
        symbols={
            r"\mu": Symbol("the rigidity of that rock", "rigidity"),
            "D": Symbol("the slip assumed", "slip"),
            "L_1": Symbol("the length of the western segment", "west"),
            "L_2": Symbol("the length of the eastern segment", "east"),
            "H": Symbol("the downward extent of the rupture, measured as stated", "depth"),
            r"\delta": Symbol("the dip of the fault", "dip"),
        },
        latex=r"\mu D [both:(L_1 + L_2)|L_1] [vertical:\frac{H}{\sin \delta}|H]",
    ),
)

"""Moment, magnitude and radiated energy of a rupture."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    length = "both segments" if "both" in taken else "only the western segment"
    reach = (
        f"down to a vertical depth of {p['depth']:g} km"
        if "vertical" in taken
        else f"over {p['depth']:g} km, measured down along the dipping fault"
    )
    rock = "stiff" if "stiff" in taken else "soft"
    slip = "the larger" if "larger" in taken else "the smaller"
    return (
        f"A thrust fault dips at {p['dip']:g}° and has a western segment {p['west']:g} km and an eastern segment "
        f"{p['east']:g} km long. An earthquake breaks {length}, from the surface {reach}. Geodesy allows a mean slip "
        f"of {p['small']:g} m or {p['large']:g} m. The rigidity is {p['soft']:g} GPa if the rock is soft and "
        f"{p['stiff']:g} GPa if it is stiff. Assume {slip} slip and {rock} rock. During slip the stress falls by "
        f"{p['drop']:g} MPa, as seismograms show, to the dynamic friction, and fracture takes up no energy. Moment "
        f"magnitude is two thirds of the decimal logarithm of the moment in units of {p['reference']:g}×10⁹ N m."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    length = x["west"] + (x["east"] if "both" in taken else 0.0)
    width = x["depth"] / math.sin(x["dip"]) if "vertical" in taken else x["depth"]
    rigidity = x["stiff" if "stiff" in taken else "soft"]
    moment = rigidity * length * width * x["large" if "larger" in taken else "small"]
    return {
        "M0": moment,
        "Mw": 2 / 3 * math.log10(moment / x["reference"]),
        "E": x["drop"] / (2 * rigidity) * moment,
    }


def _write(taken: Taken) -> str:
    length = "(L_1 + L_2)" if "both" in taken else "L_1"
    width = r"\frac{H}{\sin \delta}" if "vertical" in taken else "H"
    return rf"\mu D {length} {width}"


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
        "both": Fork("took both segments", "took the western segment only", "reasoning"),
        "vertical": Fork(
            "took the width along the fault for a vertical depth", "took the vertical depth for the width", "reasoning"
        ),
        "stiff": Fork("used the rigidity of stiff rock", "used the rigidity of soft rock", "misreading"),
        "larger": Fork("used the larger slip", "used the smaller slip", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "M0": Part("the seismic moment", "N*m", 5e18, 1e21),
        "Mw": Part("the moment magnitude", "", 6, 8.5, 4, 0.005),
        "E": Part("the radiated energy", "J", 1e14, 1e17),
    },
    collection="further",
    formula=Formula(
        symbols={
            r"\mu": Symbol("the rigidity of that rock", lambda x, taken: x["stiff" if "stiff" in taken else "soft"]),
            "D": Symbol("the slip assumed", lambda x, taken: x["large" if "larger" in taken else "small"]),
            "L_1": Symbol("the length of the western segment", lambda x, taken: x["west"]),
            "L_2": Symbol("the length of the eastern segment", lambda x, taken: x["east"]),
            "H": Symbol("the downward extent of the rupture, measured as stated", lambda x, taken: x["depth"]),
            r"\delta": Symbol("the dip of the fault", lambda x, taken: x["dip"]),
        },
        write=_write,
    ),
)

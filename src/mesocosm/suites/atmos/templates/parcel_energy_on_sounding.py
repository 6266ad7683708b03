"""Energy that a rising parcel gains from buoyancy, read off a sounding."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    time = "the evening sounding" if "evening" in taken else "the noon sounding"
    top = "the high tropopause" if "high" in taken else "the low tropopause"
    moisture = "with the virtual correction" if "virtual" in taken else "without the virtual correction"
    whole = "from the ground" if "ground" in taken else "from the level of free convection"
    return (
        f"On average over ln p, a parcel is {p['lid']:g} K colder than its surroundings from the ground at "
        f"{p['surface']:g} hPa to the level of free convection at {p['free']:g} hPa. Above, its temperature excess "
        f"grows from zero, linearly in ln p, to a peak of {p['noon']:g} K at noon or {p['evening']:g} K in the "
        f"evening, and falls, linearly in ln p, back to zero at {p['low']:g} hPa under a low or {p['high']:g} hPa "
        f"under a high tropopause. The virtual correction adds {p['virtual']:g} K to the peak and nothing to the cold "
        f"layer. Take {time} under {top}, {moisture}, {whole} up to where the excess ends."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    peak = x["evening" if "evening" in taken else "noon"] + (x["virtual"] if "virtual" in taken else 0.0)
    energy = x["r_dry"] * peak / 2 * math.log(x["free"] / x["high" if "high" in taken else "low"])
    if "ground" in taken:
        energy -= x["r_dry"] * x["lid"] * math.log(x["surface"] / x["free"])
    return {"E": energy, "w": math.sqrt(2 * energy)}


def _write(taken: Taken) -> str:
    peak = r"(\theta + \delta)" if "virtual" in taken else r"\theta"
    cold = r" - R \tau \ln(\frac{p_0}{p_1})" if "ground" in taken else ""
    return rf"\frac{{1}}{{2}} R {peak} \ln(\frac{{p_1}}{{p_2}}){cold}"


template = Template(
    category="atmospheric physics",
    kind="reasoning",
    reference="Emanuel (1994), Atmospheric Convection, Chapter 6",
    background=(
        "Buoyancy does the work R_d times the integral of the parcel's excess of (virtual) temperature over d ln p; "
        "a colder layer counts negative. All of it as kinetic energy gives the speed √(2E)."
    ),
    variables={
        "lid": Variable("delta_degC", 2.0, 3.0, 0.1),
        "surface": Variable("hPa", 995, 1015, 1),
        "free": Variable("hPa", 710, 760, 5),
        "noon": Variable("delta_degC", 4.0, 5.0, 0.1),
        "evening": Variable("delta_degC", 7.5, 9.0, 0.1),
        "low": Variable("hPa", 280, 320, 5),
        "high": Variable("hPa", 170, 200, 5),
        "virtual": Variable("delta_degC", 1.0, 1.9, 0.1),
    },
    constants=("r_dry",),
    forks={
        "evening": Fork("used the peak of the evening", "used the peak of noon", "misreading"),
        "high": Fork("went up to the high tropopause", "went up to the low tropopause only", "misreading"),
        "virtual": Fork("added the virtual correction", "left the virtual correction out", "reasoning"),
        "ground": Fork("took off the work against the cold layer", "left the cold layer below out", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "E": Part("the net energy per mass that buoyancy gives the parcel", "J/kg", 100, 4000),
        "w": Part(
            "the final speed of the updraught, if it starts from rest and all that energy becomes kinetic",
            "m/s",
            10,
            100,
        ),
    },
    collection="further",
    formula=Formula(
        symbols={
            r"\theta": Symbol(
                "the peak of the temperature excess at that time",
                lambda x, taken: x["evening" if "evening" in taken else "noon"],
            ),
            r"\delta": Symbol("the virtual correction of the peak", lambda x, taken: x["virtual"]),
            r"\tau": Symbol(
                "the amount by which the parcel is colder than its surroundings below", lambda x, taken: x["lid"]
            ),
            "p_0": Symbol("the pressure at the ground", lambda x, taken: x["surface"]),
            "p_1": Symbol("the pressure at the level of free convection", lambda x, taken: x["free"]),
            "p_2": Symbol(
                "the pressure where the excess ends under that tropopause",
                lambda x, taken: x["high" if "high" in taken else "low"],
            ),
            "R": Symbol("the gas constant of dry air", lambda x, taken: x["r_dry"]),
        },
        write=_write,
    ),
)

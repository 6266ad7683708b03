"""Energy that a rising parcel gains from buoyancy, read off a sounding."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    peak = x["peak"] + (x["virtual"] if "virtual" in taken else 0.0)
    energy = x["r_dry"] * peak / 2 * math.log(x["free"] / x["end"])
    if "ground" in taken:
        energy -= x["r_dry"] * x["lid"] * math.log(x["surface"] / x["free"])
    return {"E": energy, "w": math.sqrt(2 * energy)}


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
        "evening": fork("used the peak of [the evening|noon]", peak=("evening", "noon")),
        "high": fork("went up to the [high tropopause|low tropopause only]", end=("high", "low")),
        "virtual": fork("[added the virtual correction|left the virtual correction out]", "reasoning"),
        "ground": fork("[took off the work against the cold layer|left the cold layer below out]", "reasoning"),
    },
    question=(
        "On average over ln p, a parcel is {lid} K colder than its surroundings from the ground at {surface} hPa to "
        "the level of free convection at {free} hPa. Above, its temperature excess grows from zero, linearly in ln p, "
        "to a peak of {noon} K at noon or {evening} K in the evening, and falls, linearly in ln p, back to zero at "
        "{low} hPa under a low or {high} hPa under a high tropopause. The virtual correction adds {virtual} K to the "
        "peak and nothing to the cold layer. Take the [evening:evening|noon] sounding under the [high:high|low] "
        "tropopause, [virtual:with|without] the virtual correction, from the [ground:ground|level of free convection] "
        "up to where the excess ends."
    ),
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
            r"\theta": Symbol("the peak of the temperature excess at that time", "peak"),
            r"\delta": Symbol("the virtual correction of the peak", "virtual"),
            r"\tau": Symbol("the amount by which the parcel is colder than its surroundings below", "lid"),
            "p_0": Symbol("the pressure at the ground", "surface"),
            "p_1": Symbol("the pressure at the level of free convection", "free"),
            "p_2": Symbol("the pressure where the excess ends under that tropopause", "end"),
            "R": Symbol("the gas constant of dry air", "r_dry"),
        },
        latex=(
            r"\frac{1}{2} R [virtual:(\theta + \delta)|\theta] \ln(\frac{p_1}{p_2})[ground: - R \tau "
            r"\ln(\frac{p_0}{p_1})|]"
        ),
    ),
)

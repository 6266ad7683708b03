"""Direct sunlight after several absorbing layers on a slant path."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    cosine = math.cos(x["angle"])
    vertical = x["gas"] + x["aerosol"] + (x["sheet"] if "cirrus" in taken else 0.0)
    slant = vertical / cosine
    beam = x["top"] * math.exp(-slant)
    return {"E": beam * cosine if "flat" in taken else beam, "tau": slant}


template = Template(
    category="radiation and climate",
    kind="reasoning",
    reference="Petty (2006), A First Course in Atmospheric Radiation, Chapter 7",
    background=(
        "Along a path at zenith angle z a beam is weakened to exp(−τ / cos z), where τ is the sum of the vertical "
        "optical depths of all layers. A horizontal plate receives the beam times cos z."
    ),
    variables={
        "top": Variable("W/m**2", 1330, 1400, 1),
        "gas": Variable("", 0.10, 0.20, 0.01),
        "clean": Variable("", 0.06, 0.14, 0.01),
        "haze": Variable("", 0.35, 0.55, 0.01),
        "sheet": Variable("", 0.15, 0.32, 0.01),
        "noon": Variable("degree", 30, 42, 1),
        "late": Variable("degree", 56, 65, 1),
    },
    constants=(),
    forks={
        "hazy": fork("used the aerosol of the [hazy|clean] day", aerosol=("haze", "clean")),
        "afternoon": fork("used the sun of [the afternoon|noon]", angle=("late", "noon")),
        "cirrus": fork("[added the cirrus that is not there yet|left the cirrus out]", "reasoning"),
        "flat": fork("took the plate as [lying flat|facing the sun]", "reasoning"),
    },
    question=(
        "Above the atmosphere sunlight brings {top} W/m² to a surface that faces it. The gases have a vertical optical "
        "depth of {gas}; aerosol adds {clean} on a clean day and {haze} on a hazy day, and a sheet of cirrus adds "
        "{sheet} where there is one, all at every wavelength. The sun stands {noon}° from the zenith at noon and "
        "{late}° from it in the afternoon. A plate [flat:lies flat on the ground|is turned to face the sun]. Take the "
        "[hazy:hazy|clean] day, [afternoon:in the afternoon|at noon], [cirrus:with the cirrus in front of the "
        "sun|before any cirrus comes]; count only the direct beam, and take the layers as flat."
    ),
    solve=_solve,
    parts={
        "E": Part("the direct solar irradiance on the plate", "W/m**2", 30, 1300),
        "tau": Part("the optical depth along the slant path", "", 0.1, 5),
    },
    collection="further",
    formula=Formula(
        symbols={
            "S": Symbol("the solar irradiance above the atmosphere, on a surface that faces the sun", "top"),
            "\\tau_1": Symbol("the vertical optical depth of the gases", "gas"),
            "\\tau_2": Symbol("the vertical optical depth of the aerosol on that day", "aerosol"),
            "\\tau_3": Symbol("the vertical optical depth of a sheet of cirrus", "sheet"),
            "\\theta": Symbol("the angle between the sun and the zenith at that hour", "angle"),
        },
        latex=r"S [flat:\cos (\theta) \exp|\exp] (-\frac{\tau_1 + \tau_2[cirrus: + \tau_3|]}{\cos \theta})",
    ),
)

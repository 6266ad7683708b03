"""Direct sunlight after several absorbing layers on a slant path."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    day = "the hazy day" if "hazy" in taken else "the clean day"
    hour = "in the afternoon" if "afternoon" in taken else "at noon"
    sky = "with the cirrus in front of the sun" if "cirrus" in taken else "before any cirrus comes"
    plate = "lies flat on the ground" if "flat" in taken else "is turned to face the sun"
    return (
        f"Above the atmosphere sunlight brings {p['top']:g} W/m² to a surface that faces it. The gases have a vertical "
        f"optical depth of {p['gas']:g}; aerosol adds {p['clean']:g} on a clean day and {p['haze']:g} on a hazy day, "
        f"and a sheet of cirrus adds {p['sheet']:g} where there is one, all at every wavelength. The sun stands "
        f"{p['noon']:g}° from the zenith at noon and {p['late']:g}° from it in the afternoon. A plate {plate}. Take "
        f"{day}, {hour}, {sky}; count only the direct beam, and take the layers as flat."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    cosine = math.cos(x["late" if "afternoon" in taken else "noon"])
    vertical = x["gas"] + x["haze" if "hazy" in taken else "clean"] + (x["sheet"] if "cirrus" in taken else 0.0)
    slant = vertical / cosine
    beam = x["top"] * math.exp(-slant)
    return {"E": beam * cosine if "flat" in taken else beam, "tau": slant}


def _write(taken: Taken) -> str:
    depth = r"\tau_1 + \tau_2 + \tau_3" if "cirrus" in taken else r"\tau_1 + \tau_2"
    beam = rf"\exp (-\frac{{{depth}}}{{\cos \theta}})"
    return rf"S \cos (\theta) {beam}" if "flat" in taken else f"S {beam}"


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
        "hazy": Fork("used the aerosol of the hazy day", "used the aerosol of the clean day", "misreading"),
        "afternoon": Fork("used the sun of the afternoon", "used the sun of noon", "misreading"),
        "cirrus": Fork("added the cirrus that is not there yet", "left the cirrus out", "reasoning"),
        "flat": Fork("took the plate as lying flat", "took the plate as facing the sun", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "E": Part("the direct solar irradiance on the plate", "W/m**2", 30, 1300),
        "tau": Part("the optical depth along the slant path", "", 0.1, 5),
    },
    collection="further",
    formula=Formula(
        symbols={
            "S": Symbol(
                "the solar irradiance above the atmosphere, on a surface that faces the sun", lambda x, taken: x["top"]
            ),
            "\\tau_1": Symbol("the vertical optical depth of the gases", lambda x, taken: x["gas"]),
            "\\tau_2": Symbol(
                "the vertical optical depth of the aerosol on that day",
                lambda x, taken: x["haze" if "hazy" in taken else "clean"],
            ),
            "\\tau_3": Symbol("the vertical optical depth of a sheet of cirrus", lambda x, taken: x["sheet"]),
            "\\theta": Symbol(
                "the angle between the sun and the zenith at that hour",
                lambda x, taken: x["late" if "afternoon" in taken else "noon"],
            ),
        },
        write=_write,
    ),
)

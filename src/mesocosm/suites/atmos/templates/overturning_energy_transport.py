"""Energy that an overturning circulation carries, from moist static energies."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    below = x["cp_dry"] * x["temperature"] + x["g"] * x["bottom"]
    below += 0.0 if "dry" in taken else x["latent_vaporisation"] * x["vapour"]
    above = x["cp_dry"] * x["outflow"] + x["g"] * x["height"]
    return {"F": x["mass"] * (above - below), "h": below}


template = Template(
    category="atmospheric physics",
    kind="reasoning",
    reference=(
        "Hartmann (2016), Global Physical Climatology, Chapter 6; Neelin and Held (1987), Mon. Weather Rev. 115, 3"
    ),
    background=(
        "Moist static energy is c_p T + g z + L q; without L q it is the dry static energy. A cell with equal mass "
        "flux M in both branches carries M times the difference of the energies of its upper and lower branch."
    ),
    variables={
        "summer": Variable("Tg/s", 80, 100, 1),
        "winter": Variable("Tg/s", 150, 180, 1),
        "bottom": Variable("m", 300, 600, 50),
        "vapour": Variable("g/kg", 7.0, 8.0, 0.1),
        "cool": Variable("degC", 15, 17, 0.5),
        "warm": Variable("degC", 21.5, 23, 0.5),
        "outflow": Variable("degC", -50, -47, 0.5),
        "shallow": Variable("km", 11.8, 12.2, 0.1),
        "deep": Variable("km", 13.2, 13.8, 0.1),
    },
    constants=("g", "cp_dry", "latent_vaporisation"),
    forks={
        "winter": fork("used the mass flux of [winter|summer]", mass=("winter", "summer")),
        "warm": fork("used the air over the [warm|cool] sea", temperature=("warm", "cool")),
        "deep": fork("used the outflow of [deep|shallow] convection", height=("deep", "shallow")),
        "dry": fork("[left latent heat out|counted latent heat]", "knowledge"),
    },
    question=(
        "An overturning cell carries {summer} Tg/s of air (1 Tg = 10⁹ kg) poleward aloft and back below in summer, and "
        "{winter} Tg/s in winter. Air flows back at a height of {bottom} m with {vapour} g/kg of water vapour, at "
        "{cool} °C over a cool or {warm} °C over a warm sea. The outflow aloft is free of vapour, at {outflow} °C and "
        "at a height of {shallow} km with shallow or {deep} km with deep convection. Take the cell in "
        "[winter:winter|summer] over the [warm:warm|cool] sea, with [deep:deep|shallow] convection. Count the energy "
        "of both branches as [dry:dry static energy, without latent heat|moist static energy], from 0 K and sea level."
    ),
    solve=_solve,
    parts={
        "F": Part("the poleward energy transport of the cell", "PW", 0.2, 12),
        "h": Part("the energy of the lower branch so counted, per mass of air", "kJ/kg", 280, 350),
    },
    collection="further",
    formula=Formula(
        symbols={
            "M": Symbol("the mass flux in that season", "mass"),
            "T_1": Symbol("the temperature of the air that flows back", "temperature"),
            "T_2": Symbol("the temperature of the outflow", "outflow"),
            "z_1": Symbol("the height at which air flows back", "bottom"),
            "z_2": Symbol("the height of the outflow with that convection", "height"),
            "q": Symbol("the mass of water vapour per mass of the air that flows back", "vapour"),
            "g": Symbol("the acceleration of gravity", "g"),
            "c_p": Symbol("the specific heat of dry air at constant pressure", "cp_dry"),
            "L": Symbol("the latent heat of vaporisation", "latent_vaporisation"),
        },
        latex="M (c_p (T_2 - T_1) + g (z_2 - z_1)[dry:| - L q])",
    ),
)

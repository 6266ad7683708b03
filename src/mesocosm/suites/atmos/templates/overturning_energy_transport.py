"""Energy that an overturning circulation carries, from moist static energies."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    season = "winter" if "winter" in taken else "summer"
    sea = "over the warm sea" if "warm" in taken else "over the cool sea"
    top = "with deep convection" if "deep" in taken else "with shallow convection"
    energy = "dry static energy, without latent heat" if "dry" in taken else "moist static energy"
    return (
        f"An overturning cell carries {p['summer']:g} Tg/s of air (1 Tg = 10⁹ kg) poleward aloft and back below in "
        f"summer, and {p['winter']:g} Tg/s in winter. Air flows back at a height of {p['bottom']:g} m with "
        f"{p['vapour']:g} g/kg of water vapour, at {p['cool']:g} °C over a cool or {p['warm']:g} °C over a warm sea. "
        f"The outflow aloft is free of vapour, at {p['outflow']:g} °C and at a height of {p['shallow']:g} km with "
        f"shallow or {p['deep']:g} km with deep convection. Take the cell in {season} {sea}, {top}. Count the energy "
        f"of both branches as {energy}, from 0 K and sea level."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    below = x["cp_dry"] * x["warm" if "warm" in taken else "cool"] + x["g"] * x["bottom"]
    below += 0.0 if "dry" in taken else x["latent_vaporisation"] * x["vapour"]
    above = x["cp_dry"] * x["outflow"] + x["g"] * x["deep" if "deep" in taken else "shallow"]
    mass = x["winter" if "winter" in taken else "summer"]
    return {"F": mass * (above - below), "h": below}


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
        "winter": Fork("used the mass flux of winter", "used the mass flux of summer", "misreading"),
        "warm": Fork("used the air over the warm sea", "used the air over the cool sea", "misreading"),
        "deep": Fork("used the outflow of deep convection", "used the outflow of shallow convection", "misreading"),
        "dry": Fork("left latent heat out", "counted latent heat", "knowledge"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "F": Part("the poleward energy transport of the cell", "PW", 0.2, 12),
        "h": Part("the energy of the lower branch so counted, per mass of air", "kJ/kg", 280, 350),
    },
    collection="further",
    formula=Formula(
        symbols={
            "M": Symbol(
                "the mass flux in that season", lambda x, taken: x["winter" if "winter" in taken else "summer"]
            ),
            "T_1": Symbol(
                "the temperature of the air that flows back", lambda x, taken: x["warm" if "warm" in taken else "cool"]
            ),
            "T_2": Symbol("the temperature of the outflow", lambda x, taken: x["outflow"]),
            "z_1": Symbol("the height at which air flows back", lambda x, taken: x["bottom"]),
            "z_2": Symbol(
                "the height of the outflow with that convection",
                lambda x, taken: x["deep" if "deep" in taken else "shallow"],
            ),
            "q": Symbol("the mass of water vapour per mass of the air that flows back", lambda x, taken: x["vapour"]),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
            "c_p": Symbol("the specific heat of dry air at constant pressure", lambda x, taken: x["cp_dry"]),
            "L": Symbol("the latent heat of vaporisation", lambda x, taken: x["latent_vaporisation"]),
        },
        write=lambda taken: rf"M (c_p (T_2 - T_1) + g (z_2 - z_1){'' if 'dry' in taken else ' - L q'})",
    ),
)

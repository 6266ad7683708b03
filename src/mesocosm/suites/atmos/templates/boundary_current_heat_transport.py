"""Water and heat that a western boundary current carries poleward."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    shear = (
        f"falls evenly from that to {p['bottom']:g} m/s at its base"
        if "sheared" in taken
        else f"is the same at all depths, not {p['bottom']:g} m/s at its base as once believed"
    )
    back = "at depth" if "deep" in taken else "near the surface"
    where = "off the cape" if "cape" in taken else "in the strait"
    return (
        f"A warm current at {p['warm']:g} °C flows poleward. It is {p['strait']:g} km wide in the strait and "
        f"{p['cape']:g} km off the cape, and {p['depth']:g} m deep. Its speed is {p['surface']:g} m/s at the surface "
        f"and {shear}. Water that comes back near the surface is at {p['interior']:g} °C, water that comes back at "
        f"depth is at {p['abyss']:g} °C. As much water comes back as the current carries, all of it {back}. Consider "
        f"the current {where}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    width = x["cape" if "cape" in taken else "strait"]
    speed = (x["surface"] + x["bottom"]) / 2 if "sheared" in taken else x["surface"]
    back = x["abyss" if "deep" in taken else "interior"]
    volume = width * x["depth"] * speed
    return {"H": x["sea_density"] * x["sea_heat"] * volume * (x["warm"] - back), "Q": volume}


def _write(taken: Taken) -> str:
    speed = r"\frac{U_1 + U_2}{2}" if "sheared" in taken else "U_1"
    return rf"\rho c b h {speed} T"


template = Template(
    category="physical oceanography",
    kind="reasoning",
    reference="Talley et al. (2011), Descriptive Physical Oceanography, Section 5.6",
    background=(
        "A current of mean speed U through an area A carries the volume U A per time. Where as much water returns at "
        "another temperature, the net heat transport is ρ c U A times the difference of the two temperatures."
    ),
    variables={
        "warm": Variable("degC", 18, 23, 0.5),
        "interior": Variable("degC", 10, 14, 0.5),
        "abyss": Variable("degC", 2, 5, 0.5),
        "strait": Variable("km", 45, 65, 1),
        "cape": Variable("km", 80, 120, 1),
        "depth": Variable("m", 250, 500, 10),
        "surface": Variable("m/s", 1.0, 1.6, 0.05),
        "bottom": Variable("m/s", 0.1, 0.6, 0.05),
    },
    constants=("sea_density", "sea_heat"),
    forks={
        "sheared": Fork("let the speed fall with depth", "used the surface speed at all depths", "reasoning"),
        "deep": Fork("let the water return at depth", "let the water return near the surface", "misreading"),
        "cape": Fork("used the width off the cape", "used the width in the strait", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "H": Part("the net poleward heat transport", "PW", 0.2, 15),
        "Q": Part("the volume transport of the current", "m**3/s", 5e6, 2.5e8),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "b": Symbol("the width of the current there", lambda x, taken: x["cape" if "cape" in taken else "strait"]),
            "h": Symbol("the depth of the current", lambda x, taken: x["depth"]),
            "U_1": Symbol("the speed at the surface", lambda x, taken: x["surface"]),
            "U_2": Symbol("the speed given for the base", lambda x, taken: x["bottom"]),
            "T": Symbol(
                "the temperature of the current above that of the water that comes back",
                lambda x, taken: x["warm"] - x["abyss" if "deep" in taken else "interior"],
            ),
            r"\rho": Symbol("the density of sea water", lambda x, taken: x["sea_density"]),
            "c": Symbol("the specific heat of sea water", lambda x, taken: x["sea_heat"]),
        },
        write=_write,
    ),
)

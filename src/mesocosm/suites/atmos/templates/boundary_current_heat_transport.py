"""Water and heat that a western boundary current carries poleward."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    speed = (x["surface"] + x["bottom"]) / 2 if "sheared" in taken else x["surface"]
    volume = x["width"] * x["depth"] * speed
    excess = x["warm"] - x["back"]
    return {"H": x["sea_density"] * x["sea_heat"] * volume * excess, "Q": volume, "T": excess}


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
        "sheared": fork("[let the speed fall with depth|used the surface speed at all depths]", "reasoning"),
        "deep": fork("let the water return [at depth|near the surface]", back=("abyss", "interior")),
        "cape": fork("used the width [off the cape|in the strait]", width=("cape", "strait")),
    },
    question=(
        "A warm current at {warm} °C flows poleward. It is {strait} km wide in the strait and {cape} km off the cape, "
        "and {depth} m deep. Its speed is {surface} m/s at the surface and [sheared:falls evenly from that to {bottom} "
        "m/s at its base|is the same at all depths, not {bottom} m/s at its base as once believed]. Water that comes "
        "back near the surface is at {interior} °C, water that comes back at depth is at {abyss} °C. As much water "
        "comes back as the current carries, all of it [deep:at depth|near the surface]. Consider the current "
        "[cape:off the cape|in the strait]."
    ),
    solve=_solve,
    parts={
        "H": Part("the net poleward heat transport", "PW", 0.2, 15),
        "Q": Part("the volume transport of the current", "m**3/s", 5e6, 2.5e8),
    },
    collection="extra",
    formula=Formula(
        symbols={
            "b": Symbol("the width of the current there", "width"),
            "h": Symbol("the depth of the current", "depth"),
            "U_1": Symbol("the speed at the surface", "surface"),
            "U_2": Symbol("the speed given for the base", "bottom"),
            "T": Symbol("the temperature of the current above that of the water that comes back", "T"),
            r"\rho": Symbol("the density of sea water", "sea_density"),
            "c": Symbol("the specific heat of sea water", "sea_heat"),
        },
        latex=r"\rho c b h [sheared:\frac{U_1 + U_2}{2}|U_1] T",
    ),
)

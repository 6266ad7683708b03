"""Rising air from inflow into a ring, and its mean vorticity."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    inflow = x["outer"] * x["inflow"]
    inflow += x["inner"] * x["eye"] * (1 if "outwards" in taken else -1)
    area = (x["outer"] ** 2 - x["inner"] ** 2) / 2
    ascent = inflow / area * x["depth"]
    circulation = x["outer"] * x["slow"] - x["inner"] * x["fast"]
    return {"w": ascent * (x["mean"] / x["top"] if "thin" in taken else 1), "zeta": circulation / area}


template = Template(
    category="geophysics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Sections 2.5, 4.1 and 4.2",
    background=(
        "The mean divergence of a ring is the outflow through both edges over its area, its mean vorticity the "
        "circulation around both edges over its area. What converges in a layer leaves through its top."
    ),
    variables={
        "inner": Variable("km", 36, 48, 1),
        "outer": Variable("km", 85, 115, 1),
        "shallow": Variable("m", 700, 900, 10),
        "deep": Variable("m", 1300, 1600, 10),
        "day": Variable("m/s", 4, 5.5, 0.1),
        "night": Variable("m/s", 8, 10, 0.1),
        "eye": Variable("m/s", 1.5, 3, 0.1),
        "fast": Variable("m/s", 30, 38, 1),
        "slow": Variable("m/s", 20, 26, 1),
        "mean": Variable("kg/m**3", 1.1, 1.16, 0.01),
        "top": Variable("kg/m**3", 0.84, 0.94, 0.01),
    },
    constants=(),
    forks={
        "outwards": fork("let air [enter|leave] the ring at its inner edge", "reasoning"),
        "night": fork("used the inflow by [night|day]", inflow=("night", "day")),
        "deep": fork("used the thickness of the [deep|shallow] layer", depth=("deep", "shallow")),
        "thin": fork("[respected the lower density at the top|treated the air as incompressible]", "reasoning"),
    },
    question=(
        "A ring around the centre of a storm has an inner radius of {inner} km and an outer radius of {outer} km. The "
        "lowest layer of the air over it, {shallow} m thick if shallow, {deep} m if deep, takes in air across the "
        "outer edge at {day} m/s by day and {night} m/s by night; across the inner edge air moves "
        "[outwards:outwards into|inwards out of] the ring at {eye} m/s. The tangential wind blows anticlockwise, at "
        "{fast} m/s at the inner and {slow} m/s at the outer edge. Air density is {mean} kg/m³ in the mean of the "
        "layer and {top} kg/m³ at its top; [thin:respect|neglect] this decrease. Take the [deep:deep|shallow] layer by "
        "[night:night|day]."
    ),
    solve=_solve,
    parts={
        "w": Part("the mean upward velocity at the top of the layer", "cm/s", 1, 80),
        "zeta": Part("the mean relative vorticity of the ring", "1/s", 1e-5, 2e-3),
    },
    formula=Formula(
        symbols={
            "r_1": Symbol("the inner radius", "inner"),
            "r_2": Symbol("the outer radius", "outer"),
            "u_1": Symbol("the radial speed at the inner edge", "eye"),
            "u_2": Symbol("the radial speed at the outer edge at that time", "inflow"),
            "h": Symbol("the thickness of that layer", "depth"),
            r"\rho_m": Symbol("the mean density of the layer", "mean"),
            r"\rho_t": Symbol("the density at the top of the layer", "top"),
        },
        latex=r"\frac{2 h (r_2 u_2 [outwards:+|-] r_1 u_1)}{r_2^2 - r_1^2}[thin: \frac{\rho_m}{\rho_t}|]",
    ),
)

"""Wind over cooling ground after Monin and Obukhov."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    stretch = x["density"] * x["cp_dry"] * x["temperature"] * x["friction"] ** 3
    length = stretch / (x["von_karman"] * x["g"] * x["flux"])
    profile = math.log(x["height"] / x["roughness"]) + x["slope"] * (x["height"] - x["roughness"]) / length
    return {"U": x["friction"] / x["von_karman"] * profile, "L": length}


template = Template(
    category="boundary layer",
    kind="reasoning",
    reference="Stull (1988), An Introduction to Boundary Layer Meteorology, Section 9.7",
    background=(
        "The Obukhov length is L = ρ cp T u*³/(κ g H) for a downward heat flux H; in stable air the wind is "
        "(u*/κ)[ln(z/z0) + b (z − z0)/L] where φ = 1 + b z/L."
    ),
    variables={
        "temperature": Variable("degC", 2, 10, 1),
        "density": Variable("kg/m**3", 1.22, 1.26, 0.01),
        "friction": Variable("m/s", 0.22, 0.28, 0.01),
        "cloudy": Variable("W/m**2", 8, 12, 1),
        "clear": Variable("W/m**2", 32, 42, 1),
        "grass": Variable("m", 0.02, 0.04, 0.005),
        "scrub": Variable("m", 0.12, 0.2, 0.01),
        "low": Variable("m", 8, 12, 1),
        "high": Variable("m", 32, 40, 1),
        "slope": Variable("", 4.7, 5.3, 0.1),
    },
    constants=("cp_dry", "von_karman", "g"),
    forks={
        "upper": fork("used the height of the [upper|lower] anemometer", height=("high", "low")),
        "clear": fork("used the heat flux of the [clear|cloudy] sky", flux=("clear", "cloudy")),
        "scrub": fork("used the roughness of [scrub|grass]", roughness=("scrub", "grass")),
    },
    question=(
        "At night dry air near the ground, at {temperature} °C and {density} kg/m³, flows with a friction velocity of "
        "{friction} m/s. The downward sensible heat flux is {cloudy} W/m² under a cloudy sky and {clear} W/m² under a "
        "clear sky. The roughness length is {grass} m over grass and {scrub} m over scrub. A mast carries a lower "
        "anemometer at {low} m and an upper one at {high} m. Monin-Obukhov similarity holds with φ = 1 + {slope} z/L, "
        "without displacement height, from the roughness length, where the wind vanishes, upward. Take the "
        "[upper:upper|lower] anemometer over [scrub:scrub|grass] under the [clear:clear|cloudy] sky."
    ),
    solve=_solve,
    parts={
        "U": Part("the mean wind speed at that anemometer", "m/s", 0.5, 25),
        "L": Part("the Obukhov length, as a positive number", "m", 5, 500),
    },
    collection="further",
    formula=Formula(
        symbols={
            "z": Symbol("the height of that anemometer", "height"),
            "z_0": Symbol("the roughness length of that ground", "roughness"),
            "H": Symbol("the downward sensible heat flux under that sky", "flux"),
            "u": Symbol("the friction velocity", "friction"),
            "b": Symbol("the factor of z/L in the given similarity function", "slope"),
            "T": Symbol("the temperature of the air", "temperature"),
            "\\rho": Symbol("the density of the air", "density"),
            "c": Symbol("the specific heat of air at constant pressure", "cp_dry"),
            "\\kappa": Symbol("von Kármán's constant", "von_karman"),
            "g": Symbol("the acceleration of gravity", "g"),
        },
        latex=r"\frac{u}{\kappa} \ln \frac{z}{z_0} + \frac{b g H (z - z_0)}{\rho c T u^2}",
    ),
)

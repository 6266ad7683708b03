"""Wind over cooling ground after Monin and Obukhov."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    level = "upper" if "upper" in taken else "lower"
    sky = "clear" if "clear" in taken else "cloudy"
    ground = "scrub" if "scrub" in taken else "grass"
    return (
        f"At night dry air near the ground, at {p['temperature']:g} °C and {p['density']:g} kg/m³, flows with a "
        f"friction velocity of {p['friction']:g} m/s. The downward sensible heat flux is {p['cloudy']:g} W/m² under a "
        f"cloudy sky and {p['clear']:g} W/m² under a clear sky. The roughness length is {p['grass']:g} m over grass "
        f"and {p['scrub']:g} m over scrub. A mast carries a lower anemometer at {p['low']:g} m and an upper one at "
        f"{p['high']:g} m. Monin-Obukhov similarity holds with φ = 1 + {p['slope']:g} z/L, without displacement "
        f"height, from the roughness length, where the wind vanishes, upward. Take the {level} anemometer over "
        f"{ground} under the {sky} sky."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    height = x["high" if "upper" in taken else "low"]
    flux = x["clear" if "clear" in taken else "cloudy"]
    roughness = x["scrub" if "scrub" in taken else "grass"]
    stretch = x["density"] * x["cp_dry"] * x["temperature"] * x["friction"] ** 3
    length = stretch / (x["von_karman"] * x["g"] * flux)
    profile = math.log(height / roughness) + x["slope"] * (height - roughness) / length
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
        "upper": Fork(
            "used the height of the upper anemometer", "used the height of the lower anemometer", "misreading"
        ),
        "clear": Fork("used the heat flux of the clear sky", "used the heat flux of the cloudy sky", "misreading"),
        "scrub": Fork("used the roughness of scrub", "used the roughness of grass", "misreading"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "U": Part("the mean wind speed at that anemometer", "m/s", 0.5, 25),
        "L": Part("the Obukhov length, as a positive number", "m", 5, 500),
    },
    collection="further",
    formula=Formula(
        symbols={
            "z": Symbol("the height of that anemometer", lambda x, taken: x["high" if "upper" in taken else "low"]),
            "z_0": Symbol(
                "the roughness length of that ground", lambda x, taken: x["scrub" if "scrub" in taken else "grass"]
            ),
            "H": Symbol(
                "the downward sensible heat flux under that sky",
                lambda x, taken: x["clear" if "clear" in taken else "cloudy"],
            ),
            "u": Symbol("the friction velocity", lambda x, taken: x["friction"]),
            "b": Symbol("the factor of z/L in the given similarity function", lambda x, taken: x["slope"]),
            "T": Symbol("the temperature of the air", lambda x, taken: x["temperature"]),
            "\\rho": Symbol("the density of the air", lambda x, taken: x["density"]),
            "c": Symbol("the specific heat of air at constant pressure", lambda x, taken: x["cp_dry"]),
            "\\kappa": Symbol("von Kármán's constant", lambda x, taken: x["von_karman"]),
            "g": Symbol("the acceleration of gravity", lambda x, taken: x["g"]),
        },
        write=lambda taken: r"\frac{u}{\kappa} \ln \frac{z}{z_0} + \frac{b g H (z - z_0)}{\rho c T u^2}",
    ),
)

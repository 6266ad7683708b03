"""Rain from the vapour that friction lifts out of the boundary layer of a low."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    coriolis = 2 * x["earth_rotation"] * math.sin(x["latitude"])
    pumping = x["vorticity"] * math.sqrt(x["viscosity"] / (2 * coriolis))
    return {
        "P": x["density"] * x["humidity"] * pumping / x["water_density"],
        "w": pumping,
        "D": math.pi * math.sqrt(2 * x["viscosity"] / coriolis),
    }


template = Template(
    category="atmospheric dynamics",
    kind="reasoning",
    reference="Holton and Hakim (2013), An Introduction to Dynamic Meteorology, Sections 8.3.4 and 8.4",
    background=(
        "Ekman pumping lifts air out of the boundary layer with w = ζ √(K / 2f), where f = 2 Ω sin(latitude). The "
        "vapour it carries, ρ q w, divided by the density of water is the rain rate; the wind first blows along the "
        "geostrophic wind at the height π √(2K / f)."
    ),
    variables={
        "monday": Variable("1/hour", 0.016, 0.024, 0.001),
        "tuesday": Variable("1/hour", 0.036, 0.05, 0.001),
        "sea": Variable("m**2/s", 4, 7, 0.5),
        "land": Variable("m**2/s", 12, 20, 0.5),
        "dry": Variable("g/kg", 6, 9, 0.1),
        "wet": Variable("g/kg", 12, 17, 0.1),
        "density": Variable("kg/m**3", 1.10, 1.25, 0.01),
        "south": Variable("degree", 22, 28, 1),
        "north": Variable("degree", 50, 62, 1),
    },
    constants=("earth_rotation", "water_density"),
    forks={
        "tuesday": fork("used the vorticity of [Tuesday|Monday]", vorticity=("tuesday", "monday")),
        "land": fork("used the eddy viscosity over [land|the sea]", viscosity=("land", "sea")),
        "wet": fork("used the vapour of the [wet|dry] season", humidity=("wet", "dry")),
        "northern": fork("used the [northern|southern] latitude", latitude=("north", "south")),
    },
    question=(
        "Above the boundary layer of a broad low the geostrophic relative vorticity is {monday} per hour on Monday and "
        "{tuesday} per hour on Tuesday. The eddy viscosity is {sea} m²/s over the sea and {land} m²/s over land. The "
        "boundary layer holds {dry} g/kg of vapour in the dry season and {wet} g/kg in the wet season; its density is "
        "{density} kg/m³. Such lows stand at {south}° N or {north}° N. Take the low of [tuesday:Tuesday|Monday] at "
        "[northern:{north}|{south}]° N, over [land:land|the sea], in the [wet:wet|dry] season. Use the linear Ekman "
        "layer of constant eddy viscosity and the limit of its vertical velocity far above the ground, and let all "
        "vapour that this pumps out of the layer fall as rain."
    ),
    solve=_solve,
    parts={
        "P": Part("the rain rate", "mm/day", 0.2, 30),
        "w": Part("the vertical velocity of the Ekman pumping", "mm/s", 0.3, 20),
        "D": Part(
            "the depth of the Ekman layer, up to where its wind first blows along the geostrophic wind", "m", 200, 5000
        ),
    },
    formula=Formula(
        symbols={
            r"\zeta": Symbol("the geostrophic relative vorticity on that day", "vorticity"),
            "K": Symbol("the eddy viscosity there", "viscosity"),
            "q": Symbol("the vapour content of the boundary layer in that season", "humidity"),
            r"\rho_a": Symbol("the density of the boundary layer", "density"),
            r"\varphi": Symbol("the latitude of that low", "latitude"),
            r"\Omega": Symbol("the angular velocity of the Earth", "earth_rotation"),
            r"\rho_w": Symbol("the density of liquid water", "water_density"),
        },
        latex=r"\frac{\rho_a q \zeta}{\rho_w} \sqrt{\frac{K}{4 \Omega \sin \varphi}}",
    ),
)

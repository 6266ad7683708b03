"""Rain from the vapour that friction lifts out of the boundary layer of a low."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    day = "Tuesday" if "tuesday" in taken else "Monday"
    ground = "land" if "land" in taken else "the sea"
    season = "wet" if "wet" in taken else "dry"
    place = p["north" if "northern" in taken else "south"]
    return (
        f"Above the boundary layer of a broad low the geostrophic relative vorticity is {p['monday']:g} per hour on "
        f"Monday and {p['tuesday']:g} per hour on Tuesday. The eddy viscosity is {p['sea']:g} m²/s over the sea and "
        f"{p['land']:g} m²/s over land. The boundary layer holds {p['dry']:g} g/kg of vapour in the dry season and "
        f"{p['wet']:g} g/kg in the wet season; its density is {p['density']:g} kg/m³. Such lows stand at "
        f"{p['south']:g}° N or {p['north']:g}° N. Take the low of {day} at {place:g}° N, over {ground}, in the "
        f"{season} season. Use the linear Ekman layer of constant eddy viscosity and the limit of its vertical "
        "velocity far above the ground, and let all vapour that this pumps out of the layer fall as rain."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    vorticity = x["tuesday" if "tuesday" in taken else "monday"]
    viscosity = x["land" if "land" in taken else "sea"]
    humidity = x["wet" if "wet" in taken else "dry"]
    coriolis = 2 * x["earth_rotation"] * math.sin(x["north" if "northern" in taken else "south"])
    pumping = vorticity * math.sqrt(viscosity / (2 * coriolis))
    return {
        "P": x["density"] * humidity * pumping / x["water_density"],
        "w": pumping,
        "D": math.pi * math.sqrt(2 * viscosity / coriolis),
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
        "tuesday": Fork("used the vorticity of Tuesday", "used the vorticity of Monday", "misreading"),
        "land": Fork("used the eddy viscosity over land", "used the eddy viscosity over the sea", "misreading"),
        "wet": Fork("used the vapour of the wet season", "used the vapour of the dry season", "misreading"),
        "northern": Fork("used the northern latitude", "used the southern latitude", "misreading"),
    },
    ask=_ask,
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
            r"\zeta": Symbol(
                "the geostrophic relative vorticity on that day",
                lambda x, taken: x["tuesday" if "tuesday" in taken else "monday"],
            ),
            "K": Symbol("the eddy viscosity there", lambda x, taken: x["land" if "land" in taken else "sea"]),
            "q": Symbol(
                "the vapour content of the boundary layer in that season",
                lambda x, taken: x["wet" if "wet" in taken else "dry"],
            ),
            r"\rho_a": Symbol("the density of the boundary layer", lambda x, taken: x["density"]),
            r"\varphi": Symbol(
                "the latitude of that low", lambda x, taken: x["north" if "northern" in taken else "south"]
            ),
            r"\Omega": Symbol("the angular velocity of the Earth", lambda x, taken: x["earth_rotation"]),
            r"\rho_w": Symbol("the density of liquid water", lambda x, taken: x["water_density"]),
        },
        write=lambda taken: r"\frac{\rho_a q \zeta}{\rho_w} \sqrt{\frac{K}{4 \Omega \sin \varphi}}",
    ),
)

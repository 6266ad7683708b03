"""Rising air from inflow into a ring, and its mean vorticity."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    inner = "outwards into the ring" if "outwards" in taken else "inwards out of the ring"
    time = "night" if "night" in taken else "day"
    layer = "deep" if "deep" in taken else "shallow"
    density = "respect this decrease" if "thin" in taken else "neglect this decrease"
    return (
        f"A ring around the centre of a storm has an inner radius of {p['inner']:g} km and an outer radius of "
        f"{p['outer']:g} km. The lowest layer of the air over it, {p['shallow']:g} m thick if shallow, {p['deep']:g} m "
        f"if deep, takes in air across the outer edge at {p['day']:g} m/s by day and {p['night']:g} m/s by night; "
        f"across the inner edge air moves {inner} at {p['eye']:g} m/s. The tangential wind blows anticlockwise, at "
        f"{p['fast']:g} m/s at the inner and {p['slow']:g} m/s at the outer edge. Air density is {p['mean']:g} kg/m³ "
        f"in the mean of the layer and {p['top']:g} kg/m³ at its top; {density}. Take the {layer} layer by {time}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    inflow = x["outer"] * x["night" if "night" in taken else "day"]
    inflow += x["inner"] * x["eye"] * (1 if "outwards" in taken else -1)
    area = (x["outer"] ** 2 - x["inner"] ** 2) / 2
    ascent = inflow / area * x["deep" if "deep" in taken else "shallow"]
    circulation = x["outer"] * x["slow"] - x["inner"] * x["fast"]
    return {"w": ascent * (x["mean"] / x["top"] if "thin" in taken else 1), "zeta": circulation / area}


def _write(taken: Taken) -> str:
    sign = "+" if "outwards" in taken else "-"
    ascent = rf"\frac{{2 h (r_2 u_2 {sign} r_1 u_1)}}{{r_2^2 - r_1^2}}"
    return rf"{ascent} \frac{{\rho_m}}{{\rho_t}}" if "thin" in taken else ascent


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
        "outwards": Fork(
            "let air enter the ring at its inner edge", "let air leave the ring at its inner edge", "reasoning"
        ),
        "night": Fork("used the inflow by night", "used the inflow by day", "misreading"),
        "deep": Fork("used the thickness of the deep layer", "used the thickness of the shallow layer", "misreading"),
        "thin": Fork("respected the lower density at the top", "treated the air as incompressible", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "w": Part("the mean upward velocity at the top of the layer", "cm/s", 1, 80),
        "zeta": Part("the mean relative vorticity of the ring", "1/s", 1e-5, 2e-3),
    },
    formula=Formula(
        symbols={
            "r_1": Symbol("the inner radius", lambda x, taken: x["inner"]),
            "r_2": Symbol("the outer radius", lambda x, taken: x["outer"]),
            "u_1": Symbol("the radial speed at the inner edge", lambda x, taken: x["eye"]),
            "u_2": Symbol(
                "the radial speed at the outer edge at that time",
                lambda x, taken: x["night" if "night" in taken else "day"],
            ),
            "h": Symbol("the thickness of that layer", lambda x, taken: x["deep" if "deep" in taken else "shallow"]),
            r"\rho_m": Symbol("the mean density of the layer", lambda x, taken: x["mean"]),
            r"\rho_t": Symbol("the density at the top of the layer", lambda x, taken: x["top"]),
        },
        write=_write,
    ),
)

"""Depth of ocean that takes up as much heat as the air above it."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Part, Printed, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    layer = "the air below that level" if "layer" in taken else "the whole atmosphere"
    vapour = ", the latent heat of that vapour included" if "moist" in taken else " if it gains no vapour"
    season = "autumn" if "autumn" in taken else "spring"
    sea = f"an ocean that covers the whole planet, not only {p['share']:g} % of it"
    if "share" in taken:
        sea = f"the ocean, which covers {p['share']:g} % of the planet"
    return (
        f"The atmosphere of a planet like the Earth warms by {p['air']:g} K at all heights. At constant relative "
        f"humidity it gains {p['vapour']:g} kg/m² of vapour, all below a level at {p['level']:g} hPa; the pressure at "
        f"the surface is {p['surface']:g} hPa. The top layer of the ocean warms evenly by {p['spring']:g} K in spring "
        f"and by {p['autumn']:g} K in autumn. Consider the heat that {layer} takes up{vapour}. In {season} as much "
        f"heat in all goes into the top layer of {sea}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    mass = (x["surface"] - (x["level"] if "layer" in taken else 0.0)) / x["g"]
    latent = x["latent_vaporisation"] * x["vapour"] if "moist" in taken else 0.0
    heat = x["cp_dry"] * mass * x["air"] + latent
    share = x["share"] if "share" in taken else 1.0
    warming = x["autumn" if "autumn" in taken else "spring"]
    depth = heat / (share * x["sea_density"] * x["sea_heat"] * warming)
    return {"h": depth, "E": heat, "p": x["sea_density"] * x["g"] * depth}


template = Template(
    category="physical oceanography",
    kind="reasoning",
    reference="Marshall and Plumb (2008), Atmosphere, Ocean, and Climate Dynamics, Sections 9.1 and 12.1",
    background=(
        "A column of air between two pressures has the mass Δp / g and takes up cp ΔT per mass, and vapour its latent "
        "heat. Sea water of the depth h takes up ρ c h ΔT per area of ocean, and adds ρ g h to the pressure."
    ),
    variables={
        "air": Variable("K", 1.5, 2.5, 0.1),
        "vapour": Variable("kg/m**2", 2.5, 5, 0.1),
        "surface": Variable("hPa", 990, 1025, 1),
        "level": Variable("hPa", 350, 550, 5),
        "spring": Variable("K", 0.3, 0.5, 0.02),
        "autumn": Variable("K", 0.7, 1.0, 0.02),
        "share": Variable("percent", 55, 75, 1),
    },
    constants=("g", "cp_dry", "latent_vaporisation", "sea_density", "sea_heat"),
    forks={
        "layer": Fork("left out the air above the level", "counted the air above the level", "reasoning"),
        "share": Fork(
            "used only the ocean's share of the surface", "let the ocean cover the whole surface", "reasoning"
        ),
        "moist": Fork("added the latent heat of the vapour", "left out the latent heat of the vapour", "reasoning"),
        "autumn": Fork(
            "used the warming of the ocean in autumn", "used the warming of the ocean in spring", "misreading"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "h": Part("the depth of that ocean layer", "m", 1, 60),
        "E": Part("the heat considered, per square metre of the planet", "MJ/m**2", 2, 60),
        "p": Part("the pressure difference between the bottom and the top of that ocean layer", "hPa", 100, 6000),
    },
)

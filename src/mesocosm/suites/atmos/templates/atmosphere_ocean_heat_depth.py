"""Depth of ocean that takes up as much heat as the air above it."""

from __future__ import annotations

from mesocosm.suites.atmos.template import SI, Part, Printed, Template, Variable
from mesocosm.suites.forks import Fork, Taken


def _ask(p: Printed, taken: Taken) -> str:
    layer = "the air below that level" if "layer" in taken else "the whole atmosphere"
    sea = "into the ocean where there is ocean" if "share" in taken else "into an ocean that covers the whole planet"
    vapour = "the latent heat of that vapour included" if "moist" in taken else "without any gain of vapour"
    season = "autumn" if "autumn" in taken else "spring"
    return (
        f"The air of a planet like the Earth warms by {p['air']:g} K at all heights and may gain {p['vapour']:g} kg of "
        f"vapour per square metre. The pressure is {p['surface']:g} hPa at the surface and {p['level']:g} hPa at a "
        f"level aloft. The top layer of the ocean warms evenly by {p['spring']:g} K in spring and by {p['autumn']:g} K "
        f"in autumn; the ocean covers {p['share']:g} % of the planet. Take {season}, and an ocean layer so deep that "
        f"it takes up as much heat as {layer}, {vapour}. Let this heat, gathered from the whole planet, go {sea}."
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
        "h": Part("the depth of the ocean layer", "m", 1, 60),
        "E": Part("the heat taken up by the air, per square metre of the planet", "MJ/m**2", 2, 60),
        "p": Part("how much the pressure grows from the top of that ocean layer to its bottom", "hPa", 100, 6000),
    },
)

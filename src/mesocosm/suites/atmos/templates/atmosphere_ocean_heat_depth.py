"""Depth of ocean that takes up as much heat as the air above it."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Part, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    mass = (x["surface"] - (x["level"] if "layer" in taken else 0.0)) / x["g"]
    latent = x["latent_vaporisation"] * x["vapour"] if "moist" in taken else 0.0
    heat = x["cp_dry"] * mass * x["air"] + latent
    share = x["share"] if "share" in taken else 1.0
    depth = heat / (share * x["sea_density"] * x["sea_heat"] * x["warming"])
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
        "layer": fork("[left out|counted] the air above the level", "reasoning"),
        "share": fork("[used only the ocean's share of the|let the ocean cover the whole] surface", "reasoning"),
        "moist": fork("[added|left out] the latent heat of the vapour", "reasoning"),
        "autumn": fork("used the warming of the ocean in [autumn|spring]", warming=("autumn", "spring")),
    },
    question=(
        "The atmosphere of a planet like the Earth warms by {air} K at all heights. At constant relative humidity it "
        "gains {vapour} kg/m² of vapour, all below a level at {level} hPa; the pressure at the surface is {surface} "
        "hPa. The top layer of the ocean warms evenly by {spring} K in spring and by {autumn} K in autumn. Consider "
        "the heat that the [layer:air below that level|whole atmosphere] takes up[moist:, the latent heat of that "
        "vapour included| if it gains no vapour]. In [autumn:autumn|spring] as much heat in all goes into the top "
        "layer of [share:the ocean, which covers {share} % of the planet|an ocean that covers the whole planet, not "
        "only {share} % of it]."
    ),
    solve=_solve,
    parts={
        "h": Part("the depth of that ocean layer", "m", 1, 60),
        "E": Part("the heat considered, per square metre of the planet", "MJ/m**2", 2, 60),
        "p": Part("the pressure difference between the bottom and the top of that ocean layer", "hPa", 100, 6000),
    },
)

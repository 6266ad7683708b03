"""Ground under several layers that are black in the longwave."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    absorbed = x["irradiance"] / 4 * (1 - x["albedo"])
    haze = x["share"] if "haze" in taken else 0.0
    emitted = absorbed * (x["layers"] + 1 - x["layers"] * haze)
    return {
        "F": emitted,
        "T": (emitted / x["stefan_boltzmann"]) ** 0.25,
        "top": (absorbed / x["stefan_boltzmann"]) ** 0.25,
    }


template = Template(
    category="radiation and climate",
    kind="reasoning",
    reference="Marshall and Plumb (2008), Atmosphere, Ocean, and Climate Dynamics, Section 2.3",
    background=(
        "The planet keeps S (1 − albedo) / 4, which its uppermost layer sends to space. Each black layer below emits "
        "more by the starlight that is absorbed beneath it, so that without absorption the ground under n layers emits "
        "n + 1 times what the planet keeps; a share a absorbed in the uppermost layer lowers this to n + 1 − n a."
    ),
    variables={
        "inner": Variable("W/m**2", 1150, 1400, 10),
        "outer": Variable("W/m**2", 680, 860, 10),
        "bare": Variable("", 0.08, 0.20, 0.01),
        "icy": Variable("", 0.34, 0.48, 0.01),
        "thin": Variable("", 1, 1, 1),
        "thick": Variable("", 3, 3, 1),
        "share": Variable("", 0.22, 0.40, 0.01),
    },
    constants=("stefan_boltzmann",),
    forks={
        "outer": fork("used the irradiance of the [outer|inner] planet", irradiance=("outer", "inner")),
        "icy": fork("used the albedo of the [icy|ice-free] epoch", albedo=("icy", "bare")),
        "thick": fork("counted the layers of the [thick|thin] atmosphere", layers=("thick", "thin")),
        "haze": fork("[let|let no] haze absorb starlight", "reasoning"),
    },
    question=(
        "Two planets circle a star that gives {inner} W/m² at the inner and {outer} W/m² at the outer one, on a "
        "surface that faces it. Either planet has an albedo of {bare} in an ice-free and {icy} in an icy epoch. Its "
        "atmosphere acts as {thin} layer if thin and as a stack of {thick} layers if thick; ground and layers are "
        "black in the longwave. Starlight passes the layers, except that haze in the uppermost layer, if any, absorbs "
        "the share {share} of the starlight that the planet does not reflect. Take the [outer:outer|inner] planet in "
        "its [icy:icy|ice-free] epoch with the [thick:thick|thin] atmosphere, which [haze:holds|is free of] haze, in "
        "radiative equilibrium."
    ),
    solve=_solve,
    parts={
        "F": Part("the longwave radiation emitted by the ground", "W/m**2", 100, 2500),
        "T": Part("the temperature of the ground", "K", 180, 480),
        "top": Part("the effective temperature of the planet as seen from space", "K", 150, 300),
    },
    collection="further",
    formula=Formula(
        symbols={
            "S": Symbol("the irradiance at that planet, on a surface that faces the star", "irradiance"),
            r"\alpha": Symbol("the albedo in that epoch", "albedo"),
            "b": Symbol("the share that haze may absorb", "share"),
        },
        latex=r"[haze:|[thick:4|2] ]\frac{S}{4} (1 - \alpha)[haze: ([thick:4 - 3|2 - 1] b)|]",
    ),
)

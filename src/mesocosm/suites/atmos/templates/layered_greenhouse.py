"""Ground under several layers that are black in the longwave."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable

THIN, THICK = 1, 3
"""Layers of the two atmospheres, in the formula as numbers: nobody can think of a tenth of a layer more."""


def _ask(p: Printed, taken: Taken) -> str:
    planet = "the outer planet" if "outer" in taken else "the inner planet"
    ground = "its icy epoch" if "icy" in taken else "its ice-free epoch"
    air = "the thick atmosphere" if "thick" in taken else "the thin atmosphere"
    haze = "holds haze" if "haze" in taken else "is free of haze"
    return (
        f"Two planets circle a star that gives {p['inner']:g} W/m² at the inner and {p['outer']:g} W/m² at the outer "
        f"one, on a surface that faces it. Either planet has an albedo of {p['bare']:g} in an ice-free and "
        f"{p['icy']:g} in an icy epoch. Its atmosphere acts as {p['thin']:g} layer if thin and as a stack of "
        f"{p['thick']:g} layers if thick; ground and layers are black in the longwave. Starlight passes the layers, "
        f"except that haze in the uppermost layer, if any, absorbs the share {p['share']:g} of the starlight that the "
        f"planet does not reflect. Take {planet} in {ground} with {air}, which {haze}, in radiative equilibrium."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    kept = x["outer" if "outer" in taken else "inner"] / 4 * (1 - x["icy" if "icy" in taken else "bare"])
    layers = x["thick" if "thick" in taken else "thin"]
    haze = x["share"] if "haze" in taken else 0.0
    emitted = kept * (layers + 1 - layers * haze)
    return {
        "F": emitted,
        "T": (emitted / x["stefan_boltzmann"]) ** 0.25,
        "top": (kept / x["stefan_boltzmann"]) ** 0.25,
    }


def _write(taken: Taken) -> str:
    layers = THICK if "thick" in taken else THIN
    kept = r"\frac{S}{4} (1 - \alpha)"
    return rf"{kept} ({layers + 1} - {layers} b)" if "haze" in taken else f"{layers + 1} {kept}"


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
        "thin": Variable("", THIN, THIN, 1),
        "thick": Variable("", THICK, THICK, 1),
        "share": Variable("", 0.22, 0.40, 0.01),
    },
    constants=("stefan_boltzmann",),
    forks={
        "outer": Fork(
            "used the irradiance of the outer planet", "used the irradiance of the inner planet", "misreading"
        ),
        "icy": Fork("used the albedo of the icy epoch", "used the albedo of the ice-free epoch", "misreading"),
        "thick": Fork(
            "counted the layers of the thick atmosphere", "counted the layers of the thin atmosphere", "misreading"
        ),
        "haze": Fork("let haze absorb starlight", "let no haze absorb starlight", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "F": Part("the longwave radiation emitted by the ground", "W/m**2", 100, 2500),
        "T": Part("the temperature of the ground", "K", 180, 480),
        "top": Part("the effective temperature of the planet as seen from space", "K", 150, 300),
    },
    collection="further",
    formula=Formula(
        symbols={
            "S": Symbol(
                "the irradiance at that planet, on a surface that faces the star",
                lambda x, taken: x["outer" if "outer" in taken else "inner"],
            ),
            r"\alpha": Symbol("the albedo in that epoch", lambda x, taken: x["icy" if "icy" in taken else "bare"]),
            "b": Symbol("the share that haze may absorb", lambda x, taken: x["share"]),
        },
        write=_write,
    ),
)

"""Height above which water vapour lets infrared radiation escape."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    air = "tropical" if "tropical" in taken else "polar"
    band = "strong" if "strong" in taken else "weak"
    look = "at the slant" if "slant" in taken else "straight down"
    depth = "deep" if "deep" in taken else "shallow"
    return (
        f"A satellite looks through clear air, straight down or at a slant of {p['angle']:g}° from the vertical. "
        f"At the ground the water vapour has a density of {p['polar']:g} g/m³ in polar and of "
        f"{p['tropical']:g} g/m³ in tropical air; with height it decreases exponentially, with a scale height of "
        f"{p['shallow']:g} km in a shallow and of {p['deep']:g} km in a deep moist layer. Its absorption coefficient "
        f"is {p['weak']:g} m²/kg in a weak and {p['strong']:g} m²/kg in a strong band. Consider {air} air with a "
        f"{depth} moist layer in the {band} band, the view {look}, and the level above which the optical depth along "
        f"the line of sight is {p['opaque']:g}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    scale = x["deep" if "deep" in taken else "shallow"]
    column = x["tropical" if "tropical" in taken else "polar"] * scale
    path = x["strong" if "strong" in taken else "weak"] / (math.cos(x["angle"]) if "slant" in taken else 1)
    optical = path * column
    return {"z": scale * math.log(optical / x["opaque"]), "tau": optical}


def _write(taken: Taken) -> str:
    vertical = r"\tau_0 \cos \theta" if "slant" in taken else r"\tau_0"
    return rf"H \ln \frac{{k \rho H}}{{{vertical}}}"


template = Template(
    category="atmospheric physics",
    kind="reasoning",
    reference="Andrews (2010), An Introduction to Atmospheric Physics, Chapter 3",
    background=(
        "Vapour of density ρ0 exp(-z/H) has the optical depth b ρ0 H exp(-z/H) / cos(angle) above the height z, with "
        "the absorption coefficient b; it falls to a given value at a height that is a logarithm times H."
    ),
    variables={
        "polar": Variable("g/m**3", 3, 4.5, 0.1),
        "tropical": Variable("g/m**3", 12, 17, 0.5),
        "shallow": Variable("km", 1.6, 1.9, 0.05),
        "deep": Variable("km", 2.2, 2.6, 0.05),
        "weak": Variable("m**2/kg", 0.6, 0.9, 0.05),
        "strong": Variable("m**2/kg", 1.6, 2.4, 0.1),
        "angle": Variable("degree", 50, 62, 1),
        "opaque": Variable("", 0.6, 1.2, 0.1),
    },
    constants=(),
    forks={
        "tropical": Fork("used the vapour of tropical air", "used the vapour of polar air", "misreading"),
        "strong": Fork("used the absorption of the strong band", "used the absorption of the weak band", "misreading"),
        "slant": Fork("took a slanting line of sight", "took a vertical line of sight", "reasoning"),
        "deep": Fork(
            "used the scale height of the deep layer", "used the scale height of the shallow layer", "misreading"
        ),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "z": Part("the height of this level", "km", 0.5, 14),
        "tau": Part("the optical depth of all the vapour along the line of sight", "", 1, 400),
    },
    formula=Formula(
        symbols={
            "\\rho": Symbol(
                "the density of vapour at the ground in that air",
                lambda x, taken: x["tropical" if "tropical" in taken else "polar"],
            ),
            "H": Symbol(
                "the scale height of that moist layer", lambda x, taken: x["deep" if "deep" in taken else "shallow"]
            ),
            "k": Symbol(
                "the absorption coefficient in that band", lambda x, taken: x["strong" if "strong" in taken else "weak"]
            ),
            "\\theta": Symbol("the angle of the slant from the vertical", lambda x, taken: x["angle"]),
            "\\tau_0": Symbol("the given optical depth", lambda x, taken: x["opaque"]),
        },
        write=_write,
    ),
)

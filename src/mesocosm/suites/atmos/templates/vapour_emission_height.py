"""Height above which water vapour lets infrared radiation escape."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    column = x["vapour"] * x["scale"]
    path = x["absorption"] / (math.cos(x["angle"]) if "slant" in taken else 1)
    optical = path * column
    return {"z": x["scale"] * math.log(optical / x["opaque"]), "tau": optical}


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
        "tropical": fork("used the vapour of [tropical|polar] air", vapour=("tropical", "polar")),
        "strong": fork("used the absorption of the [strong|weak] band", absorption=("strong", "weak")),
        "slant": fork("took a [slanting|vertical] line of sight", "reasoning"),
        "deep": fork("used the scale height of the [deep|shallow] layer", scale=("deep", "shallow")),
    },
    question=(
        "A satellite looks through clear air, straight down or at a slant of {angle}° from the vertical. At the ground "
        "the water vapour has a density of {polar} g/m³ in polar and of {tropical} g/m³ in tropical air; with height "
        "it decreases exponentially, with a scale height of {shallow} km in a shallow and of {deep} km in a deep moist "
        "layer. Its absorption coefficient is {weak} m²/kg in a weak and {strong} m²/kg in a strong band. Consider "
        "[tropical:tropical|polar] air with a [deep:deep|shallow] moist layer in the [strong:strong|weak] band, the "
        "view [slant:at the slant|straight down], and the level above which the optical depth along the line of sight "
        "is {opaque}."
    ),
    solve=_solve,
    parts={
        "z": Part("the height of this level", "km", 0.5, 14),
        "tau": Part("the optical depth of all the vapour along the line of sight", "", 1, 400),
    },
    formula=Formula(
        symbols={
            "\\rho": Symbol("the density of vapour at the ground in that air", "vapour"),
            "H": Symbol("the scale height of that moist layer", "scale"),
            "k": Symbol("the absorption coefficient in that band", "absorption"),
            "\\theta": Symbol("the angle of the slant from the vertical", "angle"),
            "\\tau_0": Symbol("the given optical depth", "opaque"),
        },
        latex=r"H \ln \frac{k \rho H}{\tau_0[slant: \cos \theta|]}",
    ),
)

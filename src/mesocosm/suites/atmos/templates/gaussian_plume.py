"""Smoke of a chimney at a window downwind: Gaussian plume over ground that reflects or absorbs."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    height = x["stack"] + (x["rise"] if "hot" in taken else 0.0)
    offset = x["beside"] if "beside" in taken else 0.0
    across = math.exp(-((offset / x["across"]) ** 2) / 2)
    vertical = math.exp(-(((x["window"] - height) / x["vertical"]) ** 2) / 2)
    image = math.exp(-(((x["window"] + height) / x["vertical"]) ** 2) / 2)
    vertical += image if "reflection" in taken else -image
    axis = x["source"] / (2 * math.pi * x["wind"] * x["across"] * x["vertical"])
    return {"c": axis * across * vertical, "C": axis}


template = Template(
    category="air quality",
    kind="reasoning",
    reference="Seinfeld and Pandis (2016), Atmospheric Chemistry and Physics, Section 18.6",
    background=(
        "The Gaussian plume is C = Q/(2π u σy σz) exp(−y²/2σy²) [exp(−(z−h)²/2σz²) ± exp(−(z+h)²/2σz²)], where h is "
        "the effective height; the image in the ground counts positive if it reflects, negative if it absorbs."
    ),
    variables={
        "stack": Variable("m", 48, 56, 1),
        "rise": Variable("m", 44, 52, 1),
        "source": Variable("g/s", 20, 80, 1),
        "morning": Variable("m/s", 2.5, 3.0, 0.1),
        "evening": Variable("m/s", 6.8, 7.8, 0.1),
        "across": Variable("m", 110, 130, 1),
        "vertical": Variable("m", 54, 62, 1),
        "window": Variable("m", 40, 45, 1),
        "beside": Variable("m", 114, 124, 1),
    },
    constants=(),
    forks={
        "reflection": fork("let [absorbing ground reflect|reflecting ground absorb]", "knowledge"),
        "beside": fork("took the window [beside|in] the plane"),
        "evening": fork("used the wind of the [evening|morning]", wind=("evening", "morning")),
        "hot": fork("[added|left out] the rise of the hot plume", "reasoning"),
    },
    question=(
        "A chimney {stack} m high emits {source} g/s of fine particles. A cold plume stays at the chimney's height, a "
        "hot one rises {rise} m above it before it bends over. The wind blows at {morning} m/s in the morning and "
        "{evening} m/s in the evening. Where two towers stand side by side, the plume's standard deviations are "
        "{across} m across the wind and {vertical} m vertically. Each has a window {window} m above ground, one in the "
        "vertical plane of the plume's axis, the other {beside} m beside it. Take the window [beside:beside|in] the "
        "plane, the [hot:hot|cold] plume and the [evening:evening|morning] wind; the ground "
        "[reflection:reflects|absorbs] all that reaches it."
    ),
    solve=_solve,
    parts={
        "c": Part("the concentration at that window", "µg/m**3", 5, 2000),
        "C": Part(
            "the concentration on the plume's axis at that distance if there were no ground", "µg/m**3", 20, 2000
        ),
    },
    collection="further",
    formula=Formula(
        symbols={
            "Q": Symbol("the mass emitted per time", "source"),
            "u": Symbol("the speed of the wind at that time", "wind"),
            "h": Symbol("the height of the chimney", "stack"),
            "r": Symbol("the rise of a hot plume", "rise"),
            "y": Symbol("the distance of the window beside the plane from it", "beside"),
            "z": Symbol("the height of the windows", "window"),
            r"\sigma_y": Symbol("the standard deviation of the plume across the wind", "across"),
            r"\sigma_z": Symbol("the vertical standard deviation of the plume", "vertical"),
        },
        latex=(
            r"\frac{Q}{2 \pi u \sigma_y \sigma_z}[beside: \exp\left(-\frac{y^2}{2 \sigma_y^2}\right)|] "
            r"\left(\exp\left(-\frac{(z - [hot:(h + r)|h])^2}{2 \sigma_z^2}\right) [reflection:+|-] "
            r"\exp\left(-\frac{(z + [hot:(h + r)|h])^2}{2 \sigma_z^2}\right)\right)"
        ),
    ),
)

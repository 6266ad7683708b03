"""Smoke of a chimney at a window downwind: Gaussian plume over ground that reflects or absorbs."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    ground = "reflects all that reaches it" if "reflection" in taken else "absorbs all that reaches it"
    window = "beside the plane" if "beside" in taken else "in the plane"
    wind = "evening" if "evening" in taken else "morning"
    plume = "hot" if "hot" in taken else "cold"
    return (
        f"A chimney {p['stack']:g} m high emits {p['source']:g} g/s of fine particles. A cold plume stays at the "
        f"chimney's height, a hot one rises {p['rise']:g} m above it before it bends over. The wind blows at "
        f"{p['morning']:g} m/s in the morning and {p['evening']:g} m/s in the evening. Where two towers stand side by "
        f"side, the plume's standard deviations are {p['across']:g} m across the wind and {p['vertical']:g} m "
        f"vertically. Each has a window {p['window']:g} m above ground, one in the vertical plane of the plume's axis, "
        f"the other {p['beside']:g} m beside it. Take the window {window}, the {plume} plume and the {wind} wind; the "
        f"ground {ground}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    height = x["stack"] + (x["rise"] if "hot" in taken else 0.0)
    wind = x["evening" if "evening" in taken else "morning"]
    offset = x["beside"] if "beside" in taken else 0.0
    across = math.exp(-((offset / x["across"]) ** 2) / 2)
    vertical = math.exp(-(((x["window"] - height) / x["vertical"]) ** 2) / 2)
    image = math.exp(-(((x["window"] + height) / x["vertical"]) ** 2) / 2)
    vertical += image if "reflection" in taken else -image
    axis = x["source"] / (2 * math.pi * wind * x["across"] * x["vertical"])
    return {"c": axis * across * vertical, "C": axis}


def _write(taken: Taken) -> str:
    height = "(h + r)" if "hot" in taken else "h"
    direct = rf"\exp\left(-\frac{{(z - {height})^2}}{{2 \sigma_z^2}}\right)"
    image = rf"\exp\left(-\frac{{(z + {height})^2}}{{2 \sigma_z^2}}\right)"
    across = r" \exp\left(-\frac{y^2}{2 \sigma_y^2}\right)" if "beside" in taken else ""
    sign = "+" if "reflection" in taken else "-"
    return rf"\frac{{Q}}{{2 \pi u \sigma_y \sigma_z}}{across} \left({direct} {sign} {image}\right)"


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
        "reflection": Fork("let absorbing ground reflect", "let reflecting ground absorb", "knowledge"),
        "beside": Fork("took the window beside the plane", "took the window in the plane", "misreading"),
        "evening": Fork("used the wind of the evening", "used the wind of the morning", "misreading"),
        "hot": Fork("added the rise of the hot plume", "left out the rise of the hot plume", "reasoning"),
    },
    ask=_ask,
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
            "Q": Symbol("the mass emitted per time", lambda x, taken: x["source"]),
            "u": Symbol(
                "the speed of the wind at that time", lambda x, taken: x["evening" if "evening" in taken else "morning"]
            ),
            "h": Symbol("the height of the chimney", lambda x, taken: x["stack"]),
            "r": Symbol("the rise of a hot plume", lambda x, taken: x["rise"]),
            "y": Symbol("the distance of the window beside the plane from it", lambda x, taken: x["beside"]),
            "z": Symbol("the height of the windows", lambda x, taken: x["window"]),
            r"\sigma_y": Symbol("the standard deviation of the plume across the wind", lambda x, taken: x["across"]),
            r"\sigma_z": Symbol("the vertical standard deviation of the plume", lambda x, taken: x["vertical"]),
        },
        write=_write,
    ),
)

"""Optical depth of a liquid cloud and what more droplets do to it."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    air = "polluted" if "polluted" in taken else "clean"
    time = "in the morning" if "morning" in taken else "in the afternoon"
    depth = "the deep part" if "deep" in taken else "the shallow part"
    sizes = "droplets of many sizes" if "spread" in taken else "droplets all of one size"
    return (
        f"A uniform liquid cloud holds {p['clean']:g} droplets per cm³ in clean and {p['polluted']:g} per cm³ in "
        f"polluted air. Its liquid water content is {p['afternoon']:g} g/m³ in the afternoon and {p['morning']:g} g/m³ "
        f"in the morning. It is {p['shallow']:g} m thick in its shallow and {p['deep']:g} m in its deep part. Where "
        "droplets are of many sizes, the cube of their effective radius is that of the mean-volume radius divided by "
        f"{p['spread']:g}. Put 2 for the extinction efficiency, {p['asymmetry']:g} for the asymmetry factor g, and "
        f"√3(1−g)τ/(2+√3(1−g)τ) for the albedo at optical depth τ. Take {depth} {time} in {air} air, with {sizes}."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    number = x["polluted" if "polluted" in taken else "clean"]
    water = x["morning" if "morning" in taken else "afternoon"]
    cube = 3 * water / (4 * math.pi * x["water_density"] * number)
    effective = (cube / (x["spread"] if "spread" in taken else 1.0)) ** (1 / 3)
    depth = 2 * math.pi * number * cube / effective * x["deep" if "deep" in taken else "shallow"]
    back = math.sqrt(3) * (1 - x["asymmetry"]) * depth
    return {"tau": depth, "r": effective, "A": back / (2 + back)}


def _write(taken: Taken) -> str:
    number = "N k" if "spread" in taken else "N"
    inverse_radius = rf"(\frac{{4 \pi \rho_w {number}}}{{3 w}})^{{\frac{{1}}{{3}}}}"
    return rf"\frac{{3 w h}}{{2 \rho_w}} {inverse_radius}"


template = Template(
    category="clouds and aerosol",
    kind="reasoning",
    reference=(
        "Twomey (1977), J. Atmos. Sci. 34, 1149; Lohmann, Lüönd and Mahrt (2016), An Introduction to Clouds, Chapter 12"
    ),
    background=(
        "Droplets of number N share the liquid water w, so that their mean-volume radius cubed is 3 w / (4 π ρ_w N). "
        "With effective radius r the optical depth of a cloud of thickness h is 3 w h / (2 ρ_w r)."
    ),
    variables={
        "clean": Variable("1/cm**3", 40, 60, 1),
        "polluted": Variable("1/cm**3", 320, 450, 10),
        "afternoon": Variable("g/m**3", 0.20, 0.26, 0.01),
        "morning": Variable("g/m**3", 0.42, 0.52, 0.01),
        "shallow": Variable("m", 200, 240, 5),
        "deep": Variable("m", 285, 330, 5),
        "spread": Variable("", 0.50, 0.66, 0.01),
        "asymmetry": Variable("", 0.84, 0.87, 0.01),
    },
    constants=("water_density",),
    forks={
        "polluted": Fork(
            "used the droplet number of polluted air", "used the droplet number of clean air", "misreading"
        ),
        "morning": Fork(
            "used the water content of the morning", "used the water content of the afternoon", "misreading"
        ),
        "deep": Fork("used the thickness of the deep part", "used the thickness of the shallow part", "misreading"),
        "spread": Fork("spread the sizes of the droplets", "took all droplets as equally large", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "tau": Part("the optical depth of the cloud", "", 2, 80),
        "r": Part("the effective radius of the droplets", "um", 3, 30),
        "A": Part("the albedo of the cloud", "", 0.1, 0.95),
    },
    collection="further",
    formula=Formula(
        symbols={
            "N": Symbol(
                "the number of droplets per volume in that air",
                lambda x, taken: x["polluted" if "polluted" in taken else "clean"],
            ),
            "w": Symbol(
                "the liquid water content at that time",
                lambda x, taken: x["morning" if "morning" in taken else "afternoon"],
            ),
            "h": Symbol("the thickness of that part", lambda x, taken: x["deep" if "deep" in taken else "shallow"]),
            "k": Symbol("the number given for droplets of many sizes", lambda x, taken: x["spread"]),
            r"\rho_w": Symbol("the density of liquid water", lambda x, taken: x["water_density"]),
        },
        write=_write,
    ),
)

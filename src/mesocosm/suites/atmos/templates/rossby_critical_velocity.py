"""Strongest west wind that lets a stationary planetary wave rise."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    place = "northern" if "northern" in taken else "southern"
    wave = "shorter" if "shorter" in taken else "longer"
    air = "stratospheric" if "stratosphere" in taken else "tropospheric"
    shape = (
        "has half a wavelength across the belt and vanishes at its edges"
        if "channel" in taken
        else "does not vary from south to north"
    )
    return (
        f"Stationary planetary waves are forced from below on beta planes, in belts {p['width']:g} km wide from south "
        f"to north that are centred at {p['south']:g}° N and {p['north']:g}° N: a longer wave with {p['longer']:g} and "
        f"a shorter one with {p['shorter']:g} wavelengths around the circle of latitude. The buoyancy frequency is "
        f"{p['troposphere']:g} s⁻¹ in tropospheric and {p['stratosphere']:g} s⁻¹ in stratospheric air, the density "
        f"scale height {p['scale']:g} km. Consider the {wave} wave in the {place} belt in {air} air; it {shape}. The "
        "mean west wind is uniform."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    latitude = x["north" if "northern" in taken else "south"]
    stability = x["stratosphere" if "stratosphere" in taken else "troposphere"]
    circle = x["earth_radius"] * math.cos(latitude)
    zonal = x["shorter" if "shorter" in taken else "longer"] / circle
    meridional = math.pi / x["width"] if "channel" in taken else 0
    coriolis = 2 * x["earth_rotation"] * math.sin(latitude)
    beta = 2 * x["earth_rotation"] * math.cos(latitude) / x["earth_radius"]
    depth = (coriolis / (2 * stability * x["scale"])) ** 2
    return {"U": beta / (zonal**2 + meridional**2 + depth), "L": 2 * math.pi / zonal}


def _write(taken: Taken) -> str:
    across = r" + \frac{\pi^2}{W^2}" if "channel" in taken else ""
    squared = rf"\frac{{m^2}}{{a^2 \cos^2(\phi)}}{across} + \frac{{\Omega^2 \sin^2(\phi)}}{{N^2 H^2}}"
    return rf"\frac{{2 \Omega \cos(\phi)}}{{a ({squared})}}"


template = Template(
    category="atmospheric dynamics",
    kind="knowledge",
    reference="Charney and Drazin (1961), J. Geophys. Res. 66, 83; Holton and Hakim (2013), Section 12.3",
    background=(
        "A stationary wave with zonal and meridional wavenumbers k and l rises only through west winds weaker than the "
        "Rossby critical velocity β / (k² + l² + f²/(4 N² H²)), with β = 2 Ω cos(φ)/a."
    ),
    variables={
        "south": Variable("degree", 38, 43, 1),
        "north": Variable("degree", 57, 62, 1),
        "width": Variable("km", 4000, 5000, 100),
        "longer": Variable("", 1, 2, 1),
        "shorter": Variable("", 3, 4, 1),
        "troposphere": Variable("1/s", 0.011, 0.014, 0.0005),
        "stratosphere": Variable("1/s", 0.019, 0.023, 0.0005),
        "scale": Variable("km", 6.5, 7.5, 0.1),
    },
    constants=("earth_radius", "earth_rotation"),
    forks={
        "northern": Fork(
            "used the latitude of the northern belt", "used the latitude of the southern belt", "misreading"
        ),
        "shorter": Fork("used the number of the shorter wave", "used the number of the longer wave", "misreading"),
        "stratosphere": Fork(
            "used the stability of stratospheric air", "used the stability of tropospheric air", "misreading"
        ),
        "channel": Fork("counted half a wave across the belt", "left out the meridional wavenumber", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "U": Part("the Rossby critical velocity", "m/s", 2, 150),
        "L": Part("the zonal wavelength of that wave", "km", 4000, 35000),
    },
    formula=Formula(
        symbols={
            r"\phi": Symbol(
                "the latitude of the centre of that belt",
                lambda x, taken: x["north" if "northern" in taken else "south"],
            ),
            "m": Symbol(
                "the number of wavelengths of that wave around the circle of latitude",
                lambda x, taken: x["shorter" if "shorter" in taken else "longer"],
            ),
            "W": Symbol("the width of the belt", lambda x, taken: x["width"]),
            "N": Symbol(
                "the buoyancy frequency of that air",
                lambda x, taken: x["stratosphere" if "stratosphere" in taken else "troposphere"],
            ),
            "H": Symbol("the density scale height", lambda x, taken: x["scale"]),
            r"\Omega": Symbol("the rate of the Earth's rotation", lambda x, taken: x["earth_rotation"]),
            "a": Symbol("the radius of the Earth", lambda x, taken: x["earth_radius"]),
        },
        write=_write,
    ),
)

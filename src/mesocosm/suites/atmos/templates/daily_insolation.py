"""Sunlight of a whole day at the top of the atmosphere, from orbit and tilt."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Part, Printed, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    site = p["far"] if "far" in taken else p["near"]
    side = "south" if "southern" in taken else "north"
    date = p["autumn"] if "autumn" in taken else p["spring"]
    orbit = (
        "Suppose, however, that the orbit were a circle with that distance as its radius."
        if "circular" in taken
        else "Take the eccentricity into account."
    )
    return (
        f"At a distance equal to the semi-major axis of its orbit a planet would receive {p['sun']:g} W/m² on a plane "
        f"facing its sun. The orbit has an eccentricity of {p['eccentricity']:g} and its perihelion at solar longitude "
        f"{p['perihelion']:g}°, counted from the northern spring equinox; the axis is tilted by {p['tilt']:g}°. "
        f"Consider latitudes {p['near']:g}° and {p['far']:g}° on either side of the equator and solar longitudes "
        f"{p['spring']:g}° and {p['autumn']:g}°. {orbit} Take latitude {site:g}° {side} at solar longitude {date:g}°, "
        "which hardly changes within a day, and a horizontal plane with no atmosphere above it."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    latitude = x["far" if "far" in taken else "near"] * (-1 if "southern" in taken else 1)
    longitude = x["autumn" if "autumn" in taken else "spring"]
    declination = math.asin(math.sin(x["tilt"]) * math.sin(longitude))
    eccentricity = 0.0 if "circular" in taken else x["eccentricity"]
    nearness = (1 + eccentricity * math.cos(longitude - x["perihelion"])) / (1 - eccentricity**2)
    sunset = math.acos(-math.tan(latitude) * math.tan(declination))
    height = sunset * math.sin(latitude) * math.sin(declination)
    height += math.cos(latitude) * math.cos(declination) * math.sin(sunset)
    return {"Q": x["sun"] * nearness**2 * height / math.pi, "day": sunset / math.pi}


template = Template(
    category="radiation and climate",
    kind="reasoning",
    reference="Hartmann (2016), Global Physical Climatology, Section 2.7 and Appendix A",
    background=(
        "Daily mean insolation is S/π (a/r)² (h sin φ sin δ + cos φ cos δ sin h), with sunset at cos h = −tan φ tan δ, "
        "sin δ = sin(tilt) sin(solar longitude) and a/r = (1 + e cos(longitude − perihelion)) / (1 − e²)."
    ),
    variables={
        "sun": Variable("W/m**2", 500, 700, 10),
        "eccentricity": Variable("", 0.13, 0.21, 0.01),
        "perihelion": Variable("degree", 10, 70, 1),
        "tilt": Variable("degree", 10, 18, 1),
        "near": Variable("degree", 20, 28, 1),
        "far": Variable("degree", 46, 54, 1),
        "spring": Variable("degree", 15, 35, 1),
        "autumn": Variable("degree", 220, 260, 1),
    },
    constants=(),
    forks={
        "far": Fork("used the larger latitude", "used the smaller latitude", "misreading"),
        "southern": Fork(
            "put the site on the southern hemisphere", "put the site on the northern hemisphere", "calculation"
        ),
        "autumn": Fork("used the later solar longitude", "used the earlier solar longitude", "misreading"),
        "circular": Fork("took the orbit as a circle", "used the eccentric orbit", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "Q": Part("the insolation averaged over day and night", "W/m**2", 20, 400),
        "day": Part("the share of the day during which the sun is up", "", 0.2, 0.8),
    },
    collection="further",
)

"""Sunlight of a whole day at the top of the atmosphere, from orbit and tilt."""

from __future__ import annotations

import math

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Part, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    latitude = x["latitude"] * (-1 if "southern" in taken else 1)
    declination = math.asin(math.sin(x["tilt"]) * math.sin(x["longitude"]))
    eccentricity = 0.0 if "circular" in taken else x["eccentricity"]
    nearness = (1 + eccentricity * math.cos(x["longitude"] - x["perihelion"])) / (1 - eccentricity**2)
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
        "far": fork("used the [larger|smaller] latitude", latitude=("far", "near")),
        "southern": fork("put the site on the [southern|northern] hemisphere", "calculation"),
        "autumn": fork("used the [later|earlier] solar longitude", longitude=("autumn", "spring")),
        "circular": fork("[took the orbit as a circle|used the eccentric orbit]", "reasoning"),
    },
    question=(
        "At a distance equal to the semi-major axis of its orbit a planet would receive {sun} W/m² on a plane facing "
        "its sun. The orbit has an eccentricity of {eccentricity} and its perihelion at solar longitude {perihelion}°, "
        "counted from the northern spring equinox; the axis is tilted by {tilt}°. Consider latitudes {near}° and "
        "{far}° on either side of the equator and solar longitudes {spring}° and {autumn}°. [circular:Suppose, "
        "however, that the orbit were a circle with that distance as its radius.|Take the eccentricity into account.] "
        "Take latitude [far:{far}|{near}]° [southern:south|north] at solar longitude [autumn:{autumn}|{spring}]°, "
        "which hardly changes within a day, and a horizontal plane with no atmosphere above it."
    ),
    solve=_solve,
    parts={
        "Q": Part("the insolation averaged over day and night", "W/m**2", 20, 400),
        "day": Part("the share of the day during which the sun is up", "", 0.2, 0.8),
    },
    collection="further",
)

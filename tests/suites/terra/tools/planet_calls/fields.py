"""Calls on past weather, and calculations from it."""

from tests.suites.terra.tools.planet_calls.call import Call, Walk, around

SURFACE = [
    "temperature_2m",
    "dew_point_2m",
    "pressure_msl",
    "surface_pressure",
    "wind_east_10m",
    "wind_north_10m",
    "shortwave",
    "cloud_cover",
    "precipitation",
]
ALOFT = ["wind_east", "wind_north", "temperature", "geopotential_height", "specific_humidity"]
TWO_DAYS = {"start": "2031-07-01", "end": "2031-07-03"}
T2M = {"variable": "temperature_2m"}
MOIST = {"temperature": "temperature_2m", "dew_point": "dew_point_2m", "pressure": "surface_pressure"}


def days(year: int) -> Call:
    asked = {"variables": ["temperature_2m", "precipitation"], "start": f"{year}-01-01", "end": f"{year + 1}-01-01"}
    return Call("archive.reanalysis", lambda walk: {**asked, "box": walk.box, "step": "day"}, f"days {year}")


def hours(walk: Walk) -> dict:
    return {"path": walk.path("archive.reanalysis")}


def aloft(walk: Walk) -> dict:
    return {"path": walk.path("levels")}


def daily(statistic: str, key: str) -> Call:
    """Return the highest or lowest value of each day of a quarter."""
    return Call(
        "reanalysis.aggregate",
        lambda walk: {"path": walk.path("quarter"), "period": "day", "statistic": statistic},
        key,
    )


CALLS = [
    Call("archive.collections"),
    Call("archive.choices", lambda walk: {"collection": "projections", "scenario": "ssp245"}),
    Call("archive.reanalysis", lambda walk: {"variables": SURFACE, **TWO_DAYS, "box": walk.box}),
    Call(
        "archive.reanalysis",
        lambda walk: {
            "variables": ALOFT,
            "start": "2031-07-01",
            "end": "2031-07-02",
            "box": walk.box,
            "step": "6 hours",
            "levels": [300, 500, 700, 850],
        },
        "levels",
    ),
    days(2031),
    days(2032),
    Call("reanalysis.inspect", hours),
    Call("reanalysis.describe", lambda walk: {**hours(walk), "variables": ["t2m"]}),
    Call("reanalysis.read", lambda walk: {**hours(walk), **T2M, "point": walk.point, "most": 5}),
    Call("reanalysis.join", lambda walk: {"paths": [walk.path("days 2031"), walk.path("days 2032")]}),
    Call("reanalysis.aggregate", lambda walk: {**hours(walk), **T2M, "period": "day", "statistic": "max"}),
    Call("reanalysis.climatology", lambda walk: {"path": walk.path("reanalysis.join"), **T2M, "cycle": "month"}),
    Call(
        "reanalysis.anomalies",
        lambda walk: {
            "path": walk.path("reanalysis.join"),
            **T2M,
            "climatology": walk.path("reanalysis.climatology"),
        },
    ),
    Call(
        "reanalysis.events",
        lambda walk: {**hours(walk), **T2M, "comparison": ">", "threshold": 10.0, "unit": "degC", "least_steps": 2},
    ),
    Call("region.convert_units", lambda walk: {**hours(walk), **T2M, "unit": "K"}),
    Call("region.mask", lambda walk: {**hours(walk), "box": around(walk.point, 0.1)}),
    Call("region.point_series", lambda walk: {**hours(walk), **T2M, "point": walk.point}),
    Call(
        "region.reduce",
        lambda walk: {**hours(walk), **T2M, "statistics": ["mean", "p90"], "mask": walk.path("region.mask")},
    ),
    Call(
        "region.table",
        lambda walk: {
            "path": walk.path("reanalysis.aggregate"),
            "regions": [{"name": "middle", "box": around(walk.point, 0.1)}],
        },
    ),
    Call("atmosphere.winds", hours),
    Call("atmosphere.humidity", lambda walk: {**hours(walk), **MOIST}),
    Call("atmosphere.kinematics", lambda walk: {**aloft(walk), "level": 850}),
    Call(
        "atmosphere.geostrophic_wind",
        lambda walk: {**aloft(walk), "geopotential": "geopotential_height", "level": 500},
    ),
    Call("atmosphere.moisture_transport", aloft),
    Call("atmosphere.vertical_shear", lambda walk: {**aloft(walk), "top": 500, "bottom": 850}),
    Call(
        "archive.reanalysis",
        lambda walk: {
            "variables": ["temperature_2m"],
            "start": "2031-05-01",
            "end": "2031-08-01",
            "box": around(walk.point, 0.1),
        },
        "quarter",
    ),
    daily("max", "warmest"),
    daily("min", "coldest"),
    Call("climate.heat_waves", lambda walk: {"path": walk.path("reanalysis.join"), **T2M}),
    Call("climate.yearly_index", lambda walk: {"path": walk.path("warmest"), "index": "summer_days"}),
    Call(
        "climate.excess_heat",
        lambda walk: {
            "tmax": walk.path("warmest"),
            "tmax_variable": "temperature_2m",
            "tmin": walk.path("coldest"),
            "tmin_variable": "temperature_2m",
        },
    ),
]

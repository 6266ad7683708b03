"""Calls on air and rivers, which take the planet longest to compute."""

from tests.suites.terra.tools.planet_calls.call import Call, around

CALLS = [
    Call(
        "archive.air_quality",
        lambda walk: {
            "variables": ["nitrogen_dioxide", "ozone"],
            "start": "2031-07-01",
            "end": "2031-07-03",
            "box": walk.box,
        },
    ),
    Call(
        "air_quality.index",
        lambda walk: {
            "path": walk.path("archive.air_quality"),
            "ozone": "ozone",
            "nitrogen_dioxide": "nitrogen_dioxide",
        },
    ),
    Call(
        "air_quality.exceedances",
        lambda walk: {
            "path": walk.path("archive.air_quality"),
            "variable": "ozone",
            "limit": 100.0,
            "unit": "ug m-3",
            "averaging": "8 hours",
        },
    ),
    Call(
        "archive.discharge", lambda walk: {"start": "2031-03-01", "end": "2031-04-01", "box": around(walk.point, 0.25)}
    ),
    Call(
        "chart.hydrograph",
        lambda walk: {
            "discharge": {
                "path": walk.path("archive.discharge"),
                "variable": next(iter(walk.made["archive.discharge"]["gauges"])),
            },
        },
    ),
]

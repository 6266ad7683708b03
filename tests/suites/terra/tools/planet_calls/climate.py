"""Calls on years of climate models: indices, droughts, extremes, corrections."""

from tests.suites.terra.tools.planet_calls.call import Call, Walk, around

T = {"variable": "temperature"}
FIRST, PAST, AHEAD = ("2031-01-01", "2033-01-01"), ("2031-01-01", "2041-01-01"), ("2061-01-01", "2063-01-01")


def projected(key: str, scenario: str, years: tuple[str, str], step: str, *variables: str) -> Call:
    asked = {"scenario": scenario, "model": "alder", "start": years[0], "end": years[1], "step": step}
    return Call(
        "archive.projections",
        lambda walk: {**asked, "variables": list(variables), "box": around(walk.point, 0.1)},
        key,
    )


def both(walk: Walk) -> dict:
    return {"past": walk.path("days of a model"), "variable": "temperature"}


def rain(walk: Walk) -> dict:
    return {"path": walk.path("months of a model"), "variable": "precipitation"}


CALLS = [
    projected("archive.projections", "ssp585", AHEAD, "day", "temperature"),
    projected("days of a model", "historical", FIRST, "day", "temperature"),
    projected("months of a model", "historical", PAST, "month", "precipitation", "temperature"),
    Call(
        "archive.reanalysis",
        lambda walk: {
            "variables": ["temperature_2m"],
            "start": "2031-01-01",
            "end": "2032-01-01",
            "step": "day",
            "box": around(walk.point, 0.1),
        },
        "days as they were",
    ),
    Call("climate.precipitation_index", lambda walk: {**rain(walk), "months": 3}),
    Call(
        "climate.water_balance_index",
        lambda walk: {
            "path": walk.path("months of a model"),
            "precipitation": "precipitation",
            "temperature": "temperature",
        },
    ),
    Call("climate.droughts", lambda walk: {"path": walk.path("climate.precipitation_index"), "point": walk.point}),
    Call("climate.return_levels", lambda walk: {**rain(walk), "point": walk.point}),
    Call(
        "climate.scenario_exceedance",
        lambda walk: {**both(walk), "future": walk.path("archive.projections"), "percentile": 90.0},
    ),
    Call(
        "climate.correct_bias",
        lambda walk: {
            **both(walk),
            "model": walk.path("archive.projections"),
            "observed": walk.path("days as they were"),
            "observed_variable": "temperature_2m",
            "method": "QDM",
            "kind": "additive",
            "by_month": False,
        },
    ),
]

"""Calls on engines, with the planet's weather, streets and people."""

from tests.suites.terra.tools.planet_calls.call import Call, Step, Walk, around, ring
from tests.suites.terra.tools.planet_calls.ground import town
from tests.suites.terra.tools.run_making import MONTHS, areas, table, write_inputs

WEATHER = [
    "temperature_2m",
    "dew_point_2m",
    "shortwave",
    "wind_east_10m",
    "wind_north_10m",
    "surface_pressure",
    "cloud_cover",
    "precipitation",
]
CURVES = {"house": {"intensity": [0, 1, 3], "damage": [0, 0.3, 0.8]}}
HOUSE = {
    "floor_area_m2": 100.0,
    "wall_u_w_m2k": 0.3,
    "roof_u_w_m2k": 0.2,
    "floor_u_w_m2k": 0.3,
    "window_share": {"south": 0.3},
}
WHEN = {"scenario": "intervention", "description": "more rain"}


def inputs(walk: Walk) -> None:
    """Write files that no tool makes: experiments of engines, tables of assets, reaches and people, a town flood."""
    write_inputs(walk.workspace)
    place = town(walk)
    areas(walk.workspace, "flood-here.geojson", ring(around(place, 0.003)), intensity=0.6)
    areas(walk.workspace, "houses.geojson", ring(around(place, 0.0002)), id="home", use="residential", levels=2)
    assets = {"latitude": [place[1]], "longitude": [place[0]], "value": [100], "curve": ["house"]}
    table(walk.workspace, "assets.csv", assets)
    reaches = {"id": ["north", "town"], "flows_to": ["town", ""], "length_km": [20, 15]}
    table(walk.workspace, "reaches.csv", reaches | {"bankfull_m3_s": [40, 60], "catchment_km2": [250, 80]})
    for name, most in (("runoff.csv", 20), ("more.csv", 30)):
        days = [f"2031-03-0{day}" for day in range(1, 6)]
        table(walk.workspace, name, {"date": days, "north": [1, most, 3, 1, 1], "town": [1, 1, 1, 1, 1]})
    table(walk.workspace, "months-here.csv", MONTHS)
    exposure = {"date": ["2031-07-01", "2031-07-02"], "pm25 [µg/m**3]": [12.0, 30.0]}
    table(walk.workspace, "air.csv", exposure)
    people = {"id": ["west", "east"], "people": [40, 10], "jobs": [5, 25]}
    table(
        walk.workspace,
        "zones-here.csv",
        people | {"longitude": [place[0] - 0.004, place[0] + 0.004], "latitude": [place[1], place[1]]},
    )


def lost(tool: str) -> Call:
    return Call(
        tool,
        lambda walk: {
            "hazard": ["flood-here.geojson"],
            "exposure": "assets.csv",
            "curves": CURVES,
            "intensity_unit": "m",
            "value_unit": "USD",
            "frequency_per_year": [0.01],
        },
    )


def routed(key: str, runoff: str, **more: str) -> Call:
    return Call("environment.river_routing", lambda walk: {"reaches": "reaches.csv", "runoff": runoff, **more}, key)


def year(step: str, key: str) -> Call:
    asked = {"variables": WEATHER, "start": "2031-01-01", "end": "2032-01-01", "step": step}
    return Call("archive.reanalysis", lambda walk: {**asked, "box": around(walk.point, 0.1)}, key)


def extreme(statistic: str, key: str) -> Call:
    asked = {"variable": "temperature_2m", "period": "day", "statistic": statistic}
    return Call("reanalysis.aggregate", lambda walk: {"path": walk.path("a year of hours"), **asked}, key)


def season(walk: Walk) -> dict:
    """Return a year of days for crops, and its place."""
    low, high = walk.path("lowest"), walk.path("highest")
    return {
        "weather": [walk.path("a year of days"), low, high],
        "point": walk.point,
        "planting_date": "2031-05-01",
        "columns": {"tmin_c": f"{low}:temperature_2m", "tmax_c": f"{high}:temperature_2m"},
    }


CALLS: list[Step] = [
    inputs,
    Call("simulation.describe_engine", lambda walk: {"engine": "aquacrop"}),
    year("hour", "a year of hours"),
    year("day", "a year of days"),
    extreme("min", "lowest"),
    extreme("max", "highest"),
    Call(
        "simulation.monthly_to_daily",
        lambda walk: {"monthly": "months-here.csv", "latitude": walk.latitude, "seed": 1},
    ),
    Call(
        "crop.aquacrop",
        lambda walk: {**season(walk), "crop": "Potato", "soil": "Loam", "initial_water_percent": 80.0},
    ),
    Call(
        "crop.wofost",
        lambda walk: {**season(walk), "crop": "potato", "mode": "potential"},
    ),
    Call("crop.dssat", lambda walk: {"experiment": "meso.mzx", "weather": "meso.wth", "soil": "meso.sol"}),
    Call("environment.fire_weather", lambda walk: {"weather": walk.path("a year of days"), "point": walk.point}),
    routed("environment.river_routing", "runoff.csv"),
    routed("flood", "more.csv", **WHEN),
    Call(
        "simulation.compare_runs",
        lambda walk: {
            "baseline": walk.made["environment.river_routing"]["run"],
            "other": walk.made["flood"]["run"],
            "changed": ["runoff_mm.north"],
        },
    ),
    Call(
        "simulation.summarize_runs",
        lambda walk: {
            "paths": [walk.made["environment.river_routing"]["run"], walk.made["flood"]["run"]],
            "value": "peak_discharge",
        },
    ),
    Call(
        "environment.water_chemistry",
        lambda walk: {"ph": 7.5, "concentrations": {"Ca": 1.2, "C(4)": 2.4}, "unit": "mmol/kgw"},
    ),
    Call(
        "impact.exposure_layers",
        lambda walk: {
            "buildings": "houses.geojson",
            "value_per_m2": dict.fromkeys(("residential", "commercial", "industrial"), 1000.0),
            "value_unit": "USD",
        },
    ),
    lost("impact.event_loss"),
    lost("impact.climada"),
    Call(
        "impact.attributable_cases",
        lambda walk: {
            "series": "air.csv",
            "exposure_column": "pm25 [µg/m**3]",
            "function": "pm25_mortality_hrapie",
            "step": "day",
            "baseline_rate_per_100000_year": 900.0,
            "population": 10_000.0,
        },
    ),
    Call(
        "impact.heat_stress",
        lambda walk: {"weather": walk.path("archive.reanalysis"), "point": walk.point, "radiant": "air"},
    ),
    Call(
        "simulation.weather_to_epw",
        lambda walk: {
            "weather": walk.path("a year of hours"),
            "place": "Town",
            "point": walk.point,
            "elevation_m": 20.0,
        },
    ),
    Call(
        "infrastructure.building_hourly",
        lambda walk: {"epw": walk.path("simulation.weather_to_epw"), "building": HOUSE},
    ),
    Call(
        "infrastructure.energyplus",
        lambda walk: {"epw": walk.path("simulation.weather_to_epw"), "building": HOUSE},
    ),
    Call(
        "infrastructure.hazard_on_roads",
        lambda walk: {"map": walk.path("gis.fetch_map"), "hazard": "flood-here.geojson", "effect": "flood"},
    ),
    Call(
        "infrastructure.traffic",
        lambda walk: {
            "map": walk.path("gis.fetch_map"),
            "end_s": 600.0,
            "zones": "zones-here.csv",
            "trips_per_person": 0.2,
            "departures_until_s": 120.0,
            "seed": 1,
        },
    ),
]

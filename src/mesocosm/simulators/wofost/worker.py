"""Seasons of WOFOST 7.2 in the sandbox, which runs the text of this module; it imports no module of mesocosm."""

from typing import Any

DAILY = ("DVS", "LAI", "TAGP", "TWSO", "TWLV", "TWST", "TWRT", "TRA", "RD")
WATER = ("SM", "RFTRA", "EVS", "W", "WLOW", "RAINT", "TOTIRR", "WTRAT", "EVST", "EVWT", "TSR", "LOSST", "SS")
AT_END = ("WI", "WLOWI", "W", "WLOW", "SSI", "SS", "WTRAT", "EVST", "EVWT", "TSR", "RAINT", "TOTIRR", "LOSST")


def main(request: dict[str, Any]) -> dict[str, Any]:
    """Return a report of each season: importing the engine takes longer than a season."""
    return {"reports": [grow(season) for season in request["seasons"]]}


def grow(request: dict[str, Any]) -> dict[str, Any]:
    """Return daily states, the season's summary and the water totals, or the engine's own words under `refused`."""
    settle_home()
    import pcse.models
    from pcse.base import ParameterProvider
    from pcse.exceptions import PCSEError

    limited = request["mode"] == "water_limited"
    kind = pcse.models.Wofost72_WLP_CWB if limited else pcse.models.Wofost72_PP
    parameters = ParameterProvider(cropdata=crop_of(request), soildata=request["soil"], sitedata=request["site"])
    try:
        model = kind(
            parameters,
            weather_of(request),
            calendar_of(request),
            output_vars=[*DAILY, *(WATER if limited else ())],
            terminal_vars=list(AT_END) if limited else [],
        )
        run(model, request["irrigation"])
    except (PCSEError, AssertionError, KeyError) as error:
        return {"refused": f"{type(error).__name__}: {error}"}
    return report(model)


def settle_home() -> None:
    """Create the settings folder that the package looks for, with an empty demonstration database; else it builds one.

    The package writes to the folder of `tempfile` as long as the variable USER is not set, which the sandbox ensures.
    """
    import mimetypes
    import os
    import tempfile

    mimetypes.knownfiles.clear()  # a library reads these system files, which the sandbox hides
    home = os.path.join(tempfile.gettempdir(), ".pcse")
    os.makedirs(home, exist_ok=True)
    with open(os.path.join(home, "pcse.db"), "ab"):
        pass


def crop_of(request: dict[str, Any]) -> dict[str, Any]:
    shipped = shipped_crop(request["crop_number"]) if request["crop_number"] else {}
    return {**shipped, **request["crop_parameters"]}


def shipped_crop(number: int) -> dict[str, Any]:
    """Return parameters from the package's demonstration data, of the variety sown in its example grid cell in 2000."""
    import collections
    import pathlib
    import sqlite3

    import pcse
    from pcse.tests.db_input import fetch_cropdata

    database = sqlite3.connect(":memory:")
    database.execute("create table crop (crop_no, crop_name, crop_group, note)")
    database.execute("create table crop_parameter_value (crop_no, parameter_code, parameter_xvalue, parameter_yvalue)")
    columns = "crop_no, variety_no, parameter_code, parameter_xvalue, parameter_yvalue"
    database.execute(f"create table variety_parameter_value ({columns})")
    columns = "grid_no, crop_no, variety_no, year, start, start_type, crop_start, end_type, crop_end, duration"
    database.execute(f"create table crop_calendar ({columns})")
    wanted = tuple(f'INSERT INTO "{name}"' for name in ("crop", "crop_calendar", "crop_parameter_value"))
    wanted += ('INSERT INTO "variety_parameter_value"',)
    with open(pathlib.Path(pcse.__file__).parent / "tests" / "test_data" / "pcse_dump.sql") as dump:
        for line in dump:
            if line.startswith(wanted):
                database.execute(line)

    def named(cursor: Any, row: Any) -> Any:
        return collections.namedtuple("Row", [column[0] for column in cursor.description])(*row)

    database.row_factory = named
    return dict(fetch_cropdata(database, 31031, 2000, number))


def weather_of(request: dict[str, Any]) -> Any:
    import datetime

    from pcse.base import WeatherDataContainer, WeatherDataProvider
    from pcse.util import reference_ET

    class Given(WeatherDataProvider):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__()
            self.latitude, self.elevation = request["latitude"], request["elevation_m"]

    site = {"LAT": request["latitude"], "LON": 0.0, "ELEV": request["elevation_m"]}
    columns = request["weather"]
    provider = Given()
    for place, text in enumerate(columns["date"]):
        day = datetime.date.fromisoformat(text)
        seen = {
            "TMIN": columns["tmin_c"][place],
            "TMAX": columns["tmax_c"][place],
            "IRRAD": columns["radiation_mj_m2"][place] * 1e6,
            "VAP": columns["vapour_pressure_kpa"][place] * 10,
            "WIND": columns["wind_m_s"][place],
        }
        if columns["e0_mm"] is None:
            depths = reference_ET(day, site["LAT"], site["ELEV"], **seen, ANGSTA=0.25, ANGSTB=0.5)
        else:
            depths = tuple(columns[name][place] for name in ("e0_mm", "es0_mm", "et0_mm"))
        water = dict(zip(("E0", "ES0", "ET0"), (max(depth, 0.0) / 10 for depth in depths), strict=True))
        row = WeatherDataContainer(DAY=day, RAIN=columns["rain_mm"][place] / 10, **site, **seen, **water)
        provider._store_WeatherDataContainer(row, day)
    return provider


def calendar_of(request: dict[str, Any]) -> list[dict[Any, Any]]:
    import datetime

    days = request["weather"]["date"]
    first, last = datetime.date.fromisoformat(days[0]), datetime.date.fromisoformat(days[-1])
    planted = datetime.date.fromisoformat(request["planting_date"])
    crop = {
        "crop_name": "crop",
        "variety_name": "variety",
        "crop_start_date": planted,
        "crop_start_type": request["starts_at"],
        "crop_end_date": last,
        "crop_end_type": "earliest",
        "max_duration": (last - planted).days + 1,
    }
    timed = schedule_of(request["irrigation"])
    return [{first: {"CropCalendar": crop, "TimedEvents": timed, "StateEvents": None}}]


def schedule_of(irrigation: dict[str, Any]) -> list[dict[str, Any]] | None:
    import datetime

    if irrigation["method"] != "schedule":
        return None
    pairs = zip(irrigation["dates"], irrigation["depth_mm"], strict=True)
    table = [{datetime.date.fromisoformat(day): {"amount": mm / 10, "efficiency": 1.0}} for day, mm in pairs]
    return [{"event_signal": "irrigate", "name": "irrigation", "comment": "", "events_table": table}]


def run(model: Any, irrigation: dict[str, Any]) -> None:
    """Run to the end of the crop; irrigation by threshold is applied here, because the engine's events need a set end
    date.
    """
    from pcse import signals

    if irrigation["method"] != "threshold":
        model.run_till_terminate()
        return
    while not model.flag_terminate:
        model.run(days=1)
        if model.get_variable("DVS") is not None and model.get_variable("SM") < irrigation["threshold_content"]:
            model._send_signal(signal=signals.irrigate, amount=irrigation["amount_mm"] / 10, efficiency=1.0)


def report(model: Any) -> dict[str, Any]:
    weather = model.weatherdataprovider
    days = [{**row, "ET0": weather(row["day"]).ET0, "day": row["day"].isoformat()} for row in model.get_output()]
    summaries = model.get_summary_output()
    if not summaries:
        return {"refused": "the crop did not finish"}
    summary = {name: str(value) if name.startswith("DO") and value else value for name, value in summaries[0].items()}
    return {"days": days, "summary": summary, "water": model.get_terminal_output()}

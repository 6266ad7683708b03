"""Tropical cyclones: tracks in fields of both hemispheres, categories by wind, and errors of tracks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import numpy as np
from pydantic import Field

from mesocosm.earth.fields.synonyms import find_synonym
from mesocosm.earth.forecasts import cyclones
from mesocosm.earth.forecasts.cyclone_scales import SCALES, Scale, category, scale_wind
from mesocosm.earth.forecasts.cyclones import Centre, Criteria
from mesocosm.earth.geo.distance import great_circle_km
from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs.arguments import Box, Name, Path, box_of, moment_of
from mesocosm.suites.terra.inputs.files import Fields, open_field_file, saved_table
from mesocosm.suites.terra.inputs.tracks import COLUMNS, read_tracks
from mesocosm.suites.terra.replies.lists import first_lines
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.suites.terra.tools.reanalysis import Year
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import xarray as xr

NEEDED = {
    "pressure": "msl",
    "east": "u",
    "north": "v",
    "temperature": "t",
    "east at 10 m": "u10",
    "north at 10 m": "v10",
}
"""The fields of a search, and their names in files, or a synonym of these."""


def _field(file: Fields, what: str, needed: bool = True) -> xr.DataArray | None:
    names = [str(name) for name in file.dataset.data_vars]
    known = find_synonym(NEEDED[what], names)
    if known is None and needed:
        raise ToolError(f"{file.path!r} has no {what} ({NEEDED[what]}); it holds {', '.join(names) or 'none'}")
    return None if known is None else file.dataset[known]


@tool()
def track(
    workspace: Workspace,
    /,
    surface_path: str,
    levels_path: str,
    least_hours: Annotated[float, Field(ge=0, le=1000)] = 24.0,
    fastest_km_h: Annotated[float, Field(gt=0, le=300)] = 90.0,
    least_vorticity: Annotated[float, Field(gt=0, le=1e-2)] = 5e-5,
    least_depth_hpa: Annotated[float, Field(ge=0, le=100)] = 2.0,
    least_warmth_k: Annotated[float, Field(ge=0, le=20)] = 0.5,
    furthest_latitude: Annotated[float, Field(gt=0, le=90)] = 50.0,
) -> Output:
    """Find tropical cyclones of both hemispheres and link them in time: lows with cyclonic spin and a warm core.

    Args:
        surface_path: File with pressure at mean sea level (msl), and wind at 10 m (u10, v10) for intensities.
        levels_path: File with u and v at 850 hPa and t somewhere in 300 to 500 hPa, on the same grid.
        least_hours: Least duration of a track in hours.
        fastest_km_h: Highest speed of a cyclone, km/h.
        least_vorticity: Least cyclonic vorticity at 850 hPa, 1/s.
        least_depth_hpa: Least pressure around (450 to 800 km) minus that of the centre, hPa.
        least_warmth_k: Least temperature of the core minus the air around, mean of 300 to 500 hPa, K.
        furthest_latitude: Highest latitude, degrees north or south.
    """
    surface, levels = open_field_file(workspace, surface_path), open_field_file(workspace, levels_path)
    weather = _weather(surface, levels)
    criteria = Criteria(
        least_vorticity=least_vorticity,
        least_depth_hpa=least_depth_hpa,
        least_warmth_k=least_warmth_k,
        furthest_latitude=furthest_latitude,
    )
    times = weather.pressure["time"].values
    found = [cyclones.centres(weather, place, criteria) for place in range(len(times))]
    hours = ((times - times[0]) / np.timedelta64(1, "h")).tolist()
    tracks = cyclones.tracks(found, hours, fastest_km_h, least_hours)
    points = [{"track": number, **centre.model_dump()} for number, each in enumerate(tracks, 1) for centre in each]
    path = saved_table(workspace, "cyclone tracks", points, COLUMNS)
    rows = [_summary(number, each) for number, each in enumerate(tracks, 1)]
    head = f"{path}: {len(tracks)} tracks of {sum(map(len, found))} centres at {len(times)} times"
    lines = [
        f"{row['track']}: {row['start']} to {row['end']}, {row['from']} → {row['to']}, "
        f"{row['least_pressure_hpa']:.1f} hPa"
        for row in rows
    ]
    inputs = {surface_path: surface.sha256, levels_path: levels.sha256}
    return Output(text=first_lines([head, *lines]), data={"path": path, "tracks": rows[:50]}, inputs=inputs)


def _weather(surface: Fields, levels: Fields) -> cyclones.Weather:
    pressure, temperature = _field(surface, "pressure"), _field(levels, "temperature")
    winds = [_field(levels, way) for way in ("east", "north")]
    near = [_field(surface, f"{way} at 10 m", needed=False) for way in ("east", "north")]
    assert pressure is not None
    assert temperature is not None
    if not np.issubdtype(pressure["time"].dtype if "time" in pressure.coords else float, np.datetime64):
        raise ToolError(f"{surface.path!r} needs a time axis in the standard calendar")
    there = [wind for wind in near if wind is not None]
    return cyclones.weather_of(
        pressure, [w for w in winds if w is not None], temperature, there if len(there) == 2 else []
    )


def _summary(track: int | str, centres: Sequence[Centre]) -> dict[str, object]:
    winds = [centre.wind_m_s for centre in centres if centre.wind_m_s is not None]
    pressures = [centre.pressure_hpa for centre in centres if np.isfinite(centre.pressure_hpa)]
    first, last = centres[0], centres[-1]
    return {
        "track": track,
        "start": first.time,
        "end": last.time,
        "from": _position(first),
        "to": _position(last),
        "points": len(centres),
        "least_pressure_hpa": min(pressures) if pressures else None,
        "strongest_wind_m_s": max(winds) if winds else None,
    }


def _position(centre: Centre) -> str:
    """Format a position, such as 35.90N 75.07W."""
    latitude, longitude = centre.latitude, (centre.longitude + 180.0) % 360.0 - 180.0
    return f"{abs(latitude):.2f}{'NS'[latitude < 0]} {abs(longitude):.2f}{'EW'[longitude < 0]}"


@tool()
def best_tracks(
    workspace: Workspace,
    /,
    path: Path,
    storms: Annotated[list[Name], Field(max_length=100)] | None = None,
    year: Year | None = None,
    box: Box | None = None,
) -> Output:
    """Take tracks out of HURDAT2 or IBTrACS, as a table; winds are means over 1 minute.

    Args:
        path: HURDAT2; or IBTrACS, .csv or .nc.
        storms: Names or ids, such as ANDREW or AL041992; default: all.
        year: Year of the positions, UTC; default: all.
        box: West, south, east, north in degrees.
    """
    file = read_tracks(workspace, path)
    chosen = {name: centres for name, centres in file.tracks.items() if storms is None or _is_one(name, storms)}
    inside = {name: [each for each in centres if _lies_in(each, year, box)] for name, centres in chosen.items()}
    points = [{"track": name, **_known(each)} for name, centres in inside.items() for each in centres]
    if not points:
        what = "no storm of these names" if not chosen else "no position of these storms in this year and box"
        raise ToolError(f"{path!r} has {what}; it holds {len(file.tracks)} storms such as {next(iter(file.tracks))}")
    table = saved_table(workspace, "best tracks", points, COLUMNS[:6])
    rows = [_summary(name, centres) for name, centres in inside.items() if centres]
    minutes = "" if file.wind_minutes is None else f", winds over {file.wind_minutes} min"
    head = f"{table}: {len(rows)} of {len(file.tracks)} tracks, {len(points)} positions{minutes}"
    lines = [f"{row['track']}: {row['start']} to {row['end']}, {row['from']} → {row['to']}" for row in rows]
    data = {"path": table, "tracks": rows[:50], "wind_minutes": file.wind_minutes}
    return Output(text=first_lines([head, *lines]), data=data, inputs={path: file.sha256})


def _known(centre: Centre) -> dict[str, object]:
    """Return the values of a centre; None for one that is unknown."""
    return {key: None if value != value else value for key, value in centre.model_dump().items()}


def _is_one(track: str, storms: Sequence[str]) -> bool:
    words = track.upper().rsplit(" ", 1)
    return any(storm.strip().upper() in (track.upper(), *words) for storm in storms)


def _lies_in(centre: Centre, year: int | None, box: list[float] | None) -> bool:
    if year is not None and moment_of(centre.time, "time").year != year:
        return False
    return box is None or box_of(box).contains(centre.longitude, centre.latitude)


@tool()
def categories(
    workspace: Workspace,
    /,
    path: str,
    scale: Literal["saffir_simpson", "australian"],
    averaging_minutes: Literal[1, 10],
) -> Output:
    """Find the strongest category that each track reaches, by its wind at 10 m.

    Args:
        path: Table of tracks, HURDAT2 or IBTrACS.
        scale: saffir_simpson is made for winds over one minute, australian for ten.
        averaging_minutes: Averaging time of the winds; they are converted to the scale's.
    """
    chosen: Scale = scale
    rows = []
    file = read_tracks(workspace, path)
    file.check_averaging(averaging_minutes)
    for name, centres in file.tracks.items():
        winds = [centre.wind_m_s for centre in centres if centre.wind_m_s is not None]
        if not winds and len(file.tracks) == 1:
            raise ToolError(f"track {name} of {path!r} has no winds")
        if not winds:
            continue
        rows.append(
            {
                "track": name,
                "wind_m_s": max(winds),
                "scale_wind_m_s": scale_wind(max(winds), chosen, averaging_minutes),
                "category": category(max(winds), chosen, averaging_minutes),
            }
        )
    if not rows:
        raise ToolError(f"none of the {len(file.tracks)} tracks of {path!r} has winds")
    minutes = SCALES[chosen][0]
    converted = "" if minutes == averaging_minutes else f", {{scale_wind_m_s:.1f}} m/s over {minutes} min"
    form = "track {track}: {category} ({wind_m_s:.1f} m/s" + converted + ")"
    lines = [form.format(**row) for row in rows[:6]]
    if len(rows) < len(file.tracks):
        lines.append(f"{len(file.tracks) - len(rows)} tracks have no winds")
    return Output(text="\n".join(lines), data={"tracks": rows[:100]}, inputs={path: file.sha256})


@tool()
def track_error(workspace: Workspace, /, path: str, truth_path: str) -> Output:
    """Measure the distance in km between tracks and the true ones at common times; each true track takes the nearest.

    Args:
        path: Table with track, time, latitude and longitude; HURDAT2 or IBTrACS.
        truth_path: The true tracks, likewise.
    """
    file, truth_file = read_tracks(workspace, path), read_tracks(workspace, truth_path)
    tracks, truths = file.tracks, truth_file.tracks
    rows = []
    for name, truth in truths.items():
        options = [(number, _distances(centres, truth)) for number, centres in tracks.items()]
        options = [(number, apart) for number, apart in options if apart]
        if options:
            number, apart = min(options, key=lambda pair: float(np.mean(pair[1])))
            rows.append(
                {
                    "truth": name,
                    "track": number,
                    "mean_km": float(np.mean(apart)),
                    "worst_km": max(apart),
                    "times": len(apart),
                }
            )
    lines = [
        f"{row['truth']}: track {row['track']}, mean {row['mean_km']:.0f} km, worst {row['worst_km']:.0f} km, "
        f"{row['times']} times"
        for row in rows[:5]
    ]
    head = f"{len(rows)} of {len(truths)} true tracks have a track at the same times"
    inputs = {each.path: each.sha256 for each in (file, truth_file)}
    return Output(
        text="\n".join([head, *lines]), data={"matched": rows[:100], "true_tracks": len(truths)}, inputs=inputs
    )


def _distances(centres: Sequence[Centre], truth: Sequence[Centre]) -> list[float]:
    at = {moment_of(centre.time, "time"): centre for centre in truth}
    pairs = [(centre, at[moment]) for centre in centres if (moment := moment_of(centre.time, "time")) in at]
    return [float(great_circle_km(a.latitude, a.longitude, [b.latitude], [b.longitude])[0]) for a, b in pairs]


FAMILY = "forecast"
PUBLISHED = {"run_tc_tracks_from_era5": "cyclones.track"}
"""Published names to ours."""

"""Writing of profiles as BUFKIT text, in the layout of the models' own files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from pathlib import Path

import numpy as np

from mesocosm.earth.weather.soundings.bufkit import MISSING
from mesocosm.earth.weather.soundings.profile import HIGHEST_HPA, FloatArray, Profile, uv_m_s
from mesocosm.earth.weather.soundings.stations import Station
from mesocosm.earth.weather.thermodynamics import FREEZING, equivalent_potential_temperature, wet_bulb
from mesocosm.errors import InvalidRecord

LEVEL_NAMES = ("PRES", "TMPC", "TMWC", "DWPC", "THTE", "DRCT", "SKNT", "OMEG", "CFRL", "HGHT")
PROFILE_NAMES = (
    *("SHOW", "LIFT", "SWET", "KINX", "LCLP", "PWAT", "TOTL"),
    *("CAPE", "LCLT", "CINS", "EQLV", "LFCT", "BRCH"),
)
SURFACE_NAMES = ("PMSL", "PRES", "UWND", "VWND", "T2MS", "TD2M")


def write_bufkit(
    path: Path,
    station: Station,
    profiles: Sequence[Profile],
    *,
    run: datetime,
    model_indices: Sequence[Mapping[str, float]] = (),
    station_number: int = 999999,
) -> None:
    """Write a station's profiles, ground first, as a BUFKIT file from which `read_bufkit` reads the same two decimals.

    Args:
        path: The file; `hrrr_<station>.buf` in a folder of the published layout.
        station: Station of the profiles.
        profiles: One per forecast hour, earliest first.
        run: Start of the model run, UTC; forecast hours count from it.
        model_indices: Per profile, values under SHOW, CAPE, ...; absent names are written as missing.
        station_number: The WMO number in the file.
    """
    hours = [_hour(profile, run) for profile in profiles]
    if hours != sorted(set(hours)) or not hours:
        raise InvalidRecord(f"profiles must be at least one, each for a later hour than the last; got hours {hours}")
    lines = ["", f"SNPARM = {';'.join(LEVEL_NAMES)}", f"STNPRM = {';'.join(PROFILE_NAMES)}", ""]
    for number, (profile, hour) in enumerate(zip(profiles, hours, strict=True)):
        lines += _opening(station, profile, hour, station_number)
        lines += _index_lines(model_indices[number] if model_indices else {})
        lines += _level_lines(profile)
    lines += _surface_lines(profiles, station_number)
    path.write_bytes(("\r\n".join(lines) + "\r\n").encode("ascii"))


def _hour(profile: Profile, run: datetime) -> int:
    if profile.valid is None:
        raise InvalidRecord("a profile must have a valid time to be written")
    hours = (profile.valid - run) / timedelta(hours=1)
    if hours < 0 or hours != int(hours):
        raise InvalidRecord(f"a profile must be valid a whole number of hours after its run, got {hours:g} hours")
    return int(hours)


def _opening(station: Station, profile: Profile, hour: int, number: int) -> list[str]:
    return [
        f"STID = {station.id} STNM = {number} TIME = {profile.valid:%y%m%d/%H%M}",
        f"SLAT = {station.latitude:.2f} SLON = {station.longitude:.2f} SELV = {station.elevation_m:.1f}",
        f"STIM = {hour}",
        "",
    ]


def _index_lines(values: Mapping[str, float]) -> Iterator[str]:
    pairs = [f"{name} = {values.get(name, MISSING):.2f}" for name in PROFILE_NAMES]
    yield from (" ".join(pairs[at : at + 4]) for at in range(0, len(pairs), 4))
    yield ""


def _level_lines(profile: Profile) -> Iterator[str]:
    yield " ".join(LEVEL_NAMES[:8])
    yield " ".join(LEVEL_NAMES[8:])
    for row in _table(profile):
        words = [f"{value:.2f}" for value in row]
        yield " ".join(words[:8])
        yield " ".join(words[8:])
    yield ""


def _table(profile: Profile) -> FloatArray:
    warmth, dew = profile.temperature_c + FREEZING, profile.dewpoint_c + FREEZING
    wet = np.where(profile.pressure_hpa < HIGHEST_HPA, np.nan, wet_bulb(profile.pressure_hpa, warmth, dew)) - FREEZING
    equivalent = equivalent_potential_temperature(profile.pressure_hpa, warmth, dew)
    still = np.zeros(len(profile))
    columns = {
        "PRES": profile.pressure_hpa,
        "TMPC": profile.temperature_c,
        "TMWC": wet,
        "DWPC": profile.dewpoint_c,
        "THTE": equivalent,
        "DRCT": profile.wind_direction_deg,
        "SKNT": profile.wind_speed_kt,
        "OMEG": still if profile.omega_pa_s is None else profile.omega_pa_s,
        "CFRL": still,
        "HGHT": profile.height_m,
    }
    return np.nan_to_num(np.column_stack([columns[name] for name in LEVEL_NAMES]), nan=MISSING)


def _surface_lines(profiles: Sequence[Profile], number: int) -> Iterator[str]:
    """Return the surface table, with the lowest level of each profile as values near the ground."""
    yield "STN YYMMDD/HHMM " + " ".join(SURFACE_NAMES)
    for profile in profiles:
        east, north = uv_m_s(profile.wind_direction_deg[:1], profile.wind_speed_kt[:1])
        lowest = (profile.pressure_hpa[0], east[0], north[0], profile.temperature_c[0], profile.dewpoint_c[0])
        words = " ".join(f"{value:.2f}" for value in np.nan_to_num([MISSING, *lowest], nan=MISSING))
        yield f"{number} {profile.valid:%y%m%d/%H%M} {words}"

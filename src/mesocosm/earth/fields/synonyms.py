"""Names of the same field in files of different centres: ours, ECMWF's short names, those of CMIP and of NCEP."""

from __future__ import annotations

from collections.abc import Collection

SYNONYMS = (
    ("temperature_2m", "t2m", "2t", "tas"),
    ("dew_point_2m", "d2m", "2d"),
    ("pressure_msl", "msl", "prmsl", "mslp", "psl", "slp"),
    ("surface_pressure", "sp", "ps"),
    ("wind_east_10m", "u10", "10u", "uas"),
    ("wind_north_10m", "v10", "10v", "vas"),
    ("cloud_cover", "tcc", "clt"),
    ("shortwave", "ssrd", "rsds"),
    ("precipitation", "tp", "pr"),
    ("snowfall", "sf", "prsn"),
    ("temperature", "t", "ta"),
    ("wind_east", "u", "ua"),
    ("wind_north", "v", "va"),
    ("geopotential", "z"),
    ("geopotential_height", "gh", "zg"),
    ("relative_humidity", "r", "hur"),
    ("specific_humidity", "q", "hus"),
    ("omega", "w", "wap"),
    ("pm2p5", "pm25", "pm2_5"),
)


def synonyms(name: str) -> tuple[str, ...]:
    """Return all names of a field, given one of them."""
    return next(same for same in SYNONYMS if name in same)


def find_synonym(name: str, names: Collection[str]) -> str | None:
    """Return which of several names means the same: the name itself, else a synonym, else None."""
    if name in names:
        return name
    return next((other for same in SYNONYMS if name in same for other in same if other in names), None)

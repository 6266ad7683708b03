"""Reading of soundings in any supported file format."""

from __future__ import annotations

from pathlib import Path

from mesocosm.earth.weather.soundings import balloons
from mesocosm.earth.weather.soundings.bufkit import is_bufkit, read_bufkit
from mesocosm.earth.weather.soundings.profile import Sounding
from mesocosm.errors import InvalidRecord

OPENING_BYTES = 2000
KNOWN = "BUFKIT, SPC text (%TITLE% ... %RAW%), University of Wyoming text, decoded radiosonde parquet, NetCDF"
NETCDF = (b"CDF", b"\x89HDF")


def read_sounding(path: Path, hour: int | None = None) -> Sounding:
    """Read the sounding in a file; BUFKIT has many, so that the forecast hour is required there."""
    with path.open("rb") as file:
        opening = file.read(OPENING_BYTES)
    if is_bufkit(opening.decode("latin-1")):
        return _forecast(path, hour)
    if hour is not None:
        raise InvalidRecord(f"{path} holds one sounding; an hour is chosen in BUFKIT files only")
    return _observed(path, opening)


def _forecast(path: Path, hour: int | None) -> Sounding:
    file = read_bufkit(path)
    if hour is None:
        raise InvalidRecord(f"{path} is a BUFKIT file; name one of its hours: {file.shown_hours}")
    return file.sounding(hour)


def _observed(path: Path, opening: bytes) -> Sounding:
    text = opening.decode("latin-1")
    if opening[:4] == b"PAR1":
        return balloons.read_parquet(path)
    if opening.startswith(NETCDF):
        return _netcdf(path)
    if balloons.is_spc(text):
        return balloons.read_spc(path)
    if balloons.is_wyoming(text):
        return balloons.read_wyoming(path)
    raise InvalidRecord(f"{path} is not a sounding of a known format; known: {KNOWN}")


def _netcdf(path: Path) -> Sounding:
    """Read a sounding with the names of `arrays.from_dataset` from NetCDF."""
    from mesocosm.earth.fields.readers import open_netcdf
    from mesocosm.earth.weather.soundings.arrays import from_dataset

    dataset = open_netcdf(path.read_bytes(), str(path))
    try:
        return from_dataset(dataset)
    except InvalidRecord as error:
        raise InvalidRecord(f"{path}: {error}") from error

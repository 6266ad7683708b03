"""Vectors and rasters of the workspace: opened with the hash that provenance needs, saved under names used once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from mesocosm.earth.imagery.raster import WRITTEN, Raster, as_geotiff, read_raster
from mesocosm.earth.places.features import Feature, MapFeatures, as_geojson, read_geojson, read_openstreetmap
from mesocosm.errors import ToolError, UserError
from mesocosm.suites.terra.inputs.files import open_field_file, save_fields
from mesocosm.suites.terra.untrusted.compressed import decompress
from mesocosm.suites.terra.untrusted.decoded_files import decoded_once
from mesocosm.suites.terra.untrusted.raster import untrusted_raster
from mesocosm.workspace.workspace import LARGEST_READ, Workspace

if TYPE_CHECKING:
    import xarray as xr

NETCDF = (b"CDF", b"\x89HDF")
PBF = b"\n\tOSMHeader"
XML = (b"<", b"\xef\xbb\xbf<")
FEATURE_BYTES = 5
"""Approximate bytes in memory for each feature of a file."""
LIST_BYTES, VALUE_BYTES = 80, 32
"""Approximate bytes in memory for a list or an object, and for a value, however short they are in the file."""
KEY_BYTES, ELEMENT_BYTES = 160, 440
"""Approximate bytes in memory for a property with its name, and for an XML element with its attributes."""


@contextmanager
def agent_errors() -> Iterator[None]:
    """Turn errors that a person would correct into errors that the agent can correct."""
    try:
        yield
    except UserError as error:
        raise ToolError(str(error)) from error


def read_plain(workspace: Workspace, path: str) -> tuple[bytes, str]:
    """Return the content of a file, decompressed if it is gzip or bzip2, and the hash of the file."""
    data, sha256 = workspace.read_hashed(path)
    with agent_errors():
        return decompress(data, repr(path), LARGEST_READ), sha256


def read_map(workspace: Workspace, path: str) -> tuple[str, str]:
    """Return the text of an OpenStreetMap XML file, which may be compressed, and the hash of the file."""
    data, sha256 = read_plain(workspace, path)
    refuse_pbf(data, repr(path))
    try:
        return data.decode("utf-8"), sha256
    except UnicodeDecodeError as error:
        raise ToolError(f"{path!r} is no UTF-8 text: byte {error.start} is {data[error.start]:#04x}") from None


def refuse_pbf(data: bytes, name: str) -> None:
    """Refuse OpenStreetMap's binary form, which is not read here, with the forms that are."""
    if data[4:20].startswith(PBF):
        raise ToolError(f"{name} is OpenStreetMap PBF, which is not read; convert it to .osm, .osm.gz or .osm.bz2")


def opened_features(workspace: Workspace, path: str) -> tuple[list[Feature], dict[str, str]]:
    """Return the features of a GeoJSON or OpenStreetMap file, and its hash by its name."""
    held, inputs = opened_map(workspace, path)
    return list(held.features), inputs


def opened_map(workspace: Workspace, path: str) -> tuple[MapFeatures, dict[str, str]]:
    """Do as `opened_features`, and also return the relations of a map that make no area."""
    data, sha256 = read_plain(workspace, path)
    refuse_pbf(data, repr(path))
    with agent_errors():
        held = decoded_once(
            workspace, ("features", sha256), lambda: _read_features(data, path), lambda _: feature_bytes(data)
        )
    if not held.features:
        raise ToolError(f"{path!r} holds no feature with a shape and, on a map, a tag")
    return held, {path: sha256}


def feature_bytes(data: bytes) -> int:
    """Estimate the least memory of the features of a file, in bytes."""
    lists, values = data.count(b"[") + data.count(b"{"), data.count(b",")
    named = KEY_BYTES * data.count(b":") + ELEMENT_BYTES * data.count(b"<")
    return max(FEATURE_BYTES * len(data), len(data) + LIST_BYTES * lists + VALUE_BYTES * values + named)


def _read_features(data: bytes, path: str) -> MapFeatures:
    if data.lstrip()[:4].startswith(XML):
        return read_openstreetmap(data, repr(path))
    return MapFeatures(tuple(read_geojson(data, repr(path))))


def opened_raster(workspace: Workspace, path: str, variable: str | None = None) -> tuple[Raster, dict[str, str]]:
    """Return a raster, from GeoTIFF and similar formats or from a field of a NetCDF file, and its hash by its name."""
    data, digest = workspace.read_hashed(path)
    if data.startswith(NETCDF):
        fields = open_field_file(workspace, path)
        return raster_of(fields.field(variable)), {path: fields.sha256}
    with agent_errors():
        return read_raster(data, repr(path), opening=None if digest in WRITTEN else untrusted_raster), {path: digest}


def raster_of(field: xr.DataArray) -> Raster:
    """Convert a field of latitude and longitude, south first, to a raster, north on top, edges half a cell out."""
    import numpy as np
    from rasterio.crs import CRS
    from rasterio.transform import Affine

    plain = field.squeeze(drop=True)
    if set(plain.dims) != {"latitude", "longitude"} or min(plain.shape) < 2:
        raise ToolError(f"{field.name} must have latitudes and longitudes alone, it has {dict(field.sizes)}; reduce it")
    plain = plain.transpose("latitude", "longitude")
    steps = [np.diff(plain[axis].values.astype(float)) for axis in ("longitude", "latitude")]
    if any(np.ptp(step) > 0.01 * abs(step.mean()) for step in steps):
        raise ToolError(f"{field.name} lies on uneven latitudes or longitudes; regrid it first")
    across, up = (float(step.mean()) for step in steps)
    west, north = float(plain["longitude"][0]) - across / 2, float(plain["latitude"][-1]) + up / 2
    name, unit = str(field.name), str(field.attrs.get("units", ""))
    values = np.asarray(plain.values[::-1], np.float64)
    return Raster({name: values}, Affine(across, 0, west, 0, -up, north), CRS.from_epsg(4326), {name: unit})


def saved_features(workspace: Workspace, stem: str, features: Sequence[Feature]) -> str:
    """Save features as a new GeoJSON file and return its name."""
    return save_fields(workspace, stem, as_geojson(features), ".geojson")


def saved_raster(workspace: Workspace, stem: str, raster: Raster) -> str:
    """Save a raster as a new GeoTIFF file and return its name."""
    return save_fields(workspace, stem, as_geotiff(raster), ".tif")

"""Vorticity, divergence and the geostrophic wind on the sphere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.fields.field_units import convert_field, unit_of
from mesocosm.earth.fields.region import needs_grid
from mesocosm.earth.geo.distance import EARTH_RADIUS_KM
from mesocosm.earth.weather.gravity import GRAVITY
from mesocosm.errors import InvalidRecord

if TYPE_CHECKING:
    import xarray as xr

RADIUS_M = EARTH_RADIUS_KM * 1000
EARTH_TURN = 7.292115e-5
"""Rotation of the Earth relative to the stars, rad/s (Moritz 2000, Journal of Geodesy 74, 128-133)."""
NEAR_EQUATOR = 5.0
"""Degrees of latitude from the equator within which the geostrophic wind is NaN."""
WHOLE_TURN = 359.0


def vorticity_and_divergence(u: xr.DataArray, v: xr.DataArray) -> xr.Dataset:
    """Compute relative vorticity and divergence, 1/s, on the sphere (Holton and Hakim 2013, section 4.2).

    ζ = (∂v/∂λ - ∂(u cos φ)/∂φ) / (a cos φ);  D = (∂u/∂λ + ∂(v cos φ)/∂φ) / (a cos φ), in radians (the spherical form of
    the book's); centred differences, one-sided at the edges, and periodic if the grid goes around the globe. NaN at the
    poles, where cos φ is 0.
    """
    import xarray as xr

    for component in (u, v):
        needs_grid(component)
    east, north = convert_field(u, "m/s", "u"), convert_field(v, "m/s", "v")
    cosine = _cosine(east["latitude"])
    vorticity = (along(north, "longitude") - along(east * cosine, "latitude")) / (RADIUS_M * cosine)
    divergence = (along(east, "longitude") + along(north * cosine, "latitude")) / (RADIUS_M * cosine)
    fields = {"vorticity": vorticity.transpose(*u.dims), "divergence": divergence.transpose(*u.dims)}
    return xr.Dataset({name: field.drop_attrs(deep=False).assign_attrs(units="s-1") for name, field in fields.items()})


def _cosine(latitude: xr.DataArray) -> xr.DataArray:
    """Return the cosine of latitudes; NaN at the poles."""
    cosine = latitude.copy(data=np.cos(np.radians(latitude.values)))
    return cosine.where(cosine > 1e-6)


def along(values: xr.DataArray, axis: str) -> xr.DataArray:
    """Return the derivative along latitude or longitude, per radian."""
    import xarray as xr

    if values.sizes.get(axis, 0) < 3:
        raise InvalidRecord(f"a derivative needs at least three cells along {axis}, got {values.sizes.get(axis, 0)}")
    degrees = values[axis].values.astype(np.float64)
    step = (degrees[-1] - degrees[0]) / (len(degrees) - 1)
    around = axis == "longitude" and degrees[-1] - degrees[0] + step > WHOLE_TURN
    if around:
        first, last = values.isel({axis: [0]}), values.isel({axis: [-1]})
        first = first.assign_coords({axis: first[axis] + 360.0})
        last = last.assign_coords({axis: last[axis] - 360.0})
        values = xr.concat([last, values, first], axis)
    slope: xr.DataArray = values.astype(np.float64).differentiate(axis) * (180.0 / np.pi)
    return slope.isel({axis: slice(1, -1)}) if around else slope


def geostrophic_wind(height: xr.DataArray) -> xr.Dataset:
    """Compute the geostrophic wind, m/s, from a geopotential (m²/s²) or a geopotential height (m).

    u = -(1/f a) ∂Φ/∂φ;  v = (1/(f a cos φ)) ∂Φ/∂λ, with f = 2 Ω sin φ (Holton and Hakim 2013, eq. 2.23). NaN within
    5 degrees of the equator.
    """
    import xarray as xr

    needs_grid(height)
    geopotential = geopotential_of(height)
    latitude = height["latitude"]
    sine = latitude.copy(data=np.sin(np.radians(latitude.values)))
    coriolis = (2 * EARTH_TURN * sine).where(abs(latitude) >= NEAR_EQUATOR)
    east = -along(geopotential, "latitude") / (coriolis * RADIUS_M)
    north = along(geopotential, "longitude") / (coriolis * RADIUS_M * _cosine(latitude))
    fields = {"geostrophic_u": east.transpose(*height.dims), "geostrophic_v": north.transpose(*height.dims)}
    return xr.Dataset(
        {name: field.drop_attrs(deep=False).assign_attrs(units="m s-1") for name, field in fields.items()}
    )


def geopotential_of(height: xr.DataArray) -> xr.DataArray:
    """Return the geopotential, m²/s², of a geopotential or a height in metres, as the unit of the field says."""
    try:
        return convert_field(height, "m**2/s**2", "geopotential")
    except InvalidRecord:
        pass
    try:
        return (convert_field(height, "m") * GRAVITY).drop_attrs(deep=False).assign_attrs(units="m2 s-2")
    except InvalidRecord as error:
        raise InvalidRecord(
            f"{height.name} is in {unit_of(height)}; a geopotential (m2 s-2) or a height (m) is needed"
        ) from error

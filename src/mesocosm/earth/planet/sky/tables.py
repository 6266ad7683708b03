"""Names, units and steps of the variables of the sky."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.quantisation import round_to_step
from mesocosm.earth.planet.sky.clock import Floats
from mesocosm.types import Record

if TYPE_CHECKING:
    import xarray as xr


Singles = NDArray[np.float32]


class Variable(Record):
    """A variable: its unit, the step of which its values are whole multiples, its CF standard name."""

    units: str
    step: float
    standard_name: str
    cell_methods: str = "time: point"


SURFACE: dict[str, Variable] = {
    "temperature_2m": Variable(units="degC", step=0.1, standard_name="air_temperature"),
    "dew_point_2m": Variable(units="degC", step=0.1, standard_name="dew_point_temperature"),
    "pressure_msl": Variable(units="hPa", step=0.1, standard_name="air_pressure_at_mean_sea_level"),
    "surface_pressure": Variable(units="hPa", step=0.1, standard_name="surface_air_pressure"),
    "wind_east_10m": Variable(units="m s-1", step=0.1, standard_name="eastward_wind"),
    "wind_north_10m": Variable(units="m s-1", step=0.1, standard_name="northward_wind"),
    "cloud_cover": Variable(units="1", step=0.01, standard_name="cloud_area_fraction"),
    "shortwave": Variable(units="W m-2", step=1.0, standard_name="surface_downwelling_shortwave_flux_in_air"),
    "precipitation": Variable(
        units="mm", step=0.1, standard_name="lwe_thickness_of_precipitation_amount", cell_methods="time: sum"
    ),
    "snowfall": Variable(
        units="mm", step=0.1, standard_name="lwe_thickness_of_snowfall_amount", cell_methods="time: sum"
    ),
}
ALOFT: dict[str, Variable] = {
    "geopotential_height": Variable(units="m", step=0.1, standard_name="geopotential_height"),
    "temperature": Variable(units="degC", step=0.1, standard_name="air_temperature"),
    "wind_east": Variable(units="m s-1", step=0.1, standard_name="eastward_wind"),
    "wind_north": Variable(units="m s-1", step=0.1, standard_name="northward_wind"),
    "relative_humidity": Variable(units="1", step=0.01, standard_name="relative_humidity"),
    "specific_humidity": Variable(units="kg kg-1", step=1e-6, standard_name="specific_humidity"),
    "omega": Variable(units="Pa s-1", step=0.001, standard_name="lagrangian_tendency_of_air_pressure"),
}
DAILY: dict[str, Variable] = {
    "precipitation": SURFACE["precipitation"],
    "snowfall": SURFACE["snowfall"],
    "temperature_mean": Variable(units="degC", step=0.1, standard_name="air_temperature", cell_methods="time: mean"),
    "temperature_min": Variable(units="degC", step=0.1, standard_name="air_temperature", cell_methods="time: minimum"),
    "temperature_max": Variable(units="degC", step=0.1, standard_name="air_temperature", cell_methods="time: maximum"),
    "dew_point": Variable(units="degC", step=0.1, standard_name="dew_point_temperature", cell_methods="time: mean"),
    "shortwave": Variable(
        units="W m-2", step=1.0, standard_name="surface_downwelling_shortwave_flux_in_air", cell_methods="time: mean"
    ),
    "reference_evaporation": Variable(
        units="mm", step=0.1, standard_name="water_potential_evapotranspiration_amount", cell_methods="time: sum"
    ),
    "wind_speed": Variable(units="m s-1", step=0.1, standard_name="wind_speed", cell_methods="time: mean"),
}


def round_fields(fields: dict[str, Floats], table: dict[str, Variable]) -> dict[str, Singles]:
    """Round fields to whole steps, as 32-bit floats; minus zero becomes zero."""
    return {name: (round_to_step(values, table[name].step) + 0.0).astype(np.float32) for name, values in fields.items()}


def dataset(
    fields: dict[str, Singles],
    table: dict[str, Variable],
    dims: tuple[str, ...],
    coords: dict[str, object],
    title: str,
) -> xr.Dataset:
    """Return fields with their attributes, after the CF conventions 1.11."""
    import xarray as xr

    variables = {
        name: (dims, values, table[name].model_dump(exclude={"step"}) | {"quantum": table[name].step})
        for name, values in fields.items()
    }
    return xr.Dataset(variables, coords=coords, attrs={"Conventions": "CF-1.11", "title": title})

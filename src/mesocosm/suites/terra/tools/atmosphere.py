"""Winds, moisture and motion of the air, computed from fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import JsonValue

from mesocosm.earth.fields.synonyms import find_synonym
from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs import selection
from mesocosm.suites.terra.inputs.arguments import Box, Name, Path
from mesocosm.suites.terra.inputs.files import Fields, open_field_file
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.suites.terra.tools.reanalysis import Level
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import xarray as xr


@tool()
def winds(workspace: Workspace, /, path: Path, u: Name = "u10", v: Name = "v10", level: Level | None = None) -> Output:
    """Compute wind speed and the direction the wind comes from, from its components; calm has no direction (missing).

    Args:
        path: File of the workspace.
        u: Variable of the eastward wind.
        v: Variable of the northward wind.
        level: Pressure level in hPa; default: all.
    """
    from mesocosm.earth.fields import air

    fields = open_field_file(workspace, path)
    components = (selection.select_variable(fields, name, level=level) for name in (u, v))
    result = selection.on_level(air.winds(*components), level)
    return selection.answer(workspace, f"winds {u} {v}", result, [fields], *_level_line(level))


def _level_line(level: float | None) -> list[str]:
    return [] if level is None else [f"at {level:g} hPa"]


@tool()
def humidity(
    workspace: Workspace,
    /,
    path: Path,
    temperature: Name = "t2m",
    dew_point: Name | None = None,
    specific_humidity: Name | None = None,
    relative_humidity: Name | None = None,
    pressure: Name | None = None,
    pressure_hpa: Level | None = None,
) -> Output:
    """Compute dew point, relative and specific humidity, mixing ratio, potential temperature from one humidity measure.

    Args:
        path: File of the workspace.
        temperature: Variable of the air temperature.
        dew_point: Variable of the dew point. Exactly one measure of humidity is given.
        specific_humidity: Variable of the specific humidity.
        relative_humidity: Variable of the relative humidity.
        pressure: Variable of the air pressure; default: the file's pressure levels.
        pressure_hpa: One pressure for all cells, in hPa, if the file has neither.
    """
    from mesocosm.earth.fields import air

    fields = open_field_file(workspace, path)
    air_temperature = selection.select_variable(fields, temperature)
    names = {"dewpoint": dew_point, "specific": specific_humidity, "relative": relative_humidity}
    given = {key: selection.select_variable(fields, name) for key, name in names.items() if name is not None}
    weight = _pressure(fields, air_temperature, pressure, pressure_hpa)
    return selection.answer(workspace, "humidity", air.humidity(air_temperature, weight, **given), [fields])


def _pressure(fields: Fields, temperature: xr.DataArray, name: str | None, hpa: float | None) -> xr.DataArray:
    import xarray as xr

    if name is not None:
        return selection.select_variable(fields, name)
    if hpa is not None:
        return xr.DataArray(hpa, attrs={"units": "hPa"})
    if "level" in temperature.dims:
        return temperature["level"].astype(float).assign_attrs(units="hPa")
    raise ToolError(
        f"`pressure` or `pressure_hpa` is needed: {temperature.name} lies on no pressure levels; variables: "
        + ", ".join(map(str, fields.dataset.data_vars))
    )


@tool()
def moisture_transport(
    workspace: Workspace,
    /,
    path: Path,
    q: Name = "q",
    u: Name = "u",
    v: Name = "v",
    surface_pressure: Name = "sp",
    surface_path: Path | None = None,
) -> Output:
    """Integrate water vapour (IWV) and its transport (IVT) over the column, from the pressure levels of a file.

    Args:
        path: A file of the workspace with pressure levels.
        q: Variable of the specific humidity.
        u: Variable of the eastward wind.
        v: Variable of the northward wind.
        surface_pressure: Variable of the surface pressure, where the column ends; used if it is there. Below the lowest
            level, that level's values hold down to the ground.
        surface_path: File of the surface pressure, if different.
    """
    from mesocosm.earth.fields import air

    fields, other = selection.two(workspace, path, surface_path)
    ground = _ground(other, surface_pressure, needed=surface_path is not None or surface_pressure != "sp")
    share, east, north = (selection.select_variable(fields, name) for name in (q, u, v))
    result = air.moisture_transport(share, east, north, ground)
    levels = fields.field(q)["level"].values
    end = "levels below the ground are included: no surface pressure is there"
    if ground is not None:
        end = f"to the ground; where that lies below {levels.max():g} hPa, with the values of this level"
    line = f"between {levels.min():g} and {levels.max():g} hPa, {len(levels)} levels; {end}"
    more: dict[str, JsonValue] = {"to_the_ground": ground is not None}
    sources = [fields] if other is fields else [fields, other]
    return selection.answer(workspace, "moisture transport", result, sources, line, more=more)


def _ground(fields: Fields, name: str, *, needed: bool) -> xr.DataArray | None:
    """Return the surface pressure of a file; None if there is none and none was requested."""
    if not needed and find_synonym(name, [str(each) for each in fields.dataset.data_vars]) is None:
        return None
    pressure = selection.select_variable(fields, name)
    if "level" in pressure.dims:
        raise ToolError(f"`surface_pressure` must lie on the ground; {pressure.name} has pressure levels")
    return pressure


@tool()
def kinematics(
    workspace: Workspace,
    /,
    path: Path,
    u: Name = "u",
    v: Name = "v",
    level: Level | None = None,
    box: Box | None = None,
) -> Output:
    """Compute relative vorticity and divergence of the wind on the sphere, per second.

    Args:
        path: File of the workspace.
        u: Variable of the eastward wind.
        v: Variable of the northward wind.
        level: Pressure level in hPa; default: all.
        box: West, south, east, north in degrees.
    """
    from mesocosm.earth.fields.kinematics import vorticity_and_divergence

    fields = open_field_file(workspace, path)
    components = (selection.select_variable(fields, name, level=level, box=box) for name in (u, v))
    result = selection.on_level(vorticity_and_divergence(*components), level)
    return selection.answer(workspace, f"kinematics {u} {v}", result, [fields], *_level_line(level))


@tool()
def geostrophic_wind(
    workspace: Workspace, /, path: Path, geopotential: Name = "z", level: Level | None = None, box: Box | None = None
) -> Output:
    """Compute the geostrophic wind of a geopotential (m2 s-2) or geopotential height (m); not within 5° of the equator.

    Args:
        path: File of the workspace.
        geopotential: Variable of either; its unit says which.
        level: Pressure level in hPa; default: all.
        box: West, south, east, north in degrees.
    """
    from mesocosm.earth.fields import kinematics as motion

    fields = open_field_file(workspace, path)
    result = motion.geostrophic_wind(selection.select_variable(fields, geopotential, level=level, box=box))
    result = selection.on_level(result, level)
    return selection.answer(workspace, f"geostrophic wind {geopotential}", result, [fields], *_level_line(level))


@tool()
def vertical_shear(
    workspace: Workspace, /, path: Path, top: Level = 500, bottom: Level = 850, u: Name = "u", v: Name = "v"
) -> Output:
    """Compute the difference of the wind between two pressure levels: upper minus lower.

    Args:
        path: A file of the workspace with pressure levels.
        top: Upper level in hPa.
        bottom: Lower level in hPa.
        u: Variable of the eastward wind.
        v: Variable of the northward wind.
    """
    from mesocosm.earth.fields import air

    fields = open_field_file(workspace, path)
    east, north = (selection.select_variable(fields, name) for name in (u, v))
    result = air.vertical_shear(east, north, top, bottom)
    return selection.answer(workspace, f"shear {top:g} {bottom:g}", result, [fields])


FAMILY = "reanalysis"
PUBLISHED = {
    "winds_basic": "atmosphere.winds",
    "humidity_basic": "atmosphere.humidity",
    "moisture_integrals": "atmosphere.moisture_transport",
    "kinematics": "atmosphere.kinematics",
    "vertical_shear": "atmosphere.vertical_shear",
}
"""Published names to our tools that do the same."""

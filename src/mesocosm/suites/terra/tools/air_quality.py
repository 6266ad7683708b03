"""Air quality from fields of concentrations."""

from __future__ import annotations

from mesocosm.earth.fields.air_quality import Authority, Averaging, Pollutant
from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs import selection
from mesocosm.suites.terra.inputs.arguments import Name, Path
from mesocosm.suites.terra.inputs.files import open_field_file
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.tools.tool import Output
from mesocosm.workspace.workspace import Workspace


@tool()
def index(
    workspace: Workspace,
    /,
    path: Path,
    authority: Authority = "European",
    pm2_5: Name | None = None,
    pm10: Name | None = None,
    ozone: Name | None = None,
    nitrogen_dioxide: Name | None = None,
    sulphur_dioxide: Name | None = None,
    carbon_monoxide: Name | None = None,
) -> Output:
    """Compute the air quality index at each time, of each pollutant and of the worst, with the rule's averaging times.

    Args:
        path: A file of the workspace with hourly concentrations.
        authority: European index: 0 to 100 and beyond; US EPA: 0 to 500.
        pm2_5: Variable of fine particles.
        pm10: Variable of particles up to 10 µm.
        ozone: Variable of ozone.
        nitrogen_dioxide: Variable of nitrogen dioxide.
        sulphur_dioxide: Variable of sulphur dioxide.
        carbon_monoxide: Variable of carbon monoxide.
    """
    import xarray as xr

    from mesocosm.earth.fields.air_quality import index_of

    names: dict[Pollutant, str | None] = {
        "pm2_5": pm2_5,
        "pm10": pm10,
        "ozone": ozone,
        "nitrogen_dioxide": nitrogen_dioxide,
        "sulphur_dioxide": sulphur_dioxide,
        "carbon_monoxide": carbon_monoxide,
    }
    fields = open_field_file(workspace, path)
    parts = {
        f"index_{pollutant}": index_of(selection.select_variable(fields, name), pollutant, authority)
        for pollutant, name in names.items()
        if name is not None
    }
    if not parts:
        raise ToolError(f"name the variable of at least one pollutant: {', '.join(names)}")
    worst = xr.concat(list(parts.values()), "pollutant", coords="minimal", compat="override").max("pollutant")
    parts["index"] = worst.assign_attrs(units="1", long_name=f"{authority} air quality index")
    return selection.answer(workspace, "air quality index", xr.Dataset(parts), [fields])


@tool()
def exceedances(
    workspace: Workspace,
    /,
    path: Path,
    variable: Name,
    limit: float,
    unit: Name,
    averaging: Averaging = "day",
    pollutant: Pollutant | None = None,
) -> Output:
    """Count the days of each year above a limit, by the day's mean or its highest mean over 8 hours or an hour.

    Args:
        path: File of the workspace.
        variable: Variable of the concentration.
        limit: Limit value.
        unit: Unit of the limit, such as µg/m**3.
        averaging: Averaging time.
        pollutant: Gas, if the limit is by mass and the file by volume or the reverse.
    """
    from mesocosm.earth.fields.air_quality import days_above

    fields = open_field_file(workspace, path)
    days = days_above(selection.select_variable(fields, variable), limit, unit, averaging, pollutant or "")
    name = f"days_above_{variable}"
    return selection.answer(workspace, name, days.to_dataset(name=name), [fields])


FAMILY = "reanalysis"
PUBLISHED: dict[str, str] = {}
"""Published names to ours: none, since the published tool fetches its data from a live service."""

"""Requests of tools to an archive of fields, and their answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import JsonValue

from mesocosm.earth.archives.archive import Collection, FieldArchive, Request
from mesocosm.earth.archives.request_checks import check_request, format_interval, start_years
from mesocosm.earth.fields.synonyms import find_synonym
from mesocosm.errors import ToolError
from mesocosm.suites.terra.inputs import selection
from mesocosm.suites.terra.inputs.arguments import box_of
from mesocosm.suites.terra.inputs.geodata import saved_raster
from mesocosm.suites.terra.making.faults import deliver
from mesocosm.suites.terra.replies.lists import unit_after
from mesocosm.suites.terra.replies.raster import figures_of, grid_of, size_of
from mesocosm.tools.tool import Output
from mesocosm.types import TimeInterval
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    import xarray as xr

    from mesocosm.earth.imagery.raster import Raster

MOST_BOXES = 24
"""Number of covered boxes of a collection that are listed."""
MOST_SERIES = 12
"""Number of series described in the text; the data have all."""


def request_of(
    collection: Collection, variables: list[str], interval: TimeInterval, box: list[float], **rest: object
) -> Request:
    """Return a request to a collection from an agent's arguments."""
    names = [variable.name for variable in collection.variables]
    asked = tuple(dict.fromkeys(find_synonym(name, names) or name for name in variables))
    given = {"collection": collection.name, "variables": asked, "interval": interval}
    return Request.model_validate({**given, "box": box_of(box), **rest})


def new_fields_file(archive: FieldArchive, workspace: Workspace, collection: Collection, request: Request) -> Output:
    """Save a new file of fields, and describe its origin."""
    check_request(archive, request)
    fields = archive.fetch(request)
    head = f"{collection.about} of {_when(request)}, box {request.box.describe()}"
    stem = " ".join(filter(None, (collection.name, request.scenario, request.model, request.variables[0])))
    made = selection.answer(workspace, stem, fields, (), head)
    return _arrived(archive, workspace, made, collection, request)


def fetched_at(
    archive: FieldArchive, workspace: Workspace, collection: Collection, request: Request, place: tuple[float, float]
) -> Output:
    """Save a new file of the series of the cell nearest to a place, and describe its origin."""
    from mesocosm.earth.fields.region import at_place

    check_request(archive, request)
    fields = archive.fetch(request)
    series = fields.map(lambda values: at_place(values, *place, "nearest"), keep_attrs=True)
    cell = f"{float(series['longitude']):g}, {float(series['latitude']):g}"
    head = f"{collection.about} of {_when(request)}, at the cell of {cell}"
    made = selection.answer(workspace, f"{collection.name} {request.variables[0]} at a point", series, (), head)
    return _arrived(archive, workspace, made, collection, request)


def fetched_raster(archive: FieldArchive, workspace: Workspace, stem: str, raster: Raster, box: list[float]) -> Output:
    """Save a new GeoTIFF, and describe its range, its grid, and the meaning of its codes."""
    (name, values), *_ = raster.bands.items()
    figures, legend = figures_of(values), dict(raster.tags)
    if figures["mean"] is None:
        raise ToolError(f"{stem}: the box {box_of(box).describe()} holds no land")
    path = saved_raster(workspace, stem, raster)
    deliver(archive, workspace, path)
    unit, lines = raster.units.get(name, ""), [f"{stem}: {size_of(raster)}, {raster.crs}"]
    if legend:
        lines.append("; ".join(f"{code} {word}" for code, word in legend.items()))
    else:
        span = " to ".join(f"{figures[key]:.{selection.DIGITS}g}" for key in ("minimum", "maximum"))
        after = unit_after(unit)
        lines.append(f"{span}{after}, mean {figures['mean']:.{selection.DIGITS}g}{after}")
    data: dict[str, JsonValue] = {"path": path, "units": unit, **grid_of(raster), **figures, "legend": dict(legend)}
    return Output(text="\n".join([*lines, f"file: {path}"]), data=data)


def fetched_series(
    archive: FieldArchive, workspace: Workspace, stem: str, fields: xr.Dataset, fingerprint: str
) -> Output:
    """Save a new file of series at places, and describe these places."""
    made = selection.answer(workspace, stem, fields, ())
    assert isinstance(made.data, dict)
    deliver(archive, workspace, str(made.data["path"]))
    places: dict[str, JsonValue] = {
        str(name): {key: values.attrs[key] for key in ("gauge", "longitude", "latitude", "upstream_area_km2")}
        for name, values in fields.data_vars.items()
    }
    *lines, file = made.text.splitlines()
    more = [f"... and {len(lines) - MOST_SERIES} more"] if len(lines) > MOST_SERIES else []
    text = "\n".join([*lines[:MOST_SERIES], *more, file])
    origin = {f"request for {stem}": fingerprint}
    return made.model_copy(update={"text": text, "data": {**made.data, "gauges": places}, "inputs": origin})


def _arrived(
    archive: FieldArchive, workspace: Workspace, made: Output, collection: Collection, request: Request
) -> Output:
    assert isinstance(made.data, dict)
    deliver(archive, workspace, str(made.data["path"]))
    data = {**made.data, "collection": collection.name, "licence": collection.licence}
    inputs = {f"request to {collection.name}": request.fingerprint()}
    return made.model_copy(update={"data": data, "inputs": inputs, "engine": collection.provider})


def _when(request: Request) -> str:
    if request.lead_months:
        first, *rest = (f"{year}-{request.start_month:02d}-01" for year in start_years(request))
        issues = f"{first} to {rest[-1]}, one a year" if rest else first
        return f"the issue of {issues}, months {', '.join(map(str, request.lead_months))} from its start"
    words = [request.scenario, request.model, format_interval(request.interval)]
    return ", ".join(filter(None, words))


def periods(collection: Collection) -> str:
    """Return the times that a collection covers, in a line."""
    names: dict[str, list[str]] = {}
    for name, period in collection.periods.items():
        names.setdefault(format_interval(period), []).append(name)
    return ", ".join(f"{', '.join(held)} {period}".strip() for period, held in names.items())


def describe_collection(collection: Collection) -> str:
    """Describe a collection in a few lines."""
    lines = [
        f"{collection.name}: {collection.about}",
        f"variables: {', '.join(f'{v.name} ({v.units})' for v in collection.variables)}",
    ]
    lines += [f"levels: {', '.join(f'{level:g}' for level in collection.levels)} hPa"] if collection.levels else []
    lines += [f"models: {', '.join(collection.models[:20])}"] if collection.models else []
    scenarios = [f"{name} {format_interval(period)}".strip() for name, period in collection.periods.items()]
    lines.append(f"periods: {'; '.join(scenarios)}; steps: {', '.join(collection.steps)}")
    lines += (
        [f"members: {collection.members}; longest lead: {collection.longest_lead}"] if collection.longest_lead else []
    )
    boxes = [box.describe() for box in collection.coverage[:MOST_BOXES]]
    left = len(collection.coverage) - len(boxes)
    covers = "; ".join([*boxes, *([f"and {left} more"] if left else [])]) or "the globe"
    lines.append(f"covers {covers}, every {collection.grid_degrees:g} degrees")
    lines.append(
        f"at most {collection.most_values:,} values and {collection.most_days:,} days at once; {collection.licence}"
    )
    return "\n".join(lines)


def as_data(collection: Collection) -> dict[str, JsonValue]:
    """Return the description of a collection for programs."""
    boxes: list[JsonValue] = [[box.west, box.south, box.east, box.north] for box in collection.coverage[:MOST_BOXES]]
    return {
        "variables": {variable.name: variable.units for variable in collection.variables},
        "levels": list(collection.levels),
        "periods": {name: format_interval(period) for name, period in collection.periods.items()},
        "steps": list(collection.steps),
        "models": list(collection.models),
        "boxes": boxes,
        "most_values": collection.most_values,
        "most_days": collection.most_days,
        "licence": collection.licence,
    }

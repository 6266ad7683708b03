"""Draw a map of a GRIB or NetCDF file of any region, or list what the file holds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mesocosm.errors import MissingExtra, UserError
from mesocosm.screen.paths import Output, Place
from mesocosm.screen.tables import json_option, show_json, show_table

if TYPE_CHECKING:
    import xarray as xr

    from mesocosm.earth.fields.axis_selection import Pick
    from mesocosm.earth.geo.box import BoundingBox
    from mesocosm.earth.weather.grib.reading import Field, Message
    from mesocosm.earth.weather.maps.scales import Scale

EXTRAS = ("weather", "figures")
GROUP = "look"
NETCDF = (b"CDF", b"\x89HDF")
"""First bytes of NetCDF files of versions 3 and 4."""
READABLE = "a map is drawn of GRIB (edition 1 or 2, also gzipped as .gz) or of NetCDF (3 or 4, not gzipped)"
MOST_NAMED = 8
"""Products that an error names at most."""


@click.command()
@click.argument("file", metavar="FILE", type=Place(exists=True, dir_okay=False))
@click.option("--product", help="Product or variable to draw, by its name in --list; the only one if left out.")
@click.option("--hour", type=click.IntRange(min=0), help="Forecast hour, if a GRIB file has several.")
@click.option("--at", "places", multiple=True, metavar="AXIS=VALUE",
              help="Where to cut a field, such as time=2019-03-01T12 or level=500; may be repeated.")  # fmt: skip
@click.option("--box", type=float, nargs=4, metavar="W S E N",
              help="Area to show, in degrees; all if left out. West exceeds east across the antimeridian.")  # fmt: skip
@click.option("-o", "--out", type=Output(dir_okay=False), help="PNG file to write.")
@click.option("--barbs/--no-barbs", default=True, show_default=True, help="Draw barbs over winds of GRIB files.")
@click.option("--list", "list_only", is_flag=True, help="List what the file holds.")
@json_option
def command(
    file: Path, product: str | None, hour: int | None, places: tuple[str, ...],
    box: tuple[float, float, float, float] | None, out: Path | None, barbs: bool, list_only: bool, as_json: bool,
) -> None:  # fmt: skip
    """Draw a map of a GRIB or NetCDF file.

    FILE is GRIB of edition 1 or 2, gzipped or not (HRRR, GFS, ERA5, MRMS and others), or NetCDF on latitudes and
    longitudes, which may be given as two-dimensional tables (WRF, NEMO and others). The projection suits the region
    that is shown, which may cross the antimeridian or contain a pole. A product that a GRIB file holds for several
    periods is drawn for the shortest.
    """
    if _opening(file).startswith(NETCDF):
        if list_only:
            return _list_netcdf(file, as_json)
        if hour is not None:
            raise UserError("--hour is for GRIB files; choose a time of a NetCDF file with --at time=...")
        return _paint_netcdf(file, product, places, _box(box), out, as_json)
    messages = _messages(file)
    if list_only:
        return _list(file, messages, as_json)
    product = product or _only([message.name for message in messages], file)
    wanted, picture = _time(places), _demanded(out)
    field = _field(file, product, hour, wanted)
    _write(picture, _paint(field, _box(box), barbs))
    _report(field, picture, wanted, as_json)


def _opening(file: Path) -> bytes:
    with file.open("rb") as stream:
        return stream.read(4)


def _box(edges: tuple[float, float, float, float] | None) -> BoundingBox | None:
    from pydantic import ValidationError

    from mesocosm.earth.geo.box import BoundingBox

    if not edges:
        return None
    west, south, east, north = edges
    sides = (-180.0, 180.0) if east - west == 360.0 else (_turn(west), _turn(east))
    try:
        return BoundingBox(west=sides[0], south=south, east=sides[1], north=north)
    except ValidationError as error:
        reason = "; ".join(f"{' '.join(map(str, each['loc']))} {each['msg']}".strip() for each in error.errors())
        raise UserError(
            f"--box must be west, south, east and north in degrees, got {edges}: {reason}. Longitudes may be written "
            "from -180 to 180 or from 0 to 360; across the antimeridian west exceeds east, as in 170 -50 -170 -30"
        ) from error


def _turn(longitude: float) -> float:
    """Convert a longitude of -360 to 360 degrees to -180 to 180; others stay as they are and are refused later."""
    if 180.0 < abs(longitude) <= 360.0:
        return longitude - math.copysign(360.0, longitude)
    return longitude


def _only(names: Sequence[str], file: Path) -> str:
    """Return the product of a file that has only one; else raise an error that names the products."""
    different = list(dict.fromkeys(names))
    if len(different) != 1:
        shown = ", ".join(different[:MOST_NAMED]) + (", ..." if len(different) > MOST_NAMED else "")
        raise UserError(f"--product is missing; {file.name} holds {len(different)}, which --list shows: {shown}")
    return different[0]


def _demanded(out: Path | None) -> Path:
    if out is None:
        raise UserError("-o is missing: the PNG file to write")
    return out


def _write(out: Path, picture: bytes) -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(picture)


# ---------------------------------------------------------------- GRIB


def _messages(file: Path) -> tuple[Message, ...]:
    """Return the messages of a GRIB file; another kind of file is refused, with the kinds that can be read."""
    from mesocosm.earth.weather.grib.reading import index

    try:
        return index(file)
    except MissingExtra:
        raise
    except UserError as error:
        raise UserError(f"{error}; {READABLE}") from error


def _list(file: Path, messages: tuple[Message, ...], as_json: bool) -> None:
    if as_json:
        show_json({"file": str(file), "products": [_describe(message) for message in messages]})
        return
    rows = [
        (str(message.number), message.name, _period(message), f"{message.valid:%Y-%m-%d %H:%M}", message.units)
        for message in messages
    ]
    show_table(("#", "product", "hour", "valid (UTC)", "unit in the file"), rows, f"{file.name}: {len(rows)} fields")


def _field(file: Path, product: str, hour: int | None, wanted: datetime | None) -> Field:
    """Return the field of a product for its shortest period; if it has several times, one must be chosen."""
    from mesocosm.earth.weather.grib.reading import decode_cached, find

    messages = find(file, product, hour)
    hours = ", ".join(f"{lead:g}" for lead in sorted({message.hour for message in messages}))
    if "," in hours:
        raise UserError(f"--hour is missing; {file.name} holds {product} for hours {hours}")
    times = sorted({message.valid for message in messages})
    ends = " to ".join(f"{time:%Y-%m-%dT%H:%M}" for time in (times[0], times[-1]))
    if wanted is None and len(times) > 1:
        raise UserError(f"--at time=VALUE is missing; {file.name} holds {product} for {len(times)} times, {ends}")
    if wanted is not None and not times[0] <= wanted <= times[-1]:
        asked = f"{wanted:%Y-%m-%dT%H:%M}"
        raise UserError(f"--at time must lie from {ends}, the times of {product} in {file.name}, got {asked}")
    valid = times[0] if wanted is None else min(times, key=lambda time: abs(time - wanted))
    return decode_cached(
        min((each for each in messages if each.valid == valid), key=lambda each: each.lead - each.start)
    )


def _time(places: tuple[str, ...]) -> datetime | None:
    """Return the time of `--at time=VALUE`; a product of a GRIB file has no other axis."""
    if not places:
        return None
    axis, _, value = places[-1].partition("=")
    if len(places) > 1 or axis != "time":
        raise UserError(f"--at must be time=VALUE for GRIB, whose products name their level, got {' '.join(places)!r}")
    from mesocosm.earth.fields.axis_selection import moment_of

    return moment_of("--at time", value)


def _paint(field: Field, box: BoundingBox | None, barbs: bool) -> bytes:
    from mesocosm.earth.weather.maps.painter import paint
    from mesocosm.earth.weather.maps.region import panel_within
    from mesocosm.earth.weather.maps.winds import winds_for

    panel, scale = panel_within(field.grid, box), _own_scale(field)
    return paint(field, winds_for(field) if barbs else None, panel, scale)


def _report(field: Field, out: Path, wanted: datetime | None, as_json: bool) -> None:
    """Say what was drawn, and whether the time is another than the one asked for."""
    if as_json:
        return show_json(_facts(field, out))
    valid = field.message.valid
    asked = "" if wanted in (None, valid) else f", the time nearest to {wanted:%Y-%m-%d %H:%M}"
    click.echo(f"{out}: {field.message.name}, valid {valid:%Y-%m-%d %H:%M} UTC{asked}")


def _own_scale(field: Field) -> Scale | None:
    """Return levels over the values of a quantity that the catalogue of maps does not have."""
    from mesocosm.earth.weather.maps.arrays import scale_for
    from mesocosm.earth.weather.maps.catalogue import has_scale

    message = field.message
    if has_scale(message.product, message.units):
        return None
    return scale_for(field.values, "" if message.units == "unknown" else message.units, message.name)


def _facts(field: Field, out: Path) -> dict[str, Any]:
    import numpy as np

    from mesocosm.earth.weather.maps.catalogue import entry

    scale = entry(field.message.product, field.message.units).scale
    values = field.values[~np.isnan(field.values)]
    extremes = {
        name: float(scale.to_shown_unit(function(values))) for name, function in (("min", np.min), ("max", np.max))
    }
    return _describe(field.message) | {"picture": str(out), "unit": scale.unit, **(extremes if values.size else {})}


def _describe(message: Message) -> dict[str, Any]:
    return {
        "number": message.number,
        "product": message.name,
        "hour": message.hour,
        "start_hour": message.start / timedelta(hours=1),
        "process": message.process,
        "run": message.run.isoformat(),
        "valid": message.valid.isoformat(),
        "unit_in_file": message.units,
    }


def _period(message: Message) -> str:
    start = message.start / timedelta(hours=1)
    return f"{message.hour:g}" if start == message.hour else f"{start:g}-{message.hour:g} {message.process}"


# ---------------------------------------------------------------- NetCDF


def _open(file: Path) -> xr.Dataset:
    """Open the fields of a file, on latitudes and longitudes that are axes or two-dimensional tables."""
    from mesocosm.earth.fields.axes import canonical
    from mesocosm.earth.fields.curved import places_of, with_places
    from mesocosm.earth.fields.readers import open_netcdf

    fields = with_places(open_netcdf(file.read_bytes(), file.name))
    bent = any(places_of(field) for field in fields.data_vars.values())
    return fields if bent else canonical(fields, file.name)


def _plane_axes(field: xr.DataArray) -> tuple[str, ...]:
    """Return the axes along which a field can be drawn; none if it has no latitudes and longitudes."""
    from mesocosm.earth.fields.curved import places_of

    places = places_of(field)
    axes = ("latitude", "longitude") if places is None else tuple(map(str, places[0].dims[-2:]))
    return axes if set(axes) <= set(field.dims) else ()


def _list_netcdf(file: Path, as_json: bool) -> None:
    fields = _open(file)
    listed = [_variable(str(name), values) for name, values in fields.data_vars.items()]
    if as_json:
        return show_json({"file": str(file), "products": listed})
    rows = [
        (each["product"], ", ".join(f"{axis} {size}" for axis, size in each["axes"].items()), each["unit_in_file"],
         each["about"])
        for each in listed
    ]  # fmt: skip
    show_table(("product", "axes", "unit in the file", "about"), rows, f"{file.name}: {len(rows)} fields")


def _variable(name: str, values: xr.DataArray) -> dict[str, Any]:
    from mesocosm.earth.weather.maps.arrays import NAMED_BY

    return {
        "product": name,
        "axes": {str(axis): size for axis, size in values.sizes.items()},
        "unit_in_file": str(values.attrs.get("units", "")),
        "about": next((str(values.attrs[key]) for key in NAMED_BY if key in values.attrs), ""),
    }


def _paint_netcdf(
    file: Path, product: str | None, places: tuple[str, ...], box: BoundingBox | None, out: Path | None, as_json: bool
) -> None:
    from mesocosm.earth.weather.maps.arrays import draw_map
    from mesocosm.errors import UnknownName

    fields = _open(file)
    product = product or _only(_planes(fields, file), file)
    if product not in fields.data_vars:
        raise UnknownName(f"variable of {file.name}", product, map(str, fields.data_vars))
    out = _demanded(out)
    field, picks = _cut(fields[product], places)
    _write(out, draw_map(field, box=box))
    if as_json:
        extremes = {"min": float(field.min()), "max": float(field.max())} if bool(field.notnull().any()) else {}
        facts = {"product": product, "picture": str(out), "unit": str(field.attrs.get("units", ""))}
        return show_json(facts | {"taken": {each.axis: each.taken for each in picks.values()}} | extremes)
    click.echo(f"{out}: " + ", ".join([product, *(_describe_pick(each, asked) for asked, each in picks.items())]))


def _planes(fields: xr.Dataset, file: Path) -> list[str]:
    """Return the names of the fields of a file that can be drawn."""
    planes = [str(name) for name, field in fields.data_vars.items() if _plane_axes(field)]
    if not planes:
        raise UserError(f"{file.name} holds no field on latitudes and longitudes; --list shows what it holds")
    return planes


def _describe_pick(pick: Pick, asked: str) -> str:
    return f"{pick.axis} {pick.taken}" + ("" if pick.exact else f" (nearest to {asked.partition('=')[2]})")


def _cut(field: xr.DataArray, places: tuple[str, ...]) -> tuple[xr.DataArray, dict[str, Pick]]:
    """Cut the field at the nearest place of each axis that is named; return it and the places chosen, by what was
    asked.

    An axis on which a place was chosen keeps one value, so that the map shows it. If an axis is left over, the error
    lists its values.
    """
    from mesocosm.earth.fields.axis_selection import ends_of, pick

    if not _plane_axes(field):
        raise UserError(
            f"{field.name} lies on no latitudes and longitudes: its axes are {', '.join(map(str, field.dims))}. A map "
            "needs axes of latitude and longitude, or a variable of each on the field's own rows and columns with the "
            "units degrees_north and degrees_east, such as XLAT and XLONG of WRF"
        )
    picks = {}
    for words in places:
        axis, equals, value = words.partition("=")
        if not equals or axis not in field.dims:
            raise UserError(f"--at must be AXIS=VALUE with an axis of {', '.join(map(str, field.dims))}, got {words!r}")
        try:
            picks[words] = pick(field, axis, value)
        except UserError as error:
            raise UserError(f"--at {error}") from error
        place = picks[words].place
        field = field.isel({axis: [place]}).assign_coords({} if axis in field.coords else {axis: [place]})
    drawn = _plane_axes(field)
    open_axes = [axis for axis in map(str, field.dims) if axis not in drawn and field.sizes[axis] > 1]
    if open_axes:
        raise UserError("; ".join(
            f"--at {axis}=VALUE is missing; {field.name} has {field.sizes[axis]} of them, {ends_of(field, axis)}"
            for axis in open_axes
        ))  # fmt: skip
    return field, picks

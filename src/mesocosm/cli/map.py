"""A forecast map painted, and what a file holds."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mesocosm.errors import UserError
from mesocosm.screen.tables import json_option, show_json, show_table

if TYPE_CHECKING:
    from mesocosm.earth.weather.grib.reading import Field, Message

GROUP = "look"


@click.command()
@click.argument("file", metavar="GRIB", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--product", help="Which product to paint, by its name in --list.")
@click.option("--hour", type=click.IntRange(min=0), help="Forecast hour; needed where the file has several.")
@click.option("-o", "--out", type=click.Path(dir_okay=False, path_type=Path), help="Where the picture goes, as PNG.")
@click.option("--barbs/--no-barbs", default=True, show_default=True, help="Draw barbs over winds.")
@click.option("--list", "list_only", is_flag=True, help="List the products of the file.")
@json_option
def command(
    file: Path, product: str | None, hour: int | None, out: Path | None, barbs: bool, list_only: bool, as_json: bool
) -> None:
    """Paint a product of the file GRIB on a map of the contiguous United States.

    GRIB is a file of edition 1 or 2, gzipped or not: HRRR, NAM, RAP, GFS, MRMS and others. A product that the file
    holds over several periods is painted over the shortest.
    """
    if list_only:
        _list(file, as_json)
        return
    if product is None:
        raise UserError("--product is missing; --list shows the products of the file")
    if out is None:
        raise UserError("-o is missing: the PNG file to write")
    _paint(file, product, hour, out, barbs, as_json)


def _list(file: Path, as_json: bool) -> None:
    from mesocosm.earth.weather.grib.reading import index

    messages = index(file)
    if as_json:
        show_json({"file": str(file), "products": [_told(message) for message in messages]})
        return
    rows = [
        (str(message.number), message.name, _period(message), f"{message.valid:%Y-%m-%d %H:%M}", message.units)
        for message in messages
    ]
    show_table(("#", "product", "hour", "valid (UTC)", "unit in the file"), rows, f"{file.name}: {len(rows)} fields")


def _paint(file: Path, product: str, hour: int | None, out: Path, barbs: bool, as_json: bool) -> None:
    from mesocosm.earth.weather.grib.reading import find, read_product
    from mesocosm.earth.weather.maps.painter import paint
    from mesocosm.earth.weather.maps.winds import winds_for

    hours = {message.hour for message in find(file, product, hour)}
    if len(hours) > 1:
        listed = ", ".join(f"{lead:g}" for lead in sorted(hours))
        raise UserError(f"--hour is missing; {file.name} holds {product} for hours {listed}")
    field = read_product(file, product, hour)
    picture = paint(field, winds_for(field) if barbs else None)
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(picture)
    if as_json:
        show_json(_painted(field, out))
    else:
        click.echo(f"{out}: {field.message.name}, valid {field.message.valid:%Y-%m-%d %H:%M} UTC")


def _painted(field: Field, out: Path) -> dict[str, Any]:
    import numpy as np

    from mesocosm.earth.weather.maps.catalogue import entry

    scale = entry(field.message.product, field.message.units).scale
    values = field.values[~np.isnan(field.values)]
    extremes = {name: float(scale.shown(function(values))) for name, function in (("min", np.min), ("max", np.max))}
    return _told(field.message) | {"picture": str(out), "unit": scale.unit, **(extremes if values.size else {})}


def _told(message: Message) -> dict[str, Any]:
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

"""Draw a sounding and compute its indices."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mesocosm.screen.paths import Output, Place
from mesocosm.screen.tables import json_option, show_json, show_table

if TYPE_CHECKING:
    from mesocosm.earth.weather.soundings.indices import Indices
    from mesocosm.earth.weather.soundings.profile import Sounding

EXTRAS = ("weather",)
GROUP = "look"


@click.command()
@click.argument("file", metavar="FILE", type=Place(exists=True, dir_okay=False))
@click.option("--hour", type=click.IntRange(min=0), help="Forecast hour; needed for BUFKIT files, which hold many.")
@click.option("-o", "--out", type=Output(dir_okay=False), help="PNG file to write.")
@json_option
def command(file: Path, hour: int | None, out: Path | None, as_json: bool) -> None:
    """Draw a sounding and print its indices.

    FILE is a BUFKIT file, or a sounding in SPC's text, University of Wyoming's text, decoded radiosonde parquet, or
    NetCDF. In NetCDF the variables lie along one axis and have these names, their CF standard names or the names that
    docs/earth.md lists: pressure, height (above the sea), temperature, dewpoint, and for the wind either wind_direction
    (where it comes from) and wind_speed, or u (eastward_wind) and v (northward_wind).

    Helicity and composites are computed for the cyclonic supercell: the left mover at a station south of the equator,
    otherwise the right mover.
    """
    from mesocosm.earth.weather.soundings.indices import analyse
    from mesocosm.earth.weather.soundings.reading import read_sounding
    from mesocosm.earth.weather.soundings.sounding_figure import draw_sounding
    from mesocosm.earth.weather.soundings.text import title

    sounding = read_sounding(file, hour)
    analysis = analyse(sounding.profile, sounding.southern)
    if out is not None:
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(draw_sounding(sounding, analysis))
    if as_json:
        show_json(_describe(sounding, analysis.indices, out))
        return
    rows = [
        (name, _value(index["value"]), index["unit"], index["meaning"])
        for name, index in analysis.indices.as_dict(sounding.southern).items()
    ]
    show_table(("index", "value", "unit", "meaning"), rows, title(sounding))
    click.echo(_convention(sounding))
    if out is not None:
        click.echo(f"picture: {out}")


def _describe(sounding: Sounding, indices: Indices, out: Path | None) -> dict[str, Any]:
    station, valid, run = sounding.station, sounding.profile.valid, sounding.run
    return {
        "station": {
            "id": station.id,
            "latitude": _known(station.latitude),
            "longitude": _known(station.longitude),
            "elevation_m": _known(station.elevation_m),
        },
        "source": sounding.source,
        "run": run.isoformat() if run else None,
        "forecast_hour": sounding.forecast_hour,
        "valid": valid.isoformat() if valid else None,
        "convention": _convention(sounding),
        "indices": indices.as_dict(sounding.southern),
        "picture": str(out) if out else None,
    }


def _convention(sounding: Sounding) -> str:
    """Return the hemisphere for which helicity and composites are computed, as a sentence."""
    if sounding.southern:
        return (
            "Southern hemisphere: helicity is that of the left mover, negative where it is cyclonic; STP and SCP are "
            "positive for it."
        )
    known = "" if _known(sounding.station.latitude) is not None else ", as the file names no latitude"
    return f"Northern hemisphere{known}: helicity, STP and SCP are those of the right mover."


def _known(value: float) -> float | None:
    return value if value == value else None


def _value(value: float | None) -> str:
    return "--" if value is None else f"{value:.1f}"

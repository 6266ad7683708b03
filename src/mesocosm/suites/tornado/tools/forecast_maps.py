"""Forecast maps of a day: as pictures, and as numbers for models without vision."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field, JsonValue

from mesocosm.errors import InvalidRecord, ToolError, UserError
from mesocosm.suites.tornado.days.day import HOURS, Forecast
from mesocosm.tools.tool import Output, tool
from mesocosm.types import Image

if TYPE_CHECKING:
    from pathlib import Path

    from mesocosm.earth.weather.grib import reading
    from mesocosm.earth.weather.grib.values import Node

Hour = Annotated[int, Field(ge=HOURS[0], le=HOURS[-1])]
Latitude = Annotated[float, Field(ge=-90, le=90)]
Longitude = Annotated[float, Field(ge=-180, le=180)]
MOST_VALUES = 2500
LONGEST_NAME = 120
"""Most characters of a wrong name that a refusal repeats."""


@tool(read_only=True)
def list_available_map_types(forecast: Forecast, /) -> Output:
    """List every type of forecast map, with the unit its values are shown in.

    A name says the quantity, the level and the kind of level, for example Temperature_at_500_isobaricInhPa.
    """
    from mesocosm.earth.weather.grib.reading import index
    from mesocosm.earth.weather.maps.catalogue import entry

    units = {message.name: entry(message.product, message.units).scale.unit for message in index(_first_file(forecast))}
    names = sorted(units)
    rows = [f"{name} ({units[name]})" if units[name] else name for name in names]
    map_types: list[JsonValue] = [*names]
    return Output(text=f"{len(names)} map types:\n" + "\n".join(rows), data={"available_map_types": map_types})


@tool(read_only=True)
def request_hrrr_map(forecast: Forecast, /, map_type_directory: str, forecast_hour: Hour) -> Output:
    """Get the picture of a forecast map of the contiguous United States.

    Colours mean the same values at all hours. Winds also show barbs. Totals that the model gives over two periods come
    as two pictures.

    Args:
        map_type_directory: A name from list_available_map_types.
        forecast_hour: Hours since the start of the model run at 00 UTC, 12 to 36.
    """
    from mesocosm.earth.weather.maps.catalogue import entry
    from mesocosm.earth.weather.maps.painter import paint, run_text, valid_text
    from mesocosm.earth.weather.maps.winds import winds_for

    images, inputs = [], {}
    for field in _fields(forecast, map_type_directory, forecast_hour):
        message = field.message
        shown = entry(message.product, message.units)
        caption = f"{shown.title} ({shown.scale.unit}). {run_text(message)}. {valid_text(message)}"
        images.append(Image(png=paint(field, winds_for(field)), caption=caption))
        inputs[f"{message.name} message {message.number}"] = field.sha256
    return Output(
        text="\n".join(image.caption for image in images),
        images=tuple(images),
        data={"map_type_directory": map_type_directory, "forecast_hour": forecast_hour, "images": len(images)},
        inputs=inputs,
    )


@tool(read_only=True)
def read_map_value(
    forecast: Forecast,
    /,
    map_type_directory: str,
    forecast_hour: Hour,
    latitude: Latitude,
    longitude: Longitude,
) -> Output:
    """Read the value of a forecast map at a point, at the nearest grid node and interpolated.

    Args:
        map_type_directory: A name from list_available_map_types.
        forecast_hour: Hours since the start of the model run at 00 UTC, 12 to 36.
        latitude: Degrees north.
        longitude: Degrees east; negative over the United States.
    """
    from mesocosm.earth.weather.grib.values import value_at

    lines, values, inputs = [], [], {}
    for field in _fields(forecast, map_type_directory, forecast_hour):
        try:
            reading = value_at(field, longitude, latitude)
        except UserError as error:
            raise ToolError(str(error)) from error
        shown = _Shown(field)
        node = shown.node(reading.nearest)
        lines.append(
            f"{shown.title}: {shown.text(reading.nearest.value)} at the nearest node ({_place(reading.nearest)}, "
            f"{reading.distance_km:.1f} km away), {shown.text(reading.interpolated)} interpolated"
        )
        values.append({**node, "distance_km": reading.distance_km, "interpolated": shown.number(reading.interpolated)})
        inputs[f"{field.message.name} message {field.message.number}"] = field.sha256
    return Output(text="\n".join(lines), data={"unit": shown.unit, "values": [*values]}, inputs=inputs)


@tool(read_only=True)
def summarise_map(
    forecast: Forecast,
    /,
    map_type_directory: str,
    forecast_hour: Hour,
    west: Longitude,
    south: Latitude,
    east: Longitude,
    north: Latitude,
) -> Output:
    """Summarise a forecast map over a box: least, greatest and mean value, percentiles, and where the extremes are.

    Args:
        map_type_directory: A name from list_available_map_types.
        forecast_hour: Hours since the start of the model run at 00 UTC, 12 to 36.
        west: Western edge, degrees east; negative over the United States.
        south: Southern edge, degrees north.
        east: Eastern edge, degrees east.
        north: Northern edge, degrees north.
    """
    from mesocosm.earth.weather.grib.values import summarise_box

    lines, values, inputs = [], [], {}
    for field in _fields(forecast, map_type_directory, forecast_hour):
        try:
            summary = summarise_box(field, west, south, east, north)
        except UserError as error:
            raise ToolError(str(error)) from error
        shown = _Shown(field)
        percentiles: dict[str, JsonValue] = {
            f"{percent}": shown.number(value) for percent, value in summary.percentiles.items()
        }
        lines.append(
            f"{shown.title}: no value in this box"
            if not summary.nodes
            else f"{shown.title}, {summary.nodes} nodes: mean {shown.text(summary.mean)}; "
            f"least {shown.text(summary.lowest.value)} at {_place(summary.lowest)}; "
            f"greatest {shown.text(summary.highest.value)} at {_place(summary.highest)}; percentiles "
            + ", ".join(f"{percent}: {shown.text(value)}" for percent, value in summary.percentiles.items())
        )
        values.append(
            {
                "nodes": summary.nodes,
                "mean": shown.number(summary.mean),
                "percentiles": percentiles,
                "lowest": {**shown.node(summary.lowest)},
                "highest": {**shown.node(summary.highest)},
            }
        )
        inputs[f"{field.message.name} message {field.message.number}"] = field.sha256
    return Output(text="\n".join(lines), data={"unit": shown.unit, "values": [*values]}, inputs=inputs)


@tool(read_only=True)
def tabulate_map(
    forecast: Forecast,
    /,
    map_type_directory: str,
    forecast_hour: Hour,
    west: Longitude,
    south: Latitude,
    east: Longitude,
    north: Latitude,
    step: Annotated[float, Field(ge=0.1, le=10)] = 1.0,
) -> Output:
    """Read a forecast map as a table of numbers, interpolated at even steps of latitude and longitude.

    Args:
        map_type_directory: A name from list_available_map_types.
        forecast_hour: Hours since the start of the model run at 00 UTC, 12 to 36.
        west: Western edge, degrees east; negative over the United States.
        south: Southern edge, degrees north.
        east: Eastern edge, degrees east.
        north: Northern edge, degrees north.
        step: Degrees between rows and between columns. A table has at most 2500 values.
    """
    from mesocosm.earth.weather.grib.values import lattice

    longitudes, latitudes = _steps("west", west, "east", east, step), _steps("south", south, "north", north, step)
    if len(longitudes) * len(latitudes) > MOST_VALUES:
        size = f"{len(latitudes)} rows of {len(longitudes)}"
        raise ToolError(
            f"a table has at most {MOST_VALUES} values, asked for {size}; take a larger step or a smaller box"
        )
    field = _fields(forecast, map_type_directory, forecast_hour)[-1]
    shown = _Shown(field)
    rows = [[shown.number(value) for value in row] for row in lattice(field, longitudes, latitudes)]
    head = "latitude\\longitude," + ",".join(f"{longitude:g}" for longitude in longitudes)
    lines = [
        f"{latitude:g}," + ",".join("" if value is None else f"{value:.4g}" for value in row)
        for latitude, row in zip(latitudes, rows, strict=True)
    ]
    return Output(
        text="\n".join([f"{shown.title} ({shown.unit})", head, *reversed(lines)]),
        data={"unit": shown.unit, "longitudes": [*longitudes], "latitudes": [*latitudes], "values": [*rows]},
        inputs={f"{field.message.name} message {field.message.number}": field.sha256},
    )


def _steps(low_name: str, low: float, high_name: str, high: float, step: float) -> list[float]:
    if not low < high:
        raise ToolError(f"`{low_name}` must be less than `{high_name}`, got {low:g} and {high:g}")
    return [round(low + number * step, 6) for number in range(int((high - low) / step + 1e-9) + 1)]


class _Shown:
    """Numbers of a field in the unit they are shown in."""

    def __init__(self, field: reading.Field) -> None:
        from mesocosm.earth.weather.maps.catalogue import entry
        from mesocosm.earth.weather.maps.painter import run_text

        shown = entry(field.message.product, field.message.units)
        self._scale = shown.scale
        self.unit = shown.scale.unit
        self.title = f"{shown.title}, {run_text(field.message)}"

    def number(self, value: float) -> JsonValue:
        """Return a number for JSON; None if there is no value."""
        return None if value != value else float(f"{self._scale.to_shown_unit(value):.6g}")

    def text(self, value: float) -> str:
        return "no value" if value != value else f"{self._scale.to_shown_unit(value):.4g} {self.unit}".rstrip()

    def node(self, node: Node) -> dict[str, JsonValue]:
        return {
            "value": self.number(node.value),
            "latitude": None if node.latitude != node.latitude else round(node.latitude, 4),
            "longitude": None if node.longitude != node.longitude else round(node.longitude, 4),
        }


def _fields(forecast: Forecast, name: str, hour: int) -> list[reading.Field]:
    """Return every field of a product at an hour; refuse with what the agent could ask for instead."""
    from mesocosm.earth.weather.grib.naming import suggestion
    from mesocosm.earth.weather.grib.reading import decode_cached, index

    messages = index(_file(forecast, hour))
    wanted = [message for message in messages if message.name == name]
    if not wanted:
        hint = suggestion(name[:LONGEST_NAME], [message.name for message in messages])
        raise ToolError(
            f"`map_type_directory` {name[:LONGEST_NAME]!r} is no map type; {hint}; list_available_map_types has all"
        )
    return [decode_cached(message) for message in wanted]


def _file(forecast: Forecast, hour: int) -> Path:
    try:
        return forecast.day.surface_file(hour)
    except InvalidRecord as error:
        raise ToolError(f"`forecast_hour` {hour} is missing on this day; ask for another hour") from error


def _first_file(forecast: Forecast) -> Path:
    for hour in HOURS:
        try:
            return forecast.day.surface_file(hour)
        except InvalidRecord:
            continue
    raise ToolError("this day has no forecast maps")


def _place(node: Node) -> str:
    side = "W" if node.longitude < 0 else "E"
    return f"{node.latitude:.2f} N {abs(node.longitude):.2f} {side}"

"""A storm on the map, and a month of weather in a town."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.planet.gallery.drawing import Picture, base_map, extent_km, paper
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sizes import FIRST_YEAR
from mesocosm.earth.planet.sky.events import SkyEvent

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.axes import Axes
    from matplotlib.collections import QuadMesh

HOURS_APART = 6
FRAMES = 3


def deepest(planet: Planet, region: Region) -> SkyEvent | None:
    """The event of the first year with the lowest pressure against the air around."""
    turning = [
        event for event in planet.events(region.key, FIRST_YEAR) if event.parameters.get("pressure_hpa", 0.0) < 0
    ]
    return min(turning, key=lambda event: (event.parameters["pressure_hpa"], event.id), default=None)


def weather_maps(planet: Planet, region: Region) -> Picture:
    """Pressure, wind and rain while the deepest event of the year passes."""
    event = deepest(planet, region)
    middle = event.middle_hour if event else 400.0
    start = datetime(FIRST_YEAR, 1, 1, tzinfo=UTC) + timedelta(hours=max(0, int(middle) - HOURS_APART))
    weather = (
        planet.sky(region.key).hours(start, HOURS_APART * (FRAMES - 1) + 1).isel(time=slice(None, None, HOURS_APART))
    )
    ground = planet.ground(region.key)
    with paper(13, 4.9) as (figure, (first,), buffer):
        first.remove()
        axes = figure.subplots(1, FRAMES, sharey=True)
        for axis, number in zip(axes, range(FRAMES), strict=True):
            base_map(axis, ground, np.where(ground.sea[..., None], (0.90, 0.94, 0.97), (0.96, 0.95, 0.92)))
            rain = _draw_weather(axis, weather.isel(time=number), extent_km(ground))
            axis.set_title(f"{np.datetime_as_string(weather.time.values[number], 'h')}:00 UTC", fontsize=10)
        figure.colorbar(rain, ax=axes, label="rain of the hour, mm", shrink=0.85)
    told = f"the {event.kind.replace('_', ' ')} {event.id}" if event else "an ordinary day"
    caption = (
        f"Pressure at sea level (hPa), wind at 10 m (arrows) and rain every {HOURS_APART} hours: {told} in region "
        f"{region.key}."
    )
    return Picture("weather", "A storm passes", caption, buffer.getvalue())


def _draw_weather(axis: Axes, now: xr.Dataset, extent: tuple[float, float, float, float]) -> QuadMesh:
    rows, columns = now.pressure_msl.shape
    x = (np.arange(columns) + 0.5) * extent[1] / columns
    y = (np.arange(rows) + 0.5) * extent[3] / rows
    rain = np.ma.masked_less(now.precipitation.values, 0.05)
    shade = axis.pcolormesh(x, y, rain, cmap="Blues", vmin=0, vmax=6, alpha=0.75, shading="nearest")
    lines = axis.contour(
        x, y, now.pressure_msl.values, levels=np.arange(900, 1080, 1.0), colors="#333333", linewidths=0.8
    )
    axis.clabel(lines, fontsize=7, fmt="%d")
    every = (slice(None, None, 2), slice(None, None, 2))
    axis.quiver(
        x[every[1]], y[every[0]], now.wind_east_10m.values[every], now.wind_north_10m.values[every],
        scale=220, width=0.0035, color="#8b1a1a",
    )  # fmt: skip
    return shade


def month_of_weather(planet: Planet, region: Region, month: int = 7) -> Picture:
    """Temperature, rain, wind and pressure of every hour of a month in the largest town."""
    place = planet.settlement(region.key).places[0]
    days = 31
    weather = planet.sky(region.key).hours(datetime(FIRST_YEAR, month, 1, tzinfo=UTC), 24 * days)
    here = weather.sel(x=place.x, y=place.y, method="nearest")
    with paper(11, 7.5, rows=4) as (_, axes, buffer):
        time = here.time.values
        axes[0].plot(time, here.temperature_2m, color="#b3402a", lw=1.2, label="air, 2 m")
        axes[0].plot(time, here.dew_point_2m, color="#3f8f5f", lw=1.0, label="dew point")
        axes[0].legend(loc="upper right", fontsize=8, ncols=2)
        axes[0].set_ylabel("°C")
        axes[1].bar(time, here.precipitation, width=1 / 24, color="#2f6fa8")
        axes[1].set_ylabel("rain, mm/h")
        axes[2].plot(time, np.hypot(here.wind_east_10m, here.wind_north_10m), color="#555555", lw=1.0)
        axes[2].set_ylabel("wind, m/s")
        axes[3].plot(time, here.pressure_msl, color="#6a4c93", lw=1.2)
        axes[3].set_ylabel("hPa")
        axes[3].set_xlim(time[0], time[-1])
    warmth, rain = here.temperature_2m, float(here.precipitation.sum())
    caption = (
        f"Every hour of {datetime(FIRST_YEAR, month, 1, tzinfo=UTC):%B %Y} in {place.name}: "
        f"{float(warmth.min()):.1f} to {float(warmth.max()):.1f} °C, {rain:.0f} mm of rain."
    )
    return Picture("month", "A month of weather", caption, buffer.getvalue())

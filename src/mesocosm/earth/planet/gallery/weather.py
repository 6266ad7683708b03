"""A storm on the map, and a month of weather in a town."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.planet.gallery.figure_style import Picture, base_map, extent_km, paper
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sizes import FIRST_YEAR
from mesocosm.earth.planet.sky.events import SkyEvent

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.axes import Axes
    from matplotlib.image import AxesImage

HOURS_APART = 6
FRAMES = 3
PLUMES = (
    ("temperature_2m", "°C at 2 m", "#b3402a"),
    ("wind_speed_10m", "wind, m/s", "#555555"),
    ("precipitation", "rain since then, mm", "#2f6fa8"),
)


def deepest(planet: Planet, region: Region) -> SkyEvent | None:
    """Return the event of the first year whose pressure is lowest relative to its surroundings."""
    turning = [
        event for event in planet.events(region.key, FIRST_YEAR) if event.parameters.get("pressure_hpa", 0.0) < 0
    ]
    return min(turning, key=lambda event: (event.parameters["pressure_hpa"], event.id), default=None)


def weather_maps(planet: Planet, region: Region) -> Picture:
    """Draw pressure, wind and rain while the deepest event of the year passes."""
    event = deepest(planet, region)
    middle = event.middle_hour if event else 400.0
    start = datetime(FIRST_YEAR, 1, 1, tzinfo=UTC) + timedelta(hours=max(0, int(middle) - HOURS_APART))
    hours = planet.sky(region.key).hours(start, HOURS_APART * (FRAMES - 1) + 1)
    weather = hours.isel(time=slice(None, None, HOURS_APART))
    ground = planet.ground(region.key)
    with paper(13, 4.6) as (figure, (first,), buffer):
        first.remove()
        axes = figure.subplots(1, FRAMES, sharey=True)
        for number, axis in enumerate(axes):
            base_map(axis, ground, np.where(ground.sea[..., None], (0.86, 0.91, 0.95), (0.97, 0.95, 0.89)))
            axis.contour(ground.sea, [0.5], colors="#6b8aa5", linewidths=0.8, extent=extent_km(ground))
            rain = _draw_weather(axis, weather.isel(time=number), extent_km(ground))
            axis.set_title(f"{start + timedelta(hours=HOURS_APART * number):%-d %B %Y, %H:%M} UTC", fontsize=10)
            axis.set_ylabel("km north" if number == 0 else "")
        figure.colorbar(rain, ax=axes, label="rain of the hour, mm", shrink=0.7, pad=0.01)
    occasion = f"the {event.kind.replace('_', ' ')} {event.id}" if event else "an ordinary day"
    caption = (
        f"Pressure at sea level (hPa), wind at 10 m (arrows) and rain every {HOURS_APART} hours: {occasion} in region "
        f"{region.key}."
    )
    return Picture("weather", "A storm passes", caption, buffer.getvalue())


def _draw_weather(axis: Axes, now: xr.Dataset, extent: tuple[float, float, float, float]) -> AxesImage:
    from scipy.ndimage import zoom

    rows, columns = now.pressure_msl.shape
    x, y = (np.arange(columns) + 0.5) * extent[1] / columns, (np.arange(rows) + 0.5) * extent[3] / rows
    rain = np.clip(zoom(now.precipitation.values, 6, order=1, grid_mode=True, mode="nearest"), 0.0, None)
    shade = axis.imshow(
        np.ma.masked_less(rain, 0.1), origin="lower", extent=extent, cmap="Blues", vmin=0, vmax=6, alpha=0.85
    )
    fine = zoom(now.pressure_msl.values, 4, order=3)
    lines = axis.contour(
        np.linspace(x[0], x[-1], fine.shape[1]), np.linspace(y[0], y[-1], fine.shape[0]), fine,
        levels=np.arange(900, 1080, 1.0), colors="#333333", linewidths=0.8,
    )  # fmt: skip
    axis.clabel(lines, fontsize=7, fmt="%d")
    few = (slice(1, None, 3), slice(1, None, 3))
    axis.quiver(
        x[few[1]], y[few[0]], now.wind_east_10m.values[few], now.wind_north_10m.values[few],
        scale=200, width=0.005, color="#8b1a1a",
    )  # fmt: skip
    return shade


def plume(planet: Planet, region: Region) -> Picture:
    """Draw an ensemble forecast of ten days, with the true weather."""
    from mesocosm.earth.planet.exports.stations import node_of
    from mesocosm.earth.planet.forecasts import ensemble

    place = planet.settlement(region.key).places[0]
    issued = datetime(FIRST_YEAR, 7, 1, tzinfo=UTC)
    forecast = ensemble(planet.sky(region.key), node_of(region, place), issued, 240)
    days = forecast.lead_time.values.astype(np.float64) / 24.0
    with paper(11, 6.5, rows=3) as (_, axes, buffer):
        for axis, (name, label, colour) in zip(axes, PLUMES, strict=True):
            members = forecast[name].transpose("member", "lead_time").values
            truth = forecast[f"truth_{name}"].values
            if name == "precipitation":
                members, truth = np.cumsum(members, axis=1), np.cumsum(truth)
            for low, high, alpha in ((0, 100, 0.15), (10, 90, 0.25), (25, 75, 0.35)):
                axis.fill_between(days, *np.percentile(members, (low, high), axis=0), color=colour, alpha=alpha, lw=0)
            axis.plot(days, np.median(members, axis=0), color=colour, lw=1.4, label="median of members")
            axis.plot(days, truth, color="black", lw=1.0, label="what came")
            axis.set_ylabel(label)
        axes[0].legend(fontsize=8, loc="upper left", ncols=2)
        axes[-1].set(xlabel=f"days after {issued:%-d %B %Y}, 00 UTC", xlim=(0, 10))
    caption = (
        f"An ensemble of {forecast.sizes['member']} members for {place.name}: all, eight and five in ten of them, "
        "their median, and what came. Bias and spread follow known laws, so that calibration has a true answer."
    )
    return Picture("plume", "An ensemble forecast", caption, buffer.getvalue())


def month_of_weather(planet: Planet, region: Region, month: int = 7) -> Picture:
    """Draw temperature, rain, wind and pressure of every hour of a month in the largest town."""
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

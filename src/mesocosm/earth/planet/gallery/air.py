"""Nitrogen dioxide over towns, a week at a station, the smoke of a fire, a town that grows."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.planet.air.stations import station
from mesocosm.earth.planet.gallery.figure_style import Picture, base_map, extent_km, paper, to_km
from mesocosm.earth.planet.gallery.maps import draw_place, draw_town, frame_town
from mesocosm.earth.planet.ground.ground import Floats, Ground
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sizes import FIRST_YEAR
from mesocosm.earth.planet.traffic.rhythm import local_time

if TYPE_CHECKING:
    import xarray as xr
    from matplotlib.axes import Axes
    from matplotlib.image import AxesImage

WEEK = datetime(FIRST_YEAR, 2, 12, tzinfo=UTC)
"""Start of the week that is shown, in winter; the simulation runs in whole weeks from the first day."""
FRAMES_H = (3, 9, 15, 24)
"""Hours after the start of a fire."""
LEAST_HA = 300.0
"""Least area of a fire whose smoke is drawn, ha."""


def air_quality(planet: Planet, region: Region) -> Picture:
    """Draw nitrogen dioxide in the worst evening of a winter week, and that week at the largest town's station."""
    airshed, ground = planet.air(region.key), planet.ground(region.key)
    place = planet.settlement(region.key).places[0]
    air = airshed.hours(WEEK, 168)
    worst = _worst_rush(air, region)
    with paper(13, 6.2) as (figure, (first,), buffer):
        first.remove()
        grid = figure.add_gridspec(3, 2, width_ratios=(1.15, 1.0))
        axis, right = figure.add_subplot(grid[:, 0]), [figure.add_subplot(grid[row, 1]) for row in range(3)]
        _shade(axis, ground)
        image = _field(axis, ground, air.nitrogen_dioxide.values[worst], 4.0, 64.0)
        _wind(axis, planet, region, WEEK + timedelta(hours=worst))
        for town in planet.settlement(region.key).places[:8]:
            draw_place(axis, ground, town.x, town.y, town.name, town.population)
        axis.set_title(f"{WEEK + timedelta(hours=worst):%-d %B %Y, %H:%M} UTC", fontsize=10)
        bar = figure.colorbar(image, ax=axis, label="nitrogen dioxide, µg/m³", shrink=0.75, ticks=(4, 8, 16, 32, 64))
        bar.ax.set_yticklabels(["4", "8", "16", "32", "64"])
        bar.ax.minorticks_off()
        _series(right, station(airshed, place, WEEK, 168))
    caption = (
        f"Nitrogen dioxide near the ground with the wind at 10 m, and a week at the station of {place.name}: what it "
        "reads (dots) and what is in the air (lines). Traffic, heating and the depth of the mixed air make the peaks."
    )
    return Picture("air", "Air quality", caption, buffer.getvalue())


def _worst_rush(air: xr.Dataset, region: Region) -> int:
    """Return the hour between four and eight in the evening with most nitrogen dioxide."""
    hours = [n for n in range(168) if 16 <= local_time(region, WEEK + timedelta(hours=n)).hour < 20]
    means = air.nitrogen_dioxide.values.astype(np.float64).mean(axis=(1, 2))
    return max(hours, key=lambda hour: float(means[hour]))


def _series(axes: list[Axes], series: xr.Dataset) -> None:
    rows = (("nitrogen_dioxide", "NO₂", "#b3402a"), ("ozone", "O₃", "#2f6fa8"), ("pm2p5", "PM2.5", "#555555"))
    for axis, (name, label, colour) in zip(axes, rows, strict=True):
        axis.plot(series.time.values, series[f"truth_{name}"].values, color=colour, lw=1.2)
        axis.plot(series.time.values, series[name].values, ".", ms=3, color=colour, alpha=0.55)
        axis.set(ylabel=f"{label}, µg/m³", ylim=(0, None), xlim=(series.time.values[0], series.time.values[-1]))
        axis.spines[["top", "right"]].set_visible(False)
        axis.tick_params(axis="x", labelbottom=axis is axes[-1])
    axes[-1].tick_params(axis="x", labelrotation=25, labelsize=8)


def smoke(planet: Planet, region: Region) -> Picture | None:
    """Draw the smoke of the year's largest fire; None if no fire is large enough."""
    fires = [fire for fire in planet.fires(region.key, FIRST_YEAR) if fire.burnt_ha >= LEAST_HA]
    if not fires:
        return None
    fire, ground = max(fires, key=lambda fire: fire.burnt_ha), planet.ground(region.key)
    concentrations = planet.air(region.key).smoke(fire.start, max(FRAMES_H) + 1)
    with paper(14, 4.2) as (figure, (first,), buffer):
        first.remove()
        axes = figure.subplots(1, len(FRAMES_H), sharey=True)
        for axis, hour in zip(axes, FRAMES_H, strict=True):
            _shade(axis, ground)
            image = _field(axis, ground, concentrations[hour], 3.0, 500.0)
            _wind(axis, planet, region, fire.start + timedelta(hours=hour))
            axis.plot(*to_km(ground, np.array([[fire.x_m, fire.y_m]]))[0], "^", color="#d7301f", mec="white", ms=8)
            for town in planet.settlement(region.key).places[:5]:
                draw_place(axis, ground, town.x, town.y, "", town.population)
            axis.set_title(f"{fire.start + timedelta(hours=hour):%-d %B, %H:%M} UTC", fontsize=10)
            axis.set_ylabel("km north" if hour == FRAMES_H[0] else "")
        bar = figure.colorbar(
            image, ax=axes, label="PM2.5 of smoke, µg/m³", shrink=0.8, pad=0.01, ticks=(3, 10, 30, 100, 300)
        )
        bar.ax.set_yticklabels(["3", "10", "30", "100", "300"])
        bar.ax.minorticks_off()
    caption = (
        f"Smoke of the fire {fire.id}, which burns {fire.burnt_ha:,.0f} hectares, {', '.join(map(str, FRAMES_H))} "
        "hours after its start. Without the fire this smoke is missing and nothing else differs."
    )
    return Picture("smoke", "Smoke of a fire", caption, buffer.getvalue())


def growth(planet: Planet, region: Region) -> Picture:
    """Draw the second town on its first day and ten years later."""
    place = planet.settlement(region.key).places[1]
    days = (date(FIRST_YEAR, 1, 1), date(FIRST_YEAR + 5, 1, 1), date(FIRST_YEAR + 10, 1, 1))
    works = planet.works(place.id, days[0], days[-1])
    with paper(14, 5.2) as (figure, (first,), buffer):
        first.remove()
        for axis, day in zip(figure.subplots(1, len(days)), days, strict=True):
            town = planet.town(place.id, day)
            draw_town(axis, town)
            frame_town(axis, town)
            axis.set_title(f"{day:%Y}: {len(town.buildings):,} buildings", fontsize=10)
    built = sum(change.kind == "built" for change in works)
    caption = (
        f"{place.name} ({place.id}) through ten years: {built:,} things are built, {len(works) - built} pulled down; "
        "brown blocks are building sites."
    )
    return Picture("growth", "A town grows", caption, buffer.getvalue())


def _shade(axis: Axes, ground: Ground) -> None:
    base_map(axis, ground, np.where(ground.sea[..., None], (0.86, 0.91, 0.95), (0.97, 0.95, 0.89)))
    if ground.sea.any():
        axis.contour(ground.sea, [0.5], colors="#6b8aa5", linewidths=0.8, extent=extent_km(ground))


def _field(axis: Axes, ground: Ground, values: Floats, least: float, most: float) -> AxesImage:
    """Draw concentrations on a logarithmic scale, transparent below the least."""
    from matplotlib.colors import LogNorm
    from scipy.ndimage import zoom

    fine = np.clip(zoom(values.astype(np.float64), 3, order=1, grid_mode=True, mode="nearest"), 1e-3, None)
    shade = np.ma.masked_less(fine, least)
    west, east, south, north = extent_km(ground)
    return axis.imshow(
        shade,
        origin="lower",
        extent=(west, east, south, north),
        cmap="YlOrBr",
        norm=LogNorm(least, most),
        alpha=0.9,
        interpolation="bilinear",
        zorder=1.5,
    )


def _wind(axis: Axes, planet: Planet, region: Region, when: datetime) -> None:
    now = planet.sky(region.key).hours(when, 1).isel(time=0)
    _, east, _, north = extent_km(planet.ground(region.key))
    rows, columns = now.wind_east_10m.shape
    x, y = (np.arange(columns) + 0.5) * east / columns, (np.arange(rows) + 0.5) * north / rows
    few = (slice(1, None, 3), slice(1, None, 3))
    axis.quiver(
        x[few[1]], y[few[0]], now.wind_east_10m.values[few], now.wind_north_10m.values[few],
        scale=70, width=0.004, color="#33576f", zorder=3,
    )  # fmt: skip

"""Rain and river through a year, and a flood on the map."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import numpy as np

from mesocosm.earth.planet.exports.water import FLOODED_M
from mesocosm.earth.planet.gallery.figure_style import Picture, base_map, cover_image, extent_km, paper, to_km
from mesocosm.earth.planet.gallery.maps import ROADS, draw_place, draw_rivers
from mesocosm.earth.planet.ground.ground import Floats, Indices
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.regions import Region
from mesocosm.earth.planet.sizes import FIRST_YEAR

if TYPE_CHECKING:
    from matplotlib.colors import ListedColormap

AROUND_KM = 28.0
"""Distance from the middle of a flood to the edge of its map."""


def hydrograph(planet: Planet, region: Region) -> Picture:
    """Draw the discharge of the largest river, with the rain and snow of its basin above it."""
    ground, water = planet.ground(region.key), planet.water_year(region.key, FIRST_YEAR)
    ends = ground.order[ground.downstream.ravel()[ground.order] < 0]
    mouth = int(ends[np.argmax(ground.upstream_km2.ravel()[ends])])
    flow = water.discharge_m3_s.reshape(len(water.discharge_m3_s), -1)[:, mouth]
    basin = upstream_of(ground.downstream.ravel(), ground.order, mouth)
    rain = _basin_rain(planet, region, basin, len(flow))
    snow = water.snow_mm.reshape(len(flow), -1)[:, basin].mean(axis=1)
    days = np.datetime64(f"{FIRST_YEAR}-01-01") + np.arange(len(flow))
    with paper(11, 6, rows=2) as (_, axes, buffer):
        axes[0].bar(days, rain, width=1.0, color="#2f6fa8", label="rain and snowfall of the day")
        axes[0].plot(days, snow, color="#7aa6c2", lw=1.2, label="snow on the ground")
        axes[0].invert_yaxis()
        axes[0].set_ylabel("mm, mean of the basin")
        axes[0].legend(fontsize=8, loc="lower right")
        axes[1].fill_between(days, flow, color="#9cc3de")
        axes[1].plot(days, flow, color="#1f5a8a", lw=1.2)
        axes[1].set_ylabel("discharge, m³/s")
        axes[1].set_ylim(0)
        axes[1].set_xlim(days[0], days[-1])
    area = float(ground.upstream_km2.ravel()[mouth])
    caption = (
        f"The largest river of region {region.key} at its mouth in {FIRST_YEAR}: {area:,.0f} km² drain through it; "
        f"{rain.sum():.0f} mm fall on the basin, {flow.sum() * 86.4 / area:.0f} mm run off; the highest day has "
        f"{flow.max():.0f} m³/s, the lowest {flow.min():.0f}."
    )
    return Picture("hydrograph", "Rain becomes a river", caption, buffer.getvalue())


def upstream_of(downstream: Indices, order: Indices, mouth: int) -> Indices:
    """Return the cells whose water flows through a cell, with that cell."""
    drains = np.zeros(downstream.size, np.bool_)
    drains[mouth] = True
    for cell in order[::-1].tolist():
        if downstream[cell] >= 0 and drains[downstream[cell]]:
            drains[cell] = True
    return np.flatnonzero(drains)


def _basin_rain(planet: Planet, region: Region, basin: Indices, days: int) -> Floats:
    """Return the mean rain of the basin, day by day, mm."""
    chunks = planet.sky(region.key).daily_fields(date(FIRST_YEAR, 1, 1), days, ("precipitation",))
    rain = (fields["precipitation"] for fields in chunks)
    return np.concatenate([chunk.reshape(len(chunk), -1)[:, basin].mean(axis=1) for chunk in rain])


def flood_map(planet: Planet, region: Region) -> Picture | None:
    """Draw the worst flood of the year where it is deepest, with the roads it closes; None without a flood."""
    from scipy.ndimage import gaussian_filter

    ground, settlement = planet.ground(region.key), planet.settlement(region.key)
    water = planet.water_year(region.key, FIRST_YEAR)
    flooded = (water.flood_depth_m > FLOODED_M).sum(axis=(1, 2))
    day = int(flooded.argmax())
    if flooded[day] == 0:
        return None
    depth = water.flood_depth_m[day]
    wet = depth > FLOODED_M
    row, column = np.unravel_index(gaussian_filter(depth, 6.0).argmax(), depth.shape)
    closed = [road for road in settlement.roads if wet.ravel()[list(road.cells)].any()]
    with paper(8.6, 7.6) as (figure, (axis,), buffer):
        base_map(axis, ground, cover_image(ground, settlement.cover))
        draw_rivers(axis, ground, region)
        west, east, south, north = extent_km(ground)
        shade = axis.imshow(
            np.ma.masked_where(~wet, depth), origin="lower", extent=(west, east, south, north), cmap=_depths(),
            vmin=0.0, vmax=max(1.0, float(depth.max())), alpha=0.8, zorder=2,
        )  # fmt: skip
        for road in settlement.roads:
            colour, width = ROADS[road.kind]
            axis.plot(*to_km(ground, np.asarray(road.line.coords)).T, color=colour, lw=width, zorder=3)
        for place in settlement.places:
            draw_place(axis, ground, place.x, place.y, place.name, place.population)
        axis.set(xlim=_about(float(column), east), ylim=_about(float(row), north))
        figure.colorbar(shade, ax=axis, label="depth of flood water, m (mean of a square kilometre)", shrink=0.8)
    when = np.datetime64(f"{FIRST_YEAR}-01-01") + day
    caption = (
        f"Flood of {when} in region {region.key}: {int(flooded[day])} square kilometres under more than "
        f"{FLOODED_M * 100:.0f} cm of water, {len(closed)} stretches of road touched."
    )
    return Picture("flood", "A flood", caption, buffer.getvalue())


def _depths() -> ListedColormap:
    """Return blues that show the shallowest water on land."""
    from matplotlib import colormaps
    from matplotlib.colors import ListedColormap

    return ListedColormap(colormaps["PuBu"](np.linspace(0.35, 1.0, 256)))


def _about(middle: float, far: float) -> tuple[float, float]:
    low = min(max(middle - AROUND_KM, 0.0), max(far - 2 * AROUND_KM, 0.0))
    return low, min(low + 2 * AROUND_KM, far)

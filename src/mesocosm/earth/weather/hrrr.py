"""The grid of NOAA's High-Resolution Rapid Refresh, at its own step or a coarser one."""

from __future__ import annotations

from mesocosm.earth.geo.grid import Grid

HRRR = Grid(
    proj="+proj=lcc +lat_1=38.5 +lat_2=38.5 +lat_0=38.5 +lon_0=-97.5 +R=6371229",
    x0=-2697520.142522,
    y0=-1587306.152557,
    dx=3000.0,
    dy=3000.0,
    nx=1799,
    ny=1059,
)
"""High-Resolution Rapid Refresh over the contiguous states; its first node lies at 21.138123 N, 122.719528 W."""


def coarse_hrrr(step_km: float) -> Grid:
    """Return the projection and area of HRRR with nodes `step_km` kilometres apart."""
    step = step_km * 1000.0
    nx, ny = (int(span // step) + 1 for span in (HRRR.dx * (HRRR.nx - 1), HRRR.dy * (HRRR.ny - 1)))
    return Grid(proj=HRRR.proj, x0=HRRR.x0, y0=HRRR.y0, dx=step, dy=step, nx=nx, ny=ny)

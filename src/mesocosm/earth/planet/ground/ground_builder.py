"""The ground of a region, built layer by layer."""

from __future__ import annotations

import functools

import numpy as np

from mesocosm.earth.planet.ground.climate import make_normals
from mesocosm.earth.planet.ground.cover import make_cover
from mesocosm.earth.planet.ground.ground import Ground
from mesocosm.earth.planet.ground.rivers import make_network, mean_flow_m3_s, width_m
from mesocosm.earth.planet.ground.soils import make_soils
from mesocosm.earth.planet.ground.terrain_cache import kept_terrain
from mesocosm.earth.planet.regions import Region


@functools.lru_cache(maxsize=16)  # a dozen regions are used again and again
def make_ground(region: Region) -> Ground:
    """Return terrain, drainage, climate normals, soils and land cover of a region; the arrays are read-only."""
    terrain = kept_terrain(region)
    sea, network = terrain.sea, make_network(region, terrain)
    temperature, rain = make_normals(region, network.elevation_m, sea)
    flow = mean_flow_m3_s(network, sea, temperature, rain)
    soil = make_soils(region, network, sea, temperature, rain)
    ground = Ground(
        region=region,
        elevation_m=network.elevation_m,
        sea=sea,
        lake=network.lake,
        slope=network.slope,
        downstream=network.downstream,
        order=network.order,
        upstream_km2=network.upstream_km2,
        river_width_m=width_m(flow),
        soil=soil,
        cover=make_cover(region, network, sea, soil, temperature, rain),
        temperature_c=temperature,
        rain_mm=rain,
        lake_depth_m=network.lake_depth_m,
        mean_flow_m3_s=flow,
    )
    _protect(ground)
    return ground


def _protect(ground: Ground) -> None:
    """Make the arrays read-only, since grounds are cached and shared."""
    for layer in vars(ground).values():
        if isinstance(layer, np.ndarray):
            layer.setflags(write=False)

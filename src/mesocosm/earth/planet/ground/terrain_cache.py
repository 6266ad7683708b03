"""Terrain in the cache: the erosion of a region takes a second, and every process that uses the region needs it.

The reference answers depend on it: an entry is signed with a secret of this installation, and an entry with a wrong
signature is computed again.
"""

from __future__ import annotations

import io

import numpy as np

from mesocosm.cache import Kind, code_version
from mesocosm.earth.planet.ground.terrain import Terrain, make_terrain
from mesocosm.earth.planet.regions import Region

RECIPE = (
    *(f"earth/planet/{name}" for name in ("ground", "regions.py", "quantisation.py", "sizes.py")),
    "earth/geo",
    "seeding.py",
)
TERRAINS = Kind("planet-terrain", "Eroded terrain of regions of planets", lambda: code_version(*RECIPE))


def kept_terrain(region: Region) -> Terrain:
    """Return the terrain of a region, from the cache or computed."""
    name = f"{region.seed}-{region.key}-{region.grid.nx}x{region.grid.ny}"
    body = TERRAINS.read(name)
    if body is not None:
        return _unpack(body)
    terrain = make_terrain(region)
    TERRAINS.write(name, _pack(terrain))
    return terrain


def _pack(terrain: Terrain) -> bytes:
    file = io.BytesIO()
    np.savez_compressed(file, height_m=terrain.height_m, sea=terrain.sea, exits=terrain.exits)
    return file.getvalue()


def _unpack(body: bytes) -> Terrain:
    with np.load(io.BytesIO(body), allow_pickle=False) as layers:
        return Terrain(layers["height_m"], layers["sea"], layers["exits"])

"""All frames of a site, made at once and written to the lake."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from mesocosm.earth.planet.sensors.window import Singles
from mesocosm.suites.eo.lake import echoes, photos, scenes
from mesocosm.suites.eo.lake.passes import Look, looks
from mesocosm.suites.eo.lake.scenes import Country
from mesocosm.suites.eo.lake.sites import Site
from mesocosm.suites.eo.lake.spots import SIDE_M
from mesocosm.suites.eo.lake.stage import Stage, stage_of
from mesocosm.suites.eo.lake.store import (
    Parts,
    alone,
    pack_mask,
    pack_numbers,
    pack_picture,
    pack_things,
    write_parts,
)
from mesocosm.suites.eo.lake.uses import map_uses

SITE_FILE = "site"
USE_PIXEL_M = 8.0
ECHO_OFFSET = 100.0
"""Added to decibels before they become whole hundredths."""


def build(site: Site, folder: Path) -> None:
    """Write every frame of a site and, last, the file that says that all are there."""
    with alone(folder / "lock"):
        if (folder / SITE_FILE).exists():
            return
        stage = stage_of(site.key)
        for look in _cheapest_first(looks(site)):
            write_parts(folder / look.name, _parts(stage, look))
        write_parts(folder / SITE_FILE, _site_parts(stage))


def _cheapest_first(frames: tuple[Look, ...]) -> Iterator[Look]:
    """Photographs of what stands whole before those of what is damaged: each needs a scenery that is kept."""
    return iter(sorted(frames, key=lambda look: (look.sensor, look.event == "after", look.time)))


def _site_parts(stage: Stage) -> Parts:
    about = {
        "spot": [float(along) for along in stage.spot],
        "disaster": stage.disaster.kind if stage.disaster else "",
        "day": stage.disaster.day.isoformat() if stage.disaster else "",
    }
    uses = map_uses(stage.town, stage.window(SIDE_M, USE_PIXEL_M))
    return {"about": json.dumps(about).encode(), "uses": pack_numbers(uses.astype(np.uint16))}


def _parts(stage: Stage, look: Look) -> Parts:
    if look.sensor == "rgb":
        photo = photos.take(stage, look)
        return {
            "pixels": pack_picture(photo.pixels),
            "things": pack_things(photo.things),
            **{f"mask {name}": pack_mask(mask) for name, mask in photo.masks.items()},
        }
    if look.sensor == "sar":
        echo = echoes.take(stage, look)
        pairs = {"VV": echo.vv_db, "VH": echo.vh_db}
        return {
            **{f"echo {name}": _pack_decibels(values) for name, values in pairs.items()},
            "things": pack_things(echo.things),
            **{f"mask {name}": pack_mask(mask) for name, mask in echo.masks.items()},
        }
    return _country_parts(scenes.sentinel(stage, look) if look.sensor == "sentinel-2" else scenes.landsat(stage, look))


def _pack_decibels(values: Singles) -> bytes:
    return pack_numbers(np.round((values.astype(np.float64) + ECHO_OFFSET) * 100.0).astype(np.uint16))


def _country_parts(country: Country) -> Parts:
    codes = {"classification": country.classification, "cloud": country.cloud_probability}
    return {
        **{f"band {name}": pack_numbers(numbers) for name, numbers in country.bands.items()},
        **{name: pack_numbers(values.astype(np.uint16)) for name, values in codes.items()},
        **{f"mask {name}": pack_mask(mask) for name, mask in country.masks.items()},
    }

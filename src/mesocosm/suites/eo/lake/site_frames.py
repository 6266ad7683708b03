"""Sites and frames as entries of the lake."""

from __future__ import annotations

import json

import numpy as np

from mesocosm.earth.planet.sensors.window import Singles
from mesocosm.suites.eo.lake import backscatter, photos, scenes
from mesocosm.suites.eo.lake.land_use import map_uses
from mesocosm.suites.eo.lake.overpasses import Look
from mesocosm.suites.eo.lake.scenes import Country
from mesocosm.suites.eo.lake.site_locations import SIDE_M
from mesocosm.suites.eo.lake.site_scene import stage_of
from mesocosm.suites.eo.lake.sites import Site
from mesocosm.suites.eo.lake.store import (
    Parts,
    pack_mask,
    pack_numbers,
    pack_picture,
    pack_things,
)

SITE_FILE = "site"
USE_PIXEL_M = 8.0
ECHO_OFFSET = 100.0
"""Offset added to decibels before they become whole hundredths."""


def cheapest_first(frames: tuple[Look, ...]) -> list[Look]:
    """Sort looks so that every scenery is made once: undamaged ones before damaged ones."""
    return sorted(frames, key=lambda look: (look.sensor, look.event == "after", look.time))


def build_site(site: Site) -> Parts:
    """Make what is known of a site before any picture: its location, its disaster, its land use."""
    stage = stage_of(site.key)
    about = {
        "spot": [float(along) for along in stage.spot],
        "disaster": stage.disaster.kind if stage.disaster else "",
        "day": stage.disaster.day.isoformat() if stage.disaster else "",
    }
    uses = map_uses(stage.town, stage.window(SIDE_M, USE_PIXEL_M))
    return {"about": json.dumps(about).encode(), "uses": pack_numbers(uses.astype(np.uint16))}


def build_frame(look: Look) -> Parts:
    """Make one frame of a site."""
    stage = stage_of(look.site)
    if look.sensor == "rgb":
        photo = photos.take(stage, look)
        return {
            "pixels": pack_picture(photo.pixels),
            "things": pack_things(photo.things),
            **{f"mask {name}": pack_mask(mask) for name, mask in photo.masks.items()},
        }
    if look.sensor == "sar":
        echo = backscatter.take(stage, look)
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

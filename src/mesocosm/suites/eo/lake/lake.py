"""The lake: frames by site, time and sensor, with the things in each.

Everything follows from the lake's seed, the site and the frame. A frame is made when it is first used and stored in
the cache.
"""

from __future__ import annotations

import functools
import json

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.sensors.multispectral import OFFSET, SCALE
from mesocosm.earth.planet.sensors.window import Window, window_about
from mesocosm.errors import UnknownName
from mesocosm.screen.untrusted_text import tell
from mesocosm.suites.eo.lake.frame import Bands, Frame, Pixels, Sensor, Thing
from mesocosm.suites.eo.lake.land_use import name_of
from mesocosm.suites.eo.lake.occlusion import build_left_out
from mesocosm.suites.eo.lake.overpasses import Look, looks
from mesocosm.suites.eo.lake.site_frames import ECHO_OFFSET, SITE_FILE, build_frame, build_site, cheapest_first
from mesocosm.suites.eo.lake.site_locations import SIDE_M
from mesocosm.suites.eo.lake.site_scene import COUNTRY_M, PHOTO_PIXEL_M, RADAR_PIXEL_M
from mesocosm.suites.eo.lake.sites import LAKE_SEED, every_site, planet, site_of
from mesocosm.suites.eo.lake.store import (
    LAKE,
    Parts,
    parts_of,
    read_mask,
    read_numbers,
    read_picture,
    read_things,
    with_prefix,
)

SIDES: dict[Sensor, tuple[float, float]] = {
    "rgb": (SIDE_M, PHOTO_PIXEL_M),
    "sar": (SIDE_M, RADAR_PIXEL_M),
    "sentinel-2": (COUNTRY_M, 10.0),
    "landsat": (COUNTRY_M, 30.0),
}
"""Side of the ground and of a pixel, in metres."""
THINGS_IN = ("rgb", "sar")
"""Sensors whose pictures show single things."""
KEPT = 8
"""Number of pictures, and of sets of bands and things, held in memory."""
BRIGHT = 0.25
"""Reflectance shown as white in true colour; gamma 1.6."""
ECHO_RANGE_DB = (-25.0, 3.0)
"""Backscatter shown as black and as white, in dB."""
TRUE_COLOUR = {"sentinel-2": ("B04", "B03", "B02"), "landsat": ("B4", "B3", "B2")}
LANDSAT_SCALE, LANDSAT_OFFSET = 0.0000275, -0.2


class Lake:
    """Frames of all sites: reads those in the cache, makes the others."""

    def __init__(self) -> None:
        self._pixels = functools.lru_cache(maxsize=KEPT)(self._read_pixels)
        self._things = functools.lru_cache(maxsize=KEPT)(self._read_things)
        self._left_out = functools.lru_cache(maxsize=KEPT)(self._read_left_out)
        self._bands = functools.lru_cache(maxsize=KEPT)(self._read_bands)
        self._masks = functools.lru_cache(maxsize=KEPT)(self._read_masks)
        self._cloudy = functools.lru_cache(maxsize=1024)(self._read_cloudy)
        self._about = functools.lru_cache(maxsize=64)(self._read_about)

    def frames(self, site_key: str, sensor: Sensor | None = None) -> tuple[Frame, ...]:
        """Return the frames of a site in order of time, of one sensor or of all."""
        chosen = (look for look in looks(site_of(site_key)) if sensor in (None, look.sensor))
        return tuple(self._frame(look) for look in chosen)

    def frame(self, name: str) -> Frame:
        """Return the frame of a name."""
        look = _by_name().get(name)
        if look is None:
            raise UnknownName("frame of the lake", name, [])
        return self._frame(look)

    def companion(self, frame: Frame, sensor: Sensor) -> Frame | None:
        """Return the frame of another sensor at the same site that is nearest in time; the earlier one of a tie."""
        others = self.frames(frame.site, sensor)
        return min(others, key=lambda other: (abs(other.time - frame.time), other.time), default=None)

    def next(self, frame: Frame) -> Frame | None:
        """Return the frame of the same site and sensor that follows in time; None after the last."""
        return next((other for other in self.frames(frame.site, frame.sensor) if other.time > frame.time), None)

    def previous(self, frame: Frame) -> Frame | None:
        """Return the frame of the same site and sensor that comes before in time; None before the first."""
        earlier = [other for other in self.frames(frame.site, frame.sensor) if other.time < frame.time]
        return earlier[-1] if earlier else None

    def pixels(self, frame: Frame) -> Pixels:
        """Return the picture as shown: a photograph unchanged, scenes in true colour, radar (VV) in grey."""
        return self._pixels(frame.name)

    def things(self, frame: Frame) -> tuple[Thing, ...]:
        """Return all things of a photograph or radar picture, exactly outlined; none of scenes. Ruins have no echo."""
        return self._things(frame.name) if frame.sensor in THINGS_IN else ()

    def left_out(self, frame: Frame) -> tuple[Thing, ...]:
        """Return what lies in the window but is not listed: mostly hidden things, or things radar does not show."""
        return self._left_out(frame.name) if frame.sensor in THINGS_IN else ()

    def bands(self, frame: Frame) -> Bands:
        """Return the bands of a multispectral scene."""
        if frame.sensor not in TRUE_COLOUR:
            raise UnknownName("multispectral frame", frame.name, [])
        return self._bands(frame.name)

    def decibels(self, frame: Frame) -> dict[str, NDArray[np.float32]]:
        """Return backscatter VV and VH of a radar frame, in dB."""
        echoes = with_prefix("echo ", self._parts(frame.name))
        return {name: _decibels(data) for name, data in echoes.items()}

    def cloud_percent(self, frame: Frame) -> float:
        """Return the percentage of a multispectral scene that clouds hide."""
        return self._cloudy(frame.name)

    def masks(self, frame: Frame) -> dict[str, NDArray[np.bool_]]:
        """Return the exact cover of the frame's pixels, by name."""
        return self._masks(frame.name)

    def scene_class(self, frame: Frame, window: tuple[float, float, float, float] | None = None) -> str:
        """Return the common name for the place that a photograph or a part of it (shares of its sides) shows."""
        uses = read_numbers(self._site_parts(frame.site)["uses"])
        left, top, right, bottom = window or (0.0, 0.0, 1.0, 1.0)
        rows, columns = uses.shape
        part = uses[
            int(top * rows) : max(round(bottom * rows), int(top * rows) + 1),
            int(left * columns) : max(round(right * columns), int(left * columns) + 1),
        ]
        return name_of(part.astype(np.uint8))

    def disaster(self, site_key: str) -> str:
        """Return the kind of disaster that strikes a site: `whirlwind` or `flood`; empty if none does."""
        return str(self._about(site_key)["disaster"])

    def prepare(self, site_key: str) -> None:
        """Make every frame of a site that the cache lacks."""
        self._about(site_key)
        for look in cheapest_first(looks(site_of(site_key))):
            if not LAKE.has(entry_name(site_key, look.name)):
                self._parts(look.name)
            if look.sensor in THINGS_IN and not LAKE.has(_left_out_name(look)):
                self._left_out(look.name)

    def is_built(self, site_key: str) -> bool:
        """Return whether a site lies in the cache, so that its frames need not be built."""
        return LAKE.has(entry_name(site_key, SITE_FILE))

    def _site_parts(self, site_key: str) -> Parts:
        return parts_of(entry_name(site_key, SITE_FILE), site_key, lambda: _build(site_key))

    def _parts(self, name: str) -> Parts:
        look = _by_name()[name]
        return parts_of(entry_name(look.site, name), look.site, lambda: build_frame(look))

    def _frame(self, look: Look) -> Frame:
        spot = self._about(look.site)["spot"]
        side, pixel = SIDES[look.sensor]
        window = _window(look.site, (spot[0], spot[1]), side, pixel)
        return Frame(look.name, look.site, look.sensor, look.time, window, look.event)

    def _read_about(self, site_key: str) -> dict[str, list[float]]:
        about: dict[str, list[float]] = json.loads(self._site_parts(site_key)["about"])
        return about

    def _read_pixels(self, name: str) -> Pixels:
        sensor = _by_name()[name].sensor
        if sensor == "rgb":
            return read_picture(self._parts(name)["pixels"])
        if sensor == "sar":
            return grey(_decibels(self._parts(name)["echo VV"]))
        reflectance = self._bands(name).reflectance
        return render_reflectance(np.stack([reflectance[band] for band in TRUE_COLOUR[sensor]], axis=-1))

    def _read_things(self, name: str) -> tuple[Thing, ...]:
        listed = read_things(self._parts(name)["things"])
        return listed if _by_name()[name].sensor == "rgb" else tuple(thing for thing in listed if not _in_ruins(thing))

    def _read_left_out(self, name: str) -> tuple[Thing, ...]:
        look = _by_name()[name]

        def make() -> Parts:
            return build_left_out(look, {thing.id for thing in read_things(self._parts(name)["things"])})

        return read_things(parts_of(_left_out_name(look), f"{look.site} hidden", make)["things"])

    def _read_masks(self, name: str) -> dict[str, NDArray[np.bool_]]:
        return {kind: read_mask(data) for kind, data in with_prefix("mask ", self._parts(name)).items()}

    def _read_cloudy(self, name: str) -> float:
        return round(100.0 * float((read_numbers(self._parts(name)["cloud"]) > 50).mean()), 1)

    def _read_bands(self, name: str) -> Bands:
        parts, frame = self._parts(name), self.frame(name)
        scale, offset = (
            (1 / SCALE, -OFFSET / SCALE) if frame.sensor == "sentinel-2" else (LANDSAT_SCALE, LANDSAT_OFFSET)
        )
        numbers = {band: read_numbers(data) for band, data in with_prefix("band ", parts).items()}
        reflectance = {
            band: (dn.astype(np.float64) * scale + offset).astype(np.float32) for band, dn in numbers.items()
        }
        cloud, classes = (read_numbers(parts[name]).astype(np.uint8) for name in ("cloud", "classification"))
        return Bands(frame, reflectance, cloud, classes)


def entry_name(site_key: str, name: str) -> str:
    """Return the name of a site's frame in the cache."""
    return f"{LAKE_SEED}/{site_key}/{name}"


def _left_out_name(look: Look) -> str:
    return entry_name(look.site, f"{look.name}-left-out")


def _build(site_key: str) -> Parts:
    """Draw a town and its surroundings, which takes seconds, with a progress message."""
    tell(f"eo: building the site {site_key}; it is kept for later runs", err=True)
    return build_site(site_of(site_key))


def _in_ruins(thing: Thing) -> bool:
    return thing.attributes.get("damage") == "destroyed"


def _decibels(data: bytes) -> NDArray[np.float32]:
    return (read_numbers(data).astype(np.float64) / 100.0 - ECHO_OFFSET).astype(np.float32)


def render_reflectance(reflectance: NDArray[np.float32]) -> Pixels:
    """Convert reflectance to a picture: 0 is black, `BRIGHT` white."""
    stretched = np.clip(reflectance.astype(np.float64) / BRIGHT, 0.0, 1.0) ** (1 / 1.6)
    return np.round(np.round(stretched, 6) * 255.0).astype(np.uint8)


def grey(decibels: NDArray[np.float32]) -> Pixels:
    """Convert backscatter to a grey picture."""
    low, high = ECHO_RANGE_DB
    level = np.clip((decibels.astype(np.float64) - low) / (high - low), 0.0, 1.0)
    return np.repeat(np.round(level * 255.0).astype(np.uint8)[..., None], 3, axis=2)


@functools.lru_cache(maxsize=1024)
def _window(site_key: str, spot: tuple[float, float], side_m: float, pixel_m: float) -> Window:
    return window_about(planet().region(site_of(site_key).region), spot[0], spot[1], side_m, pixel_m)


@functools.lru_cache(maxsize=1)
def _by_name() -> dict[str, Look]:
    return {look.name: look for site in every_site() for look in looks(site)}


@functools.lru_cache(maxsize=1)
def lake() -> Lake:
    """Return the lake of this process."""
    return Lake()

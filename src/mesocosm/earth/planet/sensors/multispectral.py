"""Sentinel-2-like scenes of thirteen bands and Landsat-like scenes, with clouds, shadows, haze and noise.

Numbers are those of the products: Sentinel-2 level 2A since processing baseline 04.00, reflectance = (DN - 1000) / 10
000 (Sentinel-2 Products Specification 14.9); Landsat collection 2 level 2, reflectance = 0.0000275 DN - 0.2 and
temperature = 0.00341802 DN + 149 K (USGS LSDS-1619). B10, which level 2A leaves out because it does not see the ground,
holds the reflectance of high clouds.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from mesocosm.earth.planet.ground.ground_builder import make_ground
from mesocosm.earth.planet.sensors.cloud_fields import Clouds, make_cirrus, make_clouds
from mesocosm.earth.planet.sensors.conditions import Conditions, on_day
from mesocosm.earth.planet.sensors.landscape import MARGIN, Landscape, Surface, make_landscape, refine_field
from mesocosm.earth.planet.sensors.materials import BANDS_NM, LANDSAT_BANDS, spectrum
from mesocosm.earth.planet.sensors.noise import normal, salt, smooth
from mesocosm.earth.planet.sensors.reflectance import Mixture, band_reflectance, make_mixture
from mesocosm.earth.planet.sensors.shipping import ship_shares
from mesocosm.earth.planet.sensors.sun import Sun, sun_at
from mesocosm.earth.planet.sensors.view_angle import brightening
from mesocosm.earth.planet.sensors.window import Codes, Singles, Window
from mesocosm.errors import UserError

Numbers = NDArray[np.uint16]
PIXELS_M: dict[str, int] = {
    **dict.fromkeys(("B02", "B03", "B04", "B08"), 10),
    **dict.fromkeys(("B05", "B06", "B07", "B8A", "B11", "B12"), 20),
    **dict.fromkeys(("B01", "B09", "B10"), 60),
}
SCALE, OFFSET = 10_000.0, 1000.0
CIRRUS = 0.06
"""Opacity above which thin cirrus is classified: about 0.02 of reflectance in B10, like the threshold of level 2A."""
WAKE = 0.035
"""Reflectance that a wake's foam adds to water."""
NOISE = 0.0018
"""Standard deviation of the sensor's noise, reflectance."""


class Scl(IntEnum):
    """Scene classification of level 2A."""

    NO_DATA = 0
    SATURATED = 1
    DARK = 2
    CLOUD_SHADOW = 3
    VEGETATION = 4
    BARE = 5
    WATER = 6
    UNCLASSIFIED = 7
    CLOUD_MEDIUM = 8
    CLOUD_HIGH = 9
    CIRRUS = 10
    SNOW = 11


@dataclass(frozen=True)
class Scene:
    """Bands by name, each in its own pixels: uint16, rows from north to south."""

    window: Window
    """Window in pixels of 10 m; for a Landsat scene, of 30 m."""
    conditions: Conditions
    sun: Sun
    bands: dict[str, Numbers]
    classification: Codes
    """SCL in pixels of 20 m; for Landsat, the low byte of QA_PIXEL."""
    cloud_probability: Codes
    """Cloud probability in percent, in pixels of 20 m."""

    @property
    def cloud_cover(self) -> float:
        """Percent of the pixels that clouds hide."""
        return round(100.0 * float((self.cloud_probability > 50).mean()), 2)


def make_scene(window: Window, conditions: Conditions, landscape: Landscape | None = None) -> Scene:
    """Make a Sentinel-2-like scene of a window in pixels of 10 m, as many as fill whole 60 m pixels.

    A given landscape must be of the window widened by `MARGIN`.
    """
    if window.resolution_cm != 1000 or window.columns % 6 or window.rows % 6:
        raise UserError(
            f"a scene needs pixels of 10 m, a multiple of 6 of them along each side, got {window.columns} × "
            f"{window.rows} of {window.resolution_m} m"
        )
    view = View.of(window, conditions, landscape)
    bands = {name: _quantise(window, name, _coarser(view.band(name), PIXELS_M[name] // 10)) for name in BANDS_NM}
    probability = np.round(_coarser(view.cloudiness(), 2) * 100.0).astype(np.uint8)
    return Scene(window, conditions, view.sun, bands, _classify(view, bands, probability), probability)


def make_landsat_scene(window: Window, conditions: Conditions, landscape: Landscape | None = None) -> Scene:
    """Make a Landsat-8-like scene of a window in pixels of 30 m: seven bands, ST_B10 and the quality of each pixel.

    A given landscape must be of the window widened by `MARGIN`.
    """
    if window.resolution_cm != 3000:
        raise UserError(f"a Landsat scene needs pixels of 30 m, got {window.resolution_m} m")
    view = View.of(window, conditions, landscape)
    bands = {}
    for name, twin in LANDSAT_BANDS.items():
        value = view.band(twin) + NOISE * _noise(window, "landsat " + name)
        bands[name] = np.clip(np.round((value + 0.2) / 0.0000275), 1, 65535).astype(np.uint16)
    bands["ST_B10"] = np.clip(np.round((view.temperature_k() - 149.0) / 0.00341802), 1, 65535).astype(np.uint16)
    probability = np.round(view.cloudiness() * 100.0).astype(np.uint8)
    return Scene(window, conditions, view.sun, bands, _quality(view), probability)


@dataclass(frozen=True)
class View:
    """Everything between the ground of a window and the sensor; fields in the window's own pixels."""

    window: Window
    conditions: Conditions
    sun: Sun
    landscape: Landscape
    """Landscape of the widened window; the mixture is of the same window."""
    mixture: Mixture
    clouds: Clouds
    cirrus: Singles
    ships: tuple[Singles, Singles] | None
    """Shares under hulls and wakes, in the widened window."""
    shade: Singles
    """Light on the slope relative to level ground, in the widened window."""
    haze: Singles

    @staticmethod
    def of(window: Window, conditions: Conditions, landscape: Landscape | None) -> View:
        """Return the view of a window on a day."""
        landscape = make_landscape(window.widened(MARGIN)) if landscape is None else landscape
        sun = sun_at(window.region.latitude, conditions.date)
        looking = (conditions.view_zenith_deg, conditions.view_azimuth_deg)
        key = salt(window.region, "haze", conditions.date.toordinal())
        veil = np.clip(0.5 + 0.5 * smooth(key, window.x(), window.y(), 9000.0, 2), 0.0, 2.0)
        return View(
            window=window,
            conditions=conditions,
            sun=sun,
            landscape=landscape,
            mixture=make_mixture(landscape, conditions),
            clouds=make_clouds(window, conditions.date, conditions.cloud_share, sun, looking),
            cirrus=make_cirrus(window, conditions.date, conditions.cirrus_share, looking),
            ships=ship_shares(landscape.window, conditions.date),
            shade=shading(landscape, sun),
            haze=np.float32(0.03 * conditions.haze) * veil,
        )

    def band(self, name: str) -> Singles:
        """Return the reflectance in a band at the sensor, without noise."""
        number = list(BANDS_NM).index(name)
        wavelength = BANDS_NM[name]
        ground = _blur(self._surface(name, number) * self.shade)
        # Skylight still falls into shadows, more at short wavelengths (Rayleigh's fourth power, weakened).
        sky = np.float32(min(0.42, 0.16 + 0.26 * (490.0 / wavelength) ** 2))
        ground = ground * (1.0 - self.clouds.shadow * (1.0 - sky))
        ground = ground + self.haze * np.float32(round((490.0 / wavelength) ** 1.5, 4))
        if name == "B10":
            ground = np.full_like(ground, 0.0012)
        return self._draw_clouds(ground, name, number)

    def _draw_clouds(self, ground: Singles, name: str, number: int) -> Singles:
        """Return the reflectance of a band with the clouds, and the cirrus above all, in front of the ground."""
        if self.conditions.cirrus_share > 0.0:
            # Ice clouds reflect at 1.37 µm too, where water vapour hides everything below them.
            ground = ground + self.cirrus * (np.float32(0.3 if name == "B10" else 0.62) - ground)
        white = spectrum("cloud")[number] * (0.92 + 0.09 * self.clouds.relief)
        alpha = self.clouds.opacity * (np.float32(0.25) if name == "B10" else np.float32(0.97))
        return np.asarray(ground + alpha * (white - ground), np.float32)

    def _surface(self, name: str, number: int) -> Singles:
        """Return the reflectance of the ground and of ships, with the effect of the sensor's angle."""
        value = band_reflectance(self.mixture, number)
        bright = brightening(name, self.sun, self.conditions.view_zenith_deg, self.conditions.view_azimuth_deg)
        if bright != 1.0:
            value = value * (1.0 + np.float32(bright - 1.0) * (1.0 - self.mixture.water))
        if self.ships is not None:
            hulls, wakes = self.ships
            value = value + hulls * (spectrum("metal")[number] - value) + np.float32(WAKE) * wakes
        return np.asarray(value, np.float32)

    def cloudiness(self) -> Singles:
        """Return the probability of cloud, 0 to 1: the opacity of clouds, and for thin cirrus at most a half."""
        thin = np.minimum(1.6 * self.cirrus, np.float32(0.5))
        return np.asarray(np.maximum(self.clouds.opacity, thin), np.float32)

    def temperature_k(self) -> Singles:
        """Return the surface temperature: that of the air, higher on dry, bare ground in the sun, low on cloud tops."""
        ground = make_ground(self.window.region)
        air = refine_field(ground, on_day(ground.temperature_c, self.conditions.date), self.window.x(), self.window.y())
        mix = self.mixture
        up = self.sun.towards[2]
        cover = mix.cover
        hard = np.isin(self.landscape.surface, (Surface.TILE_ROOF, Surface.FLAT_ROOF, Surface.PAVED))
        heat = (1.0 - cover) * (1.0 - 0.55 * mix.wet) * np.where(hard, 17.0, 15.0) + cover * (3.0 + 7.0 * mix.dry)
        heat = np.where(mix.water > 0.5, -2.0, heat * self.shade * up)
        surface = _blur(np.asarray(heat, np.float32)) * (1.0 - 0.6 * self.clouds.shadow) + air
        surface = np.where(_inner(mix.snow) > 0.5, np.minimum(surface, 0.0), surface)
        top = air - 6.5 * self.clouds.height_m / 1000.0 - 6.0
        surface = surface + self.clouds.opacity * (top - surface)
        return np.asarray(surface + 0.5 * self.cirrus * (air - 55.0 - surface) + 273.15, np.float32)


def shading(landscape: Landscape, sun: Sun) -> Singles:
    """Return the light on every slope relative to level ground: a fifth from the sky, the rest by its incidence."""
    east, north, up = sun.towards
    step = np.float32(2.0 * landscape.window.resolution_m)
    padded = np.pad(landscape.elevation_m, 1, mode="edge")
    rise_east = (padded[1:-1, 2:] - padded[1:-1, :-2]) / step
    rise_north = (padded[:-2, 1:-1] - padded[2:, 1:-1]) / step
    steep = np.sqrt(1.0 + rise_east * rise_east + rise_north * rise_north)
    incidence = (up - rise_east * np.float32(east) - rise_north * np.float32(north)) / steep
    lit = 0.2 + 0.8 * np.maximum(incidence, 0.0) / np.float32(max(up, 0.1))
    return np.where(landscape.water_share > 0.5, 1.0, np.clip(lit, 0.2, 1.6)).astype(np.float32)


def _inner(values: Singles) -> Singles:
    return values[MARGIN:-MARGIN, MARGIN:-MARGIN]


def _blur(values: Singles) -> Singles:
    """Blur the values of the widened window as the optics do; return those of the window."""
    rows = (values[1:-3] + values[3:-1]) * np.float32(0.14) + values[2:-2] * np.float32(0.72)
    return np.asarray((rows[:, 1:-3] + rows[:, 3:-1]) * np.float32(0.14) + rows[:, 2:-2] * np.float32(0.72))


def _coarser(values: Singles, times: int) -> Singles:
    """Return means over squares of pixels, added up in a fixed order."""
    total = np.zeros((values.shape[0] // times, values.shape[1] // times), np.float32)
    for down in range(times):
        for across in range(times):
            total += values[down::times, across::times]
    return np.asarray(total * np.float32(1.0 / (times * times)))


def _noise(window: Window, name: str, times: int = 1) -> Singles:
    coarse = window.at_resolution(window.resolution_cm * times)
    key = salt(window.region, "sensor", name)
    return normal(key, coarse.row_numbers()[:, None], coarse.column_numbers()[None, :])


def _quantise(window: Window, name: str, value: Singles) -> Numbers:
    noisy = value + NOISE * _noise(window, name, PIXELS_M[name] // 10)
    return np.clip(np.round(noisy * SCALE + OFFSET), 1, 65535).astype(np.uint16)


def reflectance(numbers: Numbers) -> Singles:
    """Return the reflectance for a Sentinel-2 band's numbers."""
    return np.asarray((numbers.astype(np.float32) - np.float32(OFFSET)) / np.float32(SCALE))


def _classify(view: View, bands: dict[str, Numbers], probability: Codes) -> Codes:
    """Return the true SCL: the classes that a perfect classifier would give."""
    water, snow, shade = (_coarser(_inner(layer), 2) for layer in (view.mixture.water, view.mixture.snow, view.shade))
    red, nir = (reflectance(bands[name]) for name in ("B04", "B08"))
    index = _coarser((nir - red) / np.maximum(nir + red, np.float32(0.01)), 2)
    code = np.where(index > 0.38, Scl.VEGETATION, Scl.BARE)
    code = np.where(shade < 0.45, Scl.DARK, code)
    code = np.where(snow > 0.5, Scl.SNOW, code)
    code = np.where(water > 0.5, Scl.WATER, code)
    code = np.where(_coarser(view.clouds.shadow, 2) > 0.4, Scl.CLOUD_SHADOW, code)
    opaque = np.round(_coarser(view.clouds.opacity, 2) * 100.0)
    code = np.where(probability > 20, Scl.UNCLASSIFIED, code)
    code = np.where(_coarser(view.cirrus, 2) > CIRRUS, Scl.CIRRUS, code)
    code = np.where(opaque > 40, Scl.CLOUD_MEDIUM, code)
    return np.where(opaque > 75, Scl.CLOUD_HIGH, code).astype(np.uint8)


def _quality(view: View) -> Codes:
    """Return the low byte of QA_PIXEL: dilated cloud, cirrus, cloud, shadow, snow, clear, water (bits 1 to 7)."""
    cloud, shadow = view.clouds.opacity > 0.5, view.clouds.shadow > 0.4
    snow, water = _inner(view.mixture.snow) > 0.5, _inner(view.mixture.water) > 0.5
    dilated = view.clouds.opacity > 0.2
    bits = 2 * (dilated & ~cloud) + 4 * (view.cirrus > CIRRUS) + 8 * cloud + 16 * (shadow & ~cloud)
    bits = bits + 32 * snow + 64 * ~(dilated | shadow)
    return np.asarray(bits + 128 * (water & ~cloud), np.uint8)

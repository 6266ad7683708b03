"""Families of quantities that share a colour scale.

Each family has the unit shown, the steps, the colours to interpolate, and the conversion from the unit of the file.
"""

from __future__ import annotations

import math

from mesocosm.earth.weather.maps.scales import (
    WHITE,
    Anchors,
    Levels,
    Scale,
    both_signs,
    colour_list,
    numbers,
    ramp,
    steps,
)

KNOTS = 1 / 0.514444
"""Knots per m/s, to six digits: colours and numbers of the maps depend on it, so it must not change."""
KELVIN = -273.15

COOL = colour_list("7a5fb5 3b4cc0 3fa0e0 5fd0c8 5cbf5c")
WARM = colour_list("c8e04a fff04a f7a531 e8402a a0101c 5c0a3c")
RAINBOW = (*COOL, *WARM)
ENERGY = colour_list("cfe8cf 5cbf5c c8e04a fff04a f7a531 e8402a a0101c 5c0a3c")
HEAT = colour_list("fdf3c0 fbd36b f79a3c e8502e b51a2b 7a0c4e 4b0a6b 2a0a4a")
RAIN = colour_list("d7f0d0 8fd58a 3fae4c 1f7f8c 2757c0 6a3fb0 b03a9c e04a6a f7a531 fff04a")
SNOW = colour_list("d8dee6 aab4c2 7c8898 4c5868 2757c0 6a3fb0 b03a9c e04a6a")
MOIST = colour_list("8a5a2b c49a62 eadcb8 f5f5ee bfe6b0 6cc46c 2c9a4b 12707a 1b4fa0 5a2a9a")
DIVERGING = colour_list("2a1a6a 2f5fc0 7fb5e6 d5e8f5 f7f7f7 fbe0c8 f2a27a cf4a3c 7a0c2e")
CLOUD = colour_list("ffffff f7fafd d8dee6 aab4c2 7c8898 4c5868")
LEAF = colour_list("f5f0e0 d8e0a0 8fbf6a 3f8f3f 1a5a2a")
TERRAIN = colour_list("9fc8e8 5f9f5f a8c878 e8e0a0 c8a068 8f6238 b8a8a0 f5f5f5")
INFRARED = colour_list("3c0a4a b0206a f04a2a fff04a 4ab84a 3a6ac8 e8eef5 8a96a6 30363e")
WINDS = colour_list("d5ecf7 3fa0e0 5fd0c8 5cbf5c c8e04a fff04a f7a531 e8402a a0101c 5c0a3c")
SUN = colour_list("3a2a5a 3b4cc0 3fa0e0 5fd0c8 5cbf5c c8e04a fff04a f7a531 e8402a a0101c")
FOG = colour_list("6a0a5a e8402a f7a531 fff04a a8d8a0 e8f2fa")
CAPPED = colour_list("4b0a6b 7a0c4e b51a2b e8502e f79a3c fbd36b fdf3c0 f7fafd")
TURNING = ("2f5fc0", "a8cdee", "ffffff", *HEAT, "100020")
SHORE = colour_list("5f8fc0 c8dcec e8e0c0")
CLASSES = (*RAINBOW, *TERRAIN, *RAIN)
RADAR = colour_list(
    "b4c6dc 7fa8d8 4a7fd0 3fc3e8 30c830 189818 0f6b0f f8f030 e0b818 f08818 f02818 c01010 900808 f040f0 9050c8"
)


def _from_white(unit: str, levels: Levels, anchors: Anchors, factor: float = 1.0) -> Scale:
    """Return colours that are white below the first level."""
    return Scale(unit, levels, (WHITE, *ramp(len(levels), anchors)), factor)


def _through(unit: str, levels: Levels, anchors: Anchors, factor: float = 1.0, offset: float = 0.0) -> Scale:
    """Return colours from below the first level to above the last."""
    return Scale(unit, levels, ramp(len(levels) + 1, anchors), factor, offset)


def _contour(unit: str, levels: Levels, anchors: Anchors, factor: float = 1.0) -> Scale:
    """Darken every other band a little, so that the lines between them can be followed as on a weather chart."""
    colours = ramp(len(levels) + 1, anchors)
    shaded = tuple((round(r * 0.88), round(g * 0.88), round(b * 0.88)) for r, g, b in colours[1::2])
    mixed = tuple(shaded[band // 2] if band % 2 else colour for band, colour in enumerate(colours))
    return Scale(unit, levels, mixed, factor)


WIND_SPEEDS = numbers("5 10 15 20 25 30 35 40 45 50 60 70 80 100 120 150")
WIND_COMPONENTS = both_signs(numbers("5 10 20 30 40 50 60 80 100 120 150"))
UPDRAFTS = both_signs(numbers("0.1 0.25 0.5 1 2 3 5 7.5 10 15 20"))
SPINS = numbers("1 2 4 6 8 10 12.5 15 20 25 30 40 50")
HEIGHTS = numbers("100 250 500 750 1000 1250 1500 1750 2000 2500 3000 3500 4000 5000 6000 8000 10000 12000 14000 16000")
TERRAIN_HEIGHTS = numbers("1 100 200 300 400 500 750 1000 1250 1500 1750 2000 2500 3000 3500")
ENERGIES = numbers("100 250 500 750 1000 1250 1500 2000 2500 3000 3500 4000 5000 6000")
LOW_ENERGIES = numbers("10 25 50 75 100 125 150 175 200 250 300 400")
INHIBITIONS = numbers("-400 -300 -250 -200 -150 -125 -100 -75 -50 -25 -10")
HELICITIES = numbers("-200 -100 -50 50 100 150 200 250 300 350 400 500 600 800")
UPDRAFT_HELICITIES = numbers("10 25 50 75 100 125 150 200 250 300 400")
LIQUIDS = numbers("0.5 1 2.5 5 10 15 20 25 30 35 40 50 60 70")
HAILSTONES = numbers("2 5 10 15 20 25 30 35 40 50 60 70 80 100")
FLASHES = numbers("0.02 0.1 0.25 0.5 1 2 3 4 5 6 8 10")
RAINS = numbers("0.1 0.5 1 2.5 5 7.5 10 15 20 25 30 40 50 75 100 125 150")
RAIN_RATES = numbers("0.1 0.5 1 2 4 6 8 10 15 20 30 40 50 75 100")
SNOWS = numbers("1 2.5 5 10 15 20 25 30 40 50 75 100 150 200 300")
SNOW_WATERS = numbers("0.5 1 2.5 5 10 20 30 50 75 100 150 200 300 500 1000")
PERCENTS = numbers("1 5 10 20 30 40 50 60 70 80 90 95")
FLUXES = both_signs(numbers("10 25 50 100 150 200 300 400 500 600 800"))
SIGHTS = numbers("0.2 0.4 0.8 1.6 3 5 8 10 16 24 32 48 64")
DEPTHS = numbers("0.05 0.1 0.15 0.2 0.3 0.4 0.5 0.7 1 1.5 2 3")
SMOKES = numbers("1 2 4 6 8 12 16 20 25 30 40 60 100 150 250 500")
ROUGHNESSES = numbers("0.001 0.01 0.05 0.1 0.2 0.3 0.5 0.75 1 1.5 2")
POWERS = both_signs(tuple(float(f"{digit}e{power}") for power in range(-4, 7) for digit in (1, 3)))

FAMILIES: dict[str, Scale] = {
    "temperature": _through("°C", steps(-50, 47.5, 2.5), RAINBOW, offset=KELVIN),
    "dew point": _through("°C", steps(-34, 28, 2), MOIST, offset=KELVIN),
    "potential temperature": _through("K", steps(262, 340, 2), RAINBOW),
    "brightness temperature": _through("°C", steps(-84, 40, 4), INFRARED, offset=KELVIN),
    "relative humidity": _through("%", steps(5, 95, 5), MOIST),
    "specific humidity": _through("g/kg", steps(1, 24, 1), MOIST, 1000.0),
    "precipitable water": _through("mm", steps(4, 68, 4), MOIST),
    "wind speed": _from_white("kt", WIND_SPEEDS, WINDS, KNOTS),
    "wind component": _through("kt", WIND_COMPONENTS, DIVERGING, KNOTS),
    "vertical velocity": _through("m/s", UPDRAFTS, DIVERGING),
    "pressure velocity": _through("Pa/s", UPDRAFTS, DIVERGING[::-1]),
    "vorticity": _from_white("10⁻³/s", SPINS, HEAT, 1e3),
    "absolute vorticity": _through("10⁻⁵/s", steps(-8, 48, 4), ("7fb5e6", "ffffff", *HEAT), 1e5),
    "friction velocity": _from_white("m/s", steps(0.1, 2.0, 0.1), HEAT),
    "sea-level pressure": _contour("hPa", steps(972, 1048, 2), RAINBOW, 0.01),
    "surface pressure": _through("hPa", steps(610, 1050, 10), RAINBOW, 0.01),
    "pressure aloft": _through("hPa", steps(100, 1050, 50), RAINBOW, 0.01),
    "height above ground": _through("m", HEIGHTS, RAINBOW[::-1]),
    "thickness": _from_white("m", steps(50, 1500, 50), RAIN),
    "orography": _through("m", TERRAIN_HEIGHTS, TERRAIN),
    "potential energy": _from_white("J/kg", ENERGIES, ENERGY),
    "low-level potential energy": _from_white("J/kg", LOW_ENERGIES, ENERGY),
    "inhibition": _through("J/kg", INHIBITIONS, CAPPED),
    "helicity": _through("m²/s²", HELICITIES, TURNING),
    "updraft helicity": _from_white("m²/s²", UPDRAFT_HELICITIES, HEAT),
    "lifted index": _through("K", steps(-14, 14, 1), RAINBOW[::-1]),
    "reflectivity": _from_white("dBZ", steps(5, 75, 5), RADAR),
    "liquid": _from_white("kg/m²", LIQUIDS, RAIN),
    "hail": _from_white("mm", HAILSTONES, RAIN, 1e3),
    "lightning": _from_white("", FLASHES, HEAT),
    "precipitation": _from_white("mm", RAINS, RAIN),
    "precipitation rate": _from_white("mm/h", RAIN_RATES, RAIN, 3600.0),
    "snow depth": _from_white("cm", SNOWS, SNOW, 100.0),
    "water equivalent": _from_white("mm", SNOW_WATERS, SNOW),
    "cover": _through("%", PERCENTS, CLOUD),
    "ground cover": _through("%", PERCENTS, LEAF),
    "fraction": _through("", (0.01, *steps(0.1, 0.9, 0.1), 0.99), SHORE),
    "yes or no": Scale("", (0.5,), (WHITE, (58, 128, 82))),
    "short-wave radiation": _from_white("W/m²", steps(25, 1100, 25), SUN),
    "long-wave radiation": _through("W/m²", steps(100, 600, 12.5), RAINBOW),
    "heat flux": _through("W/m²", FLUXES, DIVERGING),
    "visibility": _through("km", SIGHTS, FOG, 1e-3),
    "optical depth": _from_white("", DEPTHS, HEAT),
    "smoke": _from_white("ug/m³", SMOKES, HEAT, 1e9),
    "roughness": _from_white("m", ROUGHNESSES, LEAF),
    "leaf area": _from_white("m²/m²", steps(0.25, 7, 0.25), LEAF),
    "vegetation type": _through("class", steps(0.5, 20.5, 1), CLASSES),
    "anything": _through("", POWERS, DIVERGING),
}
"""Scale by family name."""


def height_of_pressure(pressure_hpa: float) -> Scale:
    """Return the scale of geopotential height on a pressure surface, around its height in the standard atmosphere."""
    step = 30 if pressure_hpa >= 400 else 60
    middle = round(_standard_height(pressure_hpa) / step) * step
    return _contour("m", steps(middle - 26 * step, middle + 18 * step, step), RAINBOW)


def _standard_height(pressure_hpa: float) -> float:
    """Compute the height of a pressure in the ICAO standard atmosphere, metres; its tropopause is at 226.32 hPa."""
    if pressure_hpa > 226.32:
        return 44330.8 * (1 - math.pow(pressure_hpa / 1013.25, 0.190263))
    return 11000 + 6341.6 * math.log(226.32 / pressure_hpa)

"""The equations of the Canadian Forest Fire Weather Index System.

Van Wagner and Pickett (1985), Equations and FORTRAN program for the Canadian Forest Fire Weather Index System, Forestry
Technical Report 33; equation numbers are theirs. Three codes follow the moisture of fuels from day to day, and four
indices follow from them:

    FFMC  litter and fine fuels     ISI  initial spread (FFMC and wind)
    DMC   loose organic layers      BUI  fuel available (DMC and DC)
    DC    deep organic layers       FWI  intensity of a fire; DSR  difficulty of control

The weather is that of noon: temperature in °C, relative humidity in %, wind at 10 m in km/h, rain of 24 hours in mm.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, log, sqrt

Months = tuple[float, float, float, float, float, float, float, float, float, float, float, float]

DAY_LENGTH_NORTH: Months = (6.5, 7.5, 9.0, 12.8, 13.9, 13.9, 12.4, 10.9, 9.4, 8.0, 7.0, 6.0)
DAY_LENGTH_20_NORTH: Months = (7.9, 8.4, 8.9, 9.5, 9.9, 10.2, 10.1, 9.7, 9.1, 8.6, 8.1, 7.8)
DAY_LENGTH_EQUATOR: Months = (9.0,) * 12
DAY_LENGTH_20_SOUTH: Months = (10.1, 9.6, 9.1, 8.5, 8.1, 7.8, 7.9, 8.3, 8.9, 9.4, 9.9, 10.2)
DAY_LENGTH_SOUTH: Months = (11.5, 10.5, 9.2, 7.9, 6.8, 6.2, 6.5, 7.4, 8.7, 10.0, 11.2, 11.8)
"""Effective day lengths of the DMC in hours (Van Wagner 1987 for 46 N; Lawson and Armitage 2008 for the others)."""

DRYING_NORTH: Months = (-1.6, -1.6, -1.6, 0.9, 3.8, 5.8, 6.4, 5.0, 2.4, 0.4, -1.6, -1.6)
DRYING_EQUATOR: Months = (1.4,) * 12
DRYING_SOUTH: Months = (6.4, 5.0, 2.4, 0.4, -1.6, -1.6, -1.6, -1.6, -1.6, 0.9, 3.8, 5.8)
"""Day-length adjustments of the DC (Van Wagner 1987; Lawson and Armitage 2008 for other latitudes)."""

COLDEST_DMC_C = -1.1
COLDEST_DC_C = -2.8


@dataclass(frozen=True)
class Noon:
    """The weather of a day, at noon."""

    temperature_c: float
    relative_humidity_percent: float
    wind_km_h: float
    rain_mm: float


@dataclass(frozen=True)
class Codes:
    """Moisture codes at the end of a day."""

    ffmc: float
    dmc: float
    dc: float


@dataclass(frozen=True)
class Indices:
    """Indices that follow from the codes and the wind of a day."""

    isi: float
    bui: float
    fwi: float
    dsr: float


def next_codes(before: Codes, noon: Noon, month: int, latitude: float) -> Codes:
    """Compute the codes of a day from those of the day before; months count from 1."""
    return Codes(
        ffmc=fine_fuel_moisture_code(before.ffmc, noon),
        dmc=duff_moisture_code(before.dmc, noon, dmc_day_length(latitude)[month - 1]),
        dc=drought_code(before.dc, noon, dc_day_length(latitude)[month - 1]),
    )


def indices(codes: Codes, wind_km_h: float) -> Indices:
    spread = initial_spread_index(codes.ffmc, wind_km_h)
    fuel = buildup_index(codes.dmc, codes.dc)
    intensity = fire_weather_index(spread, fuel)
    return Indices(isi=spread, bui=fuel, fwi=intensity, dsr=0.0272 * intensity**1.77)


# --- which day length ------------------------------------------------------------------------------------------------


def dmc_day_length(latitude: float) -> Months:
    """Return the effective day lengths by month, in hours."""
    if latitude > 30:
        return DAY_LENGTH_NORTH
    if latitude > 10:
        return DAY_LENGTH_20_NORTH
    if latitude > -10:
        return DAY_LENGTH_EQUATOR
    return DAY_LENGTH_20_SOUTH if latitude > -30 else DAY_LENGTH_SOUTH


def dc_day_length(latitude: float) -> Months:
    """Return the day-length adjustments by month."""
    if latitude > 20:
        return DRYING_NORTH
    return DRYING_EQUATOR if latitude > -20 else DRYING_SOUTH


# --- moisture codes --------------------------------------------------------------------------------------------------


def fine_fuel_moisture_code(before: float, noon: Noon) -> float:
    """Compute the code by equations 1 to 10; 0 is wet, 101 bone dry."""
    moisture = _after_rain(_ffmc_moisture(before), noon.rain_mm)
    humidity, temperature = noon.relative_humidity_percent, noon.temperature_c
    warmth = 0.18 * (21.1 - temperature) * (1 - exp(-0.115 * humidity))
    drying_to = 0.942 * humidity**0.679 + 11 * exp((humidity - 100) / 10) + warmth
    wetting_to = 0.618 * humidity**0.753 + 10 * exp((humidity - 100) / 10) + warmth
    if moisture > drying_to:
        moisture = drying_to + (moisture - drying_to) * 10 ** -_rate(humidity / 100, noon)
    elif moisture < wetting_to:
        moisture = wetting_to - (wetting_to - moisture) * 10 ** -_rate(1 - humidity / 100, noon)
    return min(max(59.5 * (250 - moisture) / (147.2 + moisture), 0.0), 101.0)


def _ffmc_moisture(code: float) -> float:
    return 147.2 * (101 - code) / (59.5 + code)


def _after_rain(moisture: float, rain_mm: float) -> float:
    """Return the moisture after rain by equations 2 and 3; the first half millimetre stays in the canopy."""
    rain = rain_mm - 0.5
    if rain <= 0:
        return moisture
    gain = 42.5 * rain * exp(-100 / (251 - moisture)) * (1 - exp(-6.93 / rain))
    if moisture > 150:
        gain += 0.0015 * (moisture - 150) ** 2 * sqrt(rain)
    return min(moisture + gain, 250.0)


def _rate(share: float, noon: Noon) -> float:
    """Return the rate at which moisture approaches equilibrium, as a power of ten per day: equations 6 and 7."""
    still = 0.424 * (1 - share**1.7) + 0.0694 * sqrt(noon.wind_km_h) * (1 - share**8)
    return float(still * 0.581 * exp(0.0365 * noon.temperature_c))


def duff_moisture_code(before: float, noon: Noon, day_length_h: float) -> float:
    """Compute the code by equations 11 to 17; 0 is wet, and there is no upper limit.

    Equation 12 has the form of the Canadian package cffdrs, 20 + 280 exp(-0.023 DMC); the report of 1985 prints
    20 + exp(5.6348 - DMC/43.43), which differs by up to 0.1 in the code of a wet day.
    """
    temperature = max(noon.temperature_c, COLDEST_DMC_C)
    dried = 1.894 * (temperature + 1.1) * (100 - noon.relative_humidity_percent) * day_length_h * 1e-4
    if noon.rain_mm <= 1.5:
        return before + dried
    rain = 0.92 * noon.rain_mm - 1.27
    moisture = 20 + 280 * exp(-0.023 * before)
    wetter = moisture + 1000 * rain / (48.77 + _dmc_slope(before) * rain)
    return max(43.43 * (5.6348 - log(wetter - 20)), 0.0) + dried


def _dmc_slope(code: float) -> float:
    """Return the slope by the three pieces of equation 13."""
    if code <= 33:
        return 100 / (0.5 + 0.3 * code)
    return 14 - 1.3 * log(code) if code <= 65 else 6.2 * log(code) - 17.2


def drought_code(before: float, noon: Noon, day_length: float) -> float:
    """Compute the code by equations 18 to 23; 0 is wet, and there is no upper limit."""
    dried = 0.5 * max(0.36 * (max(noon.temperature_c, COLDEST_DC_C) + 2.8) + day_length, 0.0)
    if noon.rain_mm <= 2.8:
        return before + dried
    rain = 0.83 * noon.rain_mm - 1.27
    moisture = 800 * exp(-before / 400)
    return max(before - 400 * log(1 + 3.937 * rain / moisture), 0.0) + dried


# --- indices ---------------------------------------------------------------------------------------------------------


def initial_spread_index(ffmc: float, wind_km_h: float) -> float:
    """Compute the index by equations 24 to 26."""
    moisture = _ffmc_moisture(ffmc)
    dryness = 91.9 * exp(-0.1386 * moisture) * (1 + moisture**5.31 / 4.93e7)
    return float(0.208 * exp(0.05039 * wind_km_h) * dryness)


def buildup_index(dmc: float, dc: float) -> float:
    """Compute the index by equations 27a and 27b."""
    if dmc == 0 and dc == 0:
        return 0.0
    if dmc <= 0.4 * dc:
        return 0.8 * dmc * dc / (dmc + 0.4 * dc)
    return max(dmc - (1 - 0.8 * dc / (dmc + 0.4 * dc)) * (0.92 + float((0.0114 * dmc) ** 1.7)), 0.0)


def fire_weather_index(isi: float, bui: float) -> float:
    """Compute the index by equations 28 to 30."""
    fuel = 0.626 * float(bui**0.809) + 2 if bui <= 80 else 1000 / (25 + 108.64 * exp(-0.023 * bui))
    intensity = 0.1 * isi * fuel
    return intensity if intensity <= 1 else exp(2.72 * (0.434 * log(intensity)) ** 0.647)

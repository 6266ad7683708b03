"""Differences of the weather between climates. The normals of temperature and rain belong to the ground."""

from __future__ import annotations

from mesocosm.earth.planet.regions import Climate
from mesocosm.types import Record


class Weather(Record):
    """Amplitudes and parameters of a climate's weather; pairs are (winter, summer)."""

    pressure_hpa: tuple[float, float]
    """Standard deviation of sea-level pressure by travelling waves."""
    mean_pressure_hpa: tuple[float, float]
    warmth_k: tuple[float, float]
    """Standard deviation of temperature in the lower air by travelling waves."""
    slow_warmth_k: float
    """Standard deviation of temperature in moods of weeks to months."""
    speed_m_s: float
    """Speed at which waves travel eastward."""
    surface_wind_m_s: tuple[float, float]
    """Mean westerly above the boundary layer."""
    gradient_k: tuple[float, float]
    """Decrease of the column's temperature northward, per 1000 km."""
    diurnal_k: tuple[float, float]
    """Daily temperature range of a clear day inland."""
    intensity_mm_h: tuple[float, float]
    """Mean rate in widespread rain; in showers it is about three times that."""
    cloud: tuple[float, float]
    """Mean cover, 0 to 1."""
    tropopause_c: float
    """Least temperature of the column."""
    rates: dict[str, float]
    """Number of events of a kind in a year."""


_STORMY = {"storm": 2.0, "heat_wave": 1.2, "cold_spell": 0.8, "deluge": 1.0, "drought": 0.25}
WEATHER: dict[Climate, Weather] = {
    "oceanic": Weather(
        pressure_hpa=(9.5, 5.5),
        mean_pressure_hpa=(1013.0, 1016.0),
        warmth_k=(3.6, 3.0),
        slow_warmth_k=1.3,
        speed_m_s=9.5,
        surface_wind_m_s=(4.5, 2.5),
        gradient_k=(6.0, 4.5),
        diurnal_k=(7.0, 12.0),
        intensity_mm_h=(0.6, 0.85),
        cloud=(0.74, 0.62),
        tropopause_c=-58.0,
        rates=_STORMY | {"storm": 3.0},
    ),
    "mediterranean": Weather(
        pressure_hpa=(6.5, 3.0),
        mean_pressure_hpa=(1017.0, 1014.0),
        warmth_k=(3.0, 2.4),
        slow_warmth_k=1.2,
        speed_m_s=9.0,
        surface_wind_m_s=(2.5, 1.5),
        gradient_k=(6.5, 3.0),
        diurnal_k=(10.0, 14.0),
        intensity_mm_h=(1.3, 1.6),
        cloud=(0.52, 0.2),
        tropopause_c=-60.0,
        rates=_STORMY | {"heat_wave": 2.0, "drought": 0.5, "storm": 1.2},
    ),
    "continental": Weather(
        pressure_hpa=(8.0, 4.1),
        mean_pressure_hpa=(1019.0, 1014.0),
        warmth_k=(5.6, 2.8),
        slow_warmth_k=1.9,
        speed_m_s=9.5,
        surface_wind_m_s=(3.0, 2.0),
        gradient_k=(8.0, 5.0),
        diurnal_k=(10.5, 14.5),
        intensity_mm_h=(0.5, 1.0),
        cloud=(0.68, 0.52),
        tropopause_c=-58.0,
        rates=_STORMY | {"heat_wave": 1.6, "cold_spell": 1.5, "drought": 0.2},
    ),
    "humid_subtropical": Weather(
        pressure_hpa=(6.0, 3.0),
        mean_pressure_hpa=(1020.0, 1015.0),
        warmth_k=(4.2, 1.8),
        slow_warmth_k=1.4,
        speed_m_s=9.0,
        surface_wind_m_s=(2.0, -1.5),
        gradient_k=(7.0, 1.5),
        diurnal_k=(15.5, 15.5),
        intensity_mm_h=(1.1, 1.9),
        cloud=(0.52, 0.5),
        tropopause_c=-66.0,
        rates=_STORMY | {"cyclone": 0.8, "storm": 0.8},
    ),
    "semi_arid": Weather(
        pressure_hpa=(6.5, 3.6),
        mean_pressure_hpa=(1019.0, 1011.0),
        warmth_k=(4.8, 3.0),
        slow_warmth_k=1.7,
        speed_m_s=9.5,
        surface_wind_m_s=(3.0, 2.0),
        gradient_k=(7.0, 3.5),
        diurnal_k=(14.5, 17.5),
        intensity_mm_h=(0.8, 1.6),
        cloud=(0.44, 0.36),
        tropopause_c=-60.0,
        rates=_STORMY | {"heat_wave": 2.0, "drought": 0.6, "deluge": 0.7, "storm": 1.2},
    ),
    "tropical": Weather(
        pressure_hpa=(1.1, 1.2),
        mean_pressure_hpa=(1013.0, 1010.0),
        warmth_k=(0.9, 0.8),
        slow_warmth_k=0.7,
        speed_m_s=-6.5,
        surface_wind_m_s=(-5.5, -3.5),
        gradient_k=(0.6, -0.3),
        diurnal_k=(12.0, 9.5),
        intensity_mm_h=(1.6, 2.1),
        cloud=(0.35, 0.62),
        tropopause_c=-78.0,
        rates={"cyclone": 1.2, "heat_wave": 0.8, "deluge": 1.2, "drought": 0.4},
    ),
}

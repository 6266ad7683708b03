"""The indices that a severe-weather forecaster reads from a sounding.

MetPy has most of them, one call and one lifted parcel each; the whole table takes some 5 to 10 ms here, where MetPy's
calls take most of a sounding's time (see `drawing` for the ratio). The tests compare the two, number by number.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields
from typing import Any, NamedTuple

import numpy as np

from mesocosm.earth.weather.gravity import GRAVITY
from mesocosm.earth.weather.soundings.composites import (
    significant_tornado_parameter,
    supercell_composite_parameter,
)
from mesocosm.earth.weather.soundings.parcels import (
    COARSE,
    UNSTABLE_DEPTH_HPA,
    Ascent,
    Column,
    column_of,
    levels_as_parcels,
    lift,
    mixed_parcel,
    surface_parcel,
    unstable_parcel,
)
from mesocosm.earth.weather.soundings.profile import KNOT, Profile, tidy
from mesocosm.earth.weather.soundings.winds import Motions, Vector, Winds, storm_motions, winds_of
from mesocosm.earth.weather.thermodynamics import FREEZING, saturation_mixing_ratio

NONE = float("nan")
EFFECTIVE_CAPE, EFFECTIVE_CIN = 100.0, -250.0
"""A level feeds storms if its parcel has at least this CAPE and at most this CIN (Thompson et al. 2007)."""
HELICITIES = ("srh_500m", "srh_1km", "srh_3km", "srh_effective")
THINNEST_HPA = 4.0
"""Levels closer together than this are not lifted separately in the search for the effective inflow layer."""


def _index(unit: str, meaning: str) -> Any:
    return field(metadata={"unit": unit, "meaning": meaning})


@dataclass(frozen=True)
class Indices:
    """All values in the table beside the drawing; NaN where the sounding has no answer.

    Units: `cape` and `cin` J/kg, `cin` zero or negative; heights metres above ground, but `surface_height` above sea
    level; winds and shear in knots (`shear_m_s` of the composites needs m/s: multiply by 0.514444); helicity m²/s².

    Helicity is that of the cyclonic supercell: of the right mover in the northern hemisphere, where it is positive, and
    of the left mover in the southern one, where it is negative. The composites are positive for it in both.
    """

    sb_cape: float = _index("J/kg", "CAPE of the surface parcel")
    sb_cin: float = _index("J/kg", "CIN of the surface parcel, negative")
    sb_lcl: float = _index("m", "condensation level of the surface parcel")
    sb_lfc: float = _index("m", "level of free convection of the surface parcel")
    sb_el: float = _index("m", "equilibrium level of the surface parcel")
    ml_cape: float = _index("J/kg", "CAPE of the lowest 100 hPa mixed")
    ml_cin: float = _index("J/kg", "CIN of the lowest 100 hPa mixed, negative")
    ml_lcl: float = _index("m", "condensation level of the lowest 100 hPa mixed")
    ml_lfc: float = _index("m", "level of free convection of the lowest 100 hPa mixed")
    ml_el: float = _index("m", "equilibrium level of the lowest 100 hPa mixed")
    mu_cape: float = _index("J/kg", "CAPE of the most unstable parcel of the lowest 300 hPa")
    mu_cin: float = _index("J/kg", "CIN of the most unstable parcel, negative")
    mu_lcl: float = _index("m", "condensation level of the most unstable parcel")
    mu_lfc: float = _index("m", "level of free convection of the most unstable parcel")
    mu_el: float = _index("m", "equilibrium level of the most unstable parcel")
    mu_start: float = _index("m", "height the most unstable parcel starts from")
    effective_bottom: float = _index("m", "bottom of the effective inflow layer")
    effective_top: float = _index("m", "top of the effective inflow layer")
    srh_500m: float = _index("m²/s²", "storm-relative helicity 0-500 m, Bunkers right mover")
    srh_1km: float = _index("m²/s²", "storm-relative helicity 0-1 km, Bunkers right mover")
    srh_3km: float = _index("m²/s²", "storm-relative helicity 0-3 km, Bunkers right mover")
    srh_effective: float = _index("m²/s²", "storm-relative helicity of the effective inflow layer")
    shear_1km: float = _index("kt", "bulk wind difference 0-1 km")
    shear_3km: float = _index("kt", "bulk wind difference 0-3 km")
    shear_6km: float = _index("kt", "bulk wind difference 0-6 km")
    shear_effective: float = _index("kt", "bulk wind difference from the effective base to half the MU EL")
    right_mover_direction: float = _index("deg", "where the Bunkers right mover comes from")
    right_mover_speed: float = _index("kt", "speed of the Bunkers right mover")
    left_mover_direction: float = _index("deg", "where the Bunkers left mover comes from")
    left_mover_speed: float = _index("kt", "speed of the Bunkers left mover")
    stp_fixed: float = _index("1", "significant tornado parameter, fixed layer")
    stp_effective: float = _index("1", "significant tornado parameter, effective layer with CIN")
    scp: float = _index("1", "supercell composite parameter, effective layer")
    lapse_rate_3km: float = _index("K/km", "lapse rate 0-3 km")
    lapse_rate_700_500: float = _index("K/km", "lapse rate 700-500 hPa")
    precipitable_water: float = _index("mm", "water vapour in the column")
    freezing_level: float = _index("m", "lowest level at 0 °C")
    surface_pressure: float = _index("hPa", "pressure at the lowest level")
    surface_temperature: float = _index("°C", "temperature at the lowest level")
    surface_dewpoint: float = _index("°C", "dew point at the lowest level")
    surface_height: float = _index("m", "height of the lowest level above sea level")

    def as_dict(self, southern: bool = False) -> dict[str, dict[str, Any]]:
        """Return value, unit and meaning by name, in the terms of a hemisphere; missing values are null."""
        rows = {field.name: {"value": _round(getattr(self, field.name)), **field.metadata} for field in fields(self)}
        for name in HELICITIES if southern else ():
            rows[name]["meaning"] = rows[name]["meaning"].replace("right mover", "left mover, cyclonic if negative")
        return rows


@dataclass(frozen=True, eq=False)
class Analysis:
    """The analysis of a sounding, for drawing and text."""

    profile: Profile
    """Tidy levels."""
    column: Column
    surface: Ascent
    mixed: Ascent
    unstable: Ascent
    winds: Winds | None
    motions: Motions | None
    indices: Indices
    southern: bool = False
    """Whether the conventions of the southern hemisphere apply."""

    @property
    def storm(self) -> Vector | None:
        """The motion of the cyclonic supercell."""
        return self.motions and self.motions.cyclonic(self.southern)


class Inflow(NamedTuple):
    """Bounds of the effective inflow layer, m above ground; NaN if no level can feed a storm."""

    bottom: float = NONE
    top: float = NONE


def analyse(profile: Profile, southern: bool = False) -> Analysis:
    """Analyse a profile as it was read.

    Args:
        profile: Its levels.
        southern: Whether it is south of the equator, where cyclonic supercells move to the left of the wind.
    """
    levels = tidy(profile)
    column = column_of(levels)
    starts = [surface_parcel(levels), mixed_parcel(levels), unstable_parcel(levels)]
    surface, mixed, unstable = (lift(column, start)[0] for start in starts)
    winds = winds_of(levels)
    motions = storm_motions(winds) if winds else None
    inflow = effective_inflow(levels)
    known = {
        **_parcel_values(column, "sb", surface),
        **_parcel_values(column, "ml", mixed),
        **_parcel_values(column, "mu", unstable),
        "mu_start": column.height_at(unstable.start_hpa),
        "effective_bottom": inflow.bottom,
        "effective_top": inflow.top,
        **_wind_values(winds, motions, inflow, unstable, column),
        **_helicities(winds, motions and motions.cyclonic(southern), inflow),
        **_column_values(levels, column),
    }
    indices = Indices(**known, **composites(known, southern))
    return Analysis(levels, column, surface, mixed, unstable, winds, motions, indices, southern)


def effective_inflow(profile: Profile) -> Inflow:
    """Return the lowest run of levels whose parcels have CAPE of at least 100 J/kg and CIN of at most 250 J/kg.

    Thompson, Mead and Edwards (2007, Weather and Forecasting 22, 102-115).
    """
    height = profile.height_m - profile.height_m[0]
    low = profile.pressure_hpa >= profile.pressure_hpa[0] - UNSTABLE_DEPTH_HPA
    candidates = _space(np.flatnonzero(low & np.isfinite(profile.dewpoint_c)), profile.pressure_hpa)
    ascents = lift(column_of(profile, COARSE), levels_as_parcels(profile, candidates))
    feeding = [ascent.cape >= EFFECTIVE_CAPE and ascent.cin >= EFFECTIVE_CIN for ascent in ascents]
    if not any(feeding):
        return Inflow()
    first = feeding.index(True)
    last = next((at for at in range(first, len(feeding)) if not feeding[at]), len(feeding)) - 1
    return Inflow(float(height[candidates[first]]), float(height[candidates[last]]))


def _space(levels: Any, pressure: Any) -> Any:
    """Select the ground and further levels, each at least some hPa above the last selected one."""
    taken = [levels[0]]
    for level in levels[1:]:
        if pressure[taken[-1]] - pressure[level] >= THINNEST_HPA:
            taken.append(level)
    return np.array(taken)


def _parcel_values(column: Column, name: str, ascent: Ascent) -> dict[str, float]:
    levels = {"lcl": ascent.lcl_hpa, "lfc": ascent.lfc_hpa, "el": ascent.el_hpa}
    heights = {f"{name}_{key}": _height(column, pressure) for key, pressure in levels.items()}
    return {f"{name}_cape": ascent.cape, f"{name}_cin": ascent.cin, **heights}


def _height(column: Column, pressure: float) -> float:
    inside = column.pressure[-1] <= pressure <= column.pressure[0] * (1 + 1e-9)
    return column.height_at(pressure) if inside else NONE


def _wind_values(
    winds: Winds | None, motions: Motions | None, inflow: Inflow, unstable: Ascent, column: Column
) -> dict[str, float]:
    names = [field.name for field in fields(Indices) if field.name.startswith(("shear_", "right_", "left_"))]
    if winds is None or motions is None:
        return dict.fromkeys(names, NONE)
    right, left, _ = motions
    half = inflow.bottom + (_height(column, unstable.el_hpa) - inflow.bottom) / 2
    return {
        "shear_1km": winds.shear(0, 1000) / KNOT,
        "shear_3km": winds.shear(0, 3000) / KNOT,
        "shear_6km": winds.shear(0, 6000) / KNOT,
        "shear_effective": winds.shear(inflow.bottom, half) / KNOT if math.isfinite(half) else NONE,
        "right_mover_direction": right.direction,
        "right_mover_speed": right.speed / KNOT,
        "left_mover_direction": left.direction,
        "left_mover_speed": left.speed / KNOT,
    }


def _helicities(winds: Winds | None, storm: Vector | None, inflow: Inflow) -> dict[str, float]:
    if winds is None or storm is None:
        return dict.fromkeys(HELICITIES, NONE)
    layers = (Inflow(0, 500), Inflow(0, 1000), Inflow(0, 3000), inflow)
    known = (winds.helicity(*layer, storm) if math.isfinite(layer.top) else NONE for layer in layers)
    return dict(zip(HELICITIES, known, strict=True))


def _column_values(levels: Profile, column: Column) -> dict[str, float]:
    return {
        "lapse_rate_3km": _lapse_rate(column, column.pressure[0], _pressure(column, 3000.0)),
        "lapse_rate_700_500": _lapse_rate(column, 700.0, 500.0),
        "precipitable_water": precipitable_water(levels),
        "freezing_level": _freezing_level(column),
        "surface_pressure": float(levels.pressure_hpa[0]),
        "surface_temperature": float(levels.temperature_c[0]),
        "surface_dewpoint": float(levels.dewpoint_c[0]),
        "surface_height": float(levels.height_m[0]),
    }


def _pressure(column: Column, height: float) -> float:
    return float(np.interp(height, column.height_agl, column.pressure, right=np.nan))


def _lapse_rate(column: Column, bottom_hpa: float, top_hpa: float) -> float:
    """Compute the lapse rate between two pressures, K/km; NaN if one of them is not in the column."""
    bottom, top = _height(column, bottom_hpa), _height(column, top_hpa)
    warmth = np.interp([-np.log(bottom_hpa), -np.log(top_hpa)], -np.log(column.pressure), column.temperature)
    return float((warmth[0] - warmth[1]) / (top - bottom) * 1000)


def precipitable_water(levels: Profile) -> float:
    """Compute ∫ r dp / g over the column up to its highest dew point, mm; r is the mixing ratio, as in MetPy."""
    known = np.isfinite(levels.dewpoint_c)
    pressure = levels.pressure_hpa[known]
    ratio = saturation_mixing_ratio(pressure, levels.dewpoint_c[known] + FREEZING)
    return float(-np.trapezoid(ratio, pressure) * 100 / GRAVITY)


def _freezing_level(column: Column) -> float:
    cold = np.flatnonzero(column.temperature < FREEZING)
    if not len(cold):
        return NONE
    return float(column.height_agl[cold[0]])


def composites(known: dict[str, float], southern: bool = False) -> dict[str, float]:
    """Compute the significant tornado parameter of fixed and effective layer, and the supercell composite parameter."""
    shear = {name: known[f"shear_{name}"] * KNOT for name in ("6km", "effective")}
    cyclonic = -1.0 if southern else 1.0
    fixed = significant_tornado_parameter(known["sb_cape"], known["sb_lcl"], cyclonic * known["srh_1km"], shear["6km"])
    if math.isnan(known["effective_bottom"]):
        return {"stp_fixed": float(fixed), "stp_effective": 0.0, "scp": 0.0}
    helicity = cyclonic * known["srh_effective"]
    effective = significant_tornado_parameter(
        known["ml_cape"], known["ml_lcl"], helicity, shear["effective"], known["ml_cin"]
    )
    supercell = supercell_composite_parameter(known["mu_cape"], helicity, shear["effective"])
    elevated = known["effective_bottom"] > 0
    return {"stp_fixed": float(fixed), "stp_effective": 0.0 if elevated else float(effective), "scp": float(supercell)}


def _round(value: float) -> float | None:
    return round(float(value), 3) + 0.0 if math.isfinite(value) else None  # no -0.0

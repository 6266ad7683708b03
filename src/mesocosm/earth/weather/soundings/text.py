"""A sounding as text and numbers, for agents without vision."""

from __future__ import annotations

import math

import numpy as np

from mesocosm.earth.weather.soundings.indices import Analysis, Indices, analyse
from mesocosm.earth.weather.soundings.profile import Profile, Sounding

LOW_STEP_HPA, HIGH_STEP_HPA, CHANGE_HPA, TOP_HPA = 25.0, 50.0, 700.0, 100.0
"""Steps of the table's levels, in hPa: `LOW_STEP_HPA` up to `CHANGE_HPA`, then `HIGH_STEP_HPA` up to `TOP_HPA`."""


def sounding_text(sounding: Sounding, analysis: Analysis | None = None, distance_km: float | None = None) -> str:
    """Write title, indices and a table of levels thinned to about thirty."""
    worked_out = analysis or analyse(sounding.profile, sounding.southern)
    return "\n".join([title(sounding, distance_km), "", *_index_lines(worked_out), "", *_levels(worked_out.profile)])


def title(sounding: Sounding, distance_km: float | None = None) -> str:
    """Write one line: place, time and distance of the sounding."""
    station = sounding.station
    parts = [" ".join(part for part in (station.id, sounding.source) if part)]
    if math.isfinite(station.latitude) and math.isfinite(station.longitude):
        parts.append(f"latitude {station.latitude:.2f}, longitude {station.longitude:.2f}")
    if math.isfinite(station.elevation_m):
        parts.append(f"elevation {station.elevation_m:.0f} m")
    if distance_km is not None:
        parts.append(f"{distance_km:.0f} km from the point asked for")
    if sounding.forecast_hour is not None:
        parts.append(f"forecast hour {sounding.forecast_hour}")
    if sounding.profile.valid is not None:
        parts.append(f"valid {sounding.profile.valid:%Y-%m-%d %H:%M} UTC")
    return ", ".join(parts)


def _index_lines(analysis: Analysis) -> list[str]:
    """Write a row per parcel and per layer, then single values; heights in metres above ground."""
    indices = analysis.indices
    lines = [f"{'parcel':<14}{'CAPE J/kg':>10}{'CIN J/kg':>10}{'LCL m':>8}{'LFC m':>8}{'EL m':>8}"]
    for name, key in (("surface", "sb"), ("mixed 100 hPa", "ml"), ("most unstable", "mu")):
        values = [getattr(indices, f"{key}_{what}") for what in ("cape", "cin", "lcl", "lfc", "el")]
        widths = (10, 10, 8, 8, 8)
        lines.append(
            f"{name:<14}" + "".join(_number(value, width) for value, width in zip(values, widths, strict=True))
        )
    lines.append(f"{'layer':<14}{'SRH m2/s2':>10}{'shear kt':>10}")
    for name, key in (("0-1 km", "1km"), ("0-3 km", "3km"), ("0-6 km", "6km"), ("effective", "effective")):
        helicity = getattr(indices, f"srh_{key}", math.nan)
        lines.append(f"{name:<14}" + _number(helicity, 10) + _number(getattr(indices, f"shear_{key}"), 10))
    return lines + _single_values(indices, "left" if analysis.southern else "right")


def _single_values(indices: Indices, mover: str) -> list[str]:
    inflow = f"{_number(indices.effective_bottom)} to {_number(indices.effective_top)} m"
    direction, speed = (getattr(indices, f"{mover}_mover_{what}") for what in ("direction", "speed"))
    motion = f"{_number(direction)} deg {_number(speed)} kt"
    return [
        f"STP fixed {_number(indices.stp_fixed, digits=1)}, STP effective {_number(indices.stp_effective, digits=1)}, "
        f"SCP {_number(indices.scp, digits=1)}",
        f"effective inflow layer {inflow}, Bunkers {mover} mover from {motion}, "
        f"SRH 0-500 m {_number(indices.srh_500m)}",
        f"lapse rates 0-3 km {_number(indices.lapse_rate_3km, digits=1)}, 700-500 hPa "
        f"{_number(indices.lapse_rate_700_500, digits=1)} K/km; precipitable water "
        f"{_number(indices.precipitable_water)} mm; freezing level {_number(indices.freezing_level)} m",
    ]


def _number(value: float, width: int = 0, digits: int = 0) -> str:
    text = f"{value:.{digits}f}" if math.isfinite(value) else "--"
    return f"{text.removeprefix('-') if text.strip('-0.') == '' and text != '--' else text:>{width}}"


def _levels(profile: Profile) -> list[str]:
    lines = [f"{'hPa':>6}{'m AGL':>8}{'T C':>7}{'Td C':>7}{'from':>6}{'kt':>5}"]
    for at in _thin(profile):
        lines.append(
            f"{profile.pressure_hpa[at]:>6.0f}{profile.height_m[at] - profile.height_m[0]:>8.0f}"
            + _number(profile.temperature_c[at], 7, 1)
            + _number(profile.dewpoint_c[at], 7, 1)
            + _number(profile.wind_direction_deg[at], 6)
            + _number(profile.wind_speed_kt[at], 5)
        )
    return lines


def _thin(profile: Profile) -> list[int]:
    """Select the ground and the level nearest to each step up to 100 hPa."""
    ground = float(profile.pressure_hpa[0])
    low = np.arange(LOW_STEP_HPA * math.floor(ground / LOW_STEP_HPA), CHANGE_HPA, -LOW_STEP_HPA)
    high = np.arange(CHANGE_HPA, TOP_HPA - 1, -HIGH_STEP_HPA)
    steps = [step for step in [*low, *high] if profile.pressure_hpa[-1] <= step <= ground]
    nearest = {int(np.argmin(np.abs(profile.pressure_hpa - step))) for step in steps}
    return sorted({0} | nearest)

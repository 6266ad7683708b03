"""The pressure of the standard atmosphere (ISO 2533) by height."""

from __future__ import annotations

SEA_LEVEL_HPA = 1013.25


def standard_pressure_hpa(elevation_m: float) -> float:
    """Compute the pressure in hPa, in the troposphere."""
    return float(SEA_LEVEL_HPA * (1 - 2.25577e-5 * elevation_m) ** 5.25588)

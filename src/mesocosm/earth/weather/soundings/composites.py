"""Composite parameters of severe weather, for single soundings and for whole fields.

MetPy has `significant_tornado` and `supercell_composite`, but its tornado parameter is that of 2003 for the fixed
layer, without the term for inhibition, and both need quantities with units; these take plain numbers or arrays.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

Values = NDArray[np.float64]


def significant_tornado_parameter(
    cape: ArrayLike, base_m: ArrayLike, helicity: ArrayLike, shear_m_s: ArrayLike, cin: ArrayLike | None = None
) -> Values:
    """Compute CAPE / 1500 · (2000 - base) / 1000 · helicity / 150 · shear / 20 · (200 + CIN) / 150, dimensionless.

    After Thompson et al. (2003, Weather and Forecasting 18, 1243-1261), with the normalisers of SPC's mesoanalysis and
    of MetPy; for the effective layer with the last factor (Thompson et al. 2012, Weather and Forecasting 27,
    1136-1154). SPC's present fixed-layer form has that factor too; here it is left out unless `cin` is given. The
    factors of base and inhibition are limited to 0 to 1 (bases below 1 km, inhibition weaker than -50 J/kg); shear
    below 12.5 m/s counts as none and above 30 m/s as 30. A missing base is above the column and counts as high.

    Args:
        cape: J/kg, of the surface or the mixed parcel.
        base_m: Height of that parcel's condensation level above ground, m.
        helicity: Storm-relative, of the lowest kilometre or the effective layer, m²/s²; negative gives negative.
        shear_m_s: Bulk wind difference of the lowest six kilometres or the effective layer, m/s.
        cin: J/kg, zero or negative; without it, inhibition does not count.
    """
    base = np.nan_to_num(np.clip((2000 - np.asarray(base_m)) / 1000, 0, 1))
    shear = bounded_shear(shear_m_s, 12.5, 30.0)
    parameter: Values = np.asarray(cape) / 1500 * base * (np.asarray(helicity) / 150) * shear
    return parameter if cin is None else parameter * np.clip((200 + np.asarray(cin)) / 150, 0, 1)


def supercell_composite_parameter(cape: ArrayLike, helicity: ArrayLike, shear_m_s: ArrayLike) -> Values:
    """Compute CAPE / 1000 · helicity / 50 · shear / 20, dimensionless.

    Thompson, Edwards and Mead (2004, 22nd Conference on Severe Local Storms, P8.1).

    Args:
        cape: Of the most unstable parcel, J/kg.
        helicity: Of the effective inflow layer, m²/s².
        shear_m_s: Of the effective layer, m/s; below 10 it counts as none, above 20 as 20.
    """
    parameter: Values = np.asarray(cape) / 1000 * np.asarray(helicity) / 50 * bounded_shear(shear_m_s, 10.0, 20.0)
    return parameter


def bounded_shear(shear_m_s: ArrayLike, least: float, most: float) -> Any:
    """Divide shear by 20 m/s: 0 below the least shear, limited above the most."""
    return np.where(np.less(shear_m_s, least), 0.0, np.minimum(shear_m_s, most) / 20)

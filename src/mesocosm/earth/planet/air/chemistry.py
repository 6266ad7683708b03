"""Nitrogen dioxide and ozone from nitrogen oxides, background ozone and the sun, by the photostationary state.

NO₂ + light gives NO + O₃, and NO + O₃ gives NO₂ again: within minutes [O₃][NO] / [NO₂] = J / k (Leighton 1961; Seinfeld
and Pandis 2016, equation 6.6). Oxidant, O₃ + NO₂, is conserved, so at night fresh NO removes the ozone of towns. The
ozone that sunlight and hydrocarbons form over days is not modelled: the background includes it.
"""

from __future__ import annotations

import numpy as np

from mesocosm.earth.planet.ground.ground import Floats

NO2_UG_PPB, O3_UG_PPB = 1.912, 1.996
"""Concentration, µg/m³, of one part in 10⁹ at 20 °C and 1013 hPa."""
NOON_PPB = 20.0
"""J / k under a sun of 1000 W/m²: 0.009 /s over 4.4e-4 /s/ppb."""
PRIMARY = 0.12
"""Share of nitrogen oxides that is emitted as NO₂."""


def nitrogen_dioxide_and_ozone(nox_ug_m3: Floats, ozone_ug_m3: Floats, shortwave: Floats) -> tuple[Floats, Floats]:
    """Return NO₂ and O₃, µg/m³, from nitrogen oxides (as NO₂), ozone beyond the towns, and sunshine in W/m²."""
    nox = nox_ug_m3 / NO2_UG_PPB
    oxidant = ozone_ug_m3 / O3_UG_PPB + PRIMARY * nox
    light = NOON_PPB * shortwave / 1000.0
    total = oxidant + nox + light
    no2 = (total - np.sqrt(np.maximum(total * total - 4.0 * oxidant * nox, 0.0))) / 2.0
    return np.asarray(no2 * NO2_UG_PPB), np.asarray(np.maximum(oxidant - no2, 0.0) * O3_UG_PPB)

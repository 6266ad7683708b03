"""MetPy's saturation pressure and the gas law per mole."""

from metpy.calc import saturation_vapor_pressure
from metpy.units import units

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import C


@second("vapour_density")
def vapour_density(p, taken):
    temperature = p["afternoon" if "afternoon" in taken else "morning"]
    saturated = saturation_vapor_pressure(temperature * units.degC).to("Pa").magnitude
    held = p["dry" if "dry" in taken else "damp"] / 100 * saturated
    partial = saturated - held if "deficit" in taken else held
    moles = partial / (C["gas_constant"] * (temperature + 273.15))
    return {"rho": moles * 18.015, "e": held / 100}

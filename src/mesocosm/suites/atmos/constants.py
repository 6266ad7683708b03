"""Constants that questions need not print because they are commonly known: value and unit."""

from __future__ import annotations

CONSTANTS: dict[str, tuple[float, str]] = {
    "g": (9.81, "m/s**2"),
    "earth_radius": (6.371e6, "m"),
    "earth_rotation": (7.292e-5, "1/s"),
    "astronomical_unit": (1.496e11, "m"),
    "solar_constant": (1361.0, "W/m**2"),
    "stefan_boltzmann": (5.670e-8, "W/m**2/K**4"),
    "planck": (6.626e-34, "J*s"),
    "boltzmann": (1.381e-23, "J/K"),
    "light_speed": (2.998e8, "m/s"),
    "avogadro": (6.022e23, "1/mol"),
    "gas_constant": (8.314, "J/mol/K"),
    "gravitation": (6.674e-11, "m**3/kg/s**2"),
    "r_dry": (287.0, "J/kg/K"),
    "r_vapour": (461.5, "J/kg/K"),
    "cp_dry": (1004.0, "J/kg/K"),
    "latent_vaporisation": (2.5e6, "J/kg"),
    "latent_fusion": (3.34e5, "J/kg"),
    "water_density": (1000.0, "kg/m**3"),
    "water_heat": (4186.0, "J/kg/K"),
    "sea_density": (1025.0, "kg/m**3"),
    "sea_heat": (3990.0, "J/kg/K"),
    "ice_density": (917.0, "kg/m**3"),
    "ice_conductivity": (2.2, "W/m/K"),
    "von_karman": (0.40, ""),
    "air_viscosity": (1.8e-5, "kg/m/s"),
    "freezing": (273.15, "K"),
    "reference_pressure": (1.0e5, "Pa"),
    "magnus_pressure": (611.2, "Pa"),
    "magnus_slope": (17.67, ""),
    "magnus_temperature": (29.65, "K"),
}
"""Magnus: saturation vapour pressure = 611.2 Pa exp(17.67 (T - 273.15 K) / (T - 29.65 K)), after Bolton (1980)."""

STATED = {
    "solar_constant": "1361 W/m² for the solar constant",
    "latent_vaporisation": "2.5 MJ/kg for the latent heat of vaporisation",
    "latent_fusion": "0.334 MJ/kg for the latent heat of fusion",
    "water_heat": "4186 J/kg/K for the specific heat of water",
    "sea_density": "1025 kg/m³ for the density of sea water",
    "sea_heat": "3990 J/kg/K for the specific heat of sea water",
    "ice_density": "917 kg/m³ for the density of ice",
    "ice_conductivity": "2.2 W/m/K for the conductivity of ice",
    "von_karman": "0.40 for von Kármán's constant",
}
"""Constants that differ between books by more than the tolerance of answers: questions state their values."""

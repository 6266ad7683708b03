"""Parcels and the depth of the mixed air."""

from __future__ import annotations

import numpy as np

from mesocosm.earth.weather import thermodynamics as moist
from mesocosm.earth.weather.gravity import GRAVITY
from mesocosm.suites.tornado.days.parcels import Ascent, lift, mixed_source, most_unstable_source, surface_source
from mesocosm.suites.tornado.days.places import Field
from mesocosm.suites.tornado.days.products.moment import Moment

LAYER = "pressureFromGroundLayer_Layer0Pa"


def parcels(now: Moment) -> dict[str, Field]:
    """Return energy, lid and levels of parcels: from the surface, from mixed layers and the most unstable one."""
    air = now.air
    surface = lift(air, surface_source(air))
    unstable = most_unstable_source(air, 255.0)
    ascents: dict[str, Ascent] = {
        "0_surface": surface,
        f"9000_{LAYER}": lift(air, mixed_source(air, 90.0)),
        f"18000_{LAYER}": lift(air, mixed_source(air, 180.0)),
        f"25500_{LAYER}": lift(air, unstable),
    }
    fields: dict[str, Field] = {}
    for level, ascent in ascents.items():
        fields[f"Convective_available_potential_energy_at_{level}"] = ascent.cape
        fields[f"Convective_inhibition_at_{level}"] = ascent.cin
    best = np.minimum.reduce([ascent.lifted_index for ascent in ascents.values()])
    ground = now.where.elevation_m
    return fields | {
        "Convective_available_potential_energy_at_0_heightAboveGroundLayer_Layer3000m": surface.low_cape,
        "Surface_lifted_index_at_500_isobaricLayer_Layer1000hPa": surface.lifted_index,
        f"Best_(4-layer)_lifted_index_at_18000_{LAYER}": best,
        f"Pressure_of_level_from_which_parcel_was_lifted_at_25500_{LAYER}": 100 * unstable.pressure_hpa,
        "Geopotential_height_at_0_adiabaticCondensation": surface.condensation_m + ground,
        "Geopotential_height_at_0_freeConvection": surface.free_convection_m + ground,
        "Geopotential_height_at_0_equilibrium": surface.equilibrium_m + ground,
    }


def mixed_air(now: Moment) -> dict[str, Field]:
    """Return depth of the boundary layer and water in the column."""
    return {
        "Boundary_layer_height_at_0_surface": boundary_layer_m(now),
        "Precipitable_water_at_0_atmosphereSingleLayer": precipitable_water_mm(now),
    }


def boundary_layer_m(now: Moment) -> Field:
    """Return the height where potential temperature is half a kelvin higher than at the ground."""
    theta = moist.potential_temperature(now.air.pressure_hpa, now.air.temperature_k)
    return np.maximum(now.at_first(theta, theta[0] + 0.5), 60.0)


def precipitable_water_mm(now: Moment) -> Field:
    """Return the vapour above a square metre, in kg."""
    ratio = moist.saturation_mixing_ratio(now.air.pressure_hpa, now.air.dewpoint_k)
    humid = ratio / (1 + ratio)
    mass = -100 * np.diff(now.air.pressure_hpa, axis=0) / GRAVITY
    water: Field = np.sum(0.5 * (humid[1:] + humid[:-1]) * mass, axis=0)
    return water

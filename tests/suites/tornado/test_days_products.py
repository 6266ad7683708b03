"""Every published product has a field, each within what its quantity allows and in keeping with the others."""

import itertools
from datetime import date

import numpy as np
import pytest

from mesocosm import seeding
from mesocosm.earth.weather.grib.naming import PUBLISHED
from mesocosm.suites.tornado.days.places import nodes
from mesocosm.suites.tornado.days.products.catalogue import product_fields
from mesocosm.suites.tornado.days.scenario import draw_family
from mesocosm.suites.tornado.days.storms import draw_cells

LIMITS = {
    "Temperature_at": (180, 345),
    "Dew_point": (170, 305),
    "2_metre_temp": (220, 325),
    "2_metre_relative": (0, 100),
    "2_metre_specific": (0, 0.03),
    "Potential_temp": (220, 350),
    "Convective_available": (0, 9000),
    "Convective_inhibition": (-2500, 0),
    "Derived_radar": (-10, 75),
    "Maximum_Composite": (-10, 75),
    "cloud_cover": (0, 100),
    "Cloud_Cover": (0, 100),
    "Categorical": (0, 1),
    "Land-sea": (0, 1),
    "Precipitable": (0, 90),
    "Surface_pressure": (60000, 107000),
    "MSLP": (95000, 106000),
    "Brightness": (180, 340),
    "Downward_short": (0, 1200),
    "Downward_long": (80, 600),
    "Visibility": (0, 24001),
    "Boundary_layer": (0, 7000),
    "gust": (0, 70),
    "Total_Precipitation": (0, 120),
    "Relative_humidity": (0, 100),
    "Snow_cover": (0, 100),
    "Percent_frozen": (0, 100),
    "Vegetation_at": (0, 100),
}
"""Limits in GRIB's units that no forecast on Earth leaves."""


@pytest.fixture(scope="module")
def fields() -> dict[str, np.ndarray]:
    drawn = (draw_family(seeding.generator("dryline", number), date(2040, 5, 12)).at(0.9) for number in range(50))
    scenario = next(one for one in drawn if one.regime == "plains")
    return product_fields(scenario, 23, draw_cells(scenario))


def test_all_published_products_are_there(fields):
    assert sorted(fields) == sorted(PUBLISHED)
    assert len(fields) == 141
    assert {field.shape for field in fields.values()} == {nodes().x_km.shape}


@pytest.mark.parametrize("part", LIMITS)
def test_values_are_possible(fields, part):
    low, high = LIMITS[part]
    found = {name: field for name, field in fields.items() if part in name}
    assert found
    for name, field in found.items():
        assert np.nanmin(field) >= low, name
        assert np.nanmax(field) <= high, name


def test_only_what_may_be_absent_is_missing(fields):
    missing = {name for name, field in fields.items() if np.isnan(field).any()}
    assert all(any(part in name for part in ("cloud", "freeConvection", "equilibrium")) for name in missing)
    assert not any(np.isinf(field).any() for field in fields.values())


def test_most_products_vary(fields):
    """Only what a warm afternoon cannot have is the same everywhere."""
    constant = {name for name, field in fields.items() if np.nanmax(field) == np.nanmin(field)}
    assert constant <= {
        "Categorical_freezing_rain_at_0_surface",
        "Categorical_ice_pellets_at_0_surface",
        "Categorical_snow_at_0_surface",
        "Freezing_Rain_at_0_surface",
        "Percent_frozen_precipitation_at_0_surface",
        "Sea_ice_area_fraction_at_0_surface",
    }


def test_moist_and_most_unstable_air_come_before_dry_air(fields):
    cape = {
        depth: fields[f"Convective_available_potential_energy_at_{depth}_pressureFromGroundLayer_Layer0Pa"]
        for depth in (9000, 25500)
    }
    assert (cape[25500] >= 0.9 * cape[9000] - 60).mean() > 0.99
    surface = fields["Convective_available_potential_energy_at_0_surface"]
    low = fields["Convective_available_potential_energy_at_0_heightAboveGroundLayer_Layer3000m"]
    assert (low <= surface + 120).all()


def test_lifted_index_is_negative_where_there_is_energy(fields):
    index = fields["Surface_lifted_index_at_500_isobaricLayer_Layer1000hPa"]
    cape = fields["Convective_available_potential_energy_at_0_surface"]
    assert (index[cape > 1500] < 0).mean() > 0.97
    assert (index[cape == 0] > 0).mean() > 0.97


def test_levels_of_a_parcel_are_in_order(fields):
    base, free, top = (
        fields[f"Geopotential_height_at_0_{level}"]
        for level in ("adiabaticCondensation", "freeConvection", "equilibrium")
    )
    known = np.isfinite(free)
    assert (free[known] >= base[known] - 1).all()
    assert (top[known] >= free[known]).mean() > 0.99


def test_pressure_surfaces_are_stacked(fields):
    heights = [fields[f"Geopotential_height_at_{level}_isobaricInhPa"] for level in (1000, 850, 700, 500)]
    for lower, upper in itertools.pairwise(heights):
        assert (upper > lower + 1000).all()


def test_rain_falls_from_echoes_under_clouds(fields):
    rain = fields["Precipitation_rate_at_0_surface"]
    echo = fields["Maximum_Composite_radar_reflectivity_at_0_atmosphere"]
    assert (rain > 0).sum() > 20
    assert echo[rain > 0].min() > 5
    assert fields["Total_Cloud_Cover_at_0_atmosphere"][rain > 2e-4].min() > 50
    kinds = [fields[f"Categorical_{kind}_at_0_surface"] for kind in ("rain", "snow", "freezing_rain", "ice_pellets")]
    assert np.max(np.sum(kinds, axis=0)) == 1


def test_the_window_channel_sees_cold_tops_over_storms(fields):
    window = fields["Simulated_Brightness_Temperature_for_GOES_12,_Channel_4_at_0_nominalTop"]
    echo = fields["Maximum_Composite_radar_reflectivity_at_0_atmosphere"]
    assert window[echo > 45].max() < 255
    assert np.median(window[echo < 0]) > 260


def test_nothing_of_the_truth_is_among_the_products(fields):
    assert not [
        name for name in fields if any(word in name.lower() for word in ("tornado", "hazard", "report", "risk"))
    ]

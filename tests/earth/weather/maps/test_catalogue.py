import pytest

from mesocosm.earth.weather.grib.naming import PUBLISHED, Level, Product, parse
from mesocosm.earth.weather.grib.quantities import QUANTITIES
from mesocosm.earth.weather.maps.catalogue import FAMILY_OF, MEMBERS, entry, level_text
from mesocosm.earth.weather.maps.families import FAMILIES, height_of_pressure


@pytest.mark.parametrize("name", PUBLISHED)
def test_every_published_product_has_a_scale_of_its_family(name):
    shown = entry(parse(name))
    assert shown.product.quantity in FAMILY_OF
    assert shown.title.startswith(shown.product.quantity)
    assert 1 <= len(shown.scale.levels) <= 48


def test_families_and_quantities_name_each_other():
    extra = {"low-level potential energy", "anything"}
    assert set(MEMBERS) | extra == set(FAMILIES)
    known = {one.name for one in QUANTITIES} | {"Parcel lifted index (to 500 hPa)"}
    assert set(FAMILY_OF) <= known
    members = [one for family in MEMBERS.values() for one in family]
    assert len(members) == len(set(members))


@pytest.mark.parametrize(
    ("name", "value", "shown", "unit"),
    [
        ("2_metre_temperature_at_2_heightAboveGround", 293.15, 20, "°C"),
        ("U_component_of_wind_at_500_isobaricInhPa", 25.7222, 50, "kt"),
        ("Vertical_u-component_shear_at_0_heightAboveGroundLayer_Layer6000m", 25.7222, 50, "kt"),
        ("MSLP_(MAPS_System_Reduction)_at_0_meanSea", 101325, 1013.25, "hPa"),
        ("Precipitation_rate_at_0_surface", 1 / 3600, 1, "mm/h"),
        ("2_metre_specific_humidity_at_2_heightAboveGround", 0.012, 12, "g/kg"),
        ("Visibility_at_0_surface", 16000, 16, "km"),
        ("Storm_relative_helicity_at_1000_heightAboveGroundLayer_Layer0m", 250, 250, "m²/s²"),
        ("Vorticity_(relative)_at_1000_heightAboveGroundLayer_Layer0m", 0.01, 10, "10⁻³/s"),
        ("Mass_density_at_8_heightAboveGround", 35e-9, 35, "ug/m³"),
    ],
)
def test_values_are_shown_in_the_unit_of_the_trade(name, value, shown, unit):
    scale = entry(parse(name)).scale
    assert scale.to_shown_unit(value) == pytest.approx(shown, rel=1e-4)
    assert scale.unit == unit


@pytest.mark.parametrize(
    ("level", "text"),
    [
        (Level("isobaricInhPa", 500), "500 hPa"),
        (Level("heightAboveGround", 2), "2 m above ground"),
        (Level("heightAboveGroundLayer", 0, 6000), "0-6000 m above ground"),
        (Level("pressureFromGroundLayer", 18000, 0), "180-0 hPa above ground"),
        (Level("freeConvection"), "level of free convection"),
        (Level("surface"), "surface"),
        (Level("potentialVorticity", 2000), "potential vorticity 2000"),
    ],
)
def test_levels_in_words(level, text):
    assert level_text(level) == text


# Heights of the ICAO standard atmosphere, metres.
@pytest.mark.parametrize(("pressure", "height"), [(850, 1457), (500, 5574), (250, 10363), (100, 16180)])
def test_heights_are_coloured_around_the_standard_atmosphere(pressure, height):
    levels = height_of_pressure(pressure).levels
    assert levels[26] == pytest.approx(height, abs=31)


def test_an_unknown_quantity_is_coloured_by_its_unit_or_by_powers_of_ten():
    unknown = Product("Parameter 0-0-180", Level("surface"))
    assert entry(unknown, "K").scale == FAMILIES["temperature"]
    anything = entry(unknown, "furlong").scale
    assert (anything.unit, anything.levels) == ("furlong", FAMILIES["anything"].levels)

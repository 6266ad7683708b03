"""Winds, humidity, vapour and motion compared with MetPy and by hand."""

import numpy as np
import pytest
import xarray as xr
from metpy import calc
from metpy.units import units

from mesocosm.earth.fields import air, air_quality, kinematics
from mesocosm.earth.weather.gravity import GRAVITY
from mesocosm.errors import InvalidRecord


def field(values, unit, **axes) -> xr.DataArray:
    return xr.DataArray(np.asarray(values, float), axes, tuple(axes), attrs={"units": unit})


def globe(step=2.5):
    latitude = np.arange(-90 + step, 90 - step / 2, step)
    longitude = np.arange(-180, 180, step)
    return latitude, longitude


@pytest.mark.parametrize(("u", "v", "expected"), [(0, -5, 360), (-5, 0, 90), (0, 5, 180), (5, 0, 270), (0, 0, np.nan)])
def test_a_direction_is_where_the_wind_comes_from_and_a_calm_has_none(u, v, expected):
    result = air.winds(field([u], "m s-1", time=[0]), field([v], "m s-1", time=[0]))
    assert result["wind_from_direction"].item() == pytest.approx(expected, nan_ok=True)
    assert result["wind_speed"].item() == 5 * (expected == expected)


def test_a_column_ends_at_the_ground():
    """q = 0.01 between 500 and 1000 hPa; with the ground at 800 hPa, 30,000 Pa of it have vapour: 300 Pa / g."""
    shares = field([[0.01] * 3, [0.01, 0.01, np.nan]], "kg kg-1", place=[0, 1], level=[500.0, 700.0, 1000.0])
    calm = field(np.zeros((2, 3)), "m s-1", place=[0, 1], level=[500.0, 700.0, 1000.0])
    whole = air.moisture_transport(shares, calm, calm)["IWV"]
    assert whole.values[0] == pytest.approx(500 / GRAVITY)
    ground = field([800.0, 800.0], "hPa", place=[0, 1])
    # The second place has no value below its ground and needs none.
    assert air.moisture_transport(shares, calm, calm, ground)["IWV"].values == pytest.approx([300 / GRAVITY] * 2)
    # 1000 Pa more below the lowest level, with its share.
    deep = field([1010.0, 600.0], "hPa", place=[0, 1])
    assert air.moisture_transport(shares, calm, calm, deep)["IWV"].values == pytest.approx(
        [510 / GRAVITY, 100 / GRAVITY]
    )


def test_winds_agree_with_metpy():
    u, v = np.random.default_rng(1).normal(size=(2, 50)) * 10
    ours = air.winds(field(u, "m s-1", time=range(50)), field(v, "m s-1", time=range(50)))
    np.testing.assert_allclose(ours["wind_speed"], calc.wind_speed(u * units("m/s"), v * units("m/s")).m)
    expected = calc.wind_direction(u * units("m/s"), v * units("m/s")).to("degree").m
    np.testing.assert_allclose(ours["wind_from_direction"], expected)


def test_humidity_agrees_with_metpy_and_goes_around():
    t, d, p = np.array([303.15, 283.15, 263.15]), np.array([293.15, 280.15, 258.15]), np.array([1000.0, 900.0, 700.0])
    temperature, pressure = field(t, "K", x=range(3)), field(p, "hPa", x=range(3))
    ours = air.humidity(temperature, pressure, dewpoint=field(d, "K", x=range(3)))
    kelvin, weight = t * units.K, p * units.hPa
    ratio = calc.mixing_ratio(calc.saturation_vapor_pressure(d * units.K), weight)
    np.testing.assert_allclose(ours["mixing_ratio"], ratio.to("kg/kg").m, rtol=1e-6)
    np.testing.assert_allclose(
        ours["relative_humidity"], calc.relative_humidity_from_dewpoint(kelvin, d * units.K).to("percent").m, rtol=1e-6
    )
    np.testing.assert_allclose(ours["potential_temperature"], calc.potential_temperature(weight, kelvin).m, rtol=1e-6)
    np.testing.assert_allclose(
        ours["specific_humidity"], calc.specific_humidity_from_dewpoint(weight, d * units.K).to("kg/kg").m, rtol=1e-6
    )
    for key, name in (("specific", "specific_humidity"), ("relative", "relative_humidity")):
        back = air.humidity(temperature, pressure, **{key: ours[name]})
        np.testing.assert_allclose(back["dew_point"], d, rtol=1e-9)


def test_defect_12_humidity_wants_one_measure_and_no_fixed_names():
    with pytest.raises(InvalidRecord, match="exactly one of dew point"):
        air.humidity(field([300], "K", x=[0]), field([1000], "hPa", x=[0]))


@pytest.mark.parametrize("levels", [[1000.0, 850.0, 500.0], [500.0, 850.0, 1000.0]])
def test_defect_12_vapour_of_a_column_does_not_hang_on_the_order_of_levels(levels):
    q, u, v = (field([value] * 3, unit, level=levels) for value, unit in ((0.01, "kg kg-1"), (3, "m/s"), (4, "m/s")))
    result = air.moisture_transport(q, u, v)
    # By hand: 0.01 · 50,000 Pa / 9.80665 = 50.986 kg/m²; times 5 m/s.
    assert float(result["IWV"]) == pytest.approx(50.9858, rel=1e-5)
    assert float(result["IVT"]) == pytest.approx(254.929, rel=1e-5)


def test_vapour_of_a_column_is_metpys_precipitable_water():
    p = np.array([300.0, 500.0, 700.0, 850.0, 925.0, 1000.0])
    dew = np.array([220.0, 250.0, 270.0, 280.0, 285.0, 290.0])
    q = calc.specific_humidity_from_dewpoint(p * units.hPa, dew * units.K).to("kg/kg").m
    share, calm = field(q, "kg kg-1", level=p), field(q * 0, "m/s", level=p)
    theirs = calc.precipitable_water(p[::-1] * units.hPa, dew[::-1] * units.K).to("mm").m
    # MetPy integrates the mixing ratio, which is larger by the vapour's own share: up to 1.2 %.
    assert float(air.moisture_transport(share, calm, calm)["IWV"]) == pytest.approx(theirs, rel=0.013)


def test_shear_is_upper_minus_lower():
    u, v = field([30, 10], "m/s", level=[500.0, 850.0]), field([5, 5], "m/s", level=[500.0, 850.0])
    assert float(air.vertical_shear(u, v, 500, 850)["shear_u"]) == 20
    with pytest.raises(InvalidRecord, match=r"level 300 hPa does not exist; levels: 500, 850"):
        air.vertical_shear(u, v, 300, 850)


def test_defect_01_vorticity_is_per_metre():
    """Air that rotates with the sphere: u = U cos φ has the vorticity 2 U sin φ / a and no divergence."""
    latitude, longitude = globe()
    u = field(np.repeat(20 * np.cos(np.radians(latitude))[:, None], len(longitude), 1), "m/s",
              latitude=latitude, longitude=longitude)  # fmt: skip
    result = kinematics.vorticity_and_divergence(u, u * 0 + xr.zeros_like(u).assign_attrs(u.attrs))
    expected = 2 * 20 * np.sin(np.radians(latitude)) / 6_371_000
    inner = slice(1, -1)
    # Centred differences at 2.5 degrees: within 0.2 %.
    np.testing.assert_allclose(result["vorticity"].values[inner, 5], expected[inner], rtol=2e-3, atol=1e-9)
    assert float(abs(result["divergence"]).max()) < 1e-15


def test_vorticity_and_divergence_agree_with_metpy():
    latitude, longitude = np.arange(30.0, 60.0, 0.5), np.arange(-20.0, 20.0, 0.5)
    x, y = np.meshgrid(np.radians(longitude * 9), np.radians(latitude * 9))
    axes = {"latitude": latitude, "longitude": longitude}
    u, v = field(10 * np.sin(x) * np.cos(y), "m/s", **axes), field(10 * np.cos(x + y), "m/s", **axes)
    ours = kinematics.vorticity_and_divergence(u, v)
    for name, function in (("vorticity", calc.vorticity), ("divergence", calc.divergence)):
        theirs = function(u.metpy.quantify(), v.metpy.quantify()).metpy.dequantify()
        inner = {"latitude": slice(2, -2), "longitude": slice(2, -2)}
        # MetPy's Earth is an ellipsoid: 0.3 % of the largest.
        size = float(abs(theirs).max())
        assert float(abs(ours[name] - theirs).isel(inner).max()) < 0.005 * size


def test_a_grid_around_the_globe_has_no_edge_at_the_date_line():
    latitude, longitude = globe()
    v = field(np.repeat(10 * np.sin(np.radians(3 * longitude))[None], len(latitude), 0), "m/s",
              latitude=latitude, longitude=longitude)  # fmt: skip
    result = kinematics.vorticity_and_divergence(v * 0 + xr.zeros_like(v).assign_attrs(v.attrs), v)
    middle = len(latitude) // 2
    row = result["vorticity"].values[middle]
    expected = 30 * np.cos(np.radians(3 * longitude)) / (6_371_000 * np.cos(np.radians(latitude[middle])))
    np.testing.assert_allclose(row, expected, atol=0.01 * abs(expected).max())


def test_defect_01_a_geopotential_is_not_multiplied_by_gravity_again():
    latitude, longitude = np.arange(30.0, 60.5, 0.5), np.arange(0.0, 5.0, 0.5)
    # dΦ/dy of -1e-3 m/s² everywhere: u = 1e-3 / f.
    height = np.repeat((-1e-3 * np.radians(latitude) * 6_371_000)[:, None], len(longitude), 1)
    axes = {"latitude": latitude, "longitude": longitude}
    by_potential = kinematics.geostrophic_wind(field(height, "m2 s-2", **axes))
    by_height = kinematics.geostrophic_wind(field(height / GRAVITY, "m", **axes))
    expected = 1e-3 / (2 * 7.292115e-5 * np.sin(np.radians(45)))
    for result in (by_potential, by_height):
        assert float(result["geostrophic_u"].sel(latitude=45, longitude=2)) == pytest.approx(expected, rel=1e-9)
    with pytest.raises(InvalidRecord, match=r"a geopotential \(m2 s-2\) or a height \(m\) is needed"):
        kinematics.geostrophic_wind(field(height, "K", **axes))


def hourly(values, unit="µg/m**3") -> xr.DataArray:
    times = np.arange(len(values)).astype("timedelta64[h]") + np.datetime64("2020-01-01", "ns")
    return xr.DataArray(np.asarray(values, float), {"time": times}, ("time",), attrs={"units": unit})


@pytest.mark.parametrize(
    ("pollutant", "value", "unit", "authority", "expected"),
    [
        # EPA, Technical Assistance Document for the Reporting of Daily Air Quality (2024): 35.9 µg/m³ is 102.
        ("pm2_5", 35.9, "µg/m**3", "US EPA", 102), ("pm2_5", 9.0, "µg/m**3", "US EPA", 50),
        ("pm10", 154, "µg/m**3", "US EPA", 100), ("ozone", 78, "ppb", "US EPA", 126),
        ("carbon_monoxide", 8.4, "ppm", "US EPA", 90), ("nitrogen_dioxide", 40, "µg/m**3", "European", 20),
        ("ozone", 115, "µg/m**3", "European", 50), ("pm10", 150, "µg/m**3", "European", 100),
        ("sulphur_dioxide", 1e-7, "kg/m**3", "European", 20),
        # By mass: 9.5 ppm of carbon monoxide at 25 °C is 9.5 · 28.010 / 24.465 mg/m³.
        ("carbon_monoxide", 10.8766, "mg/m**3", "US EPA", 101), ("carbon_monoxide", 10876.6, "µg/m**3", "US EPA", 101),
        ("ozone", 0.078, "ppm", "US EPA", 126), ("sulphur_dioxide", 605, "ppb", "US EPA", 301),
    ],
)  # fmt: skip
def test_indices_of_air_quality_are_those_of_the_tables(pollutant, value, unit, authority, expected):
    index = air_quality.index_of(hourly([value] * 30, unit), pollutant, authority)
    assert float(index[-1]) == expected


def test_days_above_a_limit_take_the_mean_of_the_rule():
    values = np.r_[np.full(24, 60.0), np.full(12, 90.0), np.zeros(12), np.zeros(24)]
    # Means of the days are 60, 45 and 0; hours of the second day reach 90.
    assert air_quality.days_above(hourly(values), 50, "µg/m**3", "day", "").item() == 1
    assert air_quality.days_above(hourly(values), 50, "µg/m**3", "hour", "").item() == 2


def test_a_peak_of_ozone_counts_by_its_hour():
    """204 ppb in one hour is index 200 in the table of one hour; over eight hours the mean is 25.5."""
    values = np.zeros(30)
    values[20] = 204.0
    assert float(air_quality.index_of(hourly(values, "ppb"), "ozone", "US EPA")[20]) == 200


@pytest.mark.parametrize(
    ("pollutant", "hours", "why"),
    [
        ("ozone", 6, "at most 2 hours apart; or such means already, 8 hours apart"),
        ("nitrogen_dioxide", 24, "values of an hour are needed; these are 24 hours apart"),
    ],
)
def test_means_of_other_hours_are_no_hours(pollutant, hours, why):
    values = hourly([10.0] * 96)[::hours]
    with pytest.raises(InvalidRecord, match=why):
        air_quality.index_of(values, pollutant, "US EPA")


def test_days_above_a_limit_by_volume_of_a_gas_by_mass():
    """20 mg/m³ of carbon monoxide is 17.5 ppm."""
    values = hourly([20_000.0] * 72)
    assert air_quality.days_above(values, 9, "ppm", "8 hours", "carbon_monoxide").item() == 3
    assert air_quality.days_above(values, 18, "ppm", "8 hours", "carbon_monoxide").item() == 0


def test_mass_and_volume_of_a_gas_are_distinguished():
    # 1 ppb of ozone at 25 °C and 1013.25 hPa is 1.962 µg/m³.
    converted = air_quality.convert_concentration(hourly([1.0], "ppb"), "ozone", "µg/m**3")
    assert float(converted[0]) == pytest.approx(1.962, abs=0.001)

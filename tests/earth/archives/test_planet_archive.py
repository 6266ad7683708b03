"""The archive of a planet, compared with the planet itself by an independent interpolation and by its laws."""

from datetime import timedelta

import numpy as np
import pytest
from scipy.interpolate import RegularGridInterpolator
from tests.earth.archives.small_archive import SMALL, day, request, small_archive

from mesocosm.earth.archives import planet_projections as projections
from mesocosm.earth.archives import planet_seasons as seasons
from mesocosm.earth.archives.planet_archive import PlanetArchive
from mesocosm.earth.geo.box import BoundingBox
from mesocosm.earth.planet.planet import Planet
from mesocosm.earth.planet.sky.nodes import only
from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.seeding import generator

EVERYTHING = ("law", "truth", "quantum")


@pytest.fixture(scope="module")
def archive():
    return small_archive()


@pytest.fixture(scope="module")
def sky(archive):
    return archive.planet.sky("r000")


def test_cells_hold_what_lies_between_the_nodes_of_the_sky(archive, sky):
    """Compare with scipy's interpolator on the plane; values are rounded to 0.1, and so are nodes."""
    fields = archive.fetch(request("reanalysis", "temperature_2m"))
    truth = sky.hours(day(2031, 7, 1), 48)
    between = RegularGridInterpolator(
        (truth.y.values, truth.x.values), np.moveaxis(truth.temperature_2m.values.astype(float), 0, -1)
    )
    grid = archive.planet.regions[0].grid
    x, y = grid.to_plane(*np.meshgrid(fields.longitude.values, fields.latitude.values))
    expected = np.moveaxis(between(np.stack([y, x], axis=-1)), -1, 0)
    np.testing.assert_allclose(fields.temperature_2m.values, expected, atol=0.0501)


def test_a_part_of_a_box_is_a_part_of_the_fields(archive):
    whole = archive.fetch(request("reanalysis", "wind_east_10m", end=(2031, 7, 2)))
    part = BoundingBox(west=81.45, south=46.65, east=81.65, north=46.85)
    fields = archive.fetch(request("reanalysis", "wind_east_10m", end=(2031, 7, 2), box=part))
    assert fields.sizes == {"time": 24, "latitude": 2, "longitude": 2}
    np.testing.assert_array_equal(fields.wind_east_10m, whole.wind_east_10m.sel(fields.coords))


def test_days_are_means_and_sums_of_hours(archive):
    hours = archive.fetch(request("reanalysis", "temperature_2m", "precipitation"))
    days = archive.fetch(request("reanalysis", "temperature_2m", "precipitation", step="day"))
    assert days.sizes["time"] == 2
    warm, wet = (hours[name].values.astype(float).reshape(2, 24, 5, 6) for name in hours)
    np.testing.assert_allclose(days.temperature_2m, warm.mean(axis=1), atol=1e-5)
    np.testing.assert_allclose(days.precipitation, wet.sum(axis=1), atol=1e-5)
    assert days.precipitation.attrs["cell_methods"] == "time: sum"


def test_six_hours_show_moments_but_add_up_rain(archive):
    hours = archive.fetch(request("reanalysis", "temperature_2m", "precipitation"))
    six = archive.fetch(request("reanalysis", "temperature_2m", "precipitation", step="6 hours"))
    np.testing.assert_array_equal(six.temperature_2m, hours.temperature_2m[::6])
    assert float(six.precipitation.sum()) == pytest.approx(float(hours.precipitation.astype(float).sum()), rel=1e-6)


def test_levels_are_those_of_the_sky_at_a_node(archive, sky):
    fields = archive.fetch(request("reanalysis_levels", "temperature", end=(2031, 7, 2), levels=(850.0, 500.0)))
    truth = sky.levels(day(2031, 7, 1), 24).temperature
    assert fields.level.values.tolist() == [500.0, 850.0]
    assert fields.temperature.units == "degC"
    inside = truth.sel(level=[500.0, 850.0]).values
    assert inside.min() - 0.06 <= fields.temperature.min() <= fields.temperature.max() <= inside.max() + 0.06


def test_the_forecast_has_members_by_valid_time_and_nothing_of_the_truth(archive):
    asked = request("ensemble", "temperature_2m", "wind_speed_10m", end=(2031, 7, 2), step="6 hours")
    forecast = archive.fetch(asked)
    assert forecast.sizes == {"member": 20, "time": 4, "latitude": 5, "longitude": 6}
    assert str(forecast.time.values[0]) == "2031-07-01T06:00:00.000000000"
    assert forecast.attrs["run"] == "2031-07-01T00:00Z"
    words = repr(forecast.attrs) + "".join(repr(forecast[name].attrs) + str(name) for name in forecast.variables)
    assert not any(word in words for word in EVERYTHING)


def test_a_longer_forecast_begins_as_a_shorter_one(archive):
    short = archive.fetch(request("ensemble", "pressure_msl", end=(2031, 7, 2), step="6 hours"))
    long = archive.fetch(request("ensemble", "pressure_msl", step="6 hours"))
    np.testing.assert_array_equal(short.pressure_msl, long.pressure_msl[:, :4])


def test_a_model_s_faults_can_be_taken_back(archive):
    """T_model = T + bias + (spread - 1) (T - normal), so at equal warmth the shift of two days differs by 15 %."""
    asked = request(
        "projections", *projections.PROJECTED, end=(2031, 8, 1), step="day", scenario="historical", model="alder"
    )
    region, law = archive.planet.regions[0], projections.MODELS["alder"]
    model, true = archive.fetch(asked), archive.projected(asked, region, projections.faithful(law))
    wet = true.precipitation.values > 5
    np.testing.assert_allclose(model.precipitation.values[wet] / true.precipitation.values[wet], 1.3, atol=0.03)
    shift = (model.temperature - true.temperature).values
    np.testing.assert_allclose((model.temperature_max - true.temperature_max).values, shift, atol=0.11)
    slope = np.polyfit(true.temperature.values[:, 2, 2].astype(float), shift[:, 2, 2].astype(float), 1)[0]
    assert slope == pytest.approx(0.15, abs=0.03)  # the normal hardly moves within July


def test_scenarios_warm_by_what_is_documented(archive):
    ends = {name: float(projections.warming_k(name, np.array([1.0]))[0]) for name in projections.WARMINGS}
    assert ends == {"historical": 0.0, "ssp126": 0.7, "ssp245": 1.6, "ssp585": 3.3}
    box = BoundingBox(west=81.45, south=46.65, east=81.55, north=46.75)
    asked = {
        name: request(
            "projections", "temperature", start=(2100, 12, 30), end=(2101, 1, 1), step="day", box=box,
            scenario=name, model="birch",
        )
        for name in ("ssp126", "ssp585")
    }  # fmt: skip
    low, high = (archive.fetch(each).temperature.values for each in asked.values())
    np.testing.assert_allclose(high - low, 2.6, atol=0.11)


def test_no_two_models_ever_share_a_day_of_the_sky(archive):
    """Otherwise the days of two models, some years apart, would show their errors without any noise."""
    periods = archive.collections()[-1].periods.values()
    first, last = min(period.start for period in periods), max(period.end for period in periods)
    shifts = sorted([0, *(law.shift_days for law in projections.MODELS.values())])
    assert np.diff(shifts).min() > (last - first).days
    for law in projections.MODELS.values():
        assert abs((first + timedelta(days=law.shift_days)).timetuple().tm_yday - first.timetuple().tm_yday) <= 1


def test_a_model_has_weather_of_its_own(archive, sky):
    asked = request("projections", "temperature", end=(2031, 7, 11), step="day", scenario="historical", model="birch")
    observed = archive.fetch(request("reanalysis", "temperature_2m", end=(2031, 7, 11), step="day"))
    pairs = np.corrcoef(archive.fetch(asked).temperature.values.ravel(), observed.temperature_2m.values.ravel())
    assert abs(pairs[0, 1]) < 0.9


def test_seasonal_members_follow_their_law(sky):
    """Over 400 starts with invented truths: slope 0.75 and bias -0.5 at the first month, as in SEASONAL."""
    at = ((0, 3), (0, 3))
    normal = only(sky.nodes, *at).temperature_c[4].reshape(2, 2)
    rain = only(sky.nodes, *at).rain_mm[4].reshape(2, 2)
    anomalies = generator("test").normal(0, 1.4, 400)

    def truth(year, month):
        return {"temperature": normal + anomalies[year - 2031], "precipitation": rain}

    made = [seasons.issue(sky, at, year, 5, 1, truth)["temperature"] for year in range(2031, 2431)]
    means = np.array([members.mean(axis=0)[0, 0] for members in made]) - normal[0, 0]
    slope, bias = np.polyfit(anomalies, means, 1)
    assert slope == pytest.approx(0.75, abs=0.1)  # noise 0.66 x 1.4 / sqrt(2) over 1.4 x sqrt(400): 0.024
    assert bias == pytest.approx(-0.5, abs=0.15)


def test_seasonal_forecasts_come_in_the_standard_form(archive):
    forecast = archive.fetch(
        request("seasonal", "temperature", end=(2033, 1, 1), start=(2031, 1, 1), step="month", start_month=6,
                lead_months=(2,))
    )  # fmt: skip
    assert dict(forecast.sizes) == {"issued": 2, "member": 25, "lead_month": 1, "latitude": 5, "longitude": 6}
    assert [str(start)[:10] for start in forecast.issued.values] == ["2031-06-01", "2032-06-01"]


def test_nothing_observed_later_than_now_is_given():
    archive = PlanetArchive(Planet(1, SMALL), now=day(2031, 7, 2))
    with pytest.raises(InvalidRecord, match="covers 2031-01-01 to 2031-07-02, got 2031-07-01 to 2031-07-03"):
        archive.fetch(request("reanalysis", "temperature_2m"))


def test_air_quality_lies_on_tenths_of_degrees():
    import xarray as xr

    class Air:
        def hours(self, start, count, names):
            shape = (count, 30, 30)
            return xr.Dataset({"ozone": (("time", "y", "x"), np.full(shape, 60.0, np.float32))})

    class Aired(Planet):
        def air(self, key):
            return Air()

    fields = PlanetArchive(Aired(1, SMALL)).fetch(request("air_quality", "ozone", end=(2031, 7, 2), step="day"))
    assert fields.ozone.units == "ug m-3"
    np.testing.assert_array_equal(fields.ozone, np.full((1, 5, 8), 60.0))


@pytest.mark.exhaustive
def test_the_planet_s_own_air(archive):
    fields = archive.fetch(request("air_quality", "ozone", "pm2p5", end=(2031, 7, 2)))
    assert 0 < float(fields.pm2p5.mean()) < 200
    assert fields.sizes["time"] == 24


@pytest.mark.parametrize(
    ("asked", "error", "words"),
    [
        (lambda: request("reanalysis", "temperture_2m"), UnknownName, "did you mean temperature_2m"),
        (lambda: request("reanalyses", "temperature_2m"), UnknownName, "did you mean reanalysis"),
        (lambda: request("reanalysis"), InvalidRecord, "`variables` must name at least one of temperature_2m"),
        (lambda: request("reanalysis", "snowfall", levels=(500.0,)), InvalidRecord, "has no levels"),
        (lambda: request("reanalysis_levels", "omega"), InvalidRecord, "`levels` is needed"),
        (lambda: request("reanalysis_levels", "omega", levels=(501.0,)), InvalidRecord, "got 501"),
        (lambda: request("projections", "temperature", step="day", scenario="rcp85", model="alder"), UnknownName,
         "no scenario is called 'rcp85'"),
        (lambda: request("projections", "temperature", step="hour", scenario="historical", model="alder"),
         InvalidRecord, "`step` must be one of day, month"),
        (lambda: request("reanalysis", "snowfall", start=(2030, 1, 1)), InvalidRecord, "covers 2031-01-01 to 2061"),
        (lambda: request("reanalysis", "snowfall", start=(2031, 7, 1, 5), step="day"), InvalidRecord, "whole steps"),
        (lambda: request("reanalysis", "snowfall", end=(2033, 1, 1)), InvalidRecord, "at most 366 at once"),
        (lambda: request("ensemble", "pressure_msl", end=(2031, 8, 1), step="6 hours"), InvalidRecord, "240 hours"),
        (lambda: request("seasonal", "temperature", step="month", lead_months=(7,)), InvalidRecord, "from 1"),
        (lambda: request("reanalysis", "snowfall", box=BoundingBox(west=0, south=0, east=1, north=1)), InvalidRecord,
         r"covers \[81.3, 46.6, 81.8, 47\]"),
        (lambda: request("reanalysis", "snowfall", box=BoundingBox(west=81.41, south=46.6, east=81.42, north=46.7)),
         InvalidRecord, "widen it"),
    ],
)  # fmt: skip
def test_what_cannot_be_given_is_refused_with_what_there_is(archive, asked, error, words):
    with pytest.raises(error, match=words):
        archive.fetch(asked())


def test_a_single_node_is_one_of_some(sky):
    together = sky.some([1, 4], [2, 3], day(2031, 7, 1), 5)["temperature_2m"]
    alone = sky.place(4, 2, day(2031, 7, 1), 5).temperature_2m.values
    np.testing.assert_array_equal(together[:, 1, 0], alone)

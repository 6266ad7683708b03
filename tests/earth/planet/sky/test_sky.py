"""The sky: balanced, hydrostatic, the same for every request, and changed only where an event is changed."""

from datetime import UTC, date, datetime, timedelta

import numpy as np
import pytest
from tests.earth.planet.small_ground import LATITUDES, small_ground

from mesocosm.earth.planet.sky.clock import EPOCH
from mesocosm.earth.planet.sky.column import GAS, coriolis
from mesocosm.earth.planet.sky.sky import Sky
from mesocosm.earth.planet.sky.surface import limit_heat
from mesocosm.earth.weather.gravity import GRAVITY
from mesocosm.errors import UserError

START = datetime(2031, 3, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def sky():
    return Sky(small_ground("oceanic", cells=60))


def at(hour):
    return (EPOCH + np.timedelta64(hour, "h")).astype(datetime).replace(tzinfo=UTC)


def test_any_hour_is_the_same_alone_and_in_a_row(sky):
    row = sky.hours(START, 40)
    alone = sky.hours(START + timedelta(hours=37), 2)
    assert row.isel(time=slice(37, 39)).identical(alone)
    far = sky.levels(datetime(2140, 7, 1, 5, tzinfo=UTC), 3)
    assert far.isel(time=[1]).identical(sky.levels(datetime(2140, 7, 1, 6, tzinfo=UTC), 1))


def test_a_field_is_the_same_alone_and_among_all(sky):
    every = sky.hours(START, 800)  # more hours than are made at a time
    for name, field in every.items():
        alone = sky.hours(START, 800, [name])
        assert list(alone) == [name]
        assert alone[name].identical(field)
    rain = sky.some([1, 3], [0, 2, 4], START, 800, ["precipitation"])
    assert list(rain) == ["precipitation"]
    assert (rain["precipitation"] == every["precipitation"].values[:, [1, 3]][:, :, [0, 2, 4]]).all()


def test_one_seed_gives_one_sky_and_another_gives_another(sky):
    again = Sky(small_ground("oceanic", cells=60)).hours(START, 24)
    other = Sky(small_ground("oceanic", cells=60, seed=2)).hours(START, 24)
    first = sky.hours(START, 24)
    for name in first:
        assert first[name].values.tobytes() == again[name].values.tobytes()
    assert abs(first["pressure_msl"] - other["pressure_msl"]).mean() > 1


def test_values_are_whole_steps_within_bounds(sky):
    weather = sky.hours(START, 240)
    for name, field in weather.items():
        steps = field.values.astype(float) / field.attrs["quantum"]
        assert np.abs(steps - np.round(steps)).max() < 0.02, name
    assert (weather["dew_point_2m"] <= weather["temperature_2m"]).all()
    assert (weather["precipitation"] >= weather["snowfall"]).all()
    assert (weather["snowfall"] >= 0).all()
    assert 0 <= weather["cloud_cover"].min() <= weather["cloud_cover"].max() <= 1
    assert 0 <= weather["shortwave"].min() <= weather["shortwave"].max() < 1361


def test_wind_of_the_free_air_is_geostrophic(sky):
    # Away from events; f-plane at the region's latitude, centred differences over 20 km.
    quiet = {event.id: None for event in sky.events(2031)}
    air = Sky(sky.ground, quiet).levels(START, 120)
    f = coriolis(LATITUDES["oceanic"])
    for level in (850, 500, 300):
        z, u, v = (
            air[name].sel(level=level).values.astype(float)
            for name in ("geopotential_height", "wind_east", "wind_north")
        )
        east = -GRAVITY / f * (z[:, 2:, 1:-1] - z[:, :-2, 1:-1]) / 20e3
        north = GRAVITY / f * (z[:, 1:-1, 2:] - z[:, 1:-1, :-2]) / 20e3
        for balanced, blown in ((east, u), (north, v)):
            blown = blown[:, 1:-1, 1:-1]
            assert np.corrcoef(balanced.ravel(), blown.ravel())[0, 1] > 0.95
            assert np.polyfit(balanced.ravel(), blown.ravel(), 1)[0] == pytest.approx(1.0, abs=0.1)


def test_heights_are_hydrostatic_with_virtual_temperature(sky):
    air = sky.levels(START, 48)
    kelvin = air["temperature"].values.astype(float) + 273.15
    virtual = kelvin * (1 + 0.608 * air["specific_humidity"].values)
    pressure = air["level"].values.astype(float)
    layer = GAS / GRAVITY * (virtual[:, 1:] + virtual[:, :-1]) / 2 * -np.diff(np.log(pressure))[:, None, None]
    height = np.diff(air["geopotential_height"].values.astype(float), axis=1)
    # Temperatures are rounded to 0.1 K: at most 0.05 K x 29.3 m/K x ln(500/300), and heights to 0.1 m.
    assert np.abs(height - layer).max() < 0.95


def test_the_air_above_the_ground_knows_day_and_night(sky):
    """The daily cycle over ten summer days weakens with height, most at night; vapour does not change with it."""
    start = datetime(2031, 7, 1, tzinfo=UTC)
    hour = np.arange(240) % 24
    aloft = sky.levels(start, 240).mean(("y", "x"))
    ground = sky.hours(start, 240, ["temperature_2m"]).temperature_2m.mean(("y", "x"))
    warmest, coldest = (pick([ground[hour == each].mean() for each in range(24)]) for pick in (np.argmax, np.argmin))

    def swing(name):
        field = aloft[name].values
        return field[hour == warmest].mean(axis=0) - field[hour == coldest].mean(axis=0)

    at_925, at_850, at_700 = swing("temperature")[1:4]
    on_ground = float(ground[hour == warmest].mean() - ground[hour == coldest].mean())
    assert 0.3 * on_ground < at_925 < 0.7 * on_ground
    assert 0.1 * on_ground < at_850 < 0.6 * at_925
    assert abs(at_700) < 0.1 * on_ground
    assert swing("relative_humidity")[1] < -0.05
    assert abs(swing("specific_humidity")[1]) < 0.05 * float(aloft.specific_humidity[:, 1].mean())


def test_rising_air_is_fed_from_below(sky):
    # Mass: the divergence of the wind integrates to omega; below rising air the wind converges.
    quiet = {event.id: None for event in sky.events(2031)}
    air = Sky(sky.ground, quiet).levels(START, 240)
    u, v, omega = (air[name].values.astype(float) for name in ("wind_east", "wind_north", "omega"))
    spread = (u[:, :, 1:-1, -1] - u[:, :, 1:-1, 0]).mean(axis=2) / 50e3 + (v[:, :, -1, 1:-1] - v[:, :, 0, 1:-1]).mean(
        axis=2
    ) / 50e3
    assert np.corrcoef(spread[:, 0], omega[:, 4].mean(axis=(1, 2)))[0, 1] > 0.9
    assert np.corrcoef(spread[:, 6], omega[:, 4].mean(axis=(1, 2)))[0, 1] < -0.9


def cyclone_sky():
    sky = Sky(small_ground("tropical", cells=200))
    event = next(event for year in range(2031, 2040) for event in sky.events(year) if event.kind == "cyclone")
    figures = {"x_km": 0.0, "y_km": 0.0, "pressure_hpa": -50.0, "radius_km": 40.0, "peakedness": 1.5}
    return Sky(sky.ground, {event.id: figures}), Sky(sky.ground, {event.id: None}), event


def test_a_cyclone_is_one_thing_in_pressure_wind_warmth_and_rain():
    with_it, without, event = cyclone_sky()
    middle = at(int(event.middle_hour))
    there, gone = with_it.hours(middle, 1).isel(time=0), without.hours(middle, 1).isel(time=0)
    low = (there["pressure_msl"] - gone["pressure_msl"]).values
    eye = np.unravel_index(low.argmin(), low.shape)
    assert -52 < low.min() < -30
    assert max(abs(eye[0] - 9.5), abs(eye[1] - 9.5)) < 1.5
    # Holland (1980): Vmax = sqrt(B dp / (rho e)) = 49 m/s at 50 hPa, B 1.5; near the ground half to three quarters.
    assert 20 < np.hypot(there["wind_east_10m"], there["wind_north_10m"]).max() < 49
    assert (there["precipitation"] - gone["precipitation"]).values.max() > 5
    aloft = with_it.levels(middle, 1).isel(time=0) - without.levels(middle, 1).isel(time=0)
    wind = np.hypot(aloft["wind_east"], aloft["wind_north"]).sel(level=1000).values
    strongest = np.unravel_index(wind.argmax(), wind.shape)
    assert 40 < wind.max() < 50
    assert 25 <= 10 * np.hypot(strongest[0] - 9.5, strongest[1] - 9.5) <= 60
    core = aloft["temperature"].values[:, eye[0], eye[1]]
    assert core[5] > 5 > 1 > abs(core[0])
    v = aloft["wind_north"].sel(level=850).values[eye[0]]
    assert v[eye[1] + 4] > 10
    assert v[eye[1] - 4] < -10


def test_taking_an_event_away_changes_its_hours_alone():
    with_it, without, event = cyclone_sky()
    before = at(event.start_hour - 48)
    assert with_it.hours(before, 48).identical(without.hours(before, 48))
    assert not with_it.hours(at(event.start_hour + 20), 1).identical(without.hours(at(event.start_hour + 20), 1))
    assert event.id not in {other.id for other in without.events(int(str(at(event.start_hour).year)))}


def test_a_heat_wave_is_hot_and_dry():
    sky = Sky(small_ground("continental", cells=20))
    event = next(event for year in range(2031, 2040) for event in sky.events(year) if event.kind == "heat_wave")
    middle = at(int(event.middle_hour))
    hotter = sky.hours(middle, 24) - Sky(sky.ground, {event.id: None}).hours(middle, 24)
    assert 0.5 * event.parameters["warmth_k"] < hotter["temperature_2m"].mean() < 1.6 * event.parameters["warmth_k"]
    assert hotter["precipitation"].mean() <= 0


def test_days_on_cells_follow_the_hours_and_the_heights(sky):
    hours, days = sky.hours(START, 48), sky.days(date(2031, 3, 1), 2)
    assert days["precipitation"].shape == (2, 60, 60)
    coarse = hours["temperature_2m"].values.reshape(2, 24, -1).mean()
    assert abs(days["temperature_mean"].mean() - coarse) < 0.2
    assert (days["temperature_min"] <= days["temperature_mean"]).all()
    high, low = sky.ground.elevation_m > 300, (sky.ground.elevation_m < 60) & ~sky.ground.sea
    assert days["temperature_mean"].values[:, high].mean() < days["temperature_mean"].values[:, low].mean() - 1


def test_rain_of_a_year_is_of_the_size_of_its_normal():
    sky = Sky(small_ground("oceanic", cells=10))
    weather = sky.place(0, 0, datetime(2031, 1, 1, tzinfo=UTC), 8760)
    assert 0.5 < float(weather["precipitation"].sum()) / sky.nodes.rain_mm.sum() < 1.8


@pytest.mark.exhaustive
def test_normals_of_rain_come_out():
    # Three years of one place scatter by a quarter or so; the mean over climates by less.
    ratios = []
    for climate in ("oceanic", "mediterranean", "tropical"):
        sky = Sky(small_ground(climate, cells=10))
        quiet = {event.id: None for year in range(2031, 2034) for event in sky.events(year)}
        weather = Sky(sky.ground, quiet).hours(datetime(2031, 1, 1, tzinfo=UTC), 3 * 8766)
        ratios.append(float(weather["precipitation"].sum()) / 3 / sky.nodes.rain_mm.sum())
    assert min(ratios) > 0.5
    assert max(ratios) < 1.6
    assert np.mean(ratios) == pytest.approx(1.0, abs=0.2)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda sky: sky.hours(datetime(2031, 1, 1), 1), "time must carry a time zone"),  # noqa: DTZ001
        (lambda sky: sky.hours(datetime(2030, 1, 1, tzinfo=UTC), 1), "whole hour from 2031 on"),
        (lambda sky: sky.hours(START, 0), "count must be at least 1, got 0"),
        (lambda sky: sky.events(1999), "year must be 2031 or later, got 1999"),
        (lambda sky: Sky(sky.ground, {"r000.flood.2031.0": None}), "no event of region r000 is called"),
        (lambda sky: sky.days(date(2030, 12, 31), 2), "days must lie in or after"),
    ],
)
def test_what_is_not_there_is_named(sky, ask, message):
    with pytest.raises(UserError, match=message):
        ask(sky)


def test_heat_is_held_back_above_forty_degrees_and_nothing_below():
    warmth = np.linspace(-40.0, 90.0, 1301)
    kept = limit_heat(warmth)
    np.testing.assert_array_equal(kept[warmth <= 40.0], warmth[warmth <= 40.0])
    assert (np.diff(kept) > 0).all()
    assert kept.max() < 52.0
    assert (kept[warmth > 40.0] < warmth[warmth > 40.0]).all()

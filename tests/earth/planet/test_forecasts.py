"""Forecasts: their bias and spread are those of the law; corrected by the law, they are calibrated."""

from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from tests.earth.planet.small_ground import small_ground

from mesocosm.earth.planet.forecast_fields import added_fields, ensemble_fields, errors
from mesocosm.earth.planet.forecasts import LAWS, SEASONAL, ensemble, lasting, perturb_members, seasonal
from mesocosm.earth.planet.sky.sky import Sky
from mesocosm.errors import UserError
from mesocosm.seeding import generator

ISSUED = datetime(2031, 5, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def sky():
    return Sky(small_ground("oceanic", cells=20))


def many(law, lead):
    """Return members and truths of 2000 forecasts of one lead."""
    truth = generator("test", "truth").normal(10, 5, 2000)
    members = np.stack(
        [perturb_members(truth[n : n + 1], law, lead, 9, generator("test", n))[:, 0] for n in range(2000)]
    )
    return truth, members


def test_bias_and_error_are_those_of_the_law():
    law, lead = LAWS["temperature_2m"], np.array([48.0])
    truth, members = many(law, lead)
    error = members.mean(axis=1) - truth
    # 0.6 + 0.08 x 2 days; centre's error, and the mean of nine members of 0.75 of its size.
    assert error.mean() == pytest.approx(0.76, abs=0.15)
    assert error.std() == pytest.approx(5 * np.sqrt(1 - np.exp(-2 / 6)) * np.sqrt(1 + 0.75**2 / 9), rel=0.04)


def test_mended_by_the_law_the_ranks_are_flat():
    law, lead = LAWS["temperature_2m"], np.array([72.0])
    truth, members = many(law, lead)
    centre = members.mean(axis=1, keepdims=True)
    mended = centre + (members - centre) / law.spread_ratio - law.bias_at(lead)
    # The mean of nine members moves with their spread: a small excess at the ends remains.
    ranks = np.bincount((mended < truth[:, None]).sum(axis=1), minlength=10) / 2000
    raw = np.bincount((members < truth[:, None]).sum(axis=1), minlength=10) / 2000
    assert np.abs(ranks - 0.1).max() < 0.03
    assert raw[0] > 0.15


def test_spread_grows_with_lead_and_the_forecast_is_one_per_seed(sky):
    forecast = ensemble(sky, (0, 0), ISSUED, 120)
    spread = forecast["temperature_2m"].std("member")
    assert spread[96:].mean() > 2 * spread[:6].mean()
    assert forecast.identical(ensemble(sky, (0, 0), ISSUED, 120))
    assert not forecast.identical(ensemble(sky, (0, 1), ISSUED, 120))
    truth = sky.place(0, 0, ISSUED + timedelta(hours=1), 120)
    assert (forecast["truth_temperature_2m"].values == truth["temperature_2m"].values).all()
    assert forecast["precipitation"].min() >= 0
    assert forecast["wind_speed_10m"].min() >= 0


def test_weak_winds_have_the_law_of_strong_ones(sky):
    """Components may have either sign, so nothing is cut off at calm, and bias and spread are those of the law."""
    forecast = ensemble(sky, (0, 0), ISSUED, 48, members=300)
    for name in ("wind_east_10m", "wind_north_10m"):
        law, lead = LAWS[name], forecast["lead_time"].values.astype(float)
        spread = forecast[name].std("member").values / (law.spread_ratio * law.error_at(lead))
        assert spread[6:] == pytest.approx(np.ones(42), abs=0.15)
    speed = np.hypot(forecast["wind_east_10m"], forecast["wind_north_10m"]).values
    assert np.abs(speed - forecast["wind_speed_10m"].values).max() < 0.051


def draws(n):
    """Return generators of one forecast: for its centre, and for its members."""
    return lambda cycle: generator("test", n, cycle), lambda cycle: generator("test", n, "members", cycle)


def test_fields_have_the_law_at_every_node_and_errors_alike_nearby():
    law, lead = LAWS["temperature_2m"], np.array([48.0])
    at = (np.array([0.0, 60e3, 900e3]), np.zeros(3))
    truth = np.zeros((1, 1, 3))
    forecasts = np.stack([added_fields(truth, law, lead, at, 9, draws(n))[:, 0, 0] for n in range(1500)])
    error = forecasts.mean(axis=1)
    # The same as at a single place: 0.6 + 0.08 x 2 days, and the centre's error with a ninth of the members' variance.
    expected = 5 * np.sqrt(1 - np.exp(-2 / 6)) * np.sqrt(1 + 0.75**2 / 9)
    assert error.mean(axis=0) == pytest.approx(np.full(3, 0.76), abs=0.25)
    assert error.std(axis=0) == pytest.approx(np.full(3, expected), rel=0.06)
    near, far = np.corrcoef(error[:, 0], error[:, 1])[0, 1], np.corrcoef(error[:, 0], error[:, 2])[0, 1]
    assert near == pytest.approx(np.exp(-((60 / 120) ** 2) / 2), abs=0.06)
    assert abs(far) < 0.1


@pytest.fixture(scope="module")
def lagged():
    """Return errors of the centre for one hour, (600 hours, 20 issues): from 12 hours to 10 days ahead."""
    law, at = LAWS["temperature_2m"], (np.zeros(1), np.zeros(1))

    def of(issue):
        lead = np.array([12.0 * (issue + 1)])
        return errors(law, lead, at, 600, lambda cycle: generator("lagged", cycle - issue))[:, 0, 0]

    return np.stack([of(issue) for issue in range(20)], axis=1)


def test_forecasts_of_one_hour_have_the_error_of_their_lead(lagged):
    expected = LAWS["temperature_2m"].error_at(12.0 * np.arange(1, 21))
    assert lagged.std(axis=0) == pytest.approx(expected, rel=0.1)


def test_forecasts_issued_one_after_the_other_err_alike(lagged):
    """They correlate by sigma(t1) / sigma(t2): 0.83 between leads of 24 and 36 hours, more further ahead."""
    alike = np.array([np.corrcoef(lagged[:, n], lagged[:, n + 1])[0, 1] for n in range(19)])
    sigma = LAWS["temperature_2m"].error_at(12.0 * np.arange(1, 21))
    assert alike == pytest.approx(sigma[:-1] / sigma[1:], abs=0.06)
    assert alike[1:].min() > 0.79
    assert alike.mean() > 0.9


def test_no_mean_of_issues_knows_more_than_the_latest(lagged):
    """Neither the plain mean nor the best by least squares over the differences to the latest is better."""
    for latest in (0, 3, 9):
        tail = lagged[:, latest:]
        alone = tail[:, 0].std()
        assert tail.mean(axis=1).std() > alone
        fitted = np.linalg.lstsq(tail[:300, 1:] - tail[:300, :1], tail[:300, 0], rcond=None)[0]
        held_out = tail[300:, 0] - (tail[300:, 1:] - tail[300:, :1]) @ fitted
        assert held_out.std() > 0.97 * tail[300:, 0].std()


def test_a_forecast_is_issued_at_the_hours_of_its_cycle(sky):
    for hour, minute in ((1, 0), (6, 0), (23, 0), (0, 30)):
        with pytest.raises(UserError, match="issued at 00 and 12 UTC, got 2031-05-01T"):
            ensemble_fields(sky, ISSUED.replace(hour=hour, minute=minute), 24)


def test_issues_of_a_region_share_the_errors_of_the_cycles_they_share(sky):
    """Twelve hours before an hour, all forecasts lack what the last cycle adds."""
    at_noon = {}
    for back in range(1, 5):
        issued = ISSUED + timedelta(days=5, hours=12 - 12 * back)
        pressure = ensemble_fields(sky, issued, 12 * back, every=12 * back, members=200)["pressure_msl"][:, -1, 0, 0]
        at_noon[back] = float(pressure.mean())
    law = LAWS["pressure_msl"]
    for back in range(1, 4):
        # The difference of two successive forecasts is that of a single cycle, not of two whole errors.
        step = np.sqrt(law.error_at(np.float64(12 * back + 12)) ** 2 - law.error_at(np.float64(12 * back)) ** 2)
        assert abs(at_noon[back + 1] - at_noon[back]) < 3.5 * step


def test_a_forecast_of_fields_has_the_regions_nodes_and_truth(sky):
    forecast = ensemble_fields(sky, ISSUED, 24, every=6, members=4)
    assert forecast["temperature_2m"].shape == (4, 4, 2, 2)
    truth = sky.hours(ISSUED + timedelta(hours=6), 1)["pressure_msl"].values[0]
    assert (forecast["truth_pressure_msl"].values[0] == truth).all()
    assert forecast.identical(ensemble_fields(sky, ISSUED, 24, every=6, members=4))
    with pytest.raises(UserError, match="a lead of a step and 2 members, or more, got 6, 3, 20"):
        ensemble_fields(sky, ISSUED, 3)


def test_errors_last_for_hours():
    walk = lasting(generator("test", "walk"), 400, 50, 18.0)
    assert walk.std() == pytest.approx(1, abs=0.05)
    assert np.corrcoef(walk[:, 10], walk[:, 28])[0, 1] == pytest.approx(np.exp(-0.5), abs=0.12)


def test_a_place_alone_is_the_place_among_others(sky):
    alone = sky.place(1, 0, ISSUED, 30)
    among = sky.hours(ISSUED, 30).isel(y=1, x=0)
    for name in alone:
        assert (alone[name].values == among[name].values).all()


def test_seasonal_hindcasts_have_the_bias_and_skill_of_their_law(sky):
    hindcasts = seasonal(sky, (0, 0), 6, range(2031, 2035), leads=1, members=400)
    truth, law = hindcasts["truth_temperature"].values[:, 0], SEASONAL["temperature"]
    centre = hindcasts["temperature"].values[:, :, 0].mean(axis=1)
    assert centre.mean() - truth.mean() == pytest.approx(law.bias, abs=3 * float(truth.std()))
    within = hindcasts["temperature"].values[:, :, 0].std(axis=1).mean()
    assert within == pytest.approx(np.sqrt(1 - 0.75**2) * truth.std() * 0.8 / np.sqrt(2), rel=0.15)


def test_a_forecast_of_nothing_is_refused(sky):
    with pytest.raises(UserError, match="at least 1 hour and 2 members, got 0 and 20"):
        ensemble(sky, (0, 0), ISSUED, 0)

"""Verification against worked examples and against plain sums over all cells."""

import math

import numpy as np
import pytest

from mesocosm.suites.tornado.verification.grid import on_land
from mesocosm.suites.tornado.verification.probabilities import verify

SHAPE = on_land().shape
LAND = np.flatnonzero(on_land())
ZERO = np.zeros(SHAPE)


def field(values):
    """Return a field with values in the first land cells, in order."""
    filled = np.zeros(SHAPE)
    filled.flat[LAND[: len(values)]] = values
    return filled


def observed(values):
    return field(values).astype(bool)


@pytest.fixture
def scattered():
    """Make two days of made-up levels, with events likelier at higher levels."""
    draw = np.random.default_rng(5)
    said, happened = {}, {}
    for day in ("20250301", "20250302"):
        said[day] = draw.choice([0, 0.02, 0.05, 0.1, 0.3], size=SHAPE, p=[0.9, 0.04, 0.03, 0.02, 0.01])
        happened[day] = draw.random(SHAPE) < 0.001 + said[day]
    return said, happened


def plain(fields):
    return np.concatenate([fields[day][on_land()] for day in sorted(fields)]).astype(float)


def test_a_perfect_forecast():
    truth = observed([1] * 500)
    done = verify({"d": truth.astype(float)}, {"d": truth}, {"d": ZERO})
    assert (done.brier, done.skill, done.roc_area) == (0, 1, 1)
    five = done.thresholds[1]
    assert (five.level, five.pod, five.far, five.csi, five.bias) == (5, 1, 0, 1, 1)
    assert done.fss[5][140] == pytest.approx(1)
    assert done.value["0.05"] == pytest.approx(1)


def test_a_contingency_table_by_hand():
    """Four cells forecast, two of them right, one missed: POD 2/3, FAR 1/2, CSI 2/5, bias 4/3."""
    said, happened = field([0.1, 0.1, 0.1, 0.1]), observed([1, 1, 0, 0, 1])
    at = {one.level: one for one in verify({"d": said}, {"d": happened}, {"d": ZERO}).thresholds}
    assert (at[10].pod, at[10].far, at[10].csi, at[10].bias) == pytest.approx((2 / 3, 1 / 2, 2 / 5, 4 / 3))
    assert at[10].csi == at[2].csi
    assert (at[15].pod, at[15].bias) == (0, 0)
    assert math.isnan(at[15].far)


def test_brier_and_its_skill_are_plain_means(scattered):
    said, happened = scattered
    reference = dict.fromkeys(said, np.full(SHAPE, 0.01))
    done = verify(said, happened, reference)
    p, o = plain(said), plain(happened)
    assert done.brier == pytest.approx(((p - o) ** 2).mean())
    assert done.skill == pytest.approx(1 - ((p - o) ** 2).mean() / ((o.mean() - o) ** 2).mean())
    assert done.climatology_skill == pytest.approx(1 - ((p - o) ** 2).mean() / ((0.01 - o) ** 2).mean())
    assert done.base_rate == pytest.approx(o.mean())


def test_the_roc_area_is_the_chance_to_rank_a_pair_rightly(scattered):
    """Mann and Whitney's statistic, ties half."""
    from scipy.stats import rankdata

    said, happened = scattered
    p, o = plain(said), plain(happened).astype(bool)
    ranks = rankdata(p)[o].sum() - o.sum() * (o.sum() + 1) / 2
    done = verify(said, happened, said)
    assert done.roc_area == pytest.approx(ranks / (o.sum() * (~o).sum()))
    assert (done.roc[0], done.roc[-1]) == ((0, 0), (1, 1))


def test_reliability_is_how_often_it_happened(scattered):
    said, happened = scattered
    p, o = plain(said), plain(happened)
    points = verify(said, happened, said).reliability
    assert [point.probability for point in points] == [0, 0.02, 0.05, 0.1, 0.3]
    assert [point.observed for point in points] == pytest.approx([o[p == point.probability].mean() for point in points])
    assert sum(point.cells for point in points) == len(p)
    calibrated = [point.calibrated for point in points]
    assert calibrated == sorted(calibrated)


def test_economic_value_is_richardsons(scattered):
    """V = (min(a, s) - F a (1 - s) + H s (1 - a) - s) / (min(a, s) - s a), best over thresholds (Richardson, 2000)."""
    said, happened = scattered
    p, o = plain(said), plain(happened).astype(bool)
    a, s = 0.05, o.mean()
    values = []
    for threshold in (0.02, 0.05, 0.1, 0.15, 0.3, 0.45, 0.6):
        hit, false = (p[o] >= threshold).mean(), (p[~o] >= threshold).mean()
        values.append((min(a, s) - false * a * (1 - s) + hit * s * (1 - a) - s) / (min(a, s) - s * a))
    assert verify(said, happened, said).value["0.05"] == pytest.approx(max(*values, 0), abs=1e-9)


def test_a_near_miss_has_skill_in_wide_windows_only():
    """A block moved by 100 km has no overlap in windows of 60 km and much in windows of 300 km."""
    said, happened = np.zeros(SHAPE), np.zeros(SHAPE, dtype=bool)
    said[100:110, 200:210], happened[100:110, 210:220] = 0.1, True
    fss = verify({"d": said}, {"d": happened}, {"d": ZERO}).fss[10]
    assert list(fss) == [60, 140, 300]
    assert fss[60] < 0.2 < fss[140] < fss[300]


def test_days_without_anything_do_not_change_the_fss():
    said, happened = field([0.1] * 300), observed([0] * 100 + [1] * 300)
    one = verify({"d": said}, {"d": happened}, {"d": ZERO}).fss
    nothing = np.zeros(SHAPE, dtype=bool)
    assert verify({"d": said, "e": ZERO}, {"d": happened, "e": nothing}, {"d": ZERO, "e": ZERO}).fss == one


def test_no_event_no_skill_but_no_crash():
    done = verify({"d": field([0.1])}, {"d": np.zeros(SHAPE, dtype=bool)}, {"d": ZERO})
    assert math.isnan(done.skill)
    assert math.isnan(done.climatology_skill)
    assert done.base_rate == 0


def test_no_day_is_nan():
    done = verify({}, {"d": np.zeros(SHAPE, dtype=bool)}, {})
    assert done.days == 0
    assert math.isnan(done.brier)

"""Losses of a few assets, worked by hand, and properties of any losses."""

import copy
import json
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.caches import stored

from mesocosm import registry
from mesocosm.errors import InvalidRecord
from mesocosm.simulators.event_loss.engine import simulator
from mesocosm.simulators.event_loss.hdf5 import read_hazard
from mesocosm.simulators.event_loss.loss import return_period_losses
from mesocosm.simulators.simulator import RunLimits
from mesocosm.simulators.simulator.run_cache import RUNS, kept_run

HALF = {"intensity_unit": "m", "intensity": [0, 1, 3], "damage": [0, 0, 1], "affected": [0.5, 0.5, 0.5]}
FLOOD = {
    "hazard": {
        "intensity_unit": "m",
        "latitude": [0.0, 0.0],
        "longitude": [0.0, 1.0],
        "frequency_per_year": [0.1, 0.01],
        "intensity": {"event": [0, 1, 1], "point": [0, 0, 1], "value": [2.0, 3.0, 2.5]},
    },
    "exposure": {"latitude": [0.01, 0.0], "longitude": [0.0, 0.9], "value": [100.0, 1000.0], "curve": ["h", "h"]},
    "curves": {"h": HALF},
    "return_periods_years": [5, 10, 55, 100, 500],
}


def changed(**inputs):
    """Return the flood with some parts replaced, each named by its path: hazard__intensity__value=[...]."""
    whole = copy.deepcopy(FLOOD)
    for path, value in inputs.items():
        *parents, last = path.split("__")
        place = whole
        for name in parents:
            place = place[name]
        place[last] = value
    return whole


def run(inputs=FLOOD, seed=0):
    return simulator.run(inputs, seed=seed, limits=RunLimits())


def test_losses_worked_by_hand():
    # damage(2) = 0.5, damage(3) = 1, damage(2.5) = 0.75; half of the assets are affected.
    # Event 0: 100·0.25 = 25. Event 1: 100·0.5 + 1000·0.375 = 425. Per year: 2.5 + 4.25.
    values = run().values
    assert values["annual_average_loss"].magnitude == pytest.approx(6.75)
    assert values["annual_average_loss"].unit == "USD/year"
    assert [row[2] for row in run().tables[0].rows] == pytest.approx([25, 425])
    assert [row[5] for row in run().tables[1].rows] == pytest.approx([3.0, 3.75])


def test_return_periods_worked_by_hand():
    # 425 returns in 100 years, 25 in 1/0.11 = 9.0909: at 10 years 25 + 400·(0.9091/90.909), at 55 by the same line.
    rows = dict(run().tables[2].rows)
    assert rows[5] == 0
    assert rows[10] == pytest.approx(29)
    assert rows[55] == pytest.approx(25 + 400 * (55 - 100 / 11) / (100 - 100 / 11))
    assert rows[100] == rows[500] == pytest.approx(425)
    assert "the costliest event returns in 100 years; longer ones get its loss: 500" in run().warnings


def test_events_that_never_happen_have_no_return_period():
    assert return_period_losses(np.array([7.0]), np.array([0.0]), np.array([10.0])).tolist() == [0.0]


def test_fraction_scales_the_loss():
    half = run(changed(hazard__intensity__fraction=[0.5, 0.5, 0.5]))
    assert half.values["annual_average_loss"].magnitude == pytest.approx(6.75 / 2)


def test_an_asset_far_from_every_point_loses_nothing_with_a_warning():
    result = run(changed(greatest_distance_km=5.0))
    assert result.values["assets_hit_by_none"].magnitude == 1
    assert result.values["annual_average_loss"].magnitude == pytest.approx(3.0)
    assert "1 of 2 assets take no loss: each is further than 5 km from every point" in result.warnings
    # A tenth of a degree at the equator, by hand: 6371.0088 km · π/1800.
    assert result.tables[1].rows[1][4] == pytest.approx(11.1195)


def test_points_may_be_assigned_by_the_caller():
    result = run(changed(exposure__point=[1, -1]))
    assert [row[3] for row in result.tables[1].rows] == [1, -1]
    assert result.tables[1].rows[1][4] is None
    assert result.values["annual_average_loss"].magnitude == pytest.approx(0.01 * 37.5)


def test_the_nearest_point_is_sought_across_the_date_line():
    inputs = changed(hazard__longitude=[-179.9, 170.0], exposure__longitude=[179.95, 179.95])
    assert [row[3] for row in run(inputs).tables[1].rows] == [0, 0]


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        (changed(hazard__intensity__event=[0, 1, 2]), "event must lie in \\[0, 1\\], as there are 2 events, got 2"),
        (
            changed(hazard__intensity__value=[1.0, 2.0]),
            "value has 2 values and event has 3; they must have the same length",
        ),
        (changed(hazard__intensity__value=[1.0, float("nan"), 2.0]), "hazard.intensity.value.1: .*finite.*got nan"),
        (
            changed(hazard__intensity__event=[0, 0, 1], hazard__intensity__point=[0, 0, 1]),
            "more than one value for event 0 at",
        ),
        (changed(exposure__value=[-1.0, 2.0]), "exposure.value.0: .*greater than or equal to 0, got -1.0"),
        (changed(exposure__curve=["h", "hh"]), "exposure.curve 'hh' is not among curves; did you mean h\\?"),
        (changed(exposure__latitude=[127.0, 0.0]), "exposure.latitude.0: .*less than or equal to 90, got 127.0"),
        (changed(curves__h__intensity_unit="ft"), "curves.h.intensity_unit is 'ft', and the hazard's is 'm'"),
        (changed(curves__h__damage=[0.2, 0.2, 1]), "curves.h must give no damage at intensity 0"),
        (changed(curves__h__intensity=[0, 3, 1]), "intensity must rise, and 1 follows 3"),
        (changed(exposure__value=[], exposure__latitude=[]), "exposure.latitude: .*at least 1"),
        (changed(return_periods_years=[1e9]), "return_periods_years.0: .*less than or equal to 1000000"),
        (changed(return_periods_years=[0.0]), "return_periods_years.0: .*greater than or equal to 0.0027"),
        (changed(return_periods_years=[-5]), "return_periods_years.0: .*greater than or equal to 0.0027.*got -5"),
        (changed(return_periods_years=[10, 50, 10]), "return_periods_years must not repeat, got 10 twice"),
        (
            changed(hazard__intensity__value=[1.0, -2.0, 1.0]),
            "hazard: intensity.value must not be negative, got -2; for",
        ),
        (changed(hazard__frequency_per_year=[0, 0]), "frequency_per_year must be above 0 for at least one event"),
        (changed(hazard__frequency_per_year=[-0.1, 1]), "hazard.frequency_per_year.0: .*greater than or equal to 0"),
        (changed(hazard__frequency_per_year=[1e4, 1]), "hazard.frequency_per_year.0: .*less than or equal to 366"),
        (changed(hazzard={}), "hazzard is not an input; did you mean hazard\\?"),
    ],
)
def test_bad_inputs_are_refused_with_their_field(inputs, message):
    with pytest.raises(InvalidRecord, match=message):
        run(inputs)


def test_a_falling_curve_gives_a_warning():
    warnings = run(changed(curves__h__damage=[0, 0.5, 0.2])).warnings
    assert "curves.h.damage falls with intensity: a stronger event may cost less" in warnings


def test_a_hazard_may_be_negative_where_it_is_said():
    cold = {"intensity_unit": "m", "intensity": [-20, -10, 0], "damage": [0.5, 0.2, 0], "affected": [1, 1, 1]}
    inputs = changed(hazard__intensity__value=[-20, -10, -5], hazard__negative_intensity=True, curves__h=cold)
    assert run(inputs).values["annual_average_loss"].magnitude > 0


def test_a_file_that_is_not_a_hazard_is_refused(tmp_path):
    (tmp_path / "x.h5").write_text("no HDF5")
    with pytest.raises(InvalidRecord, match="x.h5 cannot be read as HDF5"):
        read_hazard(tmp_path / "x.h5")


# --- what must hold for any -------------------------------------------------------------------------------------------

intensities = st.lists(st.floats(0, 10, allow_nan=False), min_size=3, max_size=3)


@settings(max_examples=60, deadline=None)
@given(intensities, st.lists(st.floats(0, 5), min_size=3, max_size=3))
def test_loss_rises_with_the_hazard(values, more):
    weaker = run(changed(hazard__intensity__value=values))
    stronger = run(changed(hazard__intensity__value=[a + b for a, b in zip(values, more, strict=True)]))
    for name in ("annual_average_loss", "greatest_event_loss", "loss_of_55_years"):
        assert stronger.values[name].magnitude >= weaker.values[name].magnitude


@settings(max_examples=40, deadline=None)
@given(st.lists(st.floats(0, 1e6), min_size=2, max_size=2), intensities)
def test_events_and_assets_add_up_to_the_same_year(worth, values):
    result = run(changed(exposure__value=worth, hazard__intensity__value=values))
    by_event = sum(frequency * loss for _, frequency, loss in result.tables[0].rows)
    assert by_event == pytest.approx(sum(row[5] for row in result.tables[1].rows), rel=1e-9, abs=1e-9)
    assert max(row[2] for row in result.tables[0].rows) <= sum(worth) * (1 + 1e-9)


def test_a_large_set_agrees_with_the_plain_product():
    """Compare with the product of all events and assets, which the engine never forms."""
    draw = np.random.default_rng(5)
    event, point = np.nonzero(draw.random((200, 300)) < 0.05)
    inputs = changed(
        hazard__latitude=draw.uniform(0, 5, 300).tolist(),
        hazard__longitude=draw.uniform(0, 5, 300).tolist(),
        hazard__frequency_per_year=draw.uniform(0, 0.1, 200).tolist(),
        hazard__intensity={
            "event": event.tolist(),
            "point": point.tolist(),
            "value": draw.uniform(0, 4, len(event)).tolist(),
        },
        exposure={
            "latitude": draw.uniform(0, 5, 400).tolist(),
            "longitude": draw.uniform(0, 5, 400).tolist(),
            "value": draw.uniform(0, 1e6, 400).tolist(),
            "curve": ["h"] * 400,
        },
    )
    dense = np.zeros((200, 300))
    dense[event, point] = inputs["hazard"]["intensity"]["value"]
    assets = np.array([inputs["exposure"]["latitude"], inputs["exposure"]["longitude"]])
    points = np.array([inputs["hazard"]["latitude"], inputs["hazard"]["longitude"]])
    east = np.radians(assets[1][:, None] - points[1])
    north, south = np.radians(assets[0])[:, None], np.radians(points[0])
    nearest = np.argmax(np.sin(north) * np.sin(south) + np.cos(north) * np.cos(south) * np.cos(east), axis=1)
    lost = np.interp(dense[:, nearest], HALF["intensity"], HALF["damage"]) * 0.5 * inputs["exposure"]["value"]
    aal = (lost.sum(axis=1) * inputs["hazard"]["frequency_per_year"]).sum()
    assert run(inputs).values["annual_average_loss"].magnitude == pytest.approx(aal, rel=1e-9)


# --- as an engine of the house ----------------------------------------------------------------------------------------


def test_the_registry_finds_it_and_its_example_runs():
    engine = registry.load("simulators", "event_loss")
    assert engine.engine.kind == "real"
    assert engine.run(engine.example, seed=0, limits=RunLimits()).values["annual_average_loss"].magnitude > 0


def test_the_same_bytes_alone_and_eight_at_once():
    def bytes_of(_):
        return run(simulator.example, seed=3).model_copy(update={"runtime_s": 0.0}).fingerprint()

    with ThreadPoolExecutor(8) as pool:
        assert {bytes_of(0), *pool.map(bytes_of, range(8))} == {bytes_of(0)}


def test_a_kept_run_that_was_cut_short_is_made_again(tmp_path, monkeypatch):
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path))
    first = kept_run(simulator, FLOOD, seed=0, limits=RunLimits())
    (path,) = stored(RUNS)
    path.write_bytes(path.read_bytes()[:-10])
    assert kept_run(simulator, json.loads(json.dumps(FLOOD)), seed=0, limits=RunLimits()).values == first.values


def test_a_hazard_that_reaches_no_point_costs_nothing():
    result = run(changed(hazard__intensity={"event": [], "point": [], "value": []}))
    assert result.values["annual_average_loss"].magnitude == 0
    assert [row[2] for row in result.tables[0].rows] == [0, 0]

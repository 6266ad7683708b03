"""The numbers of CLIMADA's own test of its impact calculation, from our engine."""

import pytest
from tests.simulators.event_loss.demo import FOLDER, demo_inputs, expected

from mesocosm.simulators.event_loss.engine import simulator
from mesocosm.simulators.event_loss.hdf5 import read_exposure, read_hazard
from mesocosm.simulators.simulator import RunLimits

pytestmark = [
    pytest.mark.skipif(not FOLDER.is_dir(), reason=f"needs the CLIMADA demo in {FOLDER}"),
    pytest.mark.fidelity,
]


@pytest.fixture(scope="module")
def result():
    return simulator.run(demo_inputs(), seed=0, limits=RunLimits())


def test_the_annual_average_is_climadas(result):
    assert result.values["annual_average_loss"].magnitude == pytest.approx(expected()["aai_agg"], rel=1e-9)
    assert result.values["total_value"].magnitude == pytest.approx(expected()["tot_value"], rel=1e-9)


def test_events_and_assets_are_climadas(result):
    events, assets, _ = result.tables
    assert len(events.rows) == expected()["n_events"]
    for event, loss in expected()["at_event"].items():
        assert events.rows[int(event)][2] == pytest.approx(loss, rel=1e-9, abs=1)
    for asset, loss in expected()["eai_exp"].items():
        assert assets.rows[int(asset)][5] == pytest.approx(loss, rel=1e-9)


def test_a_hazard_of_climada_for_python_is_read():
    hazard = read_hazard(FOLDER / "tc_fl_1990_2004.h5")
    andrew = hazard["event_name"].index("1992230N11325")
    matrix = hazard["intensity"]
    rows = zip(matrix["event"], matrix["point"], matrix["value"], strict=True)
    strongest, point = max((value, point) for event, point, value in rows if event == andrew)
    assert (len(hazard["latitude"]), len(hazard["frequency_per_year"])) == (2500, 216)
    # Andrew of 1992 came ashore south of Miami, at 25.5 N, with winds of about 74 m/s.
    assert strongest == pytest.approx(74, abs=3)
    assert hazard["latitude"][point] == pytest.approx(25.5, abs=0.5)
    done = simulator.run(demo_inputs() | {"hazard": hazard}, seed=0, limits=RunLimits())
    assert done.values["annual_average_loss"].magnitude > 0


def test_a_peril_without_a_curve_column_is_refused():
    with pytest.raises(Exception, match="has no column impf_FL; it has category_id, cover"):
        read_exposure(FOLDER / "exp_demo_today.h5", peril="FL")

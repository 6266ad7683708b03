"""CLIMADA in the sandbox reproduces its own published numbers, and those of our engine."""

import importlib.util

import pytest
from tests.simulators.event_loss.demo import FOLDER, demo_inputs, expected

from mesocosm import registry
from mesocosm.errors import InvalidRecord, MissingExtra
from mesocosm.isolation.selection import why_none
from mesocosm.simulators.climada import engine as climada
from mesocosm.simulators.event_loss.engine import simulator as ours
from mesocosm.simulators.simulator import RunLimits

LIMITS = RunLimits(seconds=300)
absent = importlib.util.find_spec("climada") is None
needs_climada = pytest.mark.skipif(absent or why_none() is not None, reason=f"needs CLIMADA ({climada.INSTALL})")


def run(inputs):
    return climada.simulator.run(inputs, seed=0, limits=LIMITS)


@pytest.mark.skipif(not absent, reason="CLIMADA is installed")
def test_an_absent_climada_says_how_it_is_installed():
    engine = registry.load("simulators", "climada")
    for ask in (lambda: engine.engine, lambda: run(engine.example)):
        with pytest.raises(MissingExtra, match="pip install --no-deps climada==6.1.0"):
            ask()


def test_bad_inputs_are_refused_before_climada_is_asked():
    hazard = climada.simulator.example["hazard"] | {"frequency_per_year": [0.1, float("nan"), 0.1]}
    with pytest.raises(InvalidRecord, match="hazard.frequency_per_year.1: .*got nan"):
        run(climada.simulator.example | {"hazard": hazard})


@needs_climada
@pytest.mark.slow
def test_both_engines_agree_on_the_example():
    theirs, own = run(climada.simulator.example), ours.run(ours.example, seed=0, limits=LIMITS)
    assert theirs.engine.name == "CLIMADA"
    for name, value in own.values.items():
        assert theirs.values[name].magnitude == pytest.approx(value.magnitude, rel=1e-9), name
    assert [row[3] for row in theirs.tables[1].rows] == [row[3] for row in own.tables[1].rows]


@needs_climada
@pytest.mark.fidelity
@pytest.mark.exhaustive
@pytest.mark.skipif(not FOLDER.is_dir(), reason=f"needs the CLIMADA demo in {FOLDER}")
def test_climada_gives_the_numbers_of_its_own_test():
    result, own = run(demo_inputs()), ours.run(demo_inputs(), seed=0, limits=LIMITS)
    assert result.values["annual_average_loss"].magnitude == pytest.approx(expected()["aai_agg"], rel=1e-9)
    for name, value in own.values.items():
        assert result.values[name].magnitude == pytest.approx(value.magnitude, rel=1e-9), name

"""Matched runs: allowed and refused comparisons, and cached runs."""

import hashlib
import hmac

import pytest
from pydantic import ValidationError
from tests.caches import stored

from mesocosm import registry
from mesocosm.cache.inventory import clear
from mesocosm.errors import InvalidRecord, ToolError
from mesocosm.simulators.simulator import Engine, Result, RunLimits, Value
from mesocosm.simulators.simulator.run_cache import RUNS, kept_run, kept_runs
from mesocosm.simulators.simulator.scenarios import Difference, Scenario, compare_runs, run_scenario
from mesocosm.types import Record

INPUTS = {"depth_m": 100.0, "excess_mass_kg": 1e9, "distance_m": 0.0}
BASELINE = Scenario(run_id="as-is", kind="baseline", description="the sphere as it lies")
DEEPER = Scenario(run_id="deeper", kind="intervention", description="twice as deep", changes=("depth_m",))


@pytest.fixture(autouse=True)
def own_runs(tmp_path, monkeypatch):
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path))


def test_a_matched_pair_is_compared():
    baseline = run_scenario("sphere", INPUTS, BASELINE)
    deeper = run_scenario("sphere", INPUTS | {"depth_m": 200.0}, DEEPER)
    compared = compare_runs(baseline, deeper)
    anomaly = compared.differences["anomaly"]
    assert compared.changed_inputs == ("depth_m",)
    # The pull of a sphere falls with the square of its depth: a quarter, by hand 667.43 / 4 microgal.
    assert (anomaly.unit, anomaly.baseline) == ("microgal", pytest.approx(667.43))
    assert anomaly.other == pytest.approx(166.8575)
    assert anomaly.change == pytest.approx(-500.5725)
    assert anomaly.relative == pytest.approx(-0.75)


def test_no_share_of_nothing():
    assert Difference(unit="m", baseline=0.0, other=1.0).relative is None


@pytest.mark.parametrize(
    ("inputs", "seed", "scenario", "message"),
    [
        ({"excess_mass_kg": 2e9}, 0, DEEPER, "inputs differ in excess_mass_kg, and changes allow depth_m"),
        ({}, 1, DEEPER, "seed 0 and 1"),
        ({"distance_m": 5.0}, 0, BASELINE, "inputs differ in distance_m, and changes allow nothing"),
    ],
)
def test_an_unmatched_pair_is_refused_with_what_differs(inputs, seed, scenario, message):
    baseline = run_scenario("sphere", INPUTS, BASELINE)
    other = run_scenario("sphere", INPUTS | inputs, scenario, seed=seed)
    with pytest.raises(InvalidRecord, match=message):
        compare_runs(baseline, other)


def test_only_a_baseline_is_compared_against():
    deeper = run_scenario("sphere", INPUTS, DEEPER)
    with pytest.raises(InvalidRecord, match="deeper must be a baseline, and is: intervention"):
        compare_runs(deeper, deeper)


def test_a_baseline_is_not_compared_with_a_baseline():
    first, second = (run_scenario("sphere", INPUTS, BASELINE.model_copy(update={"run_id": name})) for name in "ab")
    with pytest.raises(InvalidRecord, match="b must be an intervention or a counterfactual, and is: baseline"):
        compare_runs(first, second)


def test_another_engine_is_not_matched():
    baseline = run_scenario("sphere", INPUTS, BASELINE)
    engine = Engine(name="sphere", version="2", kind="real")
    other = baseline.model_copy(update={"result": baseline.result.model_copy(update={"engine": engine})})
    with pytest.raises(InvalidRecord, match="engine version 1 and 2; engine kind reduced_order and real"):
        compare_runs(baseline, other)


def test_a_run_that_was_changed_afterwards_is_not_compared():
    baseline = run_scenario("sphere", INPUTS, BASELINE)
    deeper = run_scenario("sphere", INPUTS | {"depth_m": 200.0}, BASELINE.model_copy(update={"run_id": "b"}))
    deeper.inputs["depth_m"] = 100.0
    with pytest.raises(InvalidRecord, match="b was changed after it was run"):
        compare_runs(baseline, deeper)


def test_a_change_that_names_no_input_is_refused():
    baseline = run_scenario("sphere", INPUTS, BASELINE)
    other = run_scenario("sphere", INPUTS, DEEPER.model_copy(update={"changes": ("dept_m",)}))
    with pytest.raises(InvalidRecord, match="deeper has no input dept_m, which its changes name"):
        compare_runs(baseline, other)


def test_a_baseline_changes_nothing():
    with pytest.raises(InvalidRecord, match="changes must be empty for a baseline, got depth_m"):
        run_scenario("sphere", INPUTS, BASELINE.model_copy(update={"changes": ("depth_m",)}))


def test_hashes_tell_runs_apart():
    baseline = run_scenario("sphere", INPUTS, BASELINE)
    again = run_scenario("sphere", INPUTS, BASELINE)
    deeper = run_scenario("sphere", INPUTS | {"depth_m": 200.0}, DEEPER)
    assert (baseline.inputs_sha256, baseline.outputs_sha256) == (again.inputs_sha256, again.outputs_sha256)
    assert baseline.inputs_sha256 != deeper.inputs_sha256
    assert baseline.outputs_sha256 != deeper.outputs_sha256


def test_a_run_id_is_a_plain_name():
    with pytest.raises(ValidationError, match="run_id"):
        Scenario(run_id="../up", kind="baseline", description="x")


class Counting:
    """An engine that counts its runs."""

    engine = Engine(name="counting", version="1", kind="reduced_order")

    def __init__(self, errors=()):
        self.runs, self.errors, self.example = 0, errors, {"n": 1}

    def validate(self, inputs):
        if set(inputs) != {"n"}:
            raise InvalidRecord("n must be given")

    def run(self, inputs, *, seed, limits):
        self.runs += 1
        return Result(
            engine=self.engine,
            values={"run": Value(magnitude=self.runs, unit="1")},
            artifacts={"data.bin": b"\x00\xff"},
            errors=self.errors,
            seed=seed,
        )


def test_the_same_run_is_made_once():
    engine = Counting()
    first, second = (kept_run(engine, {"n": 1}, seed=0, limits=RunLimits()) for _ in range(2))
    assert first == second
    kept_run(engine, {"n": 2}, seed=0, limits=RunLimits())
    kept_run(engine, {"n": 1}, seed=1, limits=RunLimits())
    assert (engine.runs, len(stored(RUNS))) == (3, 3)


def test_a_damaged_run_is_made_again():
    engine = Counting()
    kept_run(engine, {"n": 1}, seed=0, limits=RunLimits())
    (kept,) = stored(RUNS)
    for damage in (b"", kept.read_bytes()[:-1], kept.read_bytes() + b" "):
        runs = engine.runs
        kept.write_bytes(damage)
        assert kept_run(engine, {"n": 1}, seed=0, limits=RunLimits()).values["run"].magnitude == runs + 1


def test_a_run_under_the_name_of_another_is_made_again():
    engine = Counting()
    kept_run(engine, {"n": 1}, seed=0, limits=RunLimits())
    (kept,) = stored(RUNS)
    kept_run(engine, {"n": 2}, seed=0, limits=RunLimits())
    (other,) = set(stored(RUNS)) - {kept}
    kept.write_bytes(other.read_bytes())
    assert kept_run(engine, {"n": 1}, seed=0, limits=RunLimits()).values["run"].magnitude == 3


def test_a_run_that_somebody_else_wrote_is_made_again():
    """The forger knows all but the installation's secret: the run's key, its form, and a plain hash or a code without
    key.
    """
    engine = Counting()
    honest = kept_run(engine, {"n": 1}, seed=0, limits=RunLimits())
    (kept,) = stored(RUNS)
    forged = honest.model_copy(update={"values": {"run": Value(magnitude=42.0, unit="1")}}).model_dump_json().encode()
    sealed = "\0".join((RUNS.name, RUNS.version(), kept.name, "")).encode() + forged
    for code in (hashlib.sha256(sealed).digest(), hmac.digest(b"", sealed, "sha256"), bytes(32), b""):
        kept.write_bytes(code + forged)
        assert kept_run(engine, {"n": 1}, seed=0, limits=RunLimits()).values["run"].magnitude == engine.runs < 42


def test_a_failed_run_is_not_kept():
    engine = Counting(errors=("no",))
    for _ in range(2):
        assert kept_run(engine, {"n": 1}, seed=0, limits=RunLimits()).errors == ("no",)
    assert engine.runs == 2
    assert stored(RUNS) == []


def test_a_kept_run_is_validated_first():
    with pytest.raises(InvalidRecord):
        kept_run(Counting(), {}, seed=0, limits=RunLimits())


def test_the_toy_engine_is_the_one_loaded():
    assert registry.load("simulators", "sphere").engine.name == "sphere"


def test_a_run_made_after_clearing_is_the_same_to_the_byte():
    made = []
    for _ in range(2):
        run_scenario("sphere", INPUTS, BASELINE)
        (path,) = stored(RUNS)
        made.append(path.read_bytes())
        assert [freed.entries for freed in clear()] == [1]
    assert made[0] == made[1]


class Doubling:
    """An engine that counts its starts and cannot double negative numbers."""

    engine = Engine(name="Doubling", version="1", kind="real")

    def __init__(self):
        self.starts = []

    def validate(self, inputs):
        assert set(inputs) <= {"number", "label"}

    def read(self, inputs):
        return Number(**inputs)

    def run(self, inputs, *, seed, limits):
        return self.run_many([inputs], seed=seed, limits=limits)[0]

    def run_many(self, inputs, *, seed, limits):
        self.starts.append(len(inputs))
        if len(inputs) > 1 and any(each["number"] < 0 for each in inputs):
            raise ToolError("the engine crashed")
        return [
            Result(engine=self.engine, values={"double": Value(magnitude=2 * each["number"], unit="1")})
            for each in inputs
        ]


class Number(Record):
    number: float
    label: str = "none"


def doubles(engine, *numbers):
    results = kept_runs(engine, [{"number": number} for number in numbers], seed=0, limits=RunLimits())
    return [result.values["double"].magnitude for result in results]


def test_runs_that_are_not_in_the_cache_are_made_together():
    engine = Doubling()
    assert doubles(engine, 1.0) == [2.0]
    assert doubles(engine, 3.0, 1.0, 4.0, 3.0) == [6.0, 2.0, 8.0, 6.0]
    assert engine.starts == [1, 2]


def test_where_one_of_several_runs_fails_each_is_made_alone():
    engine = Doubling()
    assert doubles(engine, 1.0, -2.0) == [2.0, -4.0]
    assert engine.starts == [2, 1, 1]


def test_inputs_that_differ_in_defaults_alone_are_one_run():
    engine = Doubling()
    doubles(engine, 5.0)
    kept_run(engine, {"number": 5.0, "label": "none"}, seed=0, limits=RunLimits())
    assert engine.starts == [1]

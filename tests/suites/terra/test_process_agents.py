"""The short form of benchmarks/terra_process.py: cheap agents earn nothing for their process, a program everything."""

import importlib.util
import sys
from pathlib import Path

import pytest
from tests.suites.terra.workflows.kept_requests import kept_requests, solve

from mesocosm.isolation.selection import why_none
from mesocosm.suites.terra import suite

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "terra_process.py"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(why_none() is not None, reason=f"no isolator works here: {why_none()}"),
]


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("terra_process", SCRIPT)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def made(workflow):
    solved = solve(kept_requests()[workflow])
    return solved.item, solved.reference


def test_a_program_earns_all_and_constants_after_a_spree_of_calls_nothing(script):
    item = made("hot_days")
    program = script.row(script.ABLE["program"], [item])
    spree = script.row(script.CHEAP["spam + constants"], [item])
    assert (program["hit"], program["provenance"]) == (1.0, 1.0)
    assert program["process"] >= script.LEAST_ABLE
    assert max(spree["process"], spree["provenance"]) <= script.MOST_CHEAP
    assert spree["tool_use"] > program["tool_use"] - 0.1  # the published score hardly tells them apart
    floor = suite.score(*item, script.CHEAP["constant"](item)).metrics
    assert (floor["hit"], floor["hit_rescaled"]) == (0.0, pytest.approx(-0.07 / 0.93))


@pytest.mark.exhaustive
def test_every_promise_holds_on_three_workflows(script):
    rows = script.measure([made(name) for name in script.PROGRAMS])
    assert script.broken_promises(rows) == []

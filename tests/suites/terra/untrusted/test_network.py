"""Networks that an agent brings: what they can reach, and for how long."""

import numpy as np
import pytest
from tests.suites.terra.tools.network_making import endless, greedy, kept_elsewhere, model_of, node

from mesocosm.errors import ToolError
from mesocosm.isolation.selection import why_none
from mesocosm.suites.terra.untrusted.network import LARGEST_FORECAST, run_network

pytestmark = pytest.mark.skipif(why_none() is not None, reason=f"no isolator works here: {why_none()}")
FIELD = np.arange(6, dtype=np.float32).reshape(1, 2, 3)
WIDE = np.ones((1, 20, 30), np.float32)
"""Enough numbers that the library leaves them in their file until they are needed."""


def test_states_come_back_step_by_step():
    made = run_network(model_of(node("Add", ["x", "x"], ["y"]), shape=FIELD.shape), {"x": FIELD}, 2)
    np.testing.assert_array_equal([state["x"] for state in made], [2 * FIELD, 4 * FIELD])


@pytest.mark.parametrize("place", ["weights.bin", "../weights.bin", "/etc/hostname"])
def test_weights_outside_of_the_model_are_out_of_reach(tmp_path, monkeypatch, place):
    """The library looks for them starting from the working folder."""
    (tmp_path / "inner").mkdir()
    for folder in (tmp_path, tmp_path / "inner"):
        (folder / "weights.bin").write_bytes(np.full(WIDE.size, 42, np.float32).tobytes())
    monkeypatch.chdir(tmp_path / "inner")
    model = model_of(node("Add", ["x", "w"], ["y"]), kept_elsewhere("w", WIDE.shape, place), shape=WIDE.shape)
    with pytest.raises(ToolError, match="cannot be read as ONNX") as refused:
        run_network(model, {"x": WIDE}, 1)
    assert str(tmp_path) not in str(refused.value)


def test_a_network_that_never_ends_is_stopped():
    with pytest.raises(ToolError, match="was stopped: it ran longer than 2 s"):
        run_network(endless(FIELD.shape), {"x": FIELD}, 1, seconds=2.0)


def test_a_network_gets_no_more_memory_than_it_may():
    run_network(greedy(FIELD.shape, 1000), {"x": FIELD}, 1)
    with pytest.raises(ToolError):
        run_network(greedy(FIELD.shape, 2**30), {"x": FIELD}, 1)  # 4 GiB


def test_an_outcome_of_another_shape_is_refused():
    with pytest.raises(ToolError, match=r"outcome for `x` has the shape \(1, 1, 1\), not \(1, 2, 3\)"):
        run_network(model_of(node("ReduceSum", ["x"], ["y"]), shape=FIELD.shape), {"x": FIELD}, 1)


def test_a_forecast_too_large_to_keep_is_refused_before_it_is_made():
    field = np.zeros((1, 1000, 1000), np.float32)
    steps = LARGEST_FORECAST // field.nbytes + 1
    with pytest.raises(ToolError, match="take fewer `steps`"):
        run_network(b"", {"x": field}, steps)

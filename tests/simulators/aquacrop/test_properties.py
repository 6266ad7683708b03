"""Laws that hold for a season in any weather; the engine itself is called in process, for speed."""

import math
from importlib.util import find_spec

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from mesocosm.simulators.aquacrop import worker
from mesocosm.simulators.aquacrop.engine import _request, _values, simulator
from mesocosm.simulators.aquacrop.inputs import Inputs

if find_spec("aquacrop") is None:
    pytest.skip("install mesocosm[crops]", allow_module_level=True)
pytestmark = pytest.mark.filterwarnings("ignore")  # the engine's own, about pandas
few = settings(
    max_examples=2, deadline=None, derandomize=True, phases=(Phase.generate,), suppress_health_check=list(HealthCheck)
)
many = settings(
    max_examples=40, deadline=None, derandomize=True, phases=(Phase.generate,), suppress_health_check=list(HealthCheck)
)
YIELD_TOLERANCE = 0.02
"""Share of the yield that irrigation may cost, since water shortage raises the harvest index a little."""


def season(rain, texture, irrigation=None, fallow=0):
    weather = dict(simulator.example["weather"])
    weather["rain_mm"] = list(rain)
    inputs = dict(simulator.example) | {"weather": weather, "soil": {"texture": texture}}
    inputs["irrigation"] = irrigation or {"method": "rainfed"}
    inputs["planting_date"] = weather["date"][fallow]
    read = Inputs.model_validate(inputs)
    report = worker.grow(_request(read, read.weather.et0_mm))
    return {name: value for name, (value, _) in _values(read, report).items()}, report


rains = st.builds(
    lambda wet, depth, start: [depth if (day + start) % wet == 0 else 0.0 for day in range(160)],
    st.integers(2, 15),
    st.floats(1, 80),
    st.integers(0, 14),
)
textures = st.sampled_from(["Sand", "Loam", "Clay"])


def check_laws(rain, texture, more, fallow):
    values, report = season(rain, texture, fallow=fallow)
    assert abs(values["water_balance_error"]) < 1e-6
    assert min(report["stored_mm"]) >= 0
    assert values["evapotranspiration"] + values["runoff"] + values["drainage"] <= (
        values["rain"] + report["stored_at_start_mm"] + 1e-6
    )
    wetter, _ = season([depth * more for depth in rain], texture, fallow=fallow)
    slack = 1e-6 * max(1.0, values["rain"])
    assert wetter["runoff"] + wetter["drainage"] >= values["runoff"] + values["drainage"] - slack
    watered, _ = season(rain, texture, {"method": "threshold", "threshold_percent": 60.0}, fallow)
    assert watered["dry_yield"] >= values["dry_yield"] * (1 - YIELD_TOLERANCE)
    assert math.isclose(watered["irrigation"], 0.0) or watered["irrigation"] > 0


@few
@given(rains, textures, st.floats(1.05, 3), st.sampled_from([0, 20]))
def test_water_is_neither_made_nor_lost_and_more_rain_runs_off(rain, texture, more, fallow):
    check_laws(rain, texture, more, fallow)


@pytest.mark.exhaustive
@many
@given(rains, textures, st.floats(1.05, 3), st.integers(0, 25))
def test_the_same_laws_over_many_seasons(rain, texture, more, fallow):
    check_laws(rain, texture, more, fallow)


@given(st.floats(-1e6, 1e6), st.integers(1, 6))
@settings(deadline=None, derandomize=True)
def test_quick_rounding_is_numpys(value, digits):
    worker.round_quickly()
    from aquacrop.solution import root_zone_water

    ours, theirs = root_zone_water.round(np.float64(value), digits), round(np.float64(value), digits)
    assert (ours.tobytes(), type(ours)) == (theirs.tobytes(), type(theirs))

"""The sphere as a simulator: the closed form for a point outside a homogeneous sphere, a reduced-order model."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from mesocosm.errors import InvalidRecord
from mesocosm.simulators.simulator import Engine, Result, RunLimits, Value
from mesocosm_toy.ground import Ground

RANGES = {"depth_m": (1.0, 1e5), "excess_mass_kg": (0.0, 1e15), "distance_m": (0.0, 1e6)}


class Sphere:
    """Vertical pull of a buried sphere at a distance along the surface."""

    engine = Engine(name="sphere", version="1", kind="reduced_order")
    example: Mapping[str, JsonValue] = {"depth_m": 200.0, "excess_mass_kg": 1e9, "distance_m": 50.0}

    def validate(self, inputs: Mapping[str, JsonValue]) -> None:
        for name, (low, high) in RANGES.items():
            value = inputs.get(name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
                raise InvalidRecord(f"{name} must be a number in [{low:g}, {high:g}], got {value!r}")
        for name in inputs.keys() - RANGES.keys():
            raise InvalidRecord(f"{name} is not an input; allowed: {', '.join(RANGES)}")

    def run(self, inputs: Mapping[str, JsonValue], *, seed: int, limits: RunLimits) -> Result:
        self.validate(inputs)
        depth, mass, distance = (float(str(inputs[name])) for name in RANGES)
        pull = Ground("", seed, 0.0, 0.0, depth, mass).anomaly(distance, 0.0)
        return Result(engine=self.engine, values={"anomaly": Value(magnitude=pull, unit="microgal")}, seed=seed)


simulator = Sphere()

"""An agent that knows no truth: it surveys two lines and reads depth and mass off the profile."""

from __future__ import annotations

from mesocosm.episode.agent import Agent, Case, Script, ScriptAgent, call
from mesocosm_toy.ground import HALF_WIDTH, MICROGAL, G


def agent(case: Case) -> Agent:
    """A surveyor with a notebook: the half-width rule for a sphere."""
    return ScriptAgent(_survey())


def _survey() -> Script:
    x, y = 0.0, 0.0
    for _ in range(2):
        seen = yield call("survey_line", start=[-1000, y], end=[1000, y], stations=101)
        x = seen.data["highest"]["x_m"]  # type: ignore[index,call-overload,assignment]
        seen = yield call("survey_line", start=[x, -1000], end=[x, 1000], stations=101)
        y = seen.data["highest"]["y_m"]  # type: ignore[index,call-overload,assignment]
    seen = yield call("read_meter", x_m=x, y_m=y)
    peak = float(seen.data["anomaly_microgal"])  # type: ignore[index,call-overload,arg-type]
    low, high = 0.0, 1000.0 - abs(x)
    for _ in range(12):
        middle = (low + high) / 2
        seen = yield call("read_meter", x_m=x + middle if x < 0 else x - middle, y_m=y)
        above = float(seen.data["anomaly_microgal"]) > peak / 2  # type: ignore[index,call-overload,arg-type]
        low, high = (middle, high) if above else (low, middle)
    depth = HALF_WIDTH * (low + high) / 2
    yield call("submit", answer={"depth_m": depth, "excess_mass_kg": peak / MICROGAL * depth**2 / G})

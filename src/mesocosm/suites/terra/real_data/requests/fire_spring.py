"""Fire weather of a spring from noon weather; the truth is held against the indices that were published with it."""

from __future__ import annotations

import io

from mesocosm.suites.terra.real_data.real_workflow import RealWorkflow, Recorded
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given

HIGHEST = """import pandas as pd
days = pd.read_csv("{path}")
first, last = "{first}", "{last}"
days = days[(days["date"] >= first) & (days["date"] <= last)]
top = days["fwi"].idxmax()
print(days["date"][top], float(days["fwi"][top]), float(days["dc"].iloc[-1]), int((days["fwi"] > {bound}).sum()),
      float(days["bui"].mean()), float(days["ffmc"].min()))
"""


def _plan(hands: Hands) -> Plan:
    run = yield from hands.use("environment.fire_weather", weather=hands.text("file"), point=hands.given["point"])
    table = run.word("tables", "fire_weather")
    yield from hands.use("chart.series", lines=[{"path": table, "variable": "fwi", "units": "1"}])
    words = {name: hands.text(name) for name in ("first", "last")}
    output = yield from hands.use(
        "execution.python", code=HIGHEST.format(path=table, bound=hands.number("bound"), **words), after=[run]
    )
    day, highest, drought, above, buildup, fuel = output.text.split()
    return {
        "worst_day": day,
        "highest_fwi": float(highest),
        "last_dc": float(drought),
        "days_above": int(above),
        "mean_bui": float(buildup),
        "lowest_ffmc": float(fuel),
    }


def _recompute(files: Recorded, given: Given) -> Answers:
    """Read the indices that the Canadian Forest Service computed with its own program and stored with the weather."""
    import xarray as xr

    with xr.open_dataset(io.BytesIO(files[str(given["recorded"])])) as dataset:
        whole = dataset.isel(test=0)[["fwi", "dc", "bui", "ffmc"]].to_dataframe()
    days = whole.loc[str(given["first"]) : str(given["last"])]
    return {
        "worst_day": str(days["fwi"].idxmax())[:10],
        "highest_fwi": float(days["fwi"].max()),
        "last_dc": float(days["dc"].iloc[-1]),
        "days_above": int((days["fwi"] > float(str(given["bound"]))).sum()),
        "mean_bui": float(days["bui"].mean()),
        "lowest_ffmc": float(days["ffmc"].min()),
    }


WORKFLOW = RealWorkflow(__name__, domain="environmental monitoring", level=1, plan=_plan, recompute=_recompute)

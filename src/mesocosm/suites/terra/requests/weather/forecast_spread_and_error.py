"""Growth of error and spread of the ensemble's pressure with lead, and their correlation."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.forecast_records import (
    Floats,
    box_around,
    box_of,
    box_words,
    cell_weights,
    day_words,
    ensemble,
    moment,
    points_of,
    record,
    time_text,
    weighted_mean,
)
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow

ISSUES, EVERY_DAYS = 7, 4
LEADS = (24, 96, 168)
LEAST = 0.1
"""Least difference between the errors of the two worst issues, hPa."""
POOL = """import math
errors, spreads = {errors}, {spreads}
root = lambda values: math.sqrt(sum(value ** 2 for value in values) / len(values))
for lead in errors:
    print(lead, root(errors[lead]), root(spreads[lead]), root(spreads[lead]) / root(errors[lead]))
x = [value for lead in errors for value in spreads[lead]]
y = [value for lead in errors for value in errors[lead]]
mx, my = sum(x) / len(x), sum(y) / len(y)
top = sum((a - mx) * (b - my) for a, b in zip(x, y))
print("correlation", top / math.sqrt(sum((a - mx) ** 2 for a in x) * sum((b - my) ** 2 for b in y)))
"""


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2033, 2052)), int(chance.integers(3, 13)), 28, 18, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    if land.climate == "tropical":
        raise Unsuited("pressure varies by one hectopascal there, and the ensemble errs by several")
    last = land.now.replace(hour=0) - timedelta(days=8 + int(chance.integers(0, 6)))
    given: Given = {"box": [*box_around(points_of(land.places))], "last": time_text(last)}
    errors = sorted(_scores(land, given)[0][1], reverse=True)
    if errors[0] - errors[1] < LEAST:
        raise Unsuited("two issues are as bad")
    return given


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text, last = read_request_text(__name__), moment(str(given["last"]))
    short, middle, long = LEADS
    return text.fill(
        text.choose_opening(chance),
        every_days=EVERY_DAYS,
        issues=ISSUES,
        first=day_words(last - timedelta(days=EVERY_DAYS * (ISSUES - 1))),
        last=day_words(last),
        short=short,
        middle=middle,
        long=long,
        box=box_words(box_of(given)),
        pairs=len(LEADS) * ISSUES,
    )


def _plan(hands: Hands) -> Plan:
    last, box = moment(hands.text("last")), hands.given["box"]
    errors: dict[int, list[float]] = {lead: [] for lead in LEADS}
    spreads: dict[int, list[float]] = {lead: [] for lead in LEADS}
    days, steps = [], []
    for back in range(ISSUES - 1, -1, -1):
        issued = last - timedelta(days=EVERY_DAYS * back)
        days.append(f"{issued:%Y-%m-%d}")
        run = yield from hands.use(
            "archive.ensemble", variables=["pressure_msl"], issued=time_text(issued), hours=max(LEADS), box=box
        )
        for lead in LEADS:
            valid = issued + timedelta(hours=lead)
            came = yield from hands.use(
                "archive.reanalysis",
                variables=["pressure_msl"],
                start=time_text(valid),
                end=time_text(valid + timedelta(hours=1)),
                box=box,
            )
            scores = yield from hands.use("forecast.verify", forecast_path=run.path, truth_path=came.path)
            errors[lead].append(scores.number("rmse"))
            spreads[lead].append(scores.number("spread"))
            steps.append(scores)
    pooled = yield from hands.use("execution.python", code=POOL.format(errors=errors, spreads=spreads), after=steps)
    rows = {line.split()[0]: [float(word) for word in line.split()[1:]] for line in pooled.text.splitlines() if line}
    table = "\n".join(["lead_h,error_hpa", *(f"{lead},{rows[str(lead)][0]:.4f}" for lead in LEADS)])
    file = yield from hands.use("files.write_file", path="error_by_lead.csv", content=table + "\n", after=[pooled])
    yield from hands.use(
        "chart.bars", path="error_by_lead.csv", label="lead_h", value="error_hpa", units="hPa", after=[file]
    )
    worst = max(range(ISSUES), key=lambda number: errors[LEADS[1]][number])
    return {
        "error_1d_hpa": rows[str(LEADS[0])][0],
        "error_4d_hpa": rows[str(LEADS[1])][0],
        "error_7d_hpa": rows[str(LEADS[2])][0],
        "spread_7d_hpa": rows[str(LEADS[2])][1],
        "ratio_4d": rows[str(LEADS[1])][2],
        "correlation": rows["correlation"][0],
        "worst_issue": days[worst],
        "worst_error_hpa": errors[LEADS[1]][worst],
    }


def _scores(land: Land, given: Given) -> tuple[Floats, Floats]:
    """Errors and spreads by lead and issue."""
    last, box = moment(str(given["last"])), box_of(given)
    errors, spreads = np.zeros((len(LEADS), ISSUES)), np.zeros((len(LEADS), ISSUES))
    for number in range(ISSUES):
        issued = last - timedelta(days=EVERY_DAYS * (ISSUES - 1 - number))
        field = ensemble(land, "pressure_msl", issued, max(LEADS), box)
        for row, lead in enumerate(LEADS):
            valid = issued + timedelta(hours=lead)
            came = record(land, ["pressure_msl"], (valid, valid + timedelta(hours=1)), box, "hour")["pressure_msl"]
            members = np.asarray(field.values, np.float64)[:, lead // 6 - 1]
            weights = cell_weights(came)
            away = members.mean(axis=0) - np.asarray(came.values, np.float64)[0]
            errors[row, number] = np.sqrt(weighted_mean(away**2, weights))
            spreads[row, number] = np.sqrt(weighted_mean(members.var(axis=0, ddof=1), weights))
    return errors, spreads


def _recompute(land: Land, given: Given) -> Answers:
    errors, spreads = _scores(land, given)
    error, spread = (np.sqrt((values**2).mean(axis=1)) for values in (errors, spreads))
    worst = int(errors[1].argmax())
    day = moment(str(given["last"])) - timedelta(days=EVERY_DAYS * (ISSUES - 1 - worst))
    return {
        "error_1d_hpa": float(error[0]),
        "error_4d_hpa": float(error[1]),
        "error_7d_hpa": float(error[2]),
        "spread_7d_hpa": float(spread[2]),
        "ratio_4d": float(spread[1] / error[1]),
        "correlation": float(np.corrcoef(spreads.ravel(), errors.ravel())[0, 1]),
        "worst_issue": f"{day:%Y-%m-%d}",
        "worst_error_hpa": float(errors[1].max()),
    }


WORKFLOW = Workflow(
    __name__,
    track="fundamentals",
    level=1,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
)

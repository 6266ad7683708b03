"""Wind, pressure and rain of a storm in each town, and a claim about the town with the strongest wind."""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pandas as pd
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.town_cells import cells, day_words, draw_storm_days, fetch_weather, find_town
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow

VARIABLES = ("wind_east_10m", "wind_north_10m", "pressure_msl", "precipitation")
LEAST_LEAD_M_S = 0.15
LEAST_LEAD_MM = 0.35
FALSE_SHARE = 0.45


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2033, 2042)), 2, 1, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    given = draw_storm_days(land, chance)
    storm = _storm(land, given)
    peaks = sorted(((table.wind.max(), name) for name, table in storm.items()), reverse=True)
    rains = sorted((float(table.precipitation.sum()) for table in storm.values()), reverse=True)
    top = storm[peaks[0][1]].wind.sort_values(ascending=False)
    if peaks[0][0] - peaks[1][0] < LEAST_LEAD_M_S or top.iloc[0] - top.iloc[1] < 0.05 or peaks[0][0] < 6:
        raise Unsuited("no town stands out by its wind")
    lows = storm[peaks[0][1]].pressure_msl.sort_values()
    if rains[0] - rains[1] < LEAST_LEAD_MM or rains[0] < 3 or lows.iloc[1] - lows.iloc[0] < 0.05:
        raise Unsuited("no town stands out by its rain, or no hour by its pressure")
    threshold = _untouched(np.concatenate([table.wind.to_numpy() for table in storm.values()]), peaks[0][0] * 0.75)
    wrong = bool(chance.random() < FALSE_SHARE)
    claimed = peaks[1 + int(chance.integers(min(2, len(peaks) - 1)))][1] if wrong else peaks[0][1]
    return {**given, "claimed": claimed, "wrong": wrong, "threshold": threshold}


def _untouched(speeds: np.ndarray, about: float) -> float:
    """A threshold in tenths of m/s near a value that differs from every speed by more than 0.02 m/s."""
    for step in range(40):
        bound = round(about + step * 0.1, 1)
        if np.abs(speeds - bound).min() > 0.02:
            return bound
    raise Unsuited("speeds lie everywhere")


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text = read_request_text(__name__)
    return text.fill(
        text.choose_opening(chance),
        towns=join_words(texts(given, "towns")),
        first=day_words(str(given["start"])),
        last=day_words(pd.Timestamp(str(given["end"])) - pd.Timedelta(days=1)),
        claimed=given["claimed"],
        threshold=given["threshold"],
    )


def _plan(hands: Hands) -> Plan:
    peaks, lows, spans, rains, windy = {}, {}, {}, {}, []
    for name in hands.texts("towns"):
        town = yield from find_town(hands, name)
        fields = yield from fetch_weather(hands, town, VARIABLES)
        winds = yield from hands.use("atmosphere.winds", path=fields.path, u="wind_east_10m", v="wind_north_10m")
        speeds = yield from hands.use("region.point_series", path=winds.path, point=town.point, variable="wind_speed")
        chart = yield from hands.use(
            "chart.series", lines=[{"path": speeds.path, "label": name}], threshold=hands.number("threshold")
        )
        peaks[name] = chart.number("series", 0, "max"), chart.word("series", 0, "max_at")
        spells = yield from hands.use(
            "reanalysis.events",
            path=speeds.path,
            variable="wind_speed",
            comparison=">",
            threshold=hands.number("threshold"),
            unit="m/s",
        )
        windy.append(spells.number("fields", "steps_in_events", "max"))
        weight = yield from hands.use(
            "region.point_series", path=fields.path, point=town.point, variable="pressure_msl"
        )
        pressures = yield from hands.use("chart.series", lines=[{"path": weight.path, "label": name}])
        lows[name] = pressures.word("series", 0, "min_at")
        spans[name] = yield from hands.calculate(
            f"{pressures.number('series', 0, 'max')} - {pressures.number('series', 0, 'min')}"
        )
        rain = yield from hands.use("region.point_series", path=fields.path, point=town.point, variable="precipitation")
        days = yield from hands.use("reanalysis.aggregate", path=rain.path, period="day", statistic="sum")
        sums = yield from hands.use("reanalysis.read", path=days.path)
        rains[name] = yield from hands.calculate(" + ".join(f"{value:.2f}" for value in sums.numbers("values")))
    worst, wettest = max(peaks, key=lambda name: peaks[name][0]), max(rains, key=lambda name: rains[name])
    at, low = pd.Timestamp(peaks[worst][1]), pd.Timestamp(lows[worst])
    hour, deepest = ((when - pd.Timestamp(hands.text("start"))) // pd.Timedelta(hours=1) for when in (at, low))
    total = yield from hands.calculate(" + ".join(f"{hours:g}" for hours in windy))
    lag = yield from hands.calculate(f"{hour} - {deepest}")
    return {
        "windiest_town": worst,
        "claim_holds": worst == hands.text("claimed"),
        "peak_wind_m_s": peaks[worst][0],
        "peak_hour": hour,
        "hours_from_low_to_peak": lag,
        "pressure_range_hpa": spans[worst],
        "windy_hours": total,
        "wettest_town": wettest,
        "most_rain_mm": rains[wettest],
    }


def _storm(land: Land, given: Given) -> dict[str, pd.DataFrame]:
    storm = cells(land, given, VARIABLES)
    return {
        name: table.assign(wind=np.sqrt(table.wind_east_10m**2 + table.wind_north_10m**2))
        for name, table in storm.items()
    }


def _recompute(land: Land, given: Given) -> Answers:
    storm = _storm(land, given)
    worst = max(storm, key=lambda name: float(storm[name].wind.max()))
    wettest = max(storm, key=lambda name: float(storm[name].precipitation.sum()))
    table = storm[worst].reset_index(drop=True)
    peak, low = int(table.wind.to_numpy().argmax()), int(table.pressure_msl.to_numpy().argmin())
    return {
        "windiest_town": worst,
        "claim_holds": worst == given["claimed"],
        "peak_wind_m_s": float(table.wind.max()),
        "peak_hour": peak,
        "hours_from_low_to_peak": peak - low,
        "pressure_range_hpa": float(table.pressure_msl.max() - table.pressure_msl.min()),
        "windy_hours": int(sum((each.wind > float(str(given["threshold"]))).sum() for each in storm.values())),
        "wettest_town": wettest,
        "most_rain_mm": float(storm[wettest].precipitation.sum()),
    }


def _derive(land: Land, given: Given) -> Answers:
    pressures = [table.pressure_msl for table in cells(land, given, ["pressure_msl"]).values()]
    return {
        "towns": len(pressures),
        "threshold": given["threshold"],
        "lowest_hpa": min(float(each.min()) for each in pressures),
        "highest_hpa": max(float(each.max()) for each in pressures),
    }


WORKFLOW = Workflow(
    __name__,
    track="fundamentals",
    level=0,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
    trait=lambda given: "false premise" if given["wrong"] else "plain",
)

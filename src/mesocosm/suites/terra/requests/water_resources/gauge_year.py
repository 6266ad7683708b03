"""Half a year of rivers at their gauges: peaks, low flow and volumes, and a gauge that may not exist."""

from __future__ import annotations

import itertools
from collections.abc import Generator
from datetime import UTC, date, datetime, timedelta

import pandas as pd
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.waters import (
    LEAST_COVERED,
    Gauged,
    catchment,
    district,
    gauge_words,
    gauges,
    rain_mm,
    runoff_mm,
)
from mesocosm.suites.terra.workflows.region_snapshot import Box, Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow
from mesocosm.types import Observation, ToolCall

YEAR = 2031
MONTHS = 6
MOST = 6
"""Most gauges of a request."""
LITRES = 1000.0
DAY_S = 86400
ABSENT_SHARE = 0.3


def _now(chance: Chance) -> datetime:
    return datetime(2032, int(chance.integers(1, 7)), 1, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    month = int(chance.integers(1, 7))
    given: Given = {"district": land.region, "start": f"{YEAR}-{month:02d}-01", "end": _end(month)}
    flows = {name: gauge for name, gauge in gauges(land, YEAR).items() if _part(gauge, given).mean() >= 1.0}
    if len(flows) < 4:
        raise Unsuited("few rivers have water")
    names = [str(name) for name in chance.permutation(sorted(flows))[:MOST]]
    dry = [place.name for place in land.planet.settlement(land.region).places if place.name not in gauges(land, YEAR)]
    missing = bool(dry) and chance.random() < ABSENT_SHARE
    named = dry[int(chance.integers(len(dry)))] if missing else names[0]
    given |= {"gauges": list(names), "named": named, "exists": not missing}
    _check_margins(land, given)
    peaks = _part(gauges(land, YEAR)[_largest(land, given)], given)
    given["flood"] = float(round(float(peaks.quantile(float(chance.uniform(0.7, 0.97)))))) + 0.5
    return given


def _end(month: int) -> str:
    """Return the day after the half-year that begins with a month."""
    return f"{YEAR}-{month + MONTHS:02d}-01" if month + MONTHS <= 12 else f"{YEAR + 1}-01-01"


def _part(gauge: Gauged, given: Given) -> pd.Series[float]:
    """Return the discharge of the period of the request."""
    last = pd.Timestamp(str(given["end"])) - pd.Timedelta(days=1)
    return gauge.flow.loc[str(given["start"]) : last]


def _choose(land: Land, given: Given) -> dict[str, Gauged]:
    """Return the gauges of the request."""
    return {name: gauges(land, YEAR)[name] for name in texts(given, "gauges")}


def _largest(land: Land, given: Given) -> str:
    """Return the gauge with the largest mean discharge."""
    listed = _choose(land, given)
    return max(listed, key=lambda name: _part(listed[name], given).mean())


def _check_margins(land: Land, given: Given) -> None:
    """Raise `Unsuited` if the answer depends on small differences, or more water passed a gauge than fell."""
    listed = _choose(land, given)
    if any(_exceeds_rain(land, gauge, str(given["start"]), str(given["end"])) for gauge in listed.values()):
        raise Unsuited("the rivers carry snow melt, or rain from before the period")
    parts = {name: _part(gauge, given) for name, gauge in listed.items()}
    means = sorted((part.mean() for part in parts.values()), reverse=True)
    specific = sorted((parts[name].max() / listed[name].upstream_km2 for name in parts), reverse=True)
    if specific[1] > 0.95 * specific[0] or any(low > 0.97 * high for high, low in itertools.pairwise(means)):
        raise Unsuited("two rivers are alike")
    named = parts.get(str(given["named"]))
    if named is not None and named.nlargest(2).iloc[1] > 0.99 * named.max():
        raise Unsuited("two days share the peak")


def _exceeds_rain(land: Land, gauge: Gauged, start: str, end: str) -> bool:
    """Return whether more water passed a gauge than fell on its catchment, where weather fields cover that."""
    covered = catchment(land, gauge.name)[2] > LEAST_COVERED
    return covered and runoff_mm(gauge, start, end) > rain_mm(land, gauge.name, start, end)


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text = read_request_text(__name__)
    return text.fill(
        text.choose_opening(chance),
        district=land.region,
        start=date.fromisoformat(str(given["start"])),
        last=date.fromisoformat(str(given["end"])) - timedelta(days=1),
        gauges=gauge_words(texts(given, "gauges")),
        named=given["named"],
        flood=given["flood"],
    )


def _plan(hands: Hands) -> Plan:
    box = yield from district(hands)
    figures: dict[str, dict[str, float]] = {}
    days: dict[str, str] = {}
    for name in hands.texts("gauges"):
        figures[name], days[name] = yield from _measure(hands, name, box)
    by_flow = sorted(figures, key=lambda name: -figures[name]["mean"])
    flashiest = max(figures, key=lambda name: figures[name]["specific"])
    named, peak, day = hands.text("named"), None, None
    if named in figures:
        peak, day = figures[named]["max"], days[named]
    else:
        yield from hands.attempt(
            "archive.discharge", start=hands.text("start"), end=hands.text("end"), box=box, gauges=[named]
        )
    return {
        "by_flow": list(by_flow),
        "largest_volume_hm3": figures[by_flow[0]]["volume"],
        "high_days": figures[by_flow[0]]["high"],
        "month_ratio": figures[by_flow[0]]["ratio"],
        "flashiest": flashiest,
        "flashiest_l_s_km2": figures[flashiest]["specific"],
        "low_flow_m3_s": figures[flashiest]["low"],
        "named_peak_m3_s": peak,
        "named_peak_day": day,
    }


def _measure(hands: Hands, name: str, box: Box) -> Generator[ToolCall, Observation, tuple[dict[str, float], str]]:
    """Compute the figures of one gauge, and the day of its largest discharge."""
    flow = yield from hands.use(
        "archive.discharge", start=hands.text("start"), end=hands.text("end"), box=box, gauges=[name]
    )
    variable = flow.names("gauges")[0]
    read = yield from hands.use("reanalysis.read", path=flow.path)
    chart = yield from hands.use(
        "chart.series", lines=[{"path": flow.path, "variable": str(variable)}], threshold=hands.number("flood")
    )
    high = yield from hands.use(
        "reanalysis.events", path=flow.path, comparison=">=", threshold=hands.number("flood"), unit="m**3/s"
    )
    low = yield from hands.use(
        "execution.python",
        code=(
            "import xarray as xr\n"
            f"flow = xr.open_dataset({flow.path!r}, engine='h5netcdf')[{str(variable)!r}].to_series()\n"
            "print(round(float(flow.rolling(7).mean().min()), 4))"
        ),
    )
    months = yield from hands.use("reanalysis.aggregate", path=flow.path, period="month", statistic="mean")
    means = yield from hands.use("reanalysis.read", path=months.path)
    ratio = yield from hands.calculate(f"{means.number('max')} / {means.number('min')}")
    area = flow.number("gauges", str(variable), "upstream_area_km2")
    count = flow.number("fields", str(variable), "axes", "time")
    specific = yield from hands.calculate(f"{read.number('max')} * {LITRES:g} / {area}")
    volume = yield from hands.calculate(f"{read.number('mean')} * {DAY_S} * {count:g} / 1e6")
    figures = {"mean": read.number("mean"), "max": read.number("max"), "specific": specific, "volume": volume}
    figures |= {"ratio": ratio}
    figures |= {"high": high.number("fields", "steps_in_events", "max"), "low": float(low.text.strip())}
    return figures, chart.word("series", 0, "max_at")[:10]


def _month_ratio(part: pd.Series[float]) -> float:
    means = part.groupby(pd.DatetimeIndex(part.index).month).mean()
    return float(means.max() / means.min())


def _recompute(land: Land, given: Given) -> Answers:
    listed = _choose(land, given)
    parts = {name: _part(gauge, given) for name, gauge in listed.items()}
    by_flow = sorted(parts, key=lambda name: -parts[name].mean())
    specific = {name: LITRES * parts[name].max() / listed[name].upstream_km2 for name in parts}
    flashiest = max(specific, key=lambda name: specific[name])
    named = parts.get(str(given["named"]))
    return {
        "by_flow": list(by_flow),
        "largest_volume_hm3": float(parts[by_flow[0]].sum()) * DAY_S / 1e6,
        "high_days": int((parts[by_flow[0]] >= float(str(given["flood"]))).sum()),
        "month_ratio": _month_ratio(parts[by_flow[0]]),
        "flashiest": flashiest,
        "flashiest_l_s_km2": float(specific[flashiest]),
        "low_flow_m3_s": min(
            float(parts[flashiest].iloc[at : at + 7].mean()) for at in range(len(parts[flashiest]) - 6)
        ),
        "named_peak_m3_s": None if named is None else float(named.max()),
        "named_peak_day": None if named is None else str(named.idxmax())[:10],
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
    trait=lambda given: "plain" if given["exists"] else "absent",
)

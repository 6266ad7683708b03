"""Heat stress of people who work outdoors in a hot week, with shade, fans or both."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import numpy as np
import pandas as pd
from numpy.random import Generator as Chance
from pydantic import JsonValue

from mesocosm.suites.terra.requests.heat_runs import BOLTON, MAGNUS, Vapour, heat_series
from mesocosm.suites.terra.requests.town_cells import cells, day_words, some_towns, tabulate_towns
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan, Seen
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Unsuited, WordedRequest, Workflow

VARIABLES = ("temperature_2m", "dew_point_2m", "wind_east_10m", "wind_north_10m", "shortwave")
LEAST_WIND = 0.5
"""m/s, the lowest wind for which the index is defined."""
LEAST_LEAD_H = 2.5
SUN, WIND = ("mean_radiant_temperature_c",), ("wind_speed_10m_m_s",)
TABLES = """import numpy as np
import pandas as pd
import xarray as xr
for name, path, longitude, latitude in {towns}:
    cell = xr.open_dataset(path, engine="h5netcdf").sel(longitude=longitude, latitude=latitude, method="nearest")
    wind = np.maximum(np.hypot(cell["wind_east_10m"].values, cell["wind_north_10m"].values), {least})
    table = pd.DataFrame({{
        "time": cell["time"].dt.strftime("%Y-%m-%dT%H:%M").values,
        "temperature_c": cell["temperature_2m"].values.astype(float),
        "dew_point_c": cell["dew_point_2m"].values.astype(float),
        "wind_speed_10m_m_s": wind,
        "mean_radiant_temperature_c": cell["temperature_2m"].values + {per_watt} * cell["shortwave"].values,
    }}).round(4)
    table.to_csv(f"{{name}}-open.csv", index=False)
    fans = table.assign(wind_speed_10m_m_s=(table["wind_speed_10m_m_s"] + {fans}).round(4))
    fans.to_csv(f"{{name}}-fans.csv", index=False)
    print(name, len(table), round(wind.mean(), 2))
"""


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2033, 2052)), 9, 20, 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    year = land.now.year
    given: Given = {
        "towns": list[JsonValue](some_towns(land, chance)),
        "start": f"{year}-06-01",
        "end": f"{year}-09-01",
    }
    summer = cells(land, given, ["temperature_2m"])
    mean = pd.concat([table.temperature_2m for table in summer.values()], axis=1).mean(axis=1)
    weeks = mean.resample("D").max().rolling(7).mean().dropna()
    first = pd.Timestamp(str(weeks.idxmax())).date() - timedelta(days=6)
    given |= {"start": str(first), "end": str(first + timedelta(days=7))}
    given |= {"per_watt": float(chance.choice([0.025, 0.03, 0.035])), "fans": float(chance.choice([1.0, 1.5, 2.0]))}
    stress = _stress(land, given)
    if any(np.isnan(values).any() for towns in stress.values() for values in towns.values()):
        raise Unsuited("the index is not defined in some hours")
    for bound in (32.0, 26.0):
        ranked = sorted((float((values >= bound).sum()) for values in stress["open"].values()), reverse=True)
        if ranked[0] >= 15:
            break
    if ranked[0] < 15 or ranked[0] - ranked[1] < LEAST_LEAD_H:
        raise Unsuited("no town stands out, or none is hot")
    return {**given, "bound": bound}


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text = read_request_text(__name__)
    return text.fill(
        text.choose_opening(chance),
        towns=join_words(texts(given, "towns")),
        first=day_words(str(given["start"])),
        last=day_words(date.fromisoformat(str(given["end"])) - timedelta(days=1)),
        per_watt=given["per_watt"],
        fans=given["fans"],
        bound=given["bound"],
        least_wind=LEAST_WIND,
    )


def _plan(hands: Hands) -> Plan:
    bound = hands.number("bound")
    key = f"utci_from_{bound:g}_c"
    towns, tables = yield from tabulate_towns(
        hands, VARIABLES, TABLES, least=LEAST_WIND, per_watt=hands.number("per_watt"), fans=hands.number("fans")
    )
    runs: dict[str, dict[str, Seen]] = {}
    shade: dict[str, Seen] = {}
    fans: dict[str, Seen] = {}
    both: dict[str, Seen] = {}
    for town in towns:
        own = {}
        for way, table, more in (
            ("open", "open", {}),
            ("shade", "open", {"radiant": "air", "scenario": "intervention", "description": "sails"}),
            ("fans", "fans", {"scenario": "intervention", "description": "fans"}),
            ("both", "fans", {"radiant": "air", "scenario": "intervention", "description": "sails and fans"}),
        ):
            own[way] = yield from hands.use(
                "impact.heat_stress", weather=f"{town.name}-{table}.csv", above_c=[bound], after=[tables], **more
            )
        runs[town.name] = own
        for way, changed, comparisons in (("shade", SUN, shade), ("fans", WIND, fans), ("both", (*SUN, *WIND), both)):
            comparisons[town.name] = yield from hands.use(
                "simulation.compare_runs",
                baseline=own["open"].word("run"),
                other=own[way].word("run"),
                changed=list(changed),
            )
        lines = [
            {"path": own[way].word("tables", "indices"), "variable": "utci_c", "label": way, "units": "degC"}
            for way in ("open", "shade")
        ]
        yield from hands.use("chart.series", lines=lines, threshold=bound)
    worst = max(runs, key=lambda name: runs[name]["open"].number("values", key, "value"))
    saved = {}
    for way, comparisons in (("shade", shade), ("fans", fans), ("both", both)):
        changes = (each.number("differences", key, "change") for each in comparisons.values())
        saved[way] = yield from hands.calculate("-(" + " + ".join(f"({change:g})" for change in changes) + ")")
    at = runs[worst]
    relief = yield from hands.calculate(f"-({shade[worst].number('differences', 'utci_mean', 'change')})")
    return {
        "worst_town": worst,
        **{f"hours_{way}": at[way].number("values", key, "value") for way in ("open", "shade", "fans")},
        **{f"saved_by_{way}": hours for way, hours in saved.items()},
        "highest_open_c": at["open"].number("values", "utci_highest", "value"),
        "highest_shade_c": at["shade"].number("values", "utci_highest", "value"),
        "mean_relief_c": relief,
    }


def _stress(land: Land, given: Given, vapour: Vapour = BOLTON) -> dict[str, dict[str, np.ndarray]]:
    """UTCI by measure and town."""
    stress: dict[str, dict[str, np.ndarray]] = {"open": {}, "shade": {}, "fans": {}, "both": {}}
    for name, week in cells(land, given, VARIABLES).items():
        air, dew = week.temperature_2m.to_numpy(), week.dew_point_2m.to_numpy()
        speed = np.hypot(week.wind_east_10m.to_numpy(), week.wind_north_10m.to_numpy())
        wind = np.maximum(speed, LEAST_WIND)
        sunny = air + float(str(given["per_watt"])) * week.shortwave.to_numpy()
        fanned = wind + float(str(given["fans"]))
        ways = {"open": (wind, sunny), "shade": (wind, air), "fans": (fanned, sunny), "both": (fanned, air)}
        for way, (blown, radiant) in ways.items():
            stress[way][name] = heat_series(
                "utci", air, dew, vapour, wind_speed_10m_m_s=blown, mean_radiant_temperature_c=radiant
            )
    return stress


def _recompute(land: Land, given: Given) -> Answers:
    return _answer(land, given, BOLTON)


def _alternatives(land: Land, given: Given) -> dict[str, Answers]:
    return {"the vapour pressure of the WMO": _answer(land, given, MAGNUS)}


def _derive(land: Land, given: Given) -> Answers:
    """The shortwave radiation of the week, and what it adds to the mean radiant temperature, averaged over towns."""
    weeks = cells(land, given, ["shortwave"])
    mean = float(np.mean([week.shortwave.mean() for week in weeks.values()]))
    return {
        "towns": len(weeks),
        "bound": given["bound"],
        "mean_shortwave": mean,
        "radiant_gain_k": float(str(given["per_watt"])) * mean,
    }


def _answer(land: Land, given: Given, vapour: Vapour) -> Answers:
    stress, bound = _stress(land, given, vapour), float(str(given["bound"]))
    hours = {way: {name: float((of >= bound).sum()) for name, of in each.items()} for way, each in stress.items()}
    worst = max(hours["open"], key=lambda name: hours["open"][name])
    total = {way: sum(each.values()) for way, each in hours.items()}
    return {
        "worst_town": worst,
        **{f"hours_{way}": hours[way][worst] for way in ("open", "shade", "fans")},
        **{f"saved_by_{way}": total["open"] - total[way] for way in ("shade", "fans", "both")},
        "highest_open_c": float(stress["open"][worst].max()),
        "highest_shade_c": float(stress["shade"][worst].max()),
        "mean_relief_c": float(stress["open"][worst].mean() - stress["shade"][worst].mean()),
    }


WORKFLOW = Workflow(
    __name__,
    track="simulator",
    level=2,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    derive=_derive,
    alternatives=_alternatives,
)

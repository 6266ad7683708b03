"""Temperature of green and bare land around a town, from thermal scenes of several months."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.field_seasons import point_of
from mesocosm.suites.terra.requests.scenes import (
    WATER_SNOW_FLAGS,
    Floats,
    day_of,
    end_of_2031,
    landsat,
    monthly_scenes,
    months_of,
    months_words,
    normalised_difference,
    pictured_town,
    search_month,
    town_box,
)
from mesocosm.suites.terra.workflows.region_snapshot import Land, box_about, box_of_points
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Trait, Unsuited, WordedRequest, Workflow

CLOUD = 30
LEAST_SCENES = 3
Look = tuple[date, int, Floats, Floats]
"""Day, hour, NDVI and temperature of the ground, both NaN under clouds and on water and snow."""


def _draw(land: Land, chance: Chance) -> Given:
    town, first = pictured_town(land, chance), int(chance.integers(3, 5))
    given: Given = {"town": town, "months": list(range(first, first + 6))}
    looks = _looks(land, given)
    if len(looks) < LEAST_SCENES:
        raise Unsuited("too many cloudy months")
    greens = np.concatenate([green[np.isfinite(green)] for _, _, green, _ in looks])
    bare, green_line = (round(float(np.quantile(greens, share)), 1) for share in (0.3, 0.7))
    given |= {"bare": bare, "green": green_line}
    shares = [share for _, _, green, _ in looks for share in ((green < bare).mean(), (green >= green_line).mean())]
    if green_line - bare < 0.1 or min(shares) < 0.01:
        raise Unsuited("hardly any green or bare land")
    contrasts = {str(day): _contrast(given, green, heat) for day, _, green, heat in looks}
    if min(contrasts.values()) < 0:
        raise Unsuited("bare land is not always the warmer, as after rain or in frost")
    ranked = sorted(contrasts, key=lambda day: -contrasts[day])
    if contrasts[ranked[0]] - contrasts[ranked[1]] < 0.03:
        raise Unsuited("two scenes have the same contrast")
    means = sorted(float(np.nanmean(heat)) for _, _, _, heat in looks)
    if means[-1] - means[-2] < 0.03:
        raise Unsuited("two scenes are equally hot")
    claimed = ranked[0] if chance.random() < 0.6 else ranked[int(chance.integers(1, 3))]
    return {**given, "claimed": claimed, "right": claimed == ranked[0]}


def _looks(land: Land, given: Given) -> list[Look]:
    """Return the first clear scene of each month."""
    looks: list[Look] = []
    for scene in monthly_scenes(land, str(given["town"]), months_of(given), "oli+tirs", CLOUD):
        bands = landsat(land, scene)
        looks.append(
            (day_of(scene), scene.datetime.hour, normalised_difference(bands["B5"], bands["B4"]), bands["ground_c"])
        )
    return looks


def _contrast(given: Given, green: Floats, heat: Floats) -> float:
    """Return how much hotter bare land is than green land."""
    bare, line = float(str(given["bare"])), float(str(given["green"]))
    return float(np.nanmean(heat[green < bare]) - np.nanmean(heat[green >= line]))


def _air(land: Land, given: Given, day: date, hour: int) -> float:
    place = land.place(str(given["town"]))
    air = land.fetch(["temperature_2m"], (day, day + timedelta(days=1)), box_about(place), "hour").temperature_2m
    return float(air.sel(longitude=place.longitude, latitude=place.latitude, method="nearest").values[hour])


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text = read_request_text(__name__)
    return text.fill(
        text.choose_opening(chance),
        town=given["town"],
        months=months_words(months_of(given)),
        claimed=date.fromisoformat(str(given["claimed"])),
        green=given["green"],
        bare=given["bare"],
        cloud=CLOUD,
    )


def _plan(hands: Hands) -> Plan:
    place = yield from hands.use("gis.resolve_place", name=hands.text("town"))
    point, box = point_of(place), town_box(place)
    around = box_of_points([point])
    bare, line = hands.number("bare"), hands.number("green")
    contrasts: dict[str, float] = {}
    correlations: dict[str, float] = {}
    heats: dict[str, tuple[float, str]] = {}
    shares: dict[str, float] = {}
    airs: dict[str, float] = {}
    for month in months_of(hands.given):
        scene = yield from search_month(hands, box, month, "oli+tirs", CLOUD)
        if scene is None:
            continue
        search, name, time = scene
        day, hour = time[:10], datetime.fromisoformat(time[:13])
        bands = yield from hands.use("satellite.fetch_bands", scene=name, bands=["B4", "B5", "ST_B10", "QA_PIXEL"])
        ground = yield from hands.use("satellite.surface_temperature", path=bands.path)
        green = yield from hands.use("satellite.index", path=bands.path, name="NDVI")
        code = PROGRAM.format(
            heat=ground.path, green=green.path, fetched=bands.path, flags=WATER_SNOW_FLAGS, bare=bare, line=line
        )
        program = yield from hands.use("execution.python", code=code)
        mean, contrasts[day], correlations[day], shares[day] = (float(word) for word in program.text.split())
        weather = yield from hands.use(
            "archive.reanalysis", variables=["temperature_2m"], start=f"{hour:%Y-%m-%dT%H:%M}", box=around,
            end=f"{hour + timedelta(hours=1):%Y-%m-%dT%H:%M}", after=[search, place],
        )  # fmt: skip
        air = yield from hands.use("reanalysis.read", path=weather.path, point=point)
        heats[day], airs[day] = (mean, ground.path), air.number("mean")
    largest, hottest = max(contrasts, key=lambda day: contrasts[day]), max(heats, key=lambda day: heats[day][0])
    yield from hands.use("map.field", path=heats[hottest][1])
    above = yield from hands.calculate(f"{heats[hottest][0]} - ({airs[hottest]})")
    share = yield from hands.calculate(f"100 * {shares[hottest]}")
    return {
        "largest_day": largest,
        "largest_contrast_c": contrasts[largest],
        "claim_holds": largest[:7] == hands.text("claimed")[:7],
        "correlation": correlations[largest],
        "hottest_mean_c": heats[hottest][0],
        "above_air_c": above,
        "green_share_percent": share,
    }


PROGRAM = """import numpy as np, rasterio
files = [("{heat}", 1), ("{green}", 1), ("{fetched}", 4)]
heat, green, flags = (rasterio.open(name).read(at, masked=True).astype(float).filled(np.nan) for name, at in files)
known = np.isfinite(heat) & np.isfinite(green)
known[known] = (flags[known].astype(int) & {flags}) == 0
heat, green = heat[known], green[known]
contrast = heat[green < {bare}].mean() - heat[green >= {line}].mean()
print(round(heat.mean(), 4), round(contrast, 4), round(np.corrcoef(heat, green)[0, 1], 5), end=" ")
print(round((green >= {line}).mean(), 6))"""


def _recompute(land: Land, given: Given) -> Answers:
    looks = _looks(land, given)
    contrasts = [_contrast(given, green, heat) for _, _, green, heat in looks]
    means = [float(np.nanmean(heat)) for _, _, _, heat in looks]
    largest, hottest = int(np.argmax(contrasts)), int(np.argmax(means))
    known = np.isfinite(looks[largest][2]) & np.isfinite(looks[largest][3])
    greenness = looks[hottest][2][np.isfinite(looks[hottest][2])]
    return {
        "largest_day": str(looks[largest][0]),
        "largest_contrast_c": contrasts[largest],
        "claim_holds": str(looks[largest][0])[:7] == str(given["claimed"])[:7],
        "correlation": float(np.corrcoef(looks[largest][2][known], looks[largest][3][known])[0, 1]),
        "hottest_mean_c": means[hottest],
        "above_air_c": means[hottest] - _air(land, given, looks[hottest][0], looks[hottest][1]),
        "green_share_percent": float(100 * (greenness >= float(str(given["green"]))).mean()),
    }


def _trait(given: Given) -> Trait:
    return "plain" if given["right"] else "false premise"


WORKFLOW = Workflow(
    __name__,
    track="fundamentals",
    level=1,
    now=end_of_2031,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    trait=_trait,
)

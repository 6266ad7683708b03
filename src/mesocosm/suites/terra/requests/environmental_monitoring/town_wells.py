"""The effect of blending well water with soft water, or of dosing acid, on scale in the pipes of towns."""

from __future__ import annotations

import csv
import io
from datetime import UTC, date, datetime

import numpy as np
from numpy.random import Generator as Chance

from mesocosm.suites.terra.requests.field_seasons import point_of
from mesocosm.suites.terra.requests.water_chemistry import ELEMENTS, Water, limestone_water, solve_water
from mesocosm.suites.terra.workflows.region_snapshot import Land, box_about, box_of_points
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan, Seen
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Trait, Unsuited, WordedRequest, Workflow

CACO3 = 100.09
"""Molar mass, g/mol."""
MOST_TRIES = 20
RESERVOIR = {"Ca": 0.35, "Mg": 0.1, "Na": 0.25, "Cl": 0.2, "S(6)": 0.1, "C(4)": 0.78}


def _now(chance: Chance) -> datetime:
    return datetime(int(chance.integers(2032, 2037)), 10, int(chance.integers(2, 25)), 12, tzinfo=UTC)


def _draw(land: Land, chance: Chance) -> Given:
    towns = [str(name) for name in chance.permutation([place.name for place in land.places[:5]])]
    month = int(chance.integers(5, 10))
    given: Given = {"towns": list(towns), "start": f"{land.now.year}-{month:02d}-01"}
    given["end"] = f"{land.now.year}-{month + 1:02d}-01"
    given |= {"share_percent": int(chance.choice([25, 30, 40])), "acid_mmol": float(chance.choice([0.3, 0.4, 0.5]))}
    given["absent"] = bool(chance.random() < 0.25)
    warmth = {town: _warmth(land, given, town) for town in towns}
    for _ in range(MOST_TRIES):
        given["wells"] = {town: dict(limestone_water(chance)) for town in towns}
        if _tells_apart(given, warmth):
            return given
    raise Unsuited("wells are alike")


def _tells_apart(given: Given, warmth: dict[str, float]) -> bool:
    """Return whether no name and no count in the answer depends on rounding."""
    wells = _wells(given)
    scaling = sorted((solve_water(well, warmth[town])[1] for town, well in wells.items()), reverse=True)
    hardness = sorted(100 * (well["Ca"] + well["Mg"]) for well in wells.values())
    blended = [solve_water(_blend(well, given), warmth[town])[1] for town, well in wells.items()]
    return bool(scaling[0] - scaling[1] > 0.03 and min(np.diff(hardness)) > 2 and min(np.abs(blended)) > 0.02)


def _wells(given: Given) -> dict[str, Water]:
    """Return the analyses of a request by town."""
    wells = given["wells"]
    assert isinstance(wells, dict)
    return {town: {e: float(str(well[e])) for e in ELEMENTS} for town, well in wells.items() if isinstance(well, dict)}


def _blend(well: Water, given: Given) -> Water:
    share = float(str(given["share_percent"])) / 100
    return {element: (1 - share) * well[element] + share * RESERVOIR[element] for element in ELEMENTS}


def _warmth(land: Land, given: Given, town: str) -> float:
    """Return the mean air temperature of the month, rounded to a tenth of a degree."""
    place, span = land.place(town), (date.fromisoformat(str(given["start"])), date.fromisoformat(str(given["end"])))
    hours = land.fetch(["temperature_2m"], span, box_about(place), "day")
    cell = hours.temperature_2m.sel(longitude=place.longitude, latitude=place.latitude, method="nearest")
    mean = float(cell.values.astype(np.float64).mean())
    if mean < 3 or abs(mean * 10 - np.floor(mean * 10) - 0.5) < 0.002:
        raise Unsuited("the month is frosty, or its mean is halfway between two tenths")
    return round(mean, 1)


def _files(land: Land, given: Given) -> dict[str, bytes]:
    sheet = io.StringIO()
    writer = csv.writer(sheet, lineterminator="\n")
    writer.writerow(["source", *ELEMENTS])
    for name, water in {**_wells(given), "reservoir": RESERVOIR}.items():
        writer.writerow([name, *(water[element] for element in ELEMENTS)])
    return {"wells.csv": sheet.getvalue().encode()}


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    text = read_request_text(__name__)
    return text.fill(
        text.choose_opening(chance),
        leave_out=[] if given["absent"] else ["index_fluorite"],
        towns=join_words(texts(given, "towns")),
        month=date.fromisoformat(str(given["start"])),
        share_percent=given["share_percent"],
        acid_mmol=given["acid_mmol"],
        more=text.phrase("absent") if given["absent"] else "",
    )


def _plan(hands: Hands) -> Plan:
    sheet = yield from hands.use("files.read_file", path="wells.csv")
    wells = _read(sheet)
    base: dict[str, Seen] = {}
    blended: dict[str, float] = {}
    dosed: dict[str, float] = {}
    for town in hands.texts("towns"):
        place = yield from hands.use("gis.resolve_place", name=town)
        x, y = point_of(place)
        weather = yield from hands.use(
            "archive.reanalysis", variables=["temperature_2m"], start=hands.text("start"), end=hands.text("end"),
            box=box_of_points([(x, y)]), step="month", after=[place],
        )  # fmt: skip
        mean = yield from hands.use("reanalysis.read", path=weather.path, point=[x, y])
        common = {"temperature_c": round(mean.number("mean"), 1), "ph": 7.0, "unit": "mmol/kgw", "charge_on": "pH"}
        base[town] = yield from hands.use(
            "environment.water_chemistry", concentrations=wells[town], after=[mean, sheet], **common
        )
        share = hands.number("share_percent") / 100
        mixed = yield from hands.use(
            "execution.python", code=MIX.format(well=wells[town], soft=wells["reservoir"], share=share), after=[sheet]
        )
        blend = yield from hands.use(
            "environment.water_chemistry",
            concentrations={name: float(value) for name, value in zip(ELEMENTS, mixed.text.split(), strict=True)},
            scenario="intervention", description="blended with the reservoir", after=[mean, mixed], **common,
        )  # fmt: skip
        chloride = yield from hands.calculate(f"{wells[town]['Cl']} + {hands.number('acid_mmol')}")
        acid = yield from hands.use(
            "environment.water_chemistry", concentrations={**wells[town], "Cl": chloride}, scenario="intervention",
            description="dosed with hydrochloric acid", after=[mean, sheet], **common,
        )  # fmt: skip
        for run, by_town, key in ((blend, blended, "si_Calcite"), (acid, dosed, "pH")):
            change = yield from hands.use(
                "simulation.compare_runs", baseline=base[town].word("run"), other=run.word("run"), changed=["input"]
            )
            by_town[town] = change.number("differences", key, "other")
    indices = {town: run.number("values", "si_Calcite", "value") for town, run in base.items()}
    table = "town,index\n" + "".join(f"{town},{value}\n" for town, value in indices.items())
    written = yield from hands.use("files.write_file", path="indices.csv", content=table)
    yield from hands.use("chart.bars", path="indices.csv", label="town", value="index", units="1", after=[written])
    worst = max(indices, key=lambda town: indices[town])
    hard = yield from hands.calculate(f"({wells[worst]['Ca']} + {wells[worst]['Mg']}) * {CACO3}")
    answers: Given = {
        "hardest_first": [*sorted(base, key=lambda town: -(wells[town]["Ca"] + wells[town]["Mg"]))],
        "most_scaling_town": worst,
        "index": indices[worst],
        "ph": base[worst].number("values", "pH", "value"),
        "hardness": hard,
        "index_blended": blended[worst],
        "ph_dosed": dosed[worst],
        "still_scaling": sum(value > 0 for value in blended.values()),
    }
    return {**answers, "index_fluorite": None} if hands.given["absent"] else answers


def _read(sheet: Seen) -> dict[str, Water]:
    """Read the analyses, without the lines that the tool adds around the file."""
    lines = [line for line in sheet.text.splitlines() if line.count(",") == len(ELEMENTS)]
    return {row[0]: dict(zip(ELEMENTS, map(float, row[1:]), strict=True)) for row in csv.reader(lines[1:])}


MIX = """well, soft = {well}, {soft}
print(*[round((1 - {share}) * well[name] + {share} * soft[name], 6) for name in well])"""


def _recompute(land: Land, given: Given) -> Answers:
    wells, acid = _wells(given), float(str(given["acid_mmol"]))
    warmth = {town: _warmth(land, given, town) for town in wells}
    base = {town: solve_water(well, warmth[town]) for town, well in wells.items()}
    blended = {town: solve_water(_blend(well, given), warmth[town])[1] for town, well in wells.items()}
    worst = max(base, key=lambda town: base[town][1])
    hardness = {town: CACO3 * (well["Ca"] + well["Mg"]) for town, well in wells.items()}
    answers: Given = {
        "hardest_first": [*sorted(hardness, key=lambda town: -hardness[town])],
        "most_scaling_town": worst,
        "index": base[worst][1],
        "ph": base[worst][0],
        "hardness": hardness[worst],
        "index_blended": blended[worst],
        "ph_dosed": solve_water({**wells[worst], "Cl": wells[worst]["Cl"] + acid}, warmth[worst])[0],
        "still_scaling": sum(value > 0 for value in blended.values()),
    }
    return {**answers, "index_fluorite": None} if given["absent"] else answers


def _trait(given: Given) -> Trait:
    return "absent" if given["absent"] else "plain"


WORKFLOW = Workflow(
    __name__,
    track="simulator",
    level=2,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    files=_files,
    trait=_trait,
)

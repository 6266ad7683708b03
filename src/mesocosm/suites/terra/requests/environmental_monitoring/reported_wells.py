"""The judgement of a laboratory on well waters and a lime filter, checked with its own analyses."""

from __future__ import annotations

import functools
import itertools
from datetime import UTC, date, datetime, timedelta

from numpy.random import Generator as Chance

from mesocosm.earth.planet.documents.document import Document
from mesocosm.earth.planet.documents.stated_numbers import How
from mesocosm.seeding import generator
from mesocosm.suites.terra.requests.documents import (
    NUMBER,
    Passage,
    clear,
    number,
    reading,
    require_found,
    resolve_towns,
    rows_of,
    sheet,
    stated_number,
    text,
)
from mesocosm.suites.terra.workflows.region_snapshot import Land
from mesocosm.suites.terra.workflows.request_text import read_request_text
from mesocosm.suites.terra.workflows.tool_runner import Hands, Plan
from mesocosm.suites.terra.workflows.wording import join_words, texts
from mesocosm.suites.terra.workflows.workflow import Answers, Given, Standing, Unsuited, WordedRequest, Workflow

IONS = {"Ca": (0.4, 1.6), "Mg": (0.1, 0.7), "Na": (0.3, 1.5), "C(4)": (1.2, 3.6), "S(6)": (0.1, 0.5), "Cl": (0.3, 1.4)}
"""Ranges of the amounts, mmol/l."""
INDEX_LIMIT, PH_LIMIT = 0.1, 0.1
DAYS = (0, -95, 61, -33)
"""Days of the samples of each sheet, counted from those of the sheet in question."""
BEFORE = DAYS.index(-33)
AFTER = (
    "After the lime filter the water of {town} will leave with a pH of {number}",
    "A lime filter would bring {town} to pH {number}",
)
DECK = """SOLUTION 1
  units mmol/l
  temp {warmth}
  pH {ph}
{ions}
{phases}SELECTED_OUTPUT 1
  -reset false
  -pH true
  -saturation_indices Calcite
END
"""


def _now(chance: Chance) -> datetime:
    return datetime(2033, int(chance.integers(2, 12)), 1, 12, tzinfo=UTC)


def _waters(given: Given, step: int = 0) -> dict[str, dict[str, float]]:
    """Return the analyses of the well of each town for a sheet; they are right."""
    waters = {}
    for town in texts(given, "towns"):
        draw = generator("terra", "wells", town, int(number(given, "number")))
        water = {ion: float(draw.uniform(*ends)) for ion, ends in IONS.items()}
        ph, warmth = float(draw.uniform(6.7, 7.9)), float(draw.uniform(8, 15))
        if step:  # a well changes by a little from one sheet to another
            moved = generator("terra", "wells", town, int(number(given, "number")), step)
            water = {ion: amount * float(moved.uniform(0.88, 1.12)) for ion, amount in water.items()}
            ph, warmth = ph + float(moved.uniform(-0.2, 0.2)), warmth + float(moved.uniform(-0.5, 0.5))
        rounded = {ion: round(amount, 2) for ion, amount in water.items()}
        waters[town] = {"pH": round(ph, 2), "T": round(warmth, 1), **rounded}
    return waters


@functools.lru_cache(maxsize=64)
def _solve(water: tuple[tuple[str, float], ...], limed: bool) -> tuple[float, float]:
    """Run the engine itself: pH and saturation index of calcite."""
    from mesocosm.simulators.phreeqc.engine import run

    analysis = dict(water)
    ions = "\n".join(f"  {ion} {analysis[ion]}" for ion in IONS)
    phases = "EQUILIBRIUM_PHASES 1\n  Calcite 0.0\n" if limed else ""
    result = run(DECK.format(warmth=analysis["T"], ph=analysis["pH"], ions=ions, phases=phases))
    (table,) = result.tables
    heads, last = [str(cell) for cell in table.headings], table.rows[-1]
    return float(str(last[heads.index("pH")])), float(str(last[heads.index("si_Calcite")]))


def _draw(land: Land, chance: Chance) -> Given:
    towns = [str(name) for name in chance.permutation([place.name for place in land.places][:6])]
    given: Given = {"towns": [*towns], "number": int(chance.integers(1, 10_000))}
    given["day"] = str(date(2032, 1, 10) + timedelta(days=int(chance.integers(0, 340))))
    index_of = {town: _solve(_key(water), False)[1] for town, water in _waters(given).items()}
    lowest = min(index_of, key=lambda well: index_of[well])
    given |= {"town": next(town for town in towns if town != lowest), "persona": int(chance.integers(2))}
    indices = sorted(index_of.values())
    gaps = [later - earlier for earlier, later in itertools.pairwise(indices[:3])]
    if min(gaps) < 0.03 or min(abs(index) for index in indices) < 0.04:
        raise Unsuited("two waters are equally aggressive, or one is at the edge")
    rises = sorted(_rises(given).values())
    if rises[-1] - rises[-2] < 0.04:
        raise Unsuited("two wells have changed alike")
    water = _key(_waters(given)[text(given, "town")])
    true = {"index": _solve(water, False)[1], "after": _solve(water, True)[0]}
    printed = _print(given)
    index_gap, ph_gap = (printed[key][0] - value for key, value in true.items())
    if not clear(index_gap, INDEX_LIMIT, 0.3) or not clear(ph_gap, PH_LIMIT, 0.3):
        raise Unsuited("a verdict is close")
    return given


def _rises(given: Given) -> dict[str, float]:
    """Return the increase of the index of each well since the sheet before."""
    before, now = _waters(given, BEFORE), _waters(given)
    return {well: _solve(_key(now[well]), False)[1] - _solve(_key(before[well]), False)[1] for well in now}


def _key(water: dict[str, float]) -> tuple[tuple[str, float], ...]:
    """Return a water in a form that can be cached."""
    return tuple(sorted(water.items()))


def _print(given: Given) -> dict[str, tuple[float, How]]:
    """Return the index of the town and its pH after the filter, as the sheet prints them."""
    water, number_ = _key(_waters(given)[text(given, "town")]), int(number(given, "number"))
    true = {"index": _solve(water, False)[1], "after": _solve(water, True)[0]}
    printed: dict[str, tuple[float, How]] = {}
    for key, value in true.items():
        draw = generator("terra", "wells printed", key, number_)
        if draw.random() < 0.5:
            printed[key] = round(value, 2), "rounded"
        else:
            printed[key] = round(value + (0.38 if draw.random() < 0.5 else -0.43), 2), "stale"
    return printed


def _sheet(given: Given, step: int) -> Document:
    """Write a sheet; step 0 is the one in question, others are of other days and numbered in the order of days."""
    place = sorted(DAYS).index(DAYS[step]) - sorted(DAYS).index(0)
    number_, town = int(number(given, "number")) + 3 * place, text(given, "town")
    day = date.fromisoformat(text(given, "day")) + timedelta(days=DAYS[step])
    waters, printed = _waters(given, step), _print(given)
    own = _key(waters[town])
    index = _solve(own, False)[1] if step else printed["index"][0]
    after = _solve(own, True)[0] if step else printed["after"][0]
    head = ["Well", "pH", "T (°C)", *(f"{ion} (mmol/l)" for ion in IONS)]
    rows = [[each, *(f"{waters[each][key]:g}" for key in ("pH", "T", *IONS))] for each in texts(given, "towns")]
    table = "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows))
    filtered = AFTER[number_ % 2].replace("{town}", town).replace("{number}", f"{after:.2f}")
    body = (
        f"# Waters of the wells, {day.day} {day:%B %Y}\n\nLaboratory of the district, sheet {number_}.\n\n"
        f"## Analyses\n\n{table}\n\n## Judgement\n\nThe saturation index of calcite at {town} is {index:.2f}. "
        f"{filtered}.\n\nSamples were taken after ten minutes of pumping, and kept cool.\n"
    )
    water = _key(_waters(given)[town])
    claims = {
        "index": (_solve(water, False)[1], f"{index:.2f}", printed["index"][1]),
        "after": (_solve(water, True)[0], f"{after:.2f}", printed["after"][1]),
    }
    title = f"Waters of the wells, {day:%B %Y}"
    return sheet(f"wells-{number_}-{day:%Y%m%d}", "station log", title, day + timedelta(days=4), "Laboratory", body,
                 claims)  # fmt: skip


def _documents(land: Land, given: Given) -> tuple[Document, ...]:
    return tuple(_sheet(given, step) for step in range(4))


def _ask(land: Land, given: Given, chance: Chance) -> WordedRequest:
    words = read_request_text(__name__)
    return words.fill(
        words.openings[int(number(given, "persona"))],
        town=given["town"],
        towns=join_words(texts(given, "towns")),
        day=date.fromisoformat(text(given, "day")),
        index_limit=INDEX_LIMIT,
        ph_limit=PH_LIMIT,
    )


def _read(parts: list[Passage]) -> dict[str, dict[str, float]]:
    """Read the analyses of a sheet."""
    table = next(part for part in parts if part.table)
    return {
        row["Well"]: {"pH": float(row["pH"]), "T": float(row["T (°C)"])}
        | {ion: float(row[f"{ion} (mmol/l)"]) for ion in IONS}
        for row in rows_of(table)
    }


def _after(town: str) -> list[str]:
    """Return the patterns of the pH after the filter."""
    return [phrase.replace("{town}", town).replace("{number}", NUMBER) for phrase in AFTER]


def _plan(hands: Hands) -> Plan:
    day, town = date.fromisoformat(hands.text("day")), hands.text("town")
    hits = yield from hands.use("documents.search", words=f"wells calcite {town}", kind="station log")
    document, parts, earlier = "", [], []
    for row in sorted(hits.rows("documents"), key=lambda row: str(row["date"])):
        read = yield from reading(hands, str(row["id"]))
        if str(row["date"]) < str(day):
            earlier = read
        elif str(row["date"]) < str(day + timedelta(days=10)):
            document, parts = str(row["id"]), read
    index, promise = stated_number(parts, f"calcite at {town} is {NUMBER}"), stated_number(parts, *_after(town))
    points = yield from resolve_towns(hands, hands.texts("towns"))
    indices, changes = {}, {}
    for well, water in _read(parts).items():
        ions = {ion: water[ion] for ion in IONS}
        run = yield from hands.use(
            "environment.water_chemistry", ph=water["pH"], concentrations=ions, unit="mmol/l", temperature_c=water["T"]
        )
        indices[well] = run.number("values", "si_Calcite", "value")
        limed = yield from hands.use(
            "environment.water_chemistry", ph=water["pH"], concentrations=ions, unit="mmol/l",
            temperature_c=water["T"], equilibrate={"Calcite": 0.0}, scenario="intervention", description="lime filter",
        )  # fmt: skip
        yield from hands.use(
            "simulation.compare_runs", baseline=run.word("run"), other=limed.word("run"), changed=["input"]
        )
        changes[well] = yield from hands.calculate(f"{limed.number('values', 'pH', 'value')} - {water['pH']}")
    moved = {}
    for well, water in _read(earlier).items():
        run = yield from hands.use(
            "environment.water_chemistry", ph=water["pH"], concentrations={ion: water[ion] for ion in IONS},
            unit="mmol/l", temperature_c=water["T"], description="the sheet before",
        )  # fmt: skip
        before = run.number("values", "si_Calcite", "value")
        moved[well] = yield from hands.calculate(f"{indices[well]} - ({before})")
    order = sorted(indices, key=lambda well: indices[well])
    most = max(moved, key=lambda well: moved[well])
    lines = "\n".join(f"{well},{indices[well]}" for well in indices)
    yield from hands.use("files.write_file", path="indices.csv", content=f"well,index\n{lines}\n")
    yield from hands.use("chart.bars", path="indices.csv", label="well", value="index", units="1")
    away = yield from hands.use(
        "gis.distance_matrix", origins=[points[town][0]], destinations=[points[order[0]][0]],
        after=[points[town][1], points[order[0]][1]],
    )  # fmt: skip
    stated, promised = require_found(index), require_found(promise)
    after = yield from hands.calculate(f"{_read(parts)[town]['pH']} + {changes[town]}")
    return {
        "document": document,
        "stated_index": stated.value,
        "computed_index": indices[town],
        "index_holds": abs(stated.value - indices[town]) <= INDEX_LIMIT,
        "stated_ph": promised.value,
        "ph_change": changes[town],
        "ph_holds": abs(promised.value - after) <= PH_LIMIT,
        "aggressive": [well for well in order if indices[well] < 0],
        "distance_km": away.number("kilometres", 0, 0),
        "most_risen": most,
        "rise": moved[most],
    }


def _recompute(land: Land, given: Given) -> Answers:
    from pyproj import Geod

    town, printed = text(given, "town"), _print(given)
    waters = _waters(given)
    solved = {well: (_solve(_key(water), False)[1], _solve(_key(water), True)[0]) for well, water in waters.items()}
    rises = _rises(given)
    order = sorted(solved, key=lambda well: solved[well][0])
    ends = [land.place(name) for name in (town, order[0])]
    metres = Geod(ellps="WGS84").inv(ends[0].longitude, ends[0].latitude, ends[1].longitude, ends[1].latitude)[2]
    return {
        "document": _sheet(given, 0).id,
        "stated_index": printed["index"][0],
        "computed_index": solved[town][0],
        "index_holds": abs(printed["index"][0] - solved[town][0]) <= INDEX_LIMIT,
        "stated_ph": printed["after"][0],
        "ph_change": solved[town][1] - waters[town]["pH"],
        "ph_holds": abs(printed["after"][0] - solved[town][1]) <= PH_LIMIT,
        "aggressive": [well for well in order if solved[well][0] < 0],
        "distance_km": float(metres) / 1000,
        "most_risen": max(rises, key=lambda well: rises[well]),
        "rise": max(rises.values()),
    }


def _standings(land: Land, given: Given) -> tuple[Standing, ...]:
    printed, note = _print(given), _sheet(given, 0)
    return (
        Standing(key="stated_index", document=note.id, section="Judgement", stated=printed["index"][0],
                 measured="computed_index", mode="exact", how=printed["index"][1]),
        Standing(key="stated_ph", document=note.id, section="Judgement", stated=printed["after"][0],
                 measured="ph_change", mode="approximate", how=printed["after"][1]),
    )  # fmt: skip


WORKFLOW = Workflow(
    __name__,
    track="document",
    level=2,
    now=_now,
    draw=_draw,
    ask=_ask,
    plan=_plan,
    recompute=_recompute,
    documents=_documents,
    standings=_standings,
)

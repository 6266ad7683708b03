"""How a cover or an index changed between passes of a satellite, or which pass was greenest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pydantic import JsonValue

from mesocosm.suites.eo.evidence.conclusions import day_of
from mesocosm.suites.eo.evidence.evidence import Evidence
from mesocosm.suites.eo.evidence.looks import CALCULATE, THEME_LOOKUP
from mesocosm.suites.eo.evidence.looks import THEMES as MEASURED
from mesocosm.suites.eo.evidence.support import Support
from mesocosm.suites.eo.evidence.supported_answers import add_reckoned, dated_looks, pairs_in_time
from mesocosm.suites.eo.plans.tool_runner import FIRST, Hands, Plan, calculate, image_of, number_of, passes_of
from mesocosm.suites.eo.questions.gaps import read_gaps
from mesocosm.suites.eo.questions.kind import Kind
from mesocosm.suites.eo.questions.parts import PARTS, Part, part_named
from mesocosm.suites.eo.questions.parts import WHOLE as PICTURE
from mesocosm.suites.eo.questions.passes import (
    CHANGES,
    INDICES,
    STABLE,
    THEMES,
    growth,
    share_by_index,
    share_of,
    word_of_change,
)
from mesocosm.suites.eo.questions.question import Question, ask
from mesocosm.suites.eo.questions.spectral import IndexName, clouded_share, cloudy_share, mean_by_library, mean_index
from mesocosm.suites.eo.records import ChoiceAnswer, DateAnswer, NumberAnswer

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.frame import Frame
    from mesocosm.suites.eo.lake.imagery import Imagery

CLOUDIEST = 0.005
"""Share of a scene that clouds may hide."""
LOOKED_UP = 0.3
"""Share of questions about a cover whose plan begins with looking up its index."""
INDEX_TOLERANCE = 0.02
COMPARED = 2
"""Number of passes that are compared; of more passes, the highest is asked for."""


# ------------------------------------------------------------ asking


def draw_question(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Draw a question: how a cover or index changed between neighbouring clear passes, or which pass was greenest."""
    frames = [*lake.frames(site, ("sentinel-2", "sentinel-2", "landsat")[int(draw.integers(3))])]
    if len(frames) < 3:
        return None
    number = int(draw.integers(1, len(frames) - 1))
    part = PICTURE if draw.uniform() < 0.5 else PARTS[int(draw.integers(len(PARTS)))]
    make = (_change, _change, _difference, _greenest, _peak)[int(draw.integers(5))]
    return make(lake, frames, number, part, draw)


def _change(lake: Imagery, frames: list[Frame], number: int, part: Part, draw: Generator) -> Question | None:
    theme = THEMES[int(draw.integers(len(THEMES)))]
    form, pair = _neighbours(frames, number, draw)
    lookup = bool(draw.uniform() < LOOKED_UP)
    if not _are_clear(lake, pair):
        return None
    change = growth(*(share_of(lake, frame, theme, part.shares) for frame in pair))
    if change is None:
        return None
    answer = ChoiceAnswer(value=word_of_change(change), among=CHANGES)

    def second() -> str:
        again = growth(*(share_by_index(lake, frame, theme, part.shares) for frame in pair))
        return "" if again is None else word_of_change(again)

    return ask(
        "multispectral",
        frames[number],
        pair,
        form,
        None,
        answer,
        second,
        {"theme": theme.name, "part": part.name, "lookup": lookup},
        {"theme": theme.words, "part": part.name, "limit": f"{STABLE:.0%}".replace("%", " %")},
        f"{theme.words.capitalize()} in {part.name}: {answer.value}, a change of {100.0 * change:+.0f} %.",
        (*(THEME_LOOKUP,) * lookup, *_fetch(form, part), theme.tool, theme.tool, CALCULATE),
        rule=f"A change below {STABLE:.0%} of the earlier area counts as stable.",
    )


def _difference(lake: Imagery, frames: list[Frame], number: int, part: Part, draw: Generator) -> Question | None:
    which = list(INDICES)[int(draw.integers(len(INDICES)))]
    form, pair = _neighbours(frames, number, draw)
    if not _are_clear(lake, pair):
        return None
    earlier, later = (mean_by_library(lake, frame.name, which, part.shares) for frame in pair)
    value, (first, last) = round(later - earlier, 3), pair
    if not abs(value) >= 2.5 * INDEX_TOLERANCE:  # too small, or not a number
        return None
    return ask(
        "multispectral",
        frames[number],
        pair,
        f"index_{form}",
        None,
        NumberAnswer(value=value, unit="1", tolerance=INDEX_TOLERANCE),
        lambda: (
            f"{mean_index(lake, last.name, which, part.shares) - mean_index(lake, first.name, which, part.shares):.4f}"
        ),
        {"index": which, "part": part.name},
        {"index": INDICES[which], "part": part.name, "tolerance": f"{INDEX_TOLERANCE:g}"},
        f"The mean changed by {value:+.2f}.",
        (
            *_fetch(form, part),
            f"compute_{which}_by_multispectral",
            f"compute_{which}_by_multispectral",
            CALCULATE,
        ),
        stratum="rose" if value > 0 else "fell",
    )


def _greenest(lake: Imagery, frames: list[Frame], number: int, part: Part, draw: Generator) -> Question | None:
    """Return a question about the greenest of three passes in a row."""
    three = frames[number - 1 : number + 2]
    places = ("before", "same", "after")
    return _highest("greenest", lake, three, frames[number], "ndvi", places) if _are_clear(lake, three) else None


def _peak(lake: Imagery, frames: list[Frame], number: int, part: Part, draw: Generator) -> Question | None:
    """Return a question about the highest of all passes that are free of clouds."""
    which = list(INDICES)[int(draw.integers(len(INDICES)))]
    covers = [clouded_share(lake, frame.name) for frame in frames]
    if any(0.005 < cover < 0.02 for cover in covers):
        return None
    free = [frame for frame, cover in zip(frames, covers, strict=True) if cover <= 0.005]
    if frames[number] not in free or not 4 <= len(free) <= 11:
        return None
    return _highest("peak", lake, free, frames[number], which, tuple(f"peak {k % 4}" for k in range(len(free))))


def _highest(
    form: str, lake: Imagery, among: list[Frame], shown: Frame, which: IndexName, places: tuple[str, ...]
) -> Question | None:
    """Return a question about the day of the highest mean index; None if the highest is not clear."""
    means = [mean_by_library(lake, frame.name, which, PICTURE.shares) for frame in among]
    order = sorted(range(len(among)), key=lambda k: -means[k])
    if not means[order[0]] - means[order[1]] >= 0.03:
        return None
    best = among[order[0]]

    def second() -> str:
        again = [mean_index(lake, frame.name, which, PICTURE.shares) for frame in among]
        return among[max(range(len(again)), key=again.__getitem__)].day

    compute = f"compute_{which}_by_multispectral"
    return ask(
        "multispectral",
        shown,
        among,
        form,
        None,
        DateAnswer(value=best.day),
        second,
        {"sensor": shown.sensor, "index": which},
        {"index": INDICES[which]},
        f"The mean was highest on {best.day}.",
        ("get_multispectral_list", *(compute,) * len(among)),
        stratum=places[order[0]],
    )


def _neighbours(frames: list[Frame], number: int, draw: Generator) -> tuple[str, list[Frame]]:
    """Return the shown pass with the one before or after it, the earlier first, and which of the two it is."""
    if draw.uniform() < 0.5:
        return "since", frames[number - 1 : number + 1]
    return "until", frames[number : number + 2]


def _are_clear(lake: Imagery, frames: list[Frame]) -> bool:
    return all(cloudy_share(lake, frame.name) <= CLOUDIEST for frame in frames)


def _fetch(form: str, part: Part) -> tuple[str, ...]:
    step = "get_previous_multispectral" if form == "since" else "get_next_multispectral"
    return (step,) if part is PICTURE else (step, "crop_multispectral_image", "crop_multispectral_image")


def read_words(form: str, words: Mapping[str, str]) -> dict[str, JsonValue]:
    """Read theme and index by their names."""
    asked = read_gaps(form, words)
    if "theme" in words:
        asked["theme"] = next(theme.name for theme in THEMES if theme.words == words["theme"])
    if "index" in words:
        asked["index"] = next(name for name, said in INDICES.items() if said == words["index"])
    return asked


# ------------------------------------------------------------ solving


def plan(hands: Hands) -> Plan:
    """Fetch the other pass, or all of them, and measure each alike."""
    if hands.form in ("greenest", "peak"):
        return (yield from _find_highest(hands))
    if "theme" in hands.parameters and bool(hands.parameters.get("lookup")):
        yield hands.call(THEME_LOOKUP, theme=hands.word("theme"))
    since = hands.form.endswith("since")
    seen = yield hands.call("get_previous_multispectral" if since else "get_next_multispectral", image=FIRST)
    images = [image_of(seen), FIRST] if since else [FIRST, image_of(seen)]
    part = part_named(hands.word("part"))
    if part is not PICTURE:
        for number, image in enumerate(images):
            seen = yield hands.call("crop_multispectral_image", image=image, box=[*part.shares])
            images[number] = image_of(seen)
    return (yield from _compare_pictures(hands, images))


def _compare_pictures(hands: Hands, images: list[str]) -> Plan:
    """Compare the later picture with the earlier one, by area or by mean index."""
    values = []
    by_area = "theme" in hands.parameters
    tool = _theme_tool(hands.word("theme")) if by_area else f"compute_{hands.word('index')}_by_multispectral"
    for image in images:
        seen = yield hands.call(tool, image=image)
        values.append(number_of(seen, "area_m2" if by_area else "mean"))
    if not by_area:
        change = yield from calculate(hands, f"{values[1]:.3f} - {values[0]:.3f}")  # as the tool rounds them
        return f"{change:+.3f}"
    change = yield from calculate(hands, f"({values[1]:.0f} - {values[0]:.0f}) / {max(values[0], 1.0):.0f}")
    return word_of_change(change)


def _theme_tool(name: str) -> str:
    return next(theme.tool for theme in THEMES if theme.name == name)


def _find_highest(hands: Hands) -> Plan:
    """Find the day of the highest mean among the pass and its neighbours, or among all passes that are clear."""
    seen = yield hands.call("get_multispectral_list", image=FIRST, sensor=hands.word("sensor"))
    passes = passes_of(seen)
    here = next(number for number, listed in enumerate(passes) if listed.image == FIRST)
    chosen = passes[here - 1 : here + 2] if hands.form == "greenest" else [p for p in passes if p.cloud_percent <= 1.0]
    means = {}
    for listed in chosen:
        seen = yield hands.call(f"compute_{hands.word('index')}_by_multispectral", image=listed.image)
        means[listed.date] = number_of(seen, "mean")
    return max(means, key=means.__getitem__)


def plan_at_hand(hands: Hands) -> Plan:
    """Answer as if nothing had changed."""
    yield hands.call("crop_multispectral_image", image=FIRST, box=[0.0, 0.0, 1.0, 1.0])
    return "stable" if hands.form in ("since", "until") else "0.00"


# ------------------------------------------------------------ judging a trajectory


def add_change(evidence: Evidence, support: Support) -> None:
    """Add how far a cover of one theme spread from one pass to a later one."""
    for first, other in pairs_in_time(evidence, evidence.of("mask")):
        earlier, later = first.number_of("share"), other.number_of("share")
        if first.tool == other.tool and earlier and later is not None:
            support.specs.append(ChoiceAnswer(value=word_of_change((later - earlier) / earlier), among=CHANGES))


def add_index_change(evidence: Evidence, support: Support) -> None:
    """Add how far the mean of an index changed from one pass to a later one."""
    for first, other in pairs_in_time(evidence, evidence.of("index")):
        earlier, later = first.number_of("mean"), other.number_of("mean")
        if first.tool == other.tool and earlier is not None and later is not None:
            support.add_measure(later - earlier, 0.01)


def add_highest(evidence: Evidence, support: Support) -> None:
    """Add the day of the highest mean, for each index that was measured."""
    for tool in sorted({look.tool for look in evidence.of("index")}):
        looks = [look for look in evidence.of("index") if look.tool == tool]
        means = {date: look.number_of("mean") or -1.0 for look, date in dated_looks(evidence, looks)}
        if len(means) > 1:
            support.specs.append(DateAnswer(value=max(means, key=means.__getitem__)))


def conclude(evidence: Evidence) -> str:
    """Say what was measured in each pass, and the highest of several."""
    figures = []
    for look in [look for look in evidence.looks if look.tool in MEASURED]:
        share, mean = look.number_of("share"), look.number_of("mean")
        if share is not None:
            figures.append((share, f"{100 * share:.2f} %{day_of(evidence, look)}"))
        elif mean is not None:
            figures.append((mean, f"{mean:.3f}{day_of(evidence, look)}"))
    if len(figures) < COMPARED:
        return ""
    texts = TYPE.texts.conclusions
    compared = texts["compared"].format(figures="; ".join(figure for _, figure in figures))
    if len(figures) == COMPARED:
        return compared
    highest = texts["highest"].format(figure=max(figures)[1])
    return " ".join(text for text in (_passed_over(evidence), compared, highest) if text)


def _passed_over(evidence: Evidence) -> str:
    """Say which listed passes were not measured, if the task speaks of clouds."""
    measured = {evidence.capture(look.cited[0]) for look in evidence.looks if look.tool in MEASURED and look.cited}
    others = [picture for handle, picture in evidence.pictures.items() if evidence.capture(handle) not in measured]
    dates = sorted({picture.date for picture in others if picture.date and picture.cloud_percent})
    if not dates or "cloud" not in evidence.task:
        return ""
    return TYPE.texts.conclusions["passed_over"].format(days=", ".join(dates))


TYPE = Kind(
    name="multispectral_temporal_analysis",
    task="temporal",
    classes=(*CHANGES, "rose", "fell", "before", "same", "after", *(f"peak {k}" for k in range(4))),
    draw=draw_question,
    read_gaps=read_words,
    plan=plan,
    plan_at_hand=plan_at_hand,
    supports=(add_change, add_index_change, add_highest, add_reckoned),
    needs=("mask", "index"),
    captures="several",
    conclude=conclude,
)

"""Items from a seed: a question about one site of the lake, its pictures, and its truth computed two ways."""

from __future__ import annotations

from collections.abc import Mapping

from pydantic import JsonValue

from mesocosm.seeding import generator
from mesocosm.suite import item_id
from mesocosm.suite.facts import Facts
from mesocosm.suite.splits import Split, split_of
from mesocosm.suites.eo import suite
from mesocosm.suites.eo.lake.frame import Sensor
from mesocosm.suites.eo.lake.imagery import Imagery
from mesocosm.suites.eo.lake.lake import lake
from mesocosm.suites.eo.lake.sites import site_of
from mesocosm.suites.eo.picture_view import Sight, edges_of, whole
from mesocosm.suites.eo.questions.question import Question
from mesocosm.suites.eo.questions.selection import Drawn, draw_question
from mesocosm.suites.eo.questions.wording import word_question
from mesocosm.suites.eo.records import (
    AnswerSpec,
    CountAnswer,
    Data,
    ListAnswer,
    NumberAnswer,
    Truth,
)
from mesocosm.types import Item, Reference, ToolCall

SHOWN: dict[Sensor, str] = {
    "rgb": "optical",
    "sar": "radar",
    "sentinel-2": "Sentinel-2",
    "landsat": "Landsat",
}

MANY_CALLS = 4
"""Items that need as many calls or more stand together in tables (EO-Gym, Table 25)."""


def make(seed: int, index: int) -> tuple[Item[Data], Reference[Truth]]:
    """Make item number `index` of a seed, of the seed's split; two splits share no site, no picture and no region."""
    return case_of(lake(), draw_question(lake(), *split_of(seed), index), seed, index)


def case_of(imagery: Imagery, drawn: Drawn, seed: int, index: int) -> tuple[Item[Data], Reference[Truth]]:
    """Turn a drawn question into a case, in words and with its truth."""
    question = drawn.question
    split, own_seed = split_of(seed)
    name = item_id("eo", seed, index)
    words = word_question(drawn.kind.name, question, generator("eo", split, own_seed, index, "words"))
    item = Item[Data](
        id=name,
        suite="eo",
        prompt=suite.prompt("task").format(question=words, pictures=pictures(imagery, question)),
        seed=seed,
        data=Data(
            task=drawn.kind.task,
            question_type=drawn.kind.name,
            source=question.source,
            frames=question.frames,
            window=question.window,
        ),
        tags=(drawn.kind.task, drawn.kind.name, question.source),
    )
    return item, _reference(name, split, drawn)


def pictures(imagery: Imagery, question: Question) -> str:
    """Return the pictures that come with a question, by their handles."""
    frames = [imagery.frame(name) for name in question.frames]
    edges = [edges_of(frame, question.window) if question.window else whole(frame) for frame in frames]
    sights = [Sight(f"img-{number}", *pair, "task") for number, pair in enumerate(zip(frames, edges, strict=True), 1)]
    return ", ".join(_show(sight) for sight in sights)


def _show(sight: Sight) -> str:
    when = {"before": " from before the event", "after": " from after the event"}.get(sight.frame.event, "")
    kind = SHOWN[sight.frame.sensor]
    return f"{sight.id} ({kind}{when}, {sight.measure})"


def _reference(name: str, split: Split, drawn: Drawn) -> Reference[Truth]:
    question = drawn.question
    answer = question.answer
    hidden = Truth(
        site=drawn.site.key,
        split=split,
        answer=answer,
        sentence=question.sentence,
        threshold=question.threshold,
        evidence=question.evidence,
        required_calls=len(question.plan),
        second=drawn.second,
        form=question.form,
        asked=dict(question.asked),
        answer_class=question.answer_class,
    )
    return Reference[Truth](
        item=name,
        answer=value_of(answer),
        tolerances={"answer": answer.tolerance} if isinstance(answer, NumberAnswer) else {},
        canonical=tuple(ToolCall(tool=tool) for tool in question.plan),
        hidden=hidden,
    )


def value_of(answer: AnswerSpec) -> JsonValue:
    """Return an answer's plain value."""
    if isinstance(answer, ListAnswer):
        return list(answer.value)
    return int(answer.value) if isinstance(answer, CountAnswer) else answer.value


def facts(item: Item[Data], reference: Reference[Truth], options: Mapping[str, str]) -> Facts:
    """Return the item's facts: the site is the cluster, the task the category, its region the place."""
    calls = reference.hidden.required_calls
    strata = {
        "question type": item.data.question_type.replace("_", " "),
        "required calls": str(calls) if calls < MANY_CALLS else f"{MANY_CALLS} or more",
        "source": item.data.source,
    }
    site = site_of(reference.hidden.site)
    return Facts(cluster=site.key, category=item.data.task, kind="reasoning", place=site.region, strata=strata)

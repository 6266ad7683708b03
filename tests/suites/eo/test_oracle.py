"""Every plan, carried out with the real tools on a small lake: full marks under both sets of tool names."""

from __future__ import annotations

import functools

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.suites.eo.questions.test_kinds import LAKE, drawn
from tests.suites.eo.questions.toy_lake import SITE

from mesocosm.episode.agent import Case, ScriptAgent, withhold
from mesocosm.episode.loop import run_episode
from mesocosm.episode.setting import Setting
from mesocosm.episode.world import World
from mesocosm.suites.eo import suite
from mesocosm.suites.eo.agents import perception, prior
from mesocosm.suites.eo.answer_form import check_answer
from mesocosm.suites.eo.axes import SKILLS, SUBMIT, shown_name
from mesocosm.suites.eo.detectors.detector import Detection
from mesocosm.suites.eo.items import case_of
from mesocosm.suites.eo.lake.frame import Pixels
from mesocosm.suites.eo.lake.sites import sites
from mesocosm.suites.eo.oracle import oracle
from mesocosm.suites.eo.questions.catalogue import kind_named, kinds
from mesocosm.suites.eo.questions.question import plain
from mesocosm.suites.eo.questions.selection import Drawn
from mesocosm.suites.eo.records import Data, QuestionType, Truth
from mesocosm.suites.eo.tool_renaming import published_name
from mesocosm.suites.eo.workspace_images import Holdings, Response
from mesocosm.tools.view import ToolView, short
from mesocosm.trace.schema import Trace
from mesocosm.trace.writer import TraceWriter
from mesocosm.types import Budget, Item, Reference
from mesocosm.workspace.submission import SubmissionDesk

NAMES = [kind.name for kind in kinds()]


@functools.cache
def cases(name: QuestionType) -> list[tuple[Item[Data], Reference[Truth]]]:
    kind, site = kind_named(name), sites("test")[0]
    return [
        case_of(LAKE, Drawn(kind, site, question, plain(question.answer)), 7, number)
        for number, question in enumerate(drawn(kind, 2))
    ]


class Blind:
    """A detector that finds nothing anywhere."""

    name = "blind"

    def detect(self, pixels: Pixels, labels: frozenset[str]) -> tuple[Detection, ...]:
        return ()

    def segment(self, pixels: Pixels, labels: frozenset[str]) -> NDArray[np.bool_]:
        return np.zeros(pixels.shape[:2], np.bool_)


def play(
    item: Item[Data], reference: Reference[Truth], agent: str, rename: bool = False, response: Response = "verified"
) -> Trace:
    holdings = Holdings(LAKE, SITE, response, Blind() if response == "unverified" else None)
    holdings.begin(item.data.frames, item.data.window)
    tools = ToolView.of((*SKILLS[item.data.source], SUBMIT), shown_name if rename else short)
    setting = Setting(
        tools=tools,
        desk=SubmissionDesk(functools.partial(check_answer, reference.hidden.answer, item.prompt)),
        budget=Budget(steps=16),
        provided=(holdings,),
        prompt=item.prompt,
    )
    world = World(item, setting, writer=TraceWriter(None))
    knows = reference if agent == "oracle" else withhold(item.id)
    script = {"oracle": oracle, "perception": perception, "prior": prior}[agent]
    return run_episode(world, ScriptAgent(script(Case(item, knows, tools, options={"response": response}))))


@pytest.mark.parametrize("name", NAMES)
def test_the_plan_earns_full_marks_with_the_canonical_calls(name: QuestionType) -> None:
    for item, reference in cases(name):
        trace = play(item, reference, "oracle")
        assert suite.score(item, reference, trace).value == 1.0
        assert [call.tool for call, _ in trace.calls()][:-1] == [call.tool for call in reference.canonical]


@pytest.mark.parametrize("name", NAMES)
def test_renaming_changes_nothing(name: QuestionType) -> None:
    item, reference = cases(name)[0]
    trace = play(item, reference, "oracle", rename=True)
    assert suite.score(item, reference, trace).value == 1.0
    assert [published_name(call.tool) for call, _ in trace.calls()][:-1] == [call.tool for call in reference.canonical]


@pytest.mark.parametrize("name", NAMES)
def test_a_detector_that_sees_nothing_leaves_an_answer_to_be_judged(name: QuestionType) -> None:
    for item, reference in cases(name):
        trace = play(item, reference, "oracle", response="unverified")
        assert trace.answer.accepted
        if name == "damage_severity":
            assert trace.answer.value == "not known"


@pytest.mark.parametrize("name", [name for name in NAMES if kind_named(name).plan_at_hand is None])
def test_looking_is_enough_where_nothing_must_be_fetched(name: QuestionType) -> None:
    item, reference = cases(name)[0]
    assert suite.score(item, reference, play(item, reference, "perception")).value == 1.0


@pytest.mark.parametrize("name", ["temporal_counting", "moving_reasoning"])
def test_looking_is_not_enough_where_something_must_be_fetched(name: QuestionType) -> None:
    for item, reference in cases(name):
        assert suite.score(item, reference, play(item, reference, "perception")).value == 0.0


def test_no_prompt_and_no_public_record_tells_site_or_date() -> None:
    for name in NAMES:
        for item, reference in cases(name):
            shown = item.model_dump_json()
            assert reference.hidden.site not in shown
            assert not any(f"{frame.time:%Y-%m-%d}" in shown for frame in LAKE.frames(SITE))

"""Habits and temptations over a planner's script, and the command's refusals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from mesocosm.cli.main import mesocosm_command
from mesocosm.episode.agent import Script, ScriptAgent, call
from mesocosm.errors import UserError
from mesocosm.execution.executor import HERE
from mesocosm.suites.eo.commands.synthesise import make
from mesocosm.suites.eo.questions.parts import PARTS, WHOLE, Part
from mesocosm.suites.eo.records import ChoiceAnswer, CountAnswer, DateAnswer, LabelAnswer, NumberAnswer, YesNoAnswer
from mesocosm.suites.eo.synthesis import workshop
from mesocosm.suites.eo.synthesis.habits import NEARLY, Temper, across, straying
from mesocosm.suites.eo.synthesis.temptations import giving_in, guess_at
from mesocosm.suites.eo.taxonomy import meant_by
from mesocosm.synthesis.folder import Plan
from mesocosm.types import Observation, ToolCall

DETECT = "get_object_bbox_by_optical_image"
TASK = "How many cars are there in the southern half? Pictures in your hands: img-1, img-3."
TOOLS = frozenset({DETECT, "crop_optical_or_sar_image", "analyze_optical_scene", "get_next_optical_image",
                   "get_previous_optical_image", "get_optical_image_list", "submit"})  # fmt: skip


def plan() -> Script:
    yield call("get_next_optical_image", image="img-1")
    yield call(DETECT, image="img-2", target="car")
    yield call("submit", answer="3")


def played(script: Script) -> list[ToolCall]:
    agent, calls = ScriptAgent(script), []
    seen = Observation(text="")
    while isinstance(action := agent.act(seen), ToolCall):
        calls.append(action)
        seen = Observation(text="seen", data={"image": f"crop-{len(calls)}", "boxes": []})
    return calls


def draws(*numbers: float) -> Iterator[float]:
    yield from numbers
    while True:
        yield 0.999


def strayed(*numbers: float, room: int = 9, task: str = TASK) -> list[ToolCall]:
    drawn = draws(*numbers)
    return played(straying(plan(), task, TOOLS, room, Temper(explores=0.3, slips=0.3), lambda: next(drawn)))


STRAIGHT = ["get_next_optical_image", DETECT, "submit"]


def test_a_careful_actor_keeps_to_the_plan() -> None:
    assert [action.tool for action in strayed()] == STRAIGHT


def test_a_slip_comes_before_the_right_call() -> None:
    # The first draw is below the chance of slips, the second picks a handle, the third the first slip that fits.
    calls = strayed(0.1, 0.0, 0.0)
    assert [action.tool for action in calls] == ["get_next_optical_image", *STRAIGHT]
    assert calls[0].arguments == {"image": "img-4"}  # one beyond those of the task
    assert calls[1].arguments == {"image": "img-1"}


def test_a_step_the_wrong_way_is_taken_back() -> None:
    calls = strayed(0.1, 0.0, 0.5)
    assert [action.tool for action in calls] == ["get_previous_optical_image", *STRAIGHT]


def test_the_other_side_is_cut_out_by_mistake() -> None:
    # 0.999 passes the first call over; at the second no handle (0.999), and the last of the slips is picked.
    calls = strayed(0.999, 0.1, 0.999, 0.9)
    assert [action.tool for action in calls] == [
        "get_next_optical_image", "crop_optical_or_sar_image", DETECT, "submit",
    ]  # fmt: skip
    assert calls[1].arguments == {"image": "img-2", "box": [0.0, 0.0, 1.0, 0.5]}  # the task is about the southern half


def test_a_word_that_has_worked_is_not_changed() -> None:
    def searching() -> Script:
        yield call(DETECT, image="img-1", target="car")
        yield call(DETECT, image="img-3", target="car")

    def targets(*numbers: float) -> list[str]:
        drawn = draws(*numbers)
        script = straying(searching(), "How many cars?", TOOLS, 9, Temper(0.3, 0.3), lambda: next(drawn))
        return [str(action.arguments["target"]) for action in played(script) if isinstance(action.arguments, dict)]

    # No handle (0.999), and of the slips the word is the only one left.
    assert targets(0.1, 0.999) == ["hatchback", "car", "car"]
    assert targets(0.999, 0.1, 0.999) == ["car", "car"]


@pytest.mark.parametrize("part", [part for part in PARTS if part is not WHOLE])
def test_every_part_lies_across_from_another(part: Part) -> None:
    assert across(part) != part
    assert across(across(part)) == part


def test_words_that_are_nearly_right_are_no_kinds() -> None:
    assert not any(meant_by(word) for word in NEARLY.values())
    assert all(meant_by(kind) for kind in NEARLY)


def test_exploring_looks_at_the_scene_first() -> None:
    assert [action.tool for action in strayed(0.4, 0.0)] == ["analyze_optical_scene", *STRAIGHT]


def test_a_part_is_looked_at_only_where_the_task_is_about_one() -> None:
    calls = strayed(0.999, 0.4)
    assert calls[1].tool == "crop_optical_or_sar_image"
    assert calls[1].arguments == {"image": "img-2", "box": [0.0, 0.5, 1.0, 1.0]}
    assert [action.tool for action in strayed(0.999, 0.4, task="How many cars are there?")] == STRAIGHT


def test_without_room_nothing_is_added() -> None:
    assert [action.tool for action in strayed(0.1, 0.0, room=0)] == STRAIGHT


def test_haste_answers_before_the_evidence_is_in() -> None:
    calls = played(giving_in(plan(), "hasty", 2, "7", lambda below: 0))
    assert [(action.tool) for action in calls] == ["get_next_optical_image", "submit"]
    assert calls[-1].arguments == {"answer": "7"}


def test_a_guess_comes_after_all_evidence() -> None:
    calls = played(giving_in(plan(), "guess", 2, "7", lambda below: 0))
    assert [action.tool for action in calls] == STRAIGHT
    assert calls[-1].arguments == {"answer": "7"}


def test_comparing_with_itself() -> None:
    def relating() -> Script:
        yield call("get_mask_geospatial_relationship", first="mask-1", second="mask-2")

    calls = played(giving_in(relating(), "itself", 1, "", lambda below: 0))
    assert calls[0].arguments == {"first": "mask-1", "second": "mask-1"}


@pytest.mark.parametrize(
    ("answer", "guess"),
    [
        (ChoiceAnswer(value="more", among={"more": (), "fewer": ()}), "fewer"),
        (YesNoAnswer(value=True), "no"),
        (CountAnswer(value=3, noun="cars"), "2"),
        (NumberAnswer(value=3.0, unit="m", tolerance=1.0), "3.1"),
        (DateAnswer(value="2031-01-01"), "2032-02-11"),
        (LabelAnswer(value="ship"), "truck"),
    ],
)
def test_guesses_are_of_the_kind_asked_for(answer: CountAnswer, guess: str) -> None:
    assert guess_at(answer, lambda below: 1) == guess


def test_a_split_must_be_known() -> None:
    with pytest.raises(UserError, match=r"split must be one of train, validation, test, got 'dev'"):
        workshop("dev", 1)


def test_the_command_refuses_foreign_folders(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    said = CliRunner().invoke(mesocosm_command, ["eo", "synthesise", "-o", str(tmp_path), "--limit", "3"])
    assert said.exit_code != 0
    assert "must be new, empty or begun by this command" in said.output + str(said.exception)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize(
    ("actor", "message"),
    [
        ("orcale", r"no agent is called 'orcale'; did you mean oracle"),
        ("nowhere/model", r"no provider is called 'nowhere'"),
        ("openai/gpt-5", r"^openai/gpt-5 cannot be asked: .*OPENAI_API_KEY"),
    ],
)
def test_an_actor_that_cannot_act_is_refused_before_a_folder_is_begun(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, actor: str, message: str
) -> None:
    for name in ("OPENAI_API_KEY", "AZUREAI_OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    words = ["eo", "synthesise", "-o", str(tmp_path / "folder"), "--limit", "1", "--actor", actor]
    said = CliRunner().invoke(mesocosm_command, words)
    assert isinstance(said.exception, UserError)
    assert re.search(message, str(said.exception))
    assert "[bold]" not in str(said.exception)
    assert not (tmp_path / "folder").exists()


def test_the_command_wants_at_least_one_candidate(tmp_path: Path) -> None:
    said = CliRunner().invoke(mesocosm_command, ["eo", "synthesise", "-o", str(tmp_path), "--limit", "0"])
    assert said.exit_code == 2
    assert "0 is not in the range x>=1" in said.output


def test_making_tells_progress_where_no_terminal_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    make(Plan(suite="toy", split="train", seed=1, candidates=60), tmp_path, HERE)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "candidates: 0 of 60"
    assert lines[-1].startswith("candidates: 60 of 60, finished after ")


def test_a_model_acts_with_its_own_words_and_hears_what_a_review_found() -> None:
    """The toy world is enough for this test; the model is Inspect's scripted one."""
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    import mesocosm
    from mesocosm.episode.loop import run_episode
    from mesocosm.suites.eo.synthesis.model_actor import ModelActor
    from mesocosm.synthesis.trajectory import steps_of

    asked: list[str] = []
    replies = [
        ModelOutput.for_tool_call("mockllm/model", "read_meter", {"x_m": 0, "y_m": 0}, content="I read the meter."),
        ModelOutput.for_tool_call("mockllm/model", "submit", {"answer": {"depth_m": 100, "excess_mass_kg": 1e9}}),
    ]

    def reply(messages: list[object], *_: object) -> ModelOutput:
        asked.append(str(messages[-1].text))
        return replies[len(asked) - 1].model_copy(update={"usage": ModelUsage()})  # or it counts tokens by a web file

    toy = mesocosm.load_suite("toy")
    item, reference = toy.case(1, 0)
    with toy.world(item, reference) as world:
        actor = ModelActor(get_model("mockllm/model", custom_outputs=reply), world, ("Look again.", "Look again."))
        trace = run_episode(world, actor)
    assert [(step.tool, step.thought) for step in steps_of(trace)] == [("read_meter", "I read the meter.")]
    assert trace.answer.accepted
    assert asked[0].count("Look again.") == 1
    assert "microgal" in asked[1]


@pytest.mark.exhaustive
def test_candidates_of_the_lake_are_kept_and_the_same_twice() -> None:
    """Build what it needs of the lake: minutes if nothing is built."""
    from mesocosm.synthesis.pipeline import work

    worked = [work(workshop("train", 3194), number) for number in range(18)]
    again = [work(workshop("train", 3194), number) for number in range(18)]
    assert [candidate.fingerprint() for candidate, _ in worked] == [candidate.fingerprint() for candidate, _ in again]
    assert [sorted(pictures) for _, pictures in worked] == [sorted(pictures) for _, pictures in again]
    assert all(candidate.outcome == "kept" for candidate, _ in worked)
    assert len({candidate.trajectory.category for candidate, _ in worked}) == 18

"""An answer whose value does not fit its tool is a failed try at the desk, through every interface."""

from __future__ import annotations

from mesocosm.episode.setting import Setting
from mesocosm.episode.world import World
from mesocosm.questions.letters import check_letter
from mesocosm.tools.choice import submit
from mesocosm.tools.tool import make
from mesocosm.tools.view import ToolView
from mesocosm.types import Fault, Item
from mesocosm.workspace.submission import SubmissionDesk


def lettered() -> World:
    tools = ToolView([make("choice.submit", submit)])
    return World(
        Item(id="x-s0-0000", suite="x", prompt="", seed=0), Setting(tools=tools, desk=SubmissionDesk(check_letter))
    )


def test_a_letter_that_was_not_offered_is_refused_and_counted_as_a_try() -> None:
    with lettered() as world:
        seen = world.call("submit", {"answer": "E"})
        assert seen.text == (
            "answer refused: choice.submit: `answer` must be 'A', 'B', 'C' or 'D', got \"E\" (2 tries left)"
        )
        assert (seen.error is not None and seen.error.kind, seen.done) == ("arguments", False)
        assert world.desk.answer.status == "rejected"


def test_a_letter_that_is_mended_is_a_repaired_answer() -> None:
    with lettered() as world:
        world.call("submit", {"answer": 2})
        world.call("submit", {"answer": "B"})
        answer = world.finish().answer
    assert (answer.value, answer.status, answer.attempts) == ("B", "repaired", 2)


def test_the_last_try_ends_the_episode_with_a_rejected_answer() -> None:
    with lettered() as world:
        seen = [world.call("submit", {"answer": letter}) for letter in ("E", ["A"], True)][-1]
        answer = world.finish().answer
    assert seen.done
    assert seen.text.startswith("answer refused for the last time: ")
    assert (answer.value, answer.status, answer.attempts) == (True, "rejected", 3)


def test_a_misspelt_argument_hands_nothing_in() -> None:
    with lettered() as world:
        seen = world.call("submit", {"anwser": "A"})
        assert "did you mean answer?" in seen.text
        assert world.desk.answer.status == "missing"


def test_a_letter_that_the_harness_refused_is_a_failed_try_too() -> None:
    with lettered() as world:
        fault = Fault(kind="harness.parsing", message="'E' is not one of ['A', 'B', 'C', 'D']")
        world.refuse("submit", {"answer": "E"}, fault)
        assert (world.desk.answer.value, world.desk.answer.status) == ("E", "rejected")


def test_another_call_that_the_harness_refused_is_no_try() -> None:
    with lettered() as world:
        world.refuse("submit", {"answer": "E"}, Fault(kind="turn", message="at most 1 call in one turn"))
        assert world.desk.answer.status == "missing"

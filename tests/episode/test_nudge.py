"""The nudge names the tool to hand in with, and what it takes, in any world."""

from mesocosm.episode.nudge import hand_in_tools, nudge
from mesocosm.tools.view import ToolView
from mesocosm.workspace.submission import SubmissionDesk

DESK = SubmissionDesk(lambda value: value)


def test_it_names_the_tool_and_the_letters():
    told = nudge(ToolView.of(["choice.submit"]), DESK)
    assert 'call the tool submit with {"answer": <"A" or "B" or "C" or "D">} (The letter).' in told
    assert "another tool" not in told


def test_it_names_the_other_tools_beside():
    told = nudge(ToolView.of(["calculator.*", "answers.submit_answers"]), DESK)
    assert 'submit_answers with {"answers": <object>}' in told
    assert told.endswith("call another tool: calculate.")


def test_it_names_the_file_where_a_file_hands_in():
    desk = SubmissionDesk(lambda value: value, file="answer.txt")
    told = nudge(ToolView.of(["files.*"]), desk)
    assert 'write_file with {"path": "answer.txt", "content": <your answer>}' in told


def test_tools_that_hand_in_are_those_with_a_desk():
    assert hand_in_tools(ToolView.of(["files.*", "choice.submit"])) == ("submit",)

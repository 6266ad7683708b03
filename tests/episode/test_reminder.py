"""The write_reminder names the tool to hand in with, and what it takes, in any world."""

import pytest

from mesocosm.episode.reminder import hand_in_tools, write_reminder
from mesocosm.tools.view import ToolView
from mesocosm.workspace.submission import SubmissionDesk

DESK = SubmissionDesk(lambda value: value)


def test_it_names_the_tool_and_the_letters():
    reminder = write_reminder(ToolView.of(["choice.submit"]), DESK)
    assert 'call the tool submit with {"answer": <"A" or "B" or "C" or "D">} (The letter).' in reminder
    assert "another tool" not in reminder


def test_it_names_the_other_tools_beside():
    reminder = write_reminder(ToolView.of(["calculator.*", "answers.submit_answers"]), DESK)
    assert 'submit_answers with {"answers": <object>}' in reminder
    assert reminder.endswith("call another tool: calculate.")


def test_it_names_the_file_where_a_file_hands_in():
    desk = SubmissionDesk(lambda value: value, file="answer.txt")
    reminder = write_reminder(ToolView.of(["files.*"]), desk)
    assert 'write_file with {"path": "answer.txt", "content": <your answer>}' in reminder


def test_tools_that_hand_in_are_those_with_a_desk():
    assert hand_in_tools(ToolView.of(["files.*", "choice.submit"])) == ("submit",)


SUBMIT = ToolView.of(["calculator.*", "choice.submit"])
WORDS = "an answer in words does not count"


def test_plain_words_are_answered_that_they_do_not_count():
    assert write_reminder(SUBMIT, DESK, words="I think it is C.").startswith(f"Nothing is handed in yet: {WORDS}.")


@pytest.mark.parametrize(
    ("words", "tool"),
    [
        ('```json\n{"name": "submit", "arguments": {"answer": "D"}}\n```', "submit"),
        ('submit(answer="D")', "submit"),
        ('To hand in your answer, call the tool submit with {"answer": "C"}.', "submit"),
        ('{"name": "calculate", "arguments": {"expression": "1 + 1"}}', "calculate"),
    ],
)
def test_a_call_as_text_is_answered_with_how_to_make_it_count(words, tool):
    reminder = write_reminder(SUBMIT, DESK, words=words)
    assert reminder.startswith(
        f"Your call of {tool} was read as text, so that it did not run. To make it count, make it as"
    )
    assert WORDS not in reminder


def test_emulated_calls_are_shown_as_they_are_written():
    call = '<tool_call>{"name": "submit", "arguments": {"answer": <"A" or "B" or "C" or "D">}}</tool_call>'
    reminder = write_reminder(SUBMIT, DESK, words="I think it is C.", emulated=True)
    assert f"To hand in your answer, end your reply with {call} (The letter)." in reminder
    assert WORDS not in reminder
    again = write_reminder(SUBMIT, DESK, words='{"name": "submit", "arguments": {"answer": "D"}}', emulated=True)
    assert "write it between <tool_call> and </tool_call>, at the end of your reply" in again
    assert call in again


def test_an_object_that_is_no_call_is_words():
    assert WORDS in write_reminder(SUBMIT, DESK, words='I submit that {"wind": 3} holds.')

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.errors import ToolError
from mesocosm.scoring.one_reply import last_object, one_reply
from mesocosm.tools.written_call import objects_in


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('Draft {"a": "1"}. Final: {"a": "2", "b": {"c": 3}} as asked.', {"a": "2", "b": {"c": 3}}),
        ('```json\n{"a": "12 m/s"}\n```', {"a": "12 m/s"}),
        ("no object, only {braces}", None),
        ("", None),
    ],
)
def test_the_last_whole_object_is_the_answer(text, found):
    assert last_object(text) == found


def test_objects_inside_others_are_left_out_unless_asked_for():
    text = '{"a": {"b": 1}} {"c": 2}'
    assert objects_in(text) == [{"a": {"b": 1}}, {"c": 2}]
    assert objects_in(text, nested=True) == [{"a": {"b": 1}}, {"b": 1}, {"c": 2}]


def test_a_refused_reply_closes_the_desk():
    def refuse(answer):
        raise ToolError("not that")

    desk = one_reply(refuse, lettered=True)
    with pytest.raises(ToolError, match="answer refused for the last time"):
        desk.submit(desk.reader("The answer is B."))
    assert desk.answer.status == "rejected"
    assert desk.closed


def test_a_reply_is_read_against_the_printed_options():
    desk = one_reply(lambda answer: answer, lettered=True, printed={"A": "1.5", "B": "2.5", "C": "3.5", "D": "4.5"})
    assert desk.reader("B) 2.5 m\n\nSome words follow.") == "B"
    assert desk.reader("A) 2.5 m") is None


@given(st.text(alphabet='{}[]":,ab1 '))
def test_any_text_is_read(text):
    assert isinstance(objects_in(text), list)

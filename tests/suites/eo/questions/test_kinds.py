"""Every question type, drawn on a small lake: both ways give the same truth, and the words do not reveal it."""

from __future__ import annotations

import functools
import re

import pytest
from tests.suites.eo.questions.toy_lake import SITE, ToyLake

from mesocosm.seeding import generator
from mesocosm.suites.eo.questions.catalogue import drawn_kinds, kind_named, kinds
from mesocosm.suites.eo.questions.kind import Kind
from mesocosm.suites.eo.questions.places import PLACES, view_of
from mesocosm.suites.eo.questions.question import Question, agrees, plain
from mesocosm.suites.eo.questions.question_parser import read_question
from mesocosm.suites.eo.questions.texts import read_texts
from mesocosm.suites.eo.questions.wording import word_question
from mesocosm.suites.eo.records import CountAnswer, DateAnswer, NumberAnswer, QuestionType

LAKE = ToyLake()
NAMES = [kind.name for kind in kinds()]


@functools.cache
def drawn(kind: Kind, count: int = 3, tries: int = 120, path: str = "draw") -> list[Question]:
    draw = generator("test", kind.name, path)
    questions = (kind.draw(LAKE, SITE, draw) for _ in range(tries))
    clear = []
    for question in questions:
        if question is not None and agrees(question.answer, question.second() or "nan"):
            clear.append(question)
        if len(clear) == count:
            break
    return clear


def test_there_are_eighteen_types_in_six_tasks() -> None:
    assert len(drawn_kinds()) == len(set(drawn_kinds())) == 18
    assert {kind.task for kind in drawn_kinds()} == {
        "disaster",
        "temporal",
        "navigation",
        "visual",
        "counting",
        "geospatial",
    }


@pytest.mark.parametrize("name", NAMES)
def test_truth_and_second_way_agree(name: QuestionType) -> None:
    kind = kind_named(name)
    questions = drawn(kind)
    assert questions, "no clear question in 120 draws"
    for question in questions:
        assert 1 <= len(question.plan) <= 12
        assert set(question.frames) <= {frame.name for frame in LAKE.frames(SITE)}
        assert question.form in read_texts(name).forms


@pytest.mark.parametrize("name", NAMES)
def test_one_seed_asks_one_question(name: QuestionType) -> None:
    kind = kind_named(name)
    first, again = (drawn.__wrapped__(kind, 1) for _ in range(2))
    assert [(q.form, q.answer, q.asked, q.window) for q in first] == [
        (q.form, q.answer, q.asked, q.window) for q in again
    ]


@pytest.mark.parametrize("name", NAMES)
def test_words_do_not_tell_the_answer(name: QuestionType) -> None:
    for question in drawn(kind_named(name)):
        text = word_question(name, question, generator("test", "words", name))
        assert not re.search(r"[{}]", text)
        answer = question.answer
        if isinstance(answer, CountAnswer | NumberAnswer | DateAnswer):
            numbers = set(re.findall(r"-?\d+(?:\.\d+)?(?:-\d\d-\d\d)?", text))
            assert plain(answer) not in numbers - set(question.words.values())
        assert question.sentence not in text


@pytest.mark.parametrize("name", NAMES)
def test_a_question_can_be_read_back(name: QuestionType) -> None:
    """The gaps of every wording hold what the question asks."""
    for number, question in enumerate(drawn(kind_named(name))):
        read = read_question(name, word_question(name, question, generator("test", "read", name, number)))
        assert read is not None
        form, asked = read
        assert form == question.form
        for gap in ("target", "pointer", "state", "part", "theme", "index", "below", "above"):
            if gap in asked and gap in question.asked:
                assert asked[gap] == question.asked[gap]


@pytest.mark.parametrize("name", NAMES)
def test_every_type_has_eight_wordings_and_more(name: QuestionType) -> None:
    texts = read_texts(name)
    assert len(set(texts.situations)) >= 8
    for form in texts.forms.values():
        assert len(set(form.asks)) >= 4
    assert sum(len(form.asks) for form in texts.forms.values()) >= 8


def test_no_place_is_offered_that_the_picture_shows_as_well() -> None:
    """Houses beside ships: `harbour` would be right too."""
    by_the_water = 0
    for question in drawn(kind_named("scene_understanding"), 30, path="offered"):
        view = view_of(LAKE, LAKE.frame(question.frames[0]), question.window)
        offered = [str(name) for name in question.asked["among"] if name != "residential area"]
        assert offered
        assert not any(PLACES[name].shows(view) for name in offered)
        by_the_water += PLACES["harbour"].shows(view)
    assert by_the_water

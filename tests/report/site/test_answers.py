"""The answer beside the truth: as the suite shows it, or else as the log stores both."""

import math

import pytest

from mesocosm.report.logged_episodes import StoredEpisode
from mesocosm.report.results import SampleRow
from mesocosm.report.site.answers import blocks_of
from mesocosm.report.site.item_blocks import item_blocks
from mesocosm.report.site.summary import end, sentence
from mesocosm.report.site.writer import Shelf
from mesocosm.report.trace_runs import Played
from mesocosm.suite.blocks import AnswerBlock, AnswerField, MapBlock, MapLayer, PictureBlock, TableBlock
from mesocosm.suite.facts import Facts
from mesocosm.trace.schema import Answered, Trace
from mesocosm.types import Answer

SQUARE = {"type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]]}
JUDGED = AnswerBlock(
    fields=(
        AnswerField(name="depth", answer="3", truth="4", verdict="wrong", tolerance="± 0.1", second="4.01", note="off"),
        AnswerField(name="mass", answer="2", truth="2", verdict="right"),
    )
)


def layer(name, *, is_answer):
    return MapLayer(name=name, colour="#b2182b", shapes={"features": []}, is_answer=is_answer)


def episode(answer=None, truth=None, view=(), score=0.5, status="valid", **fields):
    about = {"item": "toy-s0-0000", "epoch": 1, "score": score, "success": float(score >= 1), "steps": 3}
    about |= {"rejected_calls": 0, "tokens": 0, "answer": status, "end": "submitted"}
    row = SampleRow(**about | fields)
    trace = Trace(events=(Answered(answer=Answer(value=answer, status="valid")),))
    played = Played(item=row.item, epoch=1, trace=trace, score=row.score, success=row.success, tokens=0)
    return StoredEpisode(row, Facts(), tuple(view), "", trace, played, truth=truth)


def fields(*arguments, **options):
    [block] = [block for block in blocks_of(episode(*arguments, **options)) if isinstance(block, AnswerBlock)]
    return [(field.name, field.answer, field.truth, field.verdict) for field in block.fields]


def test_a_log_without_a_view_shows_answer_and_truth_field_by_field():
    assert fields({"a": 1, "b": "x"}, {"a": 1, "b": "y"}) == [("a", "1", "1", "right"), ("b", "x", "y", "")]


def test_a_field_that_was_left_out_is_wrong():
    assert fields({"a": 1}, {"a": 1, "b": 2}) == [("a", "1", "1", "right"), ("b", "none", "2", "wrong")]


@pytest.mark.parametrize(("score", "verdict"), [(1.0, "right"), (0.0, "wrong"), (0.5, "")])
def test_a_single_answer_is_judged_by_the_score(score, verdict):
    assert fields("12 ships", 12, score=score) == [("answer", "12 ships", "12", verdict)]


def test_a_sealed_log_tells_no_truth():
    assert fields({"a": 1}, None) == [("a", "1", "", "")]
    assert item_blocks(blocks_of(episode({"a": 1}, None)), None) == []


def test_geojson_is_drawn_and_not_printed():
    answer, chart = blocks_of(episode({"area": SQUARE}, {"area": SQUARE}))
    assert answer.fields[0].answer == "1 shape, drawn on the map"
    assert [one.name for one in chart.layers] == ["answer: area", "truth: area"]


def test_what_the_suite_shows_is_not_shown_twice():
    assert blocks_of(episode({"depth": 3}, {"depth": 4}, [JUDGED])) == (JUDGED,)
    chart = MapBlock(layers=(layer("forecast", is_answer=True),), alt="a map")
    assert blocks_of(episode(SQUARE, SQUARE, [chart])) == (chart,)


def test_the_page_of_an_item_has_the_truth_and_no_answer(tmp_path):
    chart = MapBlock(layers=(layer("forecast", is_answer=True), layer("truth", is_answer=False)), alt="both")
    start = PictureBlock(png=b"no picture", alt="before", section="question")
    table = TableBlock(headings=("call",), rows=(("1",),))
    picture, truth, drawn = item_blocks([start, JUDGED, chart, table], Shelf(tmp_path))
    assert picture["alt"] == "before"
    assert truth["kind"] == "truth"
    assert [(one["truth"], one["second"], one["answer"], one["note"]) for one in truth["fields"]] == [
        ("4", "4.01", "", ""),
        ("2", "", "", ""),
    ]
    assert [one["name"] for one in drawn["layers"]] == ["truth"]


def test_an_episode_is_told_in_one_sentence():
    text = sentence(episode(score=0.5), [JUDGED], "model")
    assert text == "model used no tool and handed in an answer: 1 of 2 fields are right. Score: 0.500 of 1."


def test_an_episode_that_broke_on_our_side_is_told_to_count_nowhere():
    text = sentence(episode(score=math.nan, status="broken"), [], "model")
    assert text == "The episode of model broke on our side and counts in no score."


def test_an_end_that_is_not_an_answer_has_its_sentence():
    assert end(episode()) == ""
    assert end(episode(end="loop")) == "The episode ended because the agent repeated itself."

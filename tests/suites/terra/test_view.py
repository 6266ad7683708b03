"""Parts of a report on a terra episode: the place, the answer beside the truth, and failures in words."""

import pytest

from mesocosm.report.log_metadata import BLOCKS, LARGEST_VIEW
from mesocosm.suite.blocks import AnswerBlock, MapBlock, PictureBlock, TextBlock
from mesocosm.suites.terra import suite
from mesocosm.suites.terra.failure_modes import FAILURE_MODES
from mesocosm.suites.terra.score import scored_item
from mesocosm.suites.terra.view import FAILURES, NO_KIND, view, what_went_wrong
from mesocosm.trace.schema import Trace


@pytest.fixture(scope="module")
def case():
    return suite.case(0, 0)


@pytest.fixture(scope="module")
def unanswered(case):
    """Return the blocks of an episode in which nothing was done."""
    return view(*case, Trace(events=()))


def of(kind, blocks):
    return [block for block in blocks if isinstance(block, kind)]


def test_the_region_is_on_a_map_of_its_own_planet(case, unanswered):
    [chart] = of(MapBlock, unanswered)
    assert (chart.section, chart.outlines) == ("question", False)
    assert [layer.name for layer in chart.layers][-1] == "named in the request"
    named = [feature["properties"]["label"] for feature in chart.layers[-1].shapes["features"]]
    assert named
    assert all(name in case[0].prompt for name in named)
    assert chart.layers[-1].labelled


def test_every_field_has_its_truth_and_what_the_second_way_gave(case, unanswered):
    [block] = of(AnswerBlock, unanswered)
    assert [field.name for field in block.fields] == [field.key for field in case[1].hidden.fields]
    assert all(field.truth and field.second and field.about for field in block.fields)
    assert {(field.answer, field.verdict, field.note) for field in block.fields} == {("not handed in", "wrong", "")}


def test_what_went_wrong_is_told_in_words(unanswered):
    [failed] = [block for block in of(TextBlock, unanswered) if block.section == "result"]
    *kinds, lost = failed.text.splitlines()
    assert lost.startswith("Lost were ")
    assert lost.endswith(": not handed in.")
    assert kinds[0].startswith("Wrong tools: More than a tenth of the steps")
    assert "Schema failure: No answer was accepted" in failed.text


def test_what_was_lost_is_told_where_no_kind_of_failure_holds(case):
    """One text of the answer is wrong, and every step was done: too little for any label."""
    scored = scored_item(case[1], Trace(events=()), "default")
    first, *rest = (field.model_copy(update={"hit": 1.0, "reason": "exact"}) for field in scored.answers.fields)
    fields = (first.model_copy(update={"hit": 0.0, "reason": "mismatch", "lam": None}), *rest)
    scored = scored.model_copy(
        update={
            "answers": scored.answers.model_copy(update={"fields": fields, "problem": ""}),
            "process": scored.process.model_copy(update={"undone": (), "parts": {}}),
        }
    )
    truth = case[1].hidden.model_copy(update={"track": "data", "standings": ()})
    [block] = what_went_wrong(truth, scored, Trace(events=()))
    losses = f"Lost were 1 of {len(fields)} fields. {first.key}: another answer than the truth."
    assert block.text == f"{NO_KIND}\n{losses}"


def test_every_label_of_a_failure_has_its_words():
    assert {*FAILURES, "none"} == {*FAILURE_MODES}


def test_the_graph_of_steps_is_folded_legible_and_small(unanswered):
    [picture] = of(PictureBlock, unanswered)
    assert picture.section == "detail"
    assert picture.text_px >= 11
    assert len(BLOCKS.dump_json(unanswered)) < LARGEST_VIEW / 2

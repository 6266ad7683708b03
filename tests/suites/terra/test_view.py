"""What a report shows of a terra episode: where it is, the answer beside the truth, and what went wrong in words."""

import pytest

from mesocosm.report.kept import BLOCKS, LARGEST_VIEW
from mesocosm.suite.blocks import AnswerBlock, MapBlock, PictureBlock, TextBlock
from mesocosm.suites.terra import suite
from mesocosm.suites.terra.failure_modes import FAILURE_MODES
from mesocosm.suites.terra.view import FAILURES, view
from mesocosm.trace.schema import Trace


@pytest.fixture(scope="module")
def case():
    return suite.case(0, 0)


@pytest.fixture(scope="module")
def unanswered(case):
    """The blocks of an episode in which nothing was done."""
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
    assert {field.verdict for field in block.fields} == {"wrong"}


def test_what_went_wrong_is_told_in_words(unanswered):
    [failed] = [block for block in of(TextBlock, unanswered) if block.section == "result"]
    assert failed.text.startswith("Wrong tools: More than a tenth of the steps")
    assert "Schema failure: No answer was accepted" in failed.text


def test_every_label_of_a_failure_has_its_words():
    assert {*FAILURES, "none"} == {*FAILURE_MODES}


def test_the_graph_of_steps_is_folded_legible_and_small(unanswered):
    [picture] = of(PictureBlock, unanswered)
    assert picture.section == "detail"
    assert picture.text_px >= 11
    assert len(BLOCKS.dump_json(unanswered)) < LARGEST_VIEW / 2

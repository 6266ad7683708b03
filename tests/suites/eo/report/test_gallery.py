"""Contact sheets from episodes as logs keep them."""

from tests.suites.eo.traces import DETECT, item, looked, reference, trace

from mesocosm.report.logged_episodes import StoredEpisode
from mesocosm.report.results import SampleRow
from mesocosm.report.templating import render
from mesocosm.report.trace_runs import Played
from mesocosm.suite.facts import Facts
from mesocosm.suites.eo.report.gallery import MOST_ITEMS, sheets_of
from mesocosm.suites.eo.view import view

FOUND = {**looked("a" * 32), "boxes": [{"id": "box-1", "label": "ship", "box": [0, 384, 384, 768]}]}


def stored(name, answer="12", epoch=1, kind="temporal_counting"):
    shown = trace((DETECT, FOUND), answer=answer)
    row = SampleRow(
        item=name,
        epoch=epoch,
        score=1.0,
        success=1.0,
        steps=1,
        rejected_calls=0,
        tokens=0,
        answer="valid",
        end="submitted",
    )
    facts = Facts(category="temporal", strata={"question type": kind})
    played = Played(item=name, epoch=epoch, trace=shown, score=1.0, success=1.0, tokens=0)
    blocks = tuple(view(item(), reference(), shown))
    return StoredEpisode(row, facts, blocks, "", shown, played, prompt="How many?\n\nPictures: img-1.")


def test_items_stand_by_type_with_what_every_run_made_of_them(tmp_path):
    played = [
        ("one", stored("a")),
        ("one", stored("a", epoch=2)),
        ("two", stored("a", "<b>7</b>")),
        ("one", stored("b", kind="x")),
    ]
    sheets = sheets_of(played, tmp_path)
    assert {name: list(cards) for name, cards in sheets.items()} == {"temporal counting": ["a"], "x": ["b"]}
    card = sheets["temporal counting"]["a"]
    assert (card.question, card.truth) == ("How many?", "There are 12 ships.")
    assert [(tried.run, tried.verdict, tried.calls) for tried in card.tries] == [
        ("one", "right", 1),
        ("two", "wrong", 1),
    ]
    assert (tmp_path / card.picture).read_bytes().startswith(b"\x89PNG")


def test_a_sheet_has_so_many_items_and_no_more(tmp_path):
    sheets = sheets_of((("one", stored(f"i{place}")) for place in range(MOST_ITEMS + 2)), tmp_path)
    assert len(sheets["temporal counting"]) == MOST_ITEMS


def test_what_agents_write_is_escaped(tmp_path):
    sheets = sheets_of([("one", stored("a", "<script>alert(1)</script>"))], tmp_path)
    page = render(
        "gallery.html", package="mesocosm.suites.eo.report", title="x", notes=[], tables=[],
        sheets=[(name, list(cards.values())) for name, cards in sheets.items()],
    )  # fmt: skip
    assert "<script>" not in page
    assert "&lt;script&gt;" in page

from __future__ import annotations

import hashlib
import math
import sys
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path

import pytest

from mesocosm.agents import null
from mesocosm.episode.agent import Case
from mesocosm.episode.loop import run_episode
from mesocosm.errors import InvalidRecord
from mesocosm.suite import Suite, item_id, read_id
from mesocosm.trace.schema import Broke, EpisodeEnded, EpisodeStarted, Trace
from mesocosm.types import Item, Reference

GOOD = {"title": '"Lab"', "version": '"1-A"', "summary": '"A lab."', "tools": '["files.*"]'}
MakeSuite = Callable[..., Suite]


@pytest.fixture
def make_suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeSuite]:
    """Make a suite package with a card made of these lines; a value of None leaves the line out."""
    monkeypatch.syspath_prepend(tmp_path)
    folder = tmp_path / "lab_suite"
    folder.mkdir()
    (folder / "__init__.py").touch()

    def make(more: str = "", **changed: str | None) -> Suite:
        lines = [f"{key} = {value}" for key, value in {**GOOD, **changed}.items() if value is not None]
        (folder / "suite.toml").write_text("\n".join([*lines, more]))
        return Suite("lab_suite")

    yield make
    sys.modules.pop("lab_suite", None)


# ------------------------------------------------------------ the card


def test_a_card_of_four_lines_is_enough(make_suite: MakeSuite) -> None:
    card = make_suite().card
    assert (card.name, card.version, card.items, card.profiles) == ("lab_suite", "1-A", 100, ("default",))
    assert card.budget.steps == 50


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"version": '"2"'}, "version: String should match pattern"),
        ({"version": '"v1-A"'}, "version: String should match pattern"),
        ({"version": '"1-A\\n"'}, "version: String should match pattern"),
        ({"title": None}, "title: Field required"),
        ({"tools": '"files.*"'}, "tools: Input should be a valid tuple, got 'files.*'"),
        ({"items": "0"}, "items: Input should be greater than or equal to 1, got '0'"),
        ({"colour": '"red"'}, "colour: Extra inputs are not permitted, got 'red'"),
        ({"more": "[budget]\nsteps = 0"}, "budget.steps: Input should be greater than or equal to 1, got '0'"),
        ({"more": "[budget]\nstep = 5"}, "budget.step: Extra inputs are not permitted"),
        ({"more": "[budget.calls]\nsurvey = 'x'"}, "budget.calls.survey: Input should be a valid integer"),
        ({"name": '"other"'}, "suite.toml calls it 'other'; the name is the folder's"),
        ({"title": "Lab"}, "Invalid value (at line 1, column 9)"),
    ],
)
def test_a_card_error_names_suite_file_and_field(make_suite: MakeSuite, changed: dict[str, str], message: str) -> None:
    with pytest.raises(InvalidRecord) as caught:
        _ = make_suite(**changed).card
    assert str(caught.value).startswith("suite lab_suite: ")
    assert "suite.toml" in str(caught.value)
    assert message in str(caught.value)


def test_a_card_that_is_no_utf8_names_the_file(make_suite: MakeSuite, tmp_path: Path) -> None:
    suite = make_suite()
    (tmp_path / "lab_suite" / "suite.toml").write_bytes(b"title = '\xff'")
    with pytest.raises(InvalidRecord, match=r"suite lab_suite: .*suite\.toml: .*utf-8"):
        _ = suite.card


def test_a_missing_card_names_the_file(make_suite: MakeSuite, tmp_path: Path) -> None:
    suite = make_suite()
    (tmp_path / "lab_suite" / "suite.toml").unlink()
    with pytest.raises(InvalidRecord, match=r"suite lab_suite: .*suite\.toml: .*No such file"):
        _ = suite.card


# ------------------------------------------------------------ options

OPTIONS = "[options]\nhelp = ['manual', 'none']\nmaps = ['on', 'off']"


def test_an_option_left_out_has_its_first_value(make_suite: MakeSuite) -> None:
    assert make_suite(OPTIONS).settle({"maps": "off"}) == {"help": "manual", "maps": "off"}


def test_an_unknown_option_lists_those_there_are(make_suite: MakeSuite) -> None:
    with pytest.raises(InvalidRecord, match="suite lab_suite has no option 'hepl'; options: .*help"):
        make_suite(OPTIONS).settle({"hepl": "none"})


def test_an_option_with_another_value_lists_the_allowed(make_suite: MakeSuite) -> None:
    with pytest.raises(InvalidRecord, match="option help must be one of manual, none, got 'some'"):
        make_suite(OPTIONS).settle({"help": "some"})


# ------------------------------------------------------------ ids


@pytest.mark.parametrize(("seed", "index"), [(0, 0), (7, 12), (10**30, 99_999), (-3, 5)])
def test_an_id_says_how_to_make_the_item_again(seed: int, index: int) -> None:
    assert read_id(item_id("toy", seed, index), "toy") == (seed, index)


def test_an_id_is_spelled_so() -> None:
    assert item_id("toy", 7, 12) == "toy-s7-0012"


@pytest.mark.parametrize(
    "text", ["", "toy", "toy-s0", "toy-0-0", "terra-s0-0000", "toy-s0-0000 ", "toy-s0-0000\n", "toy-sx-0"]
)
def test_what_is_no_id_of_the_suite_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(InvalidRecord, match="is not an item of toy; ids look like toy-s7-0012"):
        read_id(text, "toy")


def test_an_item_found_by_its_id_is_the_same(toy: Suite) -> None:
    assert toy.find("toy-s3-0004") == toy.case(3, 4)


def test_items_are_made_alone_and_in_any_order(toy: Suite) -> None:
    assert list(toy.cases(seed=5, n=4)) == [toy.case(5, index) for index in reversed(range(4))][::-1]


def test_a_default_run_has_the_items_of_the_card(toy: Suite) -> None:
    assert len(list(toy.cases())) == toy.card.items == 20


# ------------------------------------------------------------ prompts


def test_prompts_are_hashed_onto_the_trace(toy: Suite, toy_case: tuple[Item, Reference]) -> None:
    with toy.world(*toy_case) as world:
        start = world.writer.trace().start
    text = (files("mesocosm_toy.toy") / "prompts" / "task.md").read_bytes()
    assert isinstance(start, EpisodeStarted)
    assert start.prompts["task"] == hashlib.sha256(text).hexdigest()
    assert start.prompts.keys() == {"system", "task"}
    assert toy.prompt("task") == text.decode().strip()


# ------------------------------------------------------------ scoring


def test_an_unknown_profile_lists_the_known(toy: Suite, toy_case: tuple[Item, Reference]) -> None:
    with pytest.raises(InvalidRecord, match="suite toy has no profile 'published'; profiles: default"):
        toy.score(*toy_case, Trace(events=()), "published")


def test_a_lost_episode_is_scored_zero(toy: Suite, toy_case: tuple[Item, Reference]) -> None:
    with toy.world(*toy_case) as world:
        trace = run_episode(world, null.agent(Case(*toy_case, world.tools)))
    assert toy.score(*toy_case, trace).value == 0.0


@pytest.mark.parametrize(
    ("end", "explanation"),
    [
        ((Broke(boundary="sandbox", message="gone"), EpisodeEnded(reason="broken")), "broken: gone"),
        ((), "broken: the trace was cut off"),
    ],
)
def test_an_episode_broken_by_us_or_cut_off_is_nan(
    toy: Suite, toy_case: tuple[Item, Reference], end: tuple[Broke | EpisodeEnded, ...], explanation: str
) -> None:
    score = toy.score(*toy_case, Trace(events=(EpisodeStarted(suite="toy", item=toy_case[0].id), *end)))
    assert math.isnan(score.value)
    assert score.explanation == explanation


def test_the_trace_goes_to_the_file_named(toy: Suite, toy_case: tuple[Item, Reference], tmp_path: Path) -> None:
    with toy.world(*toy_case, agent="nobody", trace=tmp_path / "t.jsonl") as world:
        start = world.writer.trace().start
    assert start is not None
    assert (start.agent, start.suite_version) == ("nobody", "1-A")
    assert (tmp_path / "t.jsonl").read_text().count("\n") == 2


def test_a_world_that_cannot_be_built_leaves_nothing_behind(make_suite: MakeSuite, tmp_path: Path) -> None:
    suite = make_suite(tools='["gravity.*"]')
    (tmp_path / "lab_suite" / "prompts").mkdir()
    (tmp_path / "lab_suite" / "items.py").write_text("")
    (tmp_path / "lab_suite" / "world.py").write_text(
        "from mesocosm.episode.setting import Setting\n"
        "from mesocosm.tools.view import ToolView\n"
        "from mesocosm.workspace.submission import SubmissionDesk\n"
        "def setting(item, reference, card, options):\n"
        "    return Setting(tools=ToolView.of(card.tools), desk=SubmissionDesk(lambda value: value))\n"
    )
    item, reference = Item(id="a", suite="lab_suite", prompt="", seed=0), Reference(item="a", answer=1)
    with pytest.raises(
        InvalidRecord, match="tool gravity.read_meter needs a Ground, which this world does not provide"
    ):
        suite.world(item, reference, trace=tmp_path / "t.jsonl")
    assert not (tmp_path / "t.jsonl").exists()
    for part in ("world", "items"):
        sys.modules.pop(f"lab_suite.{part}", None)


def test_a_trace_of_an_item_that_has_changed_is_refused(toy: Suite, toy_case) -> None:
    """The id says how to make an item again; a changed suite would make another item under the same id."""
    item, reference = toy_case
    with toy.world(item, reference) as world:
        trace = world.finish()
    changed = item.model_copy(update={"prompt": item.prompt + " Hurry."})
    with pytest.raises(InvalidRecord, match="is not the item this trace was run on: the suite has changed since"):
        toy.score(changed, reference, trace)

"""A question type is two files of one folder; a type that is not listed asks no item and changes none."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from pydantic import ValidationError
from tests.suites.eo.questions.test_kinds import LAKE
from tests.suites.eo.questions.toy_lake import SITE
from tests.suites.eo.synthesis.recorded import of_type
from tests.suites.eo.test_oracle import play

from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.seeding import generator
from mesocosm.suites.eo import suite
from mesocosm.suites.eo.items import case_of
from mesocosm.suites.eo.lake.sites import sites
from mesocosm.suites.eo.questions import question_parser, texts, type_folder
from mesocosm.suites.eo.questions.catalogue import drawn_kinds, kind_named, kinds
from mesocosm.suites.eo.questions.question import plain
from mesocosm.suites.eo.questions.selection import Drawn, kind_and_turn
from mesocosm.suites.eo.questions.type_folder import type_names
from mesocosm.suites.eo.records import CountAnswer, Data
from mesocosm.suites.eo.synthesis.answer_sentences import sentence
from mesocosm.suites.eo.synthesis.failures import failures

FOLDER = Path(str(files(type_folder.TYPES)))
LISTED = (
    "damage_presence", "damage_count", "majority_damage", "damage_severity", "multispectral_temporal_analysis",
    "optical_temporal_analysis", "moving_reasoning", "scene_understanding", "attribute_identification",
    "cross_modal_identification", "object_counting", "radar_counting", "temporal_counting", "arithmetic_reasoning",
    "spatial_relation", "overlap_analysis", "area_dominance", "image_cut_reasoning",
)  # fmt: skip
"""The published types in the order in which items are drawn; more may follow, and none may move."""
NAME = "roof_counting"
MODULE = '''"""How many buildings a view shows."""

from mesocosm.suites.eo.evidence.supported_answers import add_counts
from mesocosm.suites.eo.plans.counting import count_things
from mesocosm.suites.eo.questions.counting import BANDS, DETECT, draw_in_view
from mesocosm.suites.eo.questions.kind import Kind
from mesocosm.suites.eo.questions.nouns import BUILDING
from mesocosm.suites.eo.questions.site_material import a_view, any_of, photographs


def draw_question(lake, site, draw):
    frame = any_of(photographs(lake, site), draw)
    return None if frame is None else draw_in_view(lake, frame, "tile", a_view(draw, 0.2, 0.9), (BUILDING,), draw)


def plan(hands):
    return (yield from count_things(hands, DETECT))


TYPE = Kind(
    name="roof_counting",
    task="counting",
    classes=BANDS,
    draw=draw_question,
    plan=plan,
    supports=(add_counts,),
    needs=("boxes",),
)
'''
TEXTS = """prior_answer = "4"
situations = ["A roofer asks."]

[sentences]
count = "I see {answer} roofs."

[forms.view]
asks = ["How many {things}?", "Count the {things}.", "The number of {things}?", "What is the count of {things}?"]

[forms.quarter]
asks = ["In {part}: {things}?", "{things} in {part}?", "Of {part}, the {things}?", "Count {things} in {part}."]
"""


def forget() -> None:
    """Clear all caches of types."""
    kept = (type_names, kinds, texts.read_texts, question_parser._patterns)
    for each in kept:
        each.cache_clear()


def order(indices: int = 200) -> list[tuple[str, int]]:
    """Return the types of the first indices, each with its turn."""
    asked = [kind_and_turn("test", seed, index) for seed in (0, 7) for index in range(indices)]
    return [(kind.name, turn) for kind, turn in asked]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Copy the folder of types to another package, and let the catalogue look there."""
    copy = tmp_path / "scratch_types" / "inner"
    shutil.copytree(FOLDER, copy, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "scratch_types" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(type_folder, "TYPES", "scratch_types.inner")
    forget()
    yield copy
    for name in [name for name in sys.modules if name.startswith("scratch_types")]:
        del sys.modules[name]
    monkeypatch.undo()
    forget()


@pytest.fixture
def nineteenth(folder: Path) -> str:
    """Add one more type, with a module and a TOML, and return its name."""
    (folder / f"{NAME}.py").write_text(MODULE)
    (folder / f"{NAME}.toml").write_text(TEXTS)
    return NAME


def test_every_module_has_its_texts_and_all_texts_a_module() -> None:
    assert {path.stem for path in FOLDER.glob("*.toml")} == set(type_names())
    assert [kind.name for kind in kinds()] == sorted(path.stem for path in FOLDER.glob("[!_]*.py"))
    assert all(kind.texts.prior_answer for kind in kinds())


def test_listed_types_are_there_and_none_has_moved() -> None:
    names = [kind.name for kind in drawn_kinds()]
    assert names[: len(LISTED)] == list(LISTED)
    assert len(set(names)) == len(names)


def test_items_know_the_types_by_their_modules() -> None:
    fields = {"task": "counting", "source": "tile", "frames": ("f",)}
    assert Data.model_validate({**fields, "question_type": "object_counting"}).question_type == "object_counting"
    assert Data.model_json_schema()["properties"]["question_type"]["enum"] == [*type_names()]
    with pytest.raises(ValidationError, match=r"question_type must be one of area_dominance, .*, got 'roof_counting'"):
        Data.model_validate({**fields, "question_type": NAME})
    with pytest.raises(UnknownName, match="no question type is called 'roof_counting'"):
        kind_named(NAME)


def test_one_more_type_is_found_drawn_and_solved(nineteenth: str) -> None:
    kind, draw = kind_named(nineteenth), generator("test", nineteenth)
    question = next(question for _ in range(200) if (question := kind.draw(LAKE, SITE, draw)) is not None)
    assert question.second() == plain(question.answer)
    drawn = Drawn(kind, sites("test")[0], question, plain(question.answer))
    item, reference = case_of(LAKE, drawn, 7, 0)
    assert "A roofer asks." in item.prompt
    for agent, right in (("oracle", True), ("perception", True), ("prior", plain(question.answer) == "4")):
        assert suite.score(item, reference, play(item, reference, agent)).value == float(right)


def test_one_more_type_is_judged_and_put_in_words(nineteenth: str) -> None:
    trajectory = of_type("object_counting").model_copy(update={"category": f"counting.{nineteenth}"})
    assert [finding for failure in failures().values() for finding in failure.find(trajectory)] == []
    assert sentence(nineteenth, CountAnswer(value=3, noun="buildings"), "3") == "I see 3 roofs."


def test_one_more_type_moves_no_item(request: pytest.FixtureRequest) -> None:
    before = order()
    request.getfixturevalue("nineteenth")
    assert NAME in type_names()
    assert order() == before


def test_a_type_that_is_listed_is_drawn(nineteenth: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite, "card", suite.card.model_copy(update={"kinds": (*LISTED, nineteenth)}))
    assert {name for name, _ in order(19)} == {*LISTED, nineteenth}


def test_a_module_without_texts_is_refused_by_its_file(folder: Path) -> None:
    (folder / f"{NAME}.py").write_text(MODULE)
    with pytest.raises(InvalidRecord, match=r"question type roof_counting: .*roof_counting\.toml"):
        _ = kind_named(NAME).texts


def test_a_module_of_another_name_is_refused(folder: Path) -> None:
    (folder / "hall_counting.py").write_text(MODULE)
    with pytest.raises(InvalidRecord, match="hall_counting must define TYPE, a Kind of the name 'hall_counting'"):
        kinds()

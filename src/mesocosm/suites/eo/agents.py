"""Agents to compare with: one that only looks at what it is handed, and one that answers by habit."""

from __future__ import annotations

import functools
import tomllib
from importlib.resources import files

from pydantic import JsonValue

from mesocosm.episode.agent import Case, Script
from mesocosm.suites.eo.oracle import PLANS
from mesocosm.suites.eo.plans.tool_runner import FIRST, SECOND, Hands, Plan, if_enough, wholes
from mesocosm.suites.eo.questions.question_parser import read_question
from mesocosm.suites.eo.records import Data, QuestionType, Truth

FETCHING: frozenset[QuestionType] = frozenset(
    {
        "multispectral_temporal_analysis",
        "optical_temporal_analysis",
        "temporal_counting",
        "moving_reasoning",
        "cross_modal_identification",
    }
)
"""Types whose pictures must be fetched or moved."""
DETECT = "get_object_bbox_by_optical_image"


class ReadHands(Hands):
    """Hands that know of a question only what its words say."""

    def __init__(self, case: Case[Data, Truth]) -> None:
        super().__init__(case)
        read = read_question(case.item.data.question_type, case.item.prompt)
        self._form, self._asked = read if read is not None else ("", {})

    @property
    def asked(self) -> dict[str, JsonValue]:
        return self._asked

    @property
    def form(self) -> str:
        return self._form


def perception(case: Case[Data, Truth]) -> Script:
    """Reads the question and looks at the pictures it is handed, as well as tools can; never moves, never fetches."""
    hands = ReadHands(case)
    kind = case.item.data.question_type
    answer = yield from if_enough((_at_hand if kind in FETCHING else PLANS[kind])(hands))
    yield hands.call("submit", answer=answer)


def _at_hand(hands: Hands) -> Plan:
    """An answer from the first picture alone, as if nothing lay beyond it and nothing changed."""
    if hands.case.item.data.question_type == "multispectral_temporal_analysis":
        yield hands.call("crop_multispectral_image", image=FIRST, box=[0.0, 0.0, 1.0, 1.0])
        return "stable" if hands.form in ("since", "until") else "0.00"
    if "target" not in hands.asked or not hands.knows(DETECT):
        yield hands.call("crop_optical_or_sar_image", image=FIRST, box=[0.0, 0.0, 1.0, 1.0])
        return "building"
    seen = yield hands.call(DETECT, image=FIRST, target=hands.word("target"))
    count = len(wholes(seen))
    if hands.case.item.data.question_type == "optical_temporal_analysis":
        return "the same"
    return str({"total": 3 * count, "both": 2 * count, "difference": 0}.get(hands.form, count))


def prior(case: Case[Data, Truth]) -> Script:
    """Takes one look for form's sake and gives the commonest answer of the question's type in the train split."""
    hands = Hands(case)
    tool = "crop_multispectral_image" if case.item.data.source == "multispectral" else "crop_optical_or_sar_image"
    image = SECOND if len(case.item.data.frames) > 1 else FIRST
    yield hands.call(tool, image=image, box=[0.0, 0.0, 1.0, 1.0])
    yield hands.call("submit", answer=habits()[case.item.data.question_type])


@functools.cache
def habits() -> dict[str, str]:
    """The commonest answer of each question type, as `prior_answers.toml` has it."""
    text = (files(__package__) / "prior_answers.toml").read_text(encoding="utf-8")
    table: dict[str, str] = tomllib.loads(text)["answers"]
    return table

"""Agents to compare with: one looks only at the pictures of its question, the other gives the commonest answer."""

from __future__ import annotations

from pydantic import JsonValue

from mesocosm.episode.agent import Case, Script
from mesocosm.suites.eo.plans.tool_runner import FIRST, SECOND, Hands, if_enough
from mesocosm.suites.eo.questions.catalogue import kind_named
from mesocosm.suites.eo.questions.question_parser import read_question
from mesocosm.suites.eo.questions.texts import read_texts
from mesocosm.suites.eo.records import Data, Truth


class ReadHands(Hands):
    """A tool runner that knows only what the words of the question say."""

    def __init__(self, case: Case[Data, Truth]) -> None:
        super().__init__(case)
        read = read_question(case.item.data.question_type, case.item.prompt)
        self._form, self._parameters = read if read is not None else ("", {})

    @property
    def parameters(self) -> dict[str, JsonValue]:
        return self._parameters

    @property
    def form(self) -> str:
        return self._form


def perception(case: Case[Data, Truth]) -> Script:
    """Reads the question and looks at the pictures it is handed, as well as tools can; never moves, never fetches."""
    hands = ReadHands(case)
    kind = kind_named(case.item.data.question_type)
    answer = yield from if_enough((kind.plan_at_hand or kind.plan)(hands))
    yield hands.call("submit", answer=answer)


def prior(case: Case[Data, Truth]) -> Script:
    """Takes one look for form's sake and gives the commonest answer of the question's type in the train split."""
    hands = Hands(case)
    tool = "crop_multispectral_image" if case.item.data.source == "multispectral" else "crop_optical_or_sar_image"
    image = SECOND if len(case.item.data.frames) > 1 else FIRST
    yield hands.call(tool, image=image, box=[0.0, 0.0, 1.0, 1.0])
    yield hands.call("submit", answer=read_texts(case.item.data.question_type).prior_answer)

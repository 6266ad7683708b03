"""A question before it is put in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pydantic import JsonValue

from mesocosm.suites.eo.records import (
    AnswerSpec,
    ChoiceAnswer,
    CountAnswer,
    DateAnswer,
    LabelAnswer,
    ListAnswer,
    NumberAnswer,
    Source,
    YesNoAnswer,
)

if TYPE_CHECKING:
    from mesocosm.suites.eo.lake.frame import Frame

Shares = tuple[float, float, float, float]
"""Left, top, right, bottom as shares of a picture's sides, from its upper left corner."""


@dataclass(frozen=True)
class Question:
    """A question about a site, with its truth."""

    form: str
    """Which of the type's forms; a heading of its wording."""
    source: Source
    frames: tuple[str, ...]
    """Names of the pictures that come with the question."""
    answer: AnswerSpec
    second: Callable[[], str]
    """The answer by the second way, as `plain` writes answers; it is slower, so it is computed last."""
    asked: Mapping[str, JsonValue]
    """Parameters of the question: all that a solver needs beside the pictures."""
    words: Mapping[str, str]
    """Words for the gaps of the wording."""
    sentence: str
    plan: tuple[str, ...]
    """Published names of the tools that lead to the answer, in order."""
    evidence: tuple[str, ...]
    """Names of the pictures that must have been seen."""
    window: Shares | None = None
    threshold: str = ""
    stratum: str = field(default="")
    """The class of answers it belongs to, if that is not the answer itself."""

    @property
    def answer_class(self) -> str:
        """The class by which answers of a type are balanced."""
        return self.stratum or plain(self.answer)


def ask(
    source: Source,
    shown: Frame,
    needed: Iterable[Frame],
    form: str,
    window: Shares | None,
    answer: AnswerSpec,
    second: Callable[[], str],
    asked: Mapping[str, JsonValue],
    words: Mapping[str, str],
    sentence: str,
    plan: tuple[str, ...],
    rule: str = "",
    stratum: str = "",
) -> Question:
    """Return a question with one picture; measured numbers have their form as class unless another is given."""
    right = f"Right within {answer.tolerance:g}." if isinstance(answer, NumberAnswer) else ""
    return Question(
        form=form,
        source=source,
        frames=(shown.name,),
        answer=answer,
        second=second,
        asked=asked,
        words=words,
        sentence=sentence,
        plan=plan,
        evidence=tuple(frame.name for frame in needed),
        window=window,
        threshold=f"{right} {rule}".strip(),
        stratum=stratum or (form if right else ""),
    )


def plain(answer: AnswerSpec) -> str:
    """Return an answer in its shortest written form."""
    match answer:
        case CountAnswer():
            return str(answer.value)
        case NumberAnswer():
            return f"{answer.value:g}"
        case YesNoAnswer():
            return "yes" if answer.value else "no"
        case ListAnswer():
            return ", ".join(sorted(answer.value))
        case ChoiceAnswer() | LabelAnswer() | DateAnswer():
            return answer.value


def agrees(answer: AnswerSpec, second: str) -> bool:
    """Return whether the second way gave the same: numbers within a third of the tolerance, all else exactly."""
    if isinstance(answer, NumberAnswer):
        return abs(float(second) - answer.value) <= answer.tolerance / 3.0
    return plain(answer) == second

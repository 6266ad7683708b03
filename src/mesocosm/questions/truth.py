"""The hidden part of the references of suites with lettered questions."""

from __future__ import annotations

from collections.abc import Mapping

from mesocosm.questions.forks import MISSED, Fork, Taken, named_mistakes
from mesocosm.suite.facts import Facts, ItemKind, Mistake
from mesocosm.types import Record, Reference


class LetteredTruth(Record):
    """The forks that the question takes, and the mistakes behind its letters."""

    asked: tuple[str, ...]
    mistakes: dict[str, tuple[str, ...]]
    """Letter to the mistakes that lead to it; none lead to the truth."""
    value: float
    """The true value, unrounded."""

    @property
    def stated(self) -> Taken:
        """The forks that the question takes."""
        return frozenset(self.asked)


def question_facts(
    reference: Reference[LetteredTruth],
    forks: dict[str, Fork],
    *,
    printed: Mapping[str, str],
    cluster: str,
    category: str,
    kind: ItemKind = "",
    strata: Mapping[str, str] | None = None,
    lettered: bool = True,
) -> Facts:
    """Return the facts of a question, without its letters if it is answered without them."""
    if not lettered:
        return Facts(cluster=cluster, category=category, kind=kind, strata=dict(strata or {}))
    return Facts(
        cluster=cluster,
        category=category,
        kind=kind,
        strata=dict(strata or {}),
        label=str(reference.answer),
        printed=dict(printed),
        options=dict(sorted(reference.hidden.mistakes.items())),
        mistakes={name: _mistake(forks, name, sentence) for name, sentence in named_mistakes(forks).items()},
    )


def _mistake(forks: dict[str, Fork], name: str, sentence: str) -> Mistake:
    fork = forks[name] if name in forks else forks[name.removeprefix(MISSED)]
    return Mistake(sentence=sentence, kind=fork.kind or "")

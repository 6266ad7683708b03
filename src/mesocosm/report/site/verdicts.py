"""Which agent is best on a suite, how certain that is, compared with which baseline: the sentences of the overview."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from mesocosm.report.comparison import Comparison, find
from mesocosm.report.number_format import NO_DATA, with_interval
from mesocosm.report.results import MOST_BROKEN, UNSCORED
from mesocosm.report.site.suites import Role, Run, SuiteRuns
from mesocosm.screen.untrusted_text import plain

Sureness = Literal["sure", "perhaps", "open", "none"]
NO_LEADER = "no model and no agent of your own has played"
NOBODY = "nobody to compare with it"
PLAYED: dict[Role, str] = {
    "scripted": "scripted agents that come with the suite",
    "baseline": "trivial baselines",
    "truth": "agents that are handed the truth",
}


@dataclass(frozen=True)
class Verdict:
    """Summary of a suite in a line."""

    leader: str
    score: str
    rival: str
    """The best trivial baseline and its score."""
    answer: str
    """Whether the leader is better, in a few words."""
    sureness: Sureness
    sentences: tuple[str, ...]


def verdict(suite: SuiteRuns) -> Verdict:
    """Return the verdict on a suite; no agent is called better unless the paired interval says so."""
    leader, scripted, baseline = suite.best("contestant"), suite.best("scripted"), suite.best("baseline")
    if leader is not None:
        return _led(suite, leader, baseline)
    if scripted is not None:
        return _only_scripted(suite, scripted, baseline)
    if baseline is not None:
        return _only_baselines(suite, baseline)
    return Verdict(NO_DATA, NO_DATA, NO_DATA, "nobody to rank", "none", _nobody(suite))


def _nobody(suite: SuiteRuns) -> tuple[str, ...]:
    lost = [run for run in suite.runs if run.role != "truth"]
    if lost:
        return (f"No run can be ranked: more than {MOST_BROKEN:.0%} of the episodes of each broke or wait.",)
    return ("Only agents that are handed the truth have played: they show the ceiling, and nobody is ranked.",)


def _only_scripted(suite: SuiteRuns, scripted: Run, baseline: Run | None) -> Verdict:
    """Return the verdict if only programs of the suite played: they are not called best, however high they score."""
    result = f"{scripted.title} with {score_of(scripted)} over {_items(_count(scripted))}"
    return Verdict(
        leader=NO_LEADER,
        score=NO_DATA,
        rival=NO_DATA if baseline is None else f"{baseline.title}, {score_of(baseline)}",
        answer=NOBODY,
        sureness="none",
        sentences=(_who_played(suite), f"The highest score of a scripted agent is that of {result}."),
    )


def _only_baselines(suite: SuiteRuns, baseline: Run) -> Verdict:
    result = f"{baseline.title} with {score_of(baseline)} over {_items(_count(baseline))}"
    return Verdict(
        leader=NO_LEADER,
        score=NO_DATA,
        rival=f"{baseline.title}, {score_of(baseline)}",
        answer=NOBODY,
        sureness="none",
        sentences=(
            _who_played(suite),
            f"The best trivial baseline is {result}.",
            *_next_best(suite, baseline, suite.of("baseline")),
        ),
    )


def _who_played(suite: SuiteRuns) -> str:
    """Say that nobody is called best, and whose numbers are shown."""
    groups = [f"{words} ({', '.join(names)})" for role, words in PLAYED.items() if (names := _agents(suite, role))]
    return f"No model and no agent of your own has played, so nobody is called best. Played have {_list(groups)}."


def _agents(suite: SuiteRuns, role: Role) -> list[str]:
    return list(dict.fromkeys(plain(run.row.agent) for run in suite.of(role)))


def _list(words: list[str]) -> str:
    return " and ".join(filter(None, [", ".join(words[:-1]), words[-1]]))


def _led(suite: SuiteRuns, leader: Run, baseline: Run | None) -> Verdict:
    result = f"{leader.title} with {score_of(leader)} over {_items(_count(leader))}"
    sentences = [f"Best of the models and of your own agents: {result}."]
    answer: str = "no trivial baseline has played"
    sureness: Sureness = "none"
    if baseline is not None:
        against = _between(suite, leader, baseline)
        answer, sureness = _answer(against)
        sentences.append(
            f"Against the best trivial baseline, {baseline.title} with {score_of(baseline)}: "
            f"{against.difference} over {_items(against.items)}, {_words(against)}."
        )
    return Verdict(
        leader=leader.title,
        score=score_of(leader),
        rival=NO_DATA if baseline is None else f"{baseline.title}, {score_of(baseline)}",
        answer=answer,
        sureness=sureness,
        sentences=(*sentences, *_next_best(suite, leader, suite.of("contestant"))),
    )


def _next_best(suite: SuiteRuns, leader: Run, runs: list[Run]) -> list[str]:
    second = next((run for run in runs if run is not leader and run.row.comparable), None)
    if second is None:
        return []
    against = _between(suite, leader, second)
    return [f"Next is {second.title} with {score_of(second)}: {against.difference}, {_words(against)}."]


def _between(suite: SuiteRuns, first: Run, second: Run) -> Comparison:
    """Return the comparison as it was made, turned round if the second was compared with the first."""
    made = find(suite.comparisons, first.title, second.title)
    if made is not None:
        return made
    turned = find(suite.comparisons, second.title, first.title)
    assert turned is not None, "every pair of runs that are ranked is compared"
    return turned.turned()


def _answer(against: Comparison) -> tuple[str, Sureness]:
    answers: dict[str, tuple[str, Sureness]] = {
        "ahead": ("better than the best trivial baseline", "sure"),
        "perhaps ahead": ("perhaps better than the best trivial baseline", "perhaps"),
        "behind": ("worse than a trivial baseline", "sure"),
        "perhaps behind": ("perhaps worse than a trivial baseline", "perhaps"),
        "the same": ("the same as the best trivial baseline", "open"),
        "not comparable": ("no item in common with the best trivial baseline", "open"),
        "not decided": ("not decided against the best trivial baseline", "open"),
    }
    return answers[against.verdict]


def _words(against: Comparison) -> str:
    if against.verdict == "not decided" and math.isnan(against.low):
        return "not decided: every item differs alike, so drawing items again cannot tell how sure that is"
    if against.verdict == "not decided" and not against.can_decide(1):
        return f"not decided: their scores differ on {_items(against.differing)}, too few to tell"
    if against.verdict == "not decided":
        return f"not decided with {_items(against.items)}"
    if against.verdict.startswith("perhaps"):
        return f"{against.verdict}: it would not survive all {against.comparisons} comparisons made here"
    return against.verdict


def score_of(run: Run) -> str:
    """Format a run's score and its interval as every table does."""
    return with_interval(run.row.score, run.row.score_low, run.row.score_high)


def _count(run: Run) -> int:
    """Count the items of a run that were scored at least once."""
    return len({sample.item for sample in run.row.samples if sample.answer not in UNSCORED})


def _items(count: int) -> str:
    return f"{count} item" if count == 1 else f"{count} items"

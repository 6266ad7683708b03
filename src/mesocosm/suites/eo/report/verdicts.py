"""Verdicts on the episodes of logs: by rule, and by a model, if one is named, for answers that the rules leave
undecided.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from mesocosm.errors import InvalidRecord
from mesocosm.report.episodes import finished_logs
from mesocosm.report.identity import agent_of
from mesocosm.report.logged_episodes import played_of, trace_of
from mesocosm.report.logs import Sample
from mesocosm.stats.proportion import Proportion, wilson
from mesocosm.suite import check_same_item
from mesocosm.suites.eo import suite
from mesocosm.suites.eo.judge import as_text
from mesocosm.suites.eo.judge.role import Judge, OpenAnswer, complete_verdicts
from mesocosm.suites.eo.judge.verdict import Verdict
from mesocosm.suites.eo.records import CountAnswer, NumberAnswer, Truth
from mesocosm.suites.eo.rollout import steps
from mesocosm.suites.eo.score import counted_answer, judge_answer, without_evidence
from mesocosm.types import Record


class JudgedAnswer(Record):
    """One answer and its verdict."""

    run: str
    item: str
    epoch: int
    answer: str
    truth: str
    verdict: Verdict
    zero_call: bool
    """Whether the episode made no look: then it fails, whatever the verdict."""

    @property
    def passed(self) -> bool:
        return self.verdict.value is True and not self.zero_call


class RunVerdicts(Record):
    """The verdicts of one run."""

    run: str
    by_rule: int
    by_model: int
    undecided: int
    right: Proportion
    """Right answers of episodes with a look, as a share of all; undecided ones are not right."""
    why_undecided: dict[str, int]


class Judged(NamedTuple):
    """The answers of runs, and the number of broken episodes, which have none."""

    answers: list[JudgedAnswer]
    left_out: int


def judge_logs(logs: Sequence[Path], judge: Judge, profile: str = "default") -> Judged:
    """Judge every answer of finished eo runs, by rule or, if the rules are undecided, by the judge.

    If an episode was run again, the last run counts; a broken episode has no answer, and no judge is asked about it.
    """
    samples = {f"{run}/{sample.id}/{sample.epoch}": (run, sample) for run, sample in _samples(logs)}
    if not samples:
        raise InvalidRecord(f"there is no finished run of eo in {', '.join(map(str, logs))}; run one there first")
    judged = {
        name: _by_rule(run, sample, profile)
        for name, (run, sample) in samples.items()
        if not played_of(sample).is_broken
    }
    open_ones = {
        name: (own.verdict, OpenAnswer(id=name, question=question, truth=own.truth, answer=own.answer))
        for name, (own, question) in judged.items()
    }
    verdicts = complete_verdicts(open_ones, judge)
    answers = [own.model_copy(update={"verdict": verdicts[name]}) for name, (own, _) in judged.items()]
    return Judged(answers, len(samples) - len(answers))


def _samples(logs: Sequence[Path]) -> Iterator[tuple[str, Sample]]:
    """Yield the episodes of eo, each with the name of its run."""
    for log in finished_logs(logs):
        if log.about["suite"] == suite.name:
            yield from ((agent_of(log), sample) for sample in log.samples or ())


def _by_rule(run: str, sample: Sample, profile: str) -> tuple[JudgedAnswer, str]:
    """Return an answer with the verdict of the rules, and the question."""
    item, reference = suite.find(str(sample.id))
    trace = trace_of(sample)
    check_same_item(item, trace)
    own = JudgedAnswer(
        run=run,
        item=item.id,
        epoch=sample.epoch,
        answer=as_text(counted_answer(trace, profile)),
        truth=_truth_with_tolerance(reference.hidden),
        verdict=judge_answer(item, reference, trace, profile),
        zero_call=without_evidence(steps(trace), profile),
    )
    return own, item.prompt


def _truth_with_tolerance(truth: Truth) -> str:
    """Return the truth for a judge: the right answer, and how far off an answer may be and still be right."""
    match truth.answer:
        case NumberAnswer(tolerance=tolerance, unit=unit):
            return f"{truth.sentence} (right within {tolerance:g} {unit} of this, wrong beyond)"
        case CountAnswer():
            return f"{truth.sentence} (only this count is right)"
    return truth.sentence


def sum_runs(answers: Sequence[JudgedAnswer]) -> list[RunVerdicts]:
    """Return a row for each run."""
    rows = []
    for run in sorted({answer.run for answer in answers}):
        own = [answer for answer in answers if answer.run == run]
        decided = Counter(answer.verdict.by for answer in own if answer.verdict.value is not None)
        why = Counter(answer.verdict.why for answer in own if answer.verdict.value is None)
        rows.append(
            RunVerdicts(
                run=run,
                by_rule=decided["rule"],
                by_model=decided["model"],
                undecided=why.total(),
                right=wilson(sum(answer.passed for answer in own), len(own)),
                why_undecided=dict(why.most_common()),
            )
        )
    return rows

"""Grade responses in text: letters, and open answers by sub-answer. Undecided sub-answers go to a judge."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from mesocosm.scoring.chosen_letter import Profile, extract
from mesocosm.scoring.open_answers import Verdict, answers_in, grade, pair, split_key
from mesocosm.stats.summary import mean
from mesocosm.suites.atmos import open_questions
from mesocosm.suites.atmos.contamination import (
    Outcome,
    accuracy,
    by_category,
    by_instance,
    corrected_contamination,
    published_contamination,
    symstd,
)
from mesocosm.suites.atmos.published import boxes_published, grade_published, split_published
from mesocosm.suites.atmos.responses import Question


def grade_choices(
    questions: Mapping[str, Question], responses: Mapping[str, str | None], profile: Profile
) -> dict[str, Any]:
    """Accuracy in percent of the questions with a response, as published; SymStd in points."""
    items: dict[str, dict[str, Any]] = {}
    for name, response in responses.items():
        letter = extract(response, profile, printed=questions[name].printed)
        items[name] = {"extracted": letter, "correct": letter == questions[name].letter}
    outcomes = _outcomes(questions, items)
    return {
        "accuracy": accuracy(outcome.correct for outcome in outcomes),
        "by_category": by_category(outcomes),
        "symstd": symstd(by_instance(outcomes).values()),
        "items": items,
    }


def contamination(questions: Mapping[str, Question], items: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Whether instance 1, that of the textbook, is an outlier: as published, and within templates."""
    outcomes = _outcomes(questions, items)
    return {
        "published": published_contamination(by_instance(outcomes)).model_dump(),
        "corrected": corrected_contamination(outcomes).model_dump(),
    }


def _outcomes(questions: Mapping[str, Question], items: Mapping[str, Mapping[str, Any]]) -> list[Outcome]:
    graded = [(questions[name], bool(item["correct"])) for name, item in items.items()]
    return [Outcome(question.template, question.instance, question.category, correct) for question, correct in graded]


class Graded(NamedTuple):
    """One sub-answer, its key and its verdict."""

    label: str
    key: str
    answer: str
    verdict: Verdict


def grade_open(question: Question, response: str, profile: Profile) -> list[Graded]:
    """Every sub-answer of a response, graded without a judge."""
    if profile == "published":
        return [
            Graded(*answered, grade_published(answered[1], answered[2]))
            for answered in _published_answers(question, response)
        ]
    if question.subs:
        keys = {sub.label: sub for sub in question.subs}
        paired = pair([(sub.label, sub.key) for sub in question.subs], answers_in(response))
        return [
            Graded(label, key, answer or "", open_questions.grade(keys[label], answer or ""))
            for label, key, answer in paired
        ]
    paired = pair(split_key(question.answer), answers_in(response))
    return [Graded(label, key, answer or "", grade(question.problem, key, answer)) for label, key, answer in paired]


def _published_answers(question: Question, response: str) -> Iterator[tuple[str, str, str]]:
    keys = {sub.label: sub.key for sub in question.subs} or split_published(question.answer)
    boxes = boxes_published(response, keys)
    return ((label, key, boxes[label] or "") for label, key in keys.items())


def goes_to_judge(graded: Graded, profile: Profile) -> bool:
    """Whether a judge rules on a sub-answer: if it is undecided, and as published if it is not yet right."""
    return graded.verdict.value is None or (profile == "published" and not graded.verdict.value)


def open_scores(questions: Mapping[str, Question], subs: Mapping[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Mean share of right sub-answers, and the share of questions with a right one, in percent."""
    scores = {name: mean(sub["verdict"] is True for sub in own) for name, own in subs.items()}
    scores_by_category = {
        category: [score for name, score in scores.items() if questions[name].category == category]
        for category in sorted({questions[name].category for name in subs})
    }
    return {
        "score_mean": 100 * mean(scores.values()),
        "score_any": 100 * mean(score > 0 for score in scores.values()),
        "score_mean_by_category": {category: 100 * mean(own) for category, own in scores_by_category.items()},
        "score_any_by_category": {
            category: 100 * mean(score > 0 for score in own) for category, own in scores_by_category.items()
        },
        "subs": dict(subs),
    }

"""Grade responses from elsewhere from two files: `truth/questions.jsonl` and `responses.jsonl`."""

from __future__ import annotations

from collections.abc import Container, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from mesocosm.errors import InvalidRecord
from mesocosm.scoring.chosen_letter import Profile
from mesocosm.suites.atmos.grading import grade_choices, grade_open, open_scores
from mesocosm.suites.atmos.responses import Question, read_questions, read_responses

PROFILES: tuple[Profile, ...] = ("published", "default")
QUESTIONS, RESPONSES = "truth/questions.jsonl", "responses.jsonl"
GZIP = b"\x1f\x8b"


def grade(documents: Mapping[str, bytes], profile: Profile) -> dict[str, float]:
    """The scores of `atmos grade` in percent: accuracy of choices, or the share of right sub-answers of open answers.

    A question without a response counts as wrong. The profile `published` leaves it out, as published, and `lower` is
    the headline that counts it as wrong.
    """
    if documents.keys() != {QUESTIONS, RESPONSES}:
        raise InvalidRecord(
            f"the documents must be {QUESTIONS} and {RESPONSES}, got {', '.join(sorted(documents)) or 'none'}"
        )
    if any(data.startswith(GZIP) for data in documents.values()):
        raise InvalidRecord("questions and responses must not be compressed")
    questions, responses = _read(documents)
    _check_split(questions)
    counted = responses if profile == "published" else {name: responses.get(name) for name in questions}
    numbers = {**_choices(questions, counted, profile), **_opens(questions, counted, profile)}
    answered = sum(text is not None for text in responses.values())
    counts = {"lower": _lower(numbers, questions, counted), "answered": float(answered), "asked": float(len(questions))}
    return {**numbers, **counts}


def _read(documents: Mapping[str, bytes]) -> tuple[dict[str, Question], dict[str, str | None]]:
    with TemporaryDirectory() as folder:
        for name in (QUESTIONS, RESPONSES):
            (Path(folder) / Path(name).name).write_bytes(documents[name])
        questions = read_questions(Path(folder) / "questions.jsonl")
        return questions, read_responses(Path(folder) / "responses.jsonl", questions)


def _check_split(questions: Mapping[str, Question]) -> None:
    for name, question in questions.items():
        if question.split != "test":
            raise InvalidRecord(
                f"the question {name!r} is of the split {question.split!r}; a leaderboard is of the test split alone"
            )


def _lower(numbers: Mapping[str, float], questions: Mapping[str, Question], counted: Container[str]) -> float:
    """The headline, with 0 for every question of its kind that it leaves out."""
    kind = [name for name, question in questions.items() if bool(question.letter) == ("accuracy" in numbers)]
    share = sum(name in counted for name in kind) / len(kind)
    return next(iter(numbers.values())) * share if share else 0.0


def _choices(
    questions: Mapping[str, Question], counted: Mapping[str, str | None], profile: Profile
) -> dict[str, float]:
    if not any(question.letter for question in questions.values()):
        return {}
    own = {name: text for name, text in counted.items() if questions[name].letter}
    graded = grade_choices(questions, own, profile)
    fields = {f"accuracy.{category}": value for category, value in graded["by_category"].items()}
    return {"accuracy": graded["accuracy"], "symstd": graded["symstd"], **fields}


def _opens(questions: Mapping[str, Question], counted: Mapping[str, str | None], profile: Profile) -> dict[str, float]:
    """The scores of open answers without a judge; an undecided answer counts as not right."""
    if all(question.letter for question in questions.values()):
        return {}
    own = {name: text or "" for name, text in counted.items() if not questions[name].letter}
    graded = {name: grade_open(questions[name], text, profile) for name, text in own.items()}
    scores = open_scores(
        questions, {name: [{"verdict": sub.verdict.value} for sub in subs] for name, subs in graded.items()}
    )
    return {name: scores[name] for name in ("score_mean", "score_any")}

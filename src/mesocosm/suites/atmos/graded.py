"""Responses from elsewhere, graded from their files alone: `truth/questions.jsonl` and `responses.jsonl`."""

from __future__ import annotations

from collections.abc import Mapping
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
    """Percent, as `atmos grade` has them: accuracy of choices, or of open answers the share of right sub-answers."""
    if documents.keys() != {QUESTIONS, RESPONSES}:
        raise InvalidRecord(f"there must be {QUESTIONS} and {RESPONSES}, and nothing else")
    if any(data.startswith(GZIP) for data in documents.values()):
        raise InvalidRecord("questions and responses must not be packed")
    questions, responses = _read(documents)
    choices = {name: text for name, text in responses.items() if questions[name].letter}
    opens = {name: text or "" for name, text in responses.items() if not questions[name].letter}
    counted = {"responses": float(len(responses)), "without_response": float(len(questions) - len(responses))}
    return {**_choices(questions, choices, profile), **_opens(questions, opens, profile), **counted}


def _read(documents: Mapping[str, bytes]) -> tuple[dict[str, Question], dict[str, str | None]]:
    with TemporaryDirectory() as folder:
        for name in (QUESTIONS, RESPONSES):
            (Path(folder) / Path(name).name).write_bytes(documents[name])
        questions = read_questions(Path(folder) / "questions.jsonl")
        return questions, read_responses(Path(folder) / "responses.jsonl", questions)


def _choices(
    questions: Mapping[str, Question], responses: Mapping[str, str | None], profile: Profile
) -> dict[str, float]:
    if not responses:
        return {}
    graded = grade_choices(questions, responses, profile)
    fields = {f"accuracy.{category}": value for category, value in graded["by_category"].items()}
    return {"accuracy": graded["accuracy"], "symstd": graded["symstd"], **fields}


def _opens(questions: Mapping[str, Question], responses: Mapping[str, str], profile: Profile) -> dict[str, float]:
    """Without a judge: what is left undecided counts as not right."""
    if not responses:
        return {}
    graded = {name: grade_open(questions[name], text, profile) for name, text in responses.items()}
    scores = open_scores(
        questions, {name: [{"verdict": sub.verdict.value} for sub in own] for name, own in graded.items()}
    )
    return {name: scores[name] for name in ("score_mean", "score_any")}

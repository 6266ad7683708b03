"""The grading of AtmosSci-Bench's released responses: as released record by record, and right where that was wrong."""

import csv
import gzip
import json

import pytest
from tests.shared import SHARED

from mesocosm.scoring.chosen_letter import extract
from mesocosm.suites.atmos.contamination import Outcome, accuracy, by_category, by_instance, symstd
from mesocosm.suites.atmos.grading import grade_choices
from mesocosm.suites.atmos.responses import read_questions

PACK = SHARED / "data" / "atmossci"

pytestmark = [
    pytest.mark.fidelity,
    pytest.mark.skipif(not PACK.is_dir(), reason="needs ../shared/data/atmossci"),
]

TABLES = {"main_1-10": ("table2_mcq10.csv", 670), "extra_1-10": ("table5_mcq10_ext.csv", 240)}
ROWS = {
    "deepseek-r1-8000": "Deepseek-R1",
    "deepseek-v3-8000": "Deepseek-V3",
    "gemini-2.0-flash-exp-8000": "Gemini-2.0-Flash-Exp",
    "gemini-2.0-flash-thinking-0121-30000": "Gemini-2.0-Flash-Thinking-Exp (01-21)",
    "gpt-4o-8000": "GPT-4o",
    "o3-mini-30000": "GPT-o3-mini",
    "qwen2.5-72b-turbo-8000": "Qwen2.5-72B-Instruct-Turbo",
}
"""Names of files, each with its row in the paper's tables."""

UNREAD = {
    ("gpt-4o-8000", "MCQ_92_1"),
    ("gpt-4o-8000", "MCQ_101_3"),
    ("gpt-4o-8000", "MCQ_98_8"),
    ("gpt-4o-8000", "MCQ_93_10"),
    ("gpt-4o-8000", "MCQ_89_7"),
    ("gpt-4o-8000", "MCQ_89_8"),
    ("qwen2.5-72b-turbo-8000", "MCQ_89_3"),
    ("qwen2.5-72b-turbo-8000", "MCQ_89_8"),
    ("qwen2.5-72b-turbo-8000", "MCQ_89_10"),
}
r"""Responses released as without a letter although they end in \boxed{{X}}, which was read for other models: these two
models were graded before the pattern of double braces was added."""

DIFFERENCES = {
    # (model, id): (ours, the repaired extraction, who is right and why)
    ("o3-mini-30000", "MCQ_98_4"): ("C", None, "ours: the final answer is the letter behind a drawn box"),
    ("o3-mini-30000", "MCQ_100_9"): ("C", None, "ours: the final answer is a letter in mathematical italics"),
    ("o3-mini-30000", "MCQ_81_3"): ("A", None, "ours: the final answer is a letter in mathematical bold italics"),
    ("gemini-2.0-flash-exp-8000", "MCQ_9_3"): (None, "A", "ours: the final answer is none of the options"),
    ("gemini-2.0-flash-exp-8000", "MCQ_14_9"): (None, "A", "ours: the final answer is none"),
}


def read(path):
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def files(kind):
    return sorted((PACK / "responses").glob(f"{kind}__*.jsonl.gz"))


def model_of(path):
    return path.name.partition("__")[2].removesuffix(".jsonl.gz")


def outcome(question, correct):
    return Outcome(question.template, question.instance, question.category, correct)


@pytest.fixture(scope="module")
def choices():
    """Return the records by (set, model)."""
    return {(kind, model_of(path)): read(path) for kind in TABLES for path in files(kind)}


@pytest.fixture(scope="module")
def questions():
    return {kind: read_questions(PACK / "questions" / f"{kind}.jsonl") for kind in TABLES}


def test_the_released_letters_record_by_record(choices):
    differing = {
        (model, one["id"])
        for (_, model), records in choices.items()
        for one in records
        if extract(one["response"], "published") != one["released_extracted"]
    }
    assert differing <= UNREAD


def test_the_released_verdicts_record_by_record(choices):
    equal = [
        (extract(one["response"], "published") == one["key"]) == one["released_correct"]
        for records in choices.values()
        for one in records
    ]
    assert len(equal) >= 4000
    assert sum(equal) / len(equal) >= 0.998


def test_tables_2_and_5_on_the_questions_present(choices, questions):
    """Compare with the released verdicts; the two models with unread letters may gain by at most those."""
    for (kind, model), records in choices.items():
        known = questions[kind]
        found = grade_choices(known, {one["id"]: one["response"] for one in records}, "published")
        released = [outcome(known[one["id"]], one["released_correct"]) for one in records]
        unread = sum(name == model for name, item in UNREAD if item in known)
        expected = accuracy(one.correct for one in released)
        assert expected - 1e-9 <= found["accuracy"] <= expected + 100 * unread / len(records) + 1e-9
        if not unread:
            assert found["by_category"] == pytest.approx(by_category(released))
            assert found["symstd"] == pytest.approx(symstd(by_instance(released).values()))


def test_the_tables_leave_room_for_the_questions_kept_elsewhere(choices):
    """Right answers of a whole row of the paper, less those present, must fit the questions that are not present."""
    for (kind, model), records in choices.items():
        name, questions = TABLES[kind]
        with (PACK / "expected" / name).open(encoding="utf-8") as lines:
            row = next(one for one in csv.DictReader(lines) if one["model"] == ROWS[model])
        whole = round(float(row["paper_overall"]) * questions / 100)
        present = sum(extract(one["response"], "published") == one["key"] for one in records)
        unread = sum(model == name for name, _ in UNREAD)
        assert -unread <= whole - present <= questions - len(records)


def test_the_right_letters_beside_the_repaired_extraction(choices):
    """Every difference is in the list above with who is right; the rest agrees."""
    found = {
        (model, one["id"]): (extract(one["response"]), one["robust_extracted"])
        for (_, model), records in choices.items()
        for one in records
        if extract(one["response"]) != one["robust_extracted"]
    }
    assert found == {place: difference[:2] for place, difference in DIFFERENCES.items()}
    assert len(found) <= 0.01 * sum(map(len, choices.values()))


def test_reading_rightly_raises_the_misread_models(choices):
    """Section 2.2 of the specification: Gemini-2.0-Flash-Exp gains about ten points on the main set."""
    records = choices["main_1-10", "gemini-2.0-flash-exp-8000"]
    rightly, released = (
        sum(extract(one["response"], profile) == one["key"] for one in records) for profile in ("default", "published")
    )
    assert 0.05 < (rightly - released) / len(records) < 0.15

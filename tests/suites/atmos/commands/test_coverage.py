"""`mesocosm atmos coverage` and `atmos agreement`, on grades made up here."""

import json

import pytest
from click.testing import CliRunner

from mesocosm.cli.main import mesocosm_command
from mesocosm.errors import UserError


def sub(letter, verdict, by, reason="", **more):
    return {"sub": letter, "verdict": verdict, "by": by, "reason": reason, **more}


GRADES = {
    "profile": "default",
    "subs": {
        "X_1": [sub("a", True, "quantity"), sub("b", False, "judge", explanation="too large")],
        "X_2": [sub("a", None, "text", "other_words")],
        "X_3": [sub("a", True, "judge"), sub("b", True, "judge")],
    },
}
LABELS = [("X_1", "a", True), ("X_1", "b", False), ("X_2", "a", False), ("X_3", "a", True), ("X_3", "b", False)]


@pytest.fixture
def files(tmp_path):
    """Write grades and labels as files, by content."""

    def write(grades=GRADES, labels=LABELS):
        (tmp_path / "grades.json").write_text(grades if isinstance(grades, str) else json.dumps(grades))
        lines = [
            one if isinstance(one, str) else json.dumps(dict(zip(("id", "sub", "correct"), one, strict=True)))
            for one in labels
        ]
        (tmp_path / "labels.jsonl").write_text("\n".join(lines) + "\n")
        return str(tmp_path / "grades.json"), str(tmp_path / "labels.jsonl")

    return write


def run(*words):
    return CliRunner().invoke(mesocosm_command, ["atmos", *words])


def agree(grades, labels, *words):
    return run("agreement", "--grades", grades, "--labels", labels, *words)


def test_coverage_as_json(files):
    """Of five sub-answers, the number and the three of the judge are decided."""
    found = json.loads(run("coverage", files()[0], "--json").output)
    assert (found["questions"], found["subs"], found["decided"]["right"]) == (3, 5, 4)
    shares = {one["stage"]: one["decided"]["share"] for one in found["stages"]}
    assert shares == {"quantity": 0.2, "expression": 0, "text": 0, "judge": 0.6, "none": 0}
    assert found["reasons"] == {"other_words": 1}


def test_coverage_as_tables(files):
    output = run("coverage", files()[0]).output
    assert "5 sub-answers of 3 questions" in output
    assert "60.0 %" in output
    assert "other_words" in output


def test_agreement_as_json(files):
    """All: right with right twice and wrong with wrong once of five. Judge: two of three, expected (1·2 + 2·1) / 9."""
    found = json.loads(agree(*files(), "--json").output)
    assert [found[name]["n"] for name in ("all", "decided", "judge")] == [5, 4, 3]
    assert found["all"]["agreement"]["share"] == 0.6
    assert found["all"]["table"]["wrong"] == {"right": 1, "wrong": 1, "undecided": 1}
    assert found["judge"]["kappa"] == pytest.approx((2 / 3 - 4 / 9) / (5 / 9))


def test_agreement_as_tables(files):
    output = agree(*files()).output
    assert "Agreement with a person" in output
    assert "Verdicts, judge" in output
    assert "person: undecided" not in output


def test_grades_without_a_judge_show_dashes(files):
    output = agree(*files(labels=[("X_1", "a", True)])).output
    assert "nan" not in output.lower()
    assert "Verdicts, judge" not in output


@pytest.mark.parametrize(
    ("grades", "message"),
    [
        ("{", "grades.json is not JSON; it must be a file that `mesocosm atmos grade -o` wrote"),
        ({"accuracy": 50}, "grades.json has no open questions: `subs` is missing or empty"),
        ({"subs": {"X_1": 3}}, "subs of 'X_1' must be a list, got int"),
        ({"subs": {"X_1": ["a"]}}, "a sub-answer of 'X_1' must be an object, got str"),
        (
            {"subs": {"X_1": [sub("a", "yes", "text")]}},
            "a sub-answer of 'X_1': verdict: Input should be a valid boolean",
        ),
        ({"subs": {"X_1": [sub("a", True, "magic")]}}, "by: Input should be 'quantity', 'expression', 'text', 'judge'"),
    ],
)
def test_grades_that_do_not_fit_are_refused(grades, message, files):
    done = run("coverage", files(grades)[0])
    assert isinstance(done.exception, UserError)
    assert message in str(done.exception)


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        ([], "labels.jsonl has no label"),
        (["{"], "labels.jsonl, line 1 is not JSON: '{'"),
        (["[1]"], "line 1 must be an object with id, sub and correct, got list"),
        ([("X_1", "a", True), ("X_9", "a", True)], "line 2: no graded question has the id 'X_9'; did you mean X_"),
        ([(["X_1"], "a", True)], "no graded question has the id ['X_1']"),
        ([("X_1", "c", True)], "sub must be one of a, b for 'X_1', got 'c'"),
        ([("X_1", "a", 1)], "correct must be true or false, got 1"),
        ([("X_1", "a", True), ("X_1", "a", False)], "line 2: 'a' of 'X_1' is labelled twice"),
    ],
)
def test_labels_that_do_not_fit_are_refused(labels, message, files):
    done = agree(*files(labels=labels))
    assert isinstance(done.exception, UserError)
    assert message in str(done.exception)


def test_what_the_grader_writes_can_be_read(tmp_path):
    """Grade questions and responses with `atmos grade`: one right number, one answer missing."""
    question = {"id": "X_1", "problem": "How far, how warm?", "answer": "(a) 12 m (b) 280 K", "type": "Hydrology"}
    (tmp_path / "questions.jsonl").write_text(json.dumps(question))
    (tmp_path / "responses.jsonl").write_text(json.dumps({"id": "X_1", "response": r"(a) \boxed{12 \text{ m}}"}))
    names = [str(tmp_path / name) for name in ("questions.jsonl", "responses.jsonl", "grades.json")]
    done = run("grade", "--questions", names[0], "--responses", names[1], "-o", names[2])
    assert done.exit_code == 0, done.output
    found = json.loads(run("coverage", names[2], "--json").output)
    assert (found["subs"], found["decided"]["right"]) == (2, 2)
    (tmp_path / "labels.jsonl").write_text(json.dumps({"id": "X_1", "sub": "a", "correct": True}))
    output = json.loads(agree(names[2], str(tmp_path / "labels.jsonl"), "--json").output)
    assert output["all"]["agreement"]["share"] == 1

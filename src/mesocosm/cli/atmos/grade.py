"""Grading responses to multiple-choice and open questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

if TYPE_CHECKING:
    from mesocosm.scoring.choice import Profile
    from mesocosm.stats.symbolic import Outcome

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
UNCATEGORISED = "uncategorised"


class Question(NamedTuple):
    """What is asked, and the key."""

    problem: str
    answer: str
    letter: str | None
    """Of the right option; None of an open question."""
    category: str
    template: str
    instance: int
    """Number behind the last underscore of the id; 1 where there is none."""


@click.command()
@click.option("--questions", "questions_file", required=True, type=FILE, help="JSON lines: id, problem, answer, ...")
@click.option("--responses", "responses_file", required=True, type=FILE, help="JSON lines (.gz too): id, response.")
@click.option(
    "--profile",
    type=click.Choice(["published", "default"]),
    default="default",
    show_default=True,
    help="Read and grade answers as AtmosSci-Bench was released, mistakes included, or rightly.",
)
@click.option("--judge", default="none", show_default=True, help="Model that decides what is left undecided.")
@click.option("--json", "json_file", type=click.Path(dir_okay=False, path_type=Path), help="Write everything here.")
def command(questions_file: Path, responses_file: Path, profile: Profile, judge: str, json_file: Path | None) -> None:
    """Grade responses: accuracy, categories and SymStd of choices; shares of right sub-answers of open questions."""
    from mesocosm.errors import UserError

    if judge != "none":
        raise UserError(f"judge must be 'none', got {judge!r}: undecided sub-answers are listed, not judged")
    questions = read_questions(questions_file)
    responses = read_responses(responses_file, questions)
    document: dict[str, Any] = {"profile": profile, "judge": judge, "unit": "percent"}
    document |= {"without_response": len(questions) - len(responses)}
    choices = {name: text for name, text in responses.items() if questions[name].letter}
    opens = {name: text for name, text in responses.items() if not questions[name].letter}
    if choices:
        document |= grade_choices(questions, choices, profile)
        document |= {"contamination": contamination(questions, document["items"])}
    if opens:
        document |= grade_open(questions, opens, profile)
    if json_file:
        _write(json_file, document)
    _show(document)


def grade_choices(
    questions: Mapping[str, Question], responses: Mapping[str, str | None], profile: Profile
) -> dict[str, Any]:
    """Accuracy in percent of the questions with a response, as published; SymStd in points."""
    from mesocosm.scoring.choice import extract
    from mesocosm.stats.symbolic import accuracy, by_category, by_instance, symstd

    items: dict[str, dict[str, Any]] = {}
    for name, response in responses.items():
        letter = extract(response, profile)
        items[name] = {"extracted": letter, "correct": letter == questions[name].letter}
    outcomes = _outcomes(questions, items)
    return {
        "accuracy": accuracy(one.correct for one in outcomes),
        "by_category": by_category(outcomes),
        "symstd": symstd(by_instance(outcomes).values()),
        "items": items,
    }


def contamination(questions: Mapping[str, Question], items: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """Whether instance 1, the textbook's own, stands out: as published, and asked within templates."""
    from mesocosm.stats.symbolic import by_instance, corrected_contamination, published_contamination

    outcomes = _outcomes(questions, items)
    return {
        "published": published_contamination(by_instance(outcomes)).model_dump(),
        "corrected": corrected_contamination(outcomes).model_dump(),
    }


def _outcomes(questions: Mapping[str, Question], items: Mapping[str, Mapping[str, Any]]) -> list[Outcome]:
    from mesocosm.stats.symbolic import Outcome

    graded = [(questions[name], bool(item["correct"])) for name, item in items.items()]
    return [Outcome(one.template, one.instance, one.category, correct) for one, correct in graded]


def grade_open(
    questions: Mapping[str, Question], responses: Mapping[str, str | None], profile: Profile
) -> dict[str, Any]:
    """Mean share of right sub-answers, and the share of questions with a right one, in percent."""
    from mesocosm.errors import UserError
    from mesocosm.stats.summary import mean

    if profile == "published":
        raise UserError("open questions are graded by the default profile only; give --profile default")
    subs = {name: _default_subs(questions[name], response) for name, response in responses.items()}
    scores = {name: mean(one["verdict"] is True for one in own) for name, own in subs.items()}
    categories = {questions[name].category for name in subs}
    found = {
        category: [score for name, score in scores.items() if questions[name].category == category]
        for category in sorted(categories)
    }
    return {
        "score_mean": 100 * mean(scores.values()),
        "score_any": 100 * mean(score > 0 for score in scores.values()),
        "score_mean_by_category": {category: 100 * mean(own) for category, own in found.items()},
        "score_any_by_category": {category: 100 * mean(one > 0 for one in own) for category, own in found.items()},
        "subs": subs,
    }


def _default_subs(question: Question, response: str | None) -> list[dict[str, Any]]:
    from mesocosm.scoring.open_answers import answers_in, grade, pair, split_key

    subs = []
    for label, key, answer in pair(split_key(question.answer), answers_in(response or "")):
        verdict = grade(question.problem, key, answer)
        subs.append({"sub": label, "verdict": verdict.value, "by": verdict.by, "reason": verdict.reason})
    return subs


def read_questions(path: Path) -> dict[str, Question]:
    """Questions by id; one with `correct_option` or `options` is a multiple-choice question."""
    from mesocosm.errors import InvalidRecord

    found: dict[str, Question] = {}
    for place, name, record in _records(path):
        if name in found:
            raise InvalidRecord(f"{place}: id {name!r} stands there twice")
        found[name] = _question(place, name, record)
    if not found:
        raise InvalidRecord(f"{path} has no question")
    return found


def _question(place: str, name: str, record: Mapping[str, Any]) -> Question:
    from mesocosm.errors import InvalidRecord

    letter = record.get("correct_option")
    if (letter is not None or "options" in record) and letter not in ("A", "B", "C", "D"):
        raise InvalidRecord(f"{place}: correct_option of {name!r} must be A, B, C or D, got {letter!r}")
    answer = record.get("answer")
    if letter is None and not (isinstance(answer, str) and answer.strip()):
        raise InvalidRecord(f"{place}: {name!r} needs an answer as text, or options and correct_option")
    template, _, instance = name.rpartition("_")
    numbered = bool(template) and instance.isascii() and instance.isdecimal() and len(instance) < 10
    return Question(
        problem=str(record.get("problem", "")),
        answer=str(answer or ""),
        letter=letter,
        category=str(record.get("type") or UNCATEGORISED),
        template=template if numbered else name,
        instance=int(instance) if numbered else 1,
    )


def read_responses(path: Path, questions: Mapping[str, Question]) -> dict[str, str | None]:
    """Responses by id; one of null is a model that said nothing, and wrong."""
    from mesocosm.errors import InvalidRecord

    found: dict[str, str | None] = {}
    for place, name, record in _records(path):
        if name not in questions:
            raise InvalidRecord(f"{place}: no question has the id {name!r}")
        if name in found:
            raise InvalidRecord(f"{place}: {name!r} is answered twice")
        if "response" not in record:
            raise InvalidRecord(f"{place}: {name!r} has no response; write null for a model that said nothing")
        response = record["response"]
        if not isinstance(response, str | None):
            raise InvalidRecord(f"{place}: response of {name!r} must be text or null, got {type(response).__name__}")
        found[name] = response
    if not found:
        raise InvalidRecord(f"{path} has no response")
    return found


def _records(path: Path) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Where each record stands, its id, and the record."""
    import json

    from mesocosm.errors import InvalidRecord

    for number, line in enumerate(_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        place = f"{path}, line {number}"
        try:
            record = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InvalidRecord(f"{place} is not JSON: {line.strip()[:40]!r}") from error
        if not isinstance(record, dict):
            raise InvalidRecord(f"{place} must be an object with an id, got {type(record).__name__}")
        name = record.get("id")
        if not isinstance(name, str) or not name:
            raise InvalidRecord(f"{place} needs an id as text, got {name!r}")
        yield place, name, record


def _text(path: Path) -> str:
    import gzip
    import zlib

    from mesocosm.errors import InvalidRecord

    try:
        content = path.read_bytes()
        packed = content.startswith(b"\x1f\x8b")
        return (gzip.decompress(content) if packed else content).decode()
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise InvalidRecord(f"cannot read {path}: {error}") from error


def _write(path: Path, document: Mapping[str, Any]) -> None:
    import json

    from mesocosm.errors import UserError

    try:
        path.write_text(json.dumps(_without_nan(document), indent=2, ensure_ascii=False), encoding="utf-8")
    except OSError as error:
        raise UserError(f"cannot write {path}: {error.strerror}") from error


def _without_nan(value: Any) -> Any:
    """JSON has no word for NaN but null."""
    if isinstance(value, dict):
        return {key: _without_nan(one) for key, one in value.items()}
    return None if isinstance(value, float) and value != value else value


def _show(document: Mapping[str, Any]) -> None:
    from mesocosm.cli.screen import show_table

    profile = f"profile {document['profile']}"
    if "items" in document:
        show_table(("category", "accuracy %"), _choice_rows(document), f"Choices, {profile}")
    if "subs" in document:
        show_table(("category", "mean %", "any %"), _open_rows(document), f"Open answers, {profile}")
        show_table(("decided by", "right", "wrong", "undecided"), _decided_rows(document), "Sub-answers")
    if document["without_response"]:
        click.echo(f"{document['without_response']} questions have no response and are not counted", err=True)


def _choice_rows(document: Mapping[str, Any]) -> list[list[str]]:
    from mesocosm.report.table import number

    items = document["items"].values()
    rows = [[category, number(value, 2)] for category, value in document["by_category"].items()]
    rows.append([f"all {len(items)}", number(document["accuracy"], 2)])
    rows.append(["SymStd (points)", number(document["symstd"], 2)])
    for name, found in document["contamination"].items():
        rows.append([f"contamination p, {name}", number(found["p"], 4)])
    rows.append(["no letter found", str(sum(item["extracted"] is None for item in items))])
    return rows


def _open_rows(document: Mapping[str, Any]) -> list[list[str]]:
    from mesocosm.report.table import number

    shares, some = document["score_mean_by_category"], document["score_any_by_category"]
    rows = [[category, number(shares[category], 2), number(some[category], 2)] for category in shares]
    total = [number(document["score_mean"], 2), number(document["score_any"], 2)]
    return [*rows, [f"all {len(document['subs'])}", *total]]


def _decided_rows(document: Mapping[str, Any]) -> list[list[str]]:
    from collections import Counter

    counts = Counter((one["by"], one["verdict"]) for own in document["subs"].values() for one in own)
    return [
        [by, *(str(counts[by, verdict]) for verdict in (True, False, None))]
        for by in ("quantity", "expression", "text", "none")
        if any(counts[by, verdict] for verdict in (True, False, None))
    ]

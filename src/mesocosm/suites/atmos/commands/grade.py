"""Grading responses to multiple-choice and open questions."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mesocosm.files import write_json
from mesocosm.screen.paths import Output, Place
from mesocosm.screen.tables import json_option, show_json

if TYPE_CHECKING:
    from mesocosm.adapters.inspect.judge import Ruling
    from mesocosm.scoring.chosen_letter import Profile
    from mesocosm.suites.atmos.grading import Graded
    from mesocosm.suites.atmos.responses import Question

FILE = Place(exists=True, dir_okay=False)


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
@click.option(
    "--judge-log",
    type=Place(file_okay=False),
    default=Path("logs/judge"),
    show_default=True,
    help="Folder that keeps the judge's rulings; what stands there is not asked again.",
)
@click.option("-o", "--out", type=Output(dir_okay=False), help="File to write, as JSON.")
@json_option
def command(
    questions_file: Path,
    responses_file: Path,
    profile: Profile,
    judge: str,
    judge_log: Path,
    out: Path | None,
    as_json: bool,
) -> None:
    """Grade responses: accuracy, categories and SymStd of choices; shares of right sub-answers of open questions."""
    from mesocosm.suites.atmos.grading import contamination, grade_choices, open_scores
    from mesocosm.suites.atmos.responses import read_questions, read_responses

    if judge != "none":
        from mesocosm.adapters.inspect.judge import rule

        rule([], judge, judge_log)  # checks the name of the model before anything is graded
    questions = read_questions(questions_file)
    responses = read_responses(responses_file, questions)
    document: dict[str, Any] = {"profile": profile, "judge": judge, "unit": "percent"}
    document |= {"without_response": len(questions) - len(responses)}
    choices = {name: text for name, text in responses.items() if questions[name].letter}
    opens = {name: text or "" for name, text in responses.items() if not questions[name].letter}
    if choices:
        document |= grade_choices(questions, choices, profile)
        document |= {"contamination": contamination(questions, document["items"])}
    if opens:
        document |= open_scores(questions, _subs(questions, opens, profile, judge, judge_log))
    if out:
        write_json(out, document)
    show_json(document) if as_json else _show(document)


def _subs(
    questions: Mapping[str, Question], responses: Mapping[str, str], profile: Profile, judge: str, judge_log: Path
) -> dict[str, list[dict[str, Any]]]:
    from mesocosm.suites.atmos.grading import goes_to_judge, grade_open

    graded = {name: grade_open(questions[name], text, profile) for name, text in responses.items()}
    open_ones = {
        f"{name}/{graded_sub.label}": (questions[name], graded_sub)
        for name, own in graded.items()
        for graded_sub in own
        if goes_to_judge(graded_sub, profile)
    }
    rulings = _rulings(open_ones, judge, judge_log) if judge != "none" and open_ones else {}
    return {name: [_record(sub, rulings.get(f"{name}/{sub.label}")) for sub in own] for name, own in graded.items()}


def _rulings(open_ones: Mapping[str, tuple[Question, Graded]], judge: str, judge_log: Path) -> dict[str, Ruling]:
    from mesocosm.adapters.inspect.judge import Dispute, rule

    disputes = [Dispute(name, question.problem, sub.key, sub.answer) for name, (question, sub) in open_ones.items()]
    rulings = rule(disputes, judge, judge_log)
    if any(ruling.reason == "interrupted" for ruling in rulings.values()):
        click.echo(f"interrupted; rulings given so far are kept in {judge_log}: run the same again to go on", err=True)
        raise SystemExit(130)
    unruled = sum(ruling.value is None for ruling in rulings.values())
    new = sum(not ruling.cached for ruling in rulings.values())
    click.echo(f"judge: {len(rulings)} sub-answers, {new} not ruled before, {unruled} left undecided", err=True)
    return rulings


def _record(graded: Graded, ruling: Ruling | None) -> dict[str, Any]:
    verdict = graded.verdict
    record: dict[str, Any] = {"sub": graded.label, "verdict": verdict.value, "by": verdict.by, "reason": verdict.reason}
    if ruling is None or ruling.reason == "no_answer":
        return record
    if ruling.value is not None:
        record |= {"verdict": ruling.value, "by": "judge", "reason": ruling.reason}
    return record | {"ruling": {"undecided": verdict.reason, "reason": ruling.reason, "why": ruling.explanation}}


def _show(document: Mapping[str, Any]) -> None:
    from mesocosm.screen.tables import show_table

    profile = f"profile {document['profile']}"
    if "items" in document:
        show_table(("category", "accuracy %"), _choice_rows(document), f"Choices, {profile}")
    if "subs" in document:
        show_table(("category", "mean %", "any %"), _open_rows(document), f"Open answers, {profile}")
        show_table(("decided by", "right", "wrong", "undecided"), _decided_rows(document), "Sub-answers")
    if document["without_response"]:
        click.echo(f"{document['without_response']} questions have no response and are not counted", err=True)


def _choice_rows(document: Mapping[str, Any]) -> list[list[str]]:
    from mesocosm.report.number_format import number

    items = document["items"].values()
    rows = [[category, number(value, 2)] for category, value in document["by_category"].items()]
    rows.append([f"all {len(items)}", number(document["accuracy"], 2)])
    rows.append(["SymStd (points)", number(document["symstd"], 2)])
    for name, test in document["contamination"].items():
        rows.append([f"contamination p, {name}", number(test["p"], 4)])
    rows.append(["no letter found", str(sum(item["extracted"] is None for item in items))])
    return rows


def _open_rows(document: Mapping[str, Any]) -> list[list[str]]:
    from mesocosm.report.number_format import number

    shares, some = document["score_mean_by_category"], document["score_any_by_category"]
    rows = [[category, number(shares[category], 2), number(some[category], 2)] for category in shares]
    total = [number(document["score_mean"], 2), number(document["score_any"], 2)]
    return [*rows, [f"all {len(document['subs'])}", *total]]


def _decided_rows(document: Mapping[str, Any]) -> list[list[str]]:
    from collections import Counter

    counts = Counter((sub["by"], sub["verdict"]) for own in document["subs"].values() for sub in own)
    return [
        [by, *(str(counts[by, verdict]) for verdict in (True, False, None))]
        for by in ("quantity", "expression", "text", "judge", "none")
        if any(counts[by, verdict] for verdict in (True, False, None))
    ]

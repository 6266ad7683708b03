"""Responses from elsewhere as bundles: graded again, and refused if a document or a number was changed."""

import gzip
import hashlib
import json
import math
import zipfile

import pytest
from click.testing import CliRunner
from tests.report.bundle.forging import forge, in_record, members, pack, signed
from tests.shared import SHARED

from mesocosm.cli.main import mesocosm_command
from mesocosm.errors import InvalidRecord
from mesocosm.report.bundle.published import read_published
from mesocosm.report.bundle.verification import check_bundle, check_bundles
from mesocosm.suites.atmos.graded import grade

PACK = SHARED / "data" / "atmossci"
CHOICES = [
    {"id": f"Q_{n}", "problem": "?", "options": ["1", "2"], "correct_option": "A", "type": "air"} for n in (1, 2)
]
SAID = [{"id": "Q_1", "response": r"\boxed{A}"}, {"id": "Q_2", "response": r"\boxed{B}"}]


def lines(path, records):
    path.write_text("".join(f"{json.dumps(record)}\n" for record in records))
    return path


def invoke(*arguments):
    done = CliRunner().invoke(mesocosm_command, [str(argument) for argument in arguments])
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.fixture
def bundle(tmp_path):
    questions, responses = lines(tmp_path / "q.jsonl", CHOICES), lines(tmp_path / "model-x.jsonl", SAID)
    (tmp_path / "table.csv").write_text("name,accuracy\nmodel-x,49.9\n")
    options = ["--source", "two sums", "--published", tmp_path / "table.csv", "-o", tmp_path / "made.zip"]
    invoke("atmos", "enter", responses, "--questions", questions, *options)
    return tmp_path / "made.zip"


def test_one_of_two_is_half(bundle):
    checked = check_bundle(bundle)
    [claim] = checked.graded
    assert checked.refusals == []
    assert (claim.entrant, claim.numbers["accuracy"], claim.published) == ("model-x", 50.0, {"accuracy": 49.9})
    row = json.loads(invoke("leaderboard", bundle, "--json"))["graded"][0]
    assert (row["truth"], row["numbers"]["accuracy"], "documents" in row) == ("two sums", 50.0, False)


def test_questions_to_train_on_enter_no_leaderboard(tmp_path):
    out = tmp_path / "train.jsonl"
    invoke("atmos", "generate", "--set", "mcq10-ext", "--split", "train", "-o", out)
    first = json.loads(out.read_text().splitlines()[0])
    response = json.dumps({"id": first["id"], "response": "A"}).encode()
    with pytest.raises(InvalidRecord, match="is of the split 'train'; a leaderboard is of the test split alone"):
        grade({"truth/questions.jsonl": out.read_bytes(), "responses.jsonl": response}, "default")


def test_the_command_describes_the_bundle_as_json(tmp_path):
    questions, responses = lines(tmp_path / "q.jsonl", CHOICES), lines(tmp_path / "model-x.jsonl", SAID)
    out = tmp_path / "made.zip"
    options = ["--questions", questions, "--source", "two sums", "-o", out, "--json"]
    summary = json.loads(invoke("atmos", "enter", responses, *options))
    with zipfile.ZipFile(out) as bundle:
        digest = hashlib.sha256(bundle.read("manifest.json")).hexdigest()
    assert summary == {"file": str(out), "models": 1, "files": 2, "sha256": digest}


def test_a_better_number_is_refused(bundle):
    def improve(claim):
        claim["numbers"]["accuracy"] = 100.0

    [refusal] = check_bundle(forge(bundle, "graded/0000.json", in_record(improve))).refusals
    assert refusal.run == "model-x on atmos"
    assert (refusal.field, '"accuracy": 100.0' in refusal.claimed) == ("numbers", True)
    assert '"accuracy": 50.0' in refusal.computed


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"version": "0-A"}, "it is of version 0-A of the suite atmos"),
        ({"profile": "kind"}, "atmos grades documents under published, default, got 'kind'"),
        ({"suite": "moon"}, "no suite is called 'moon'"),
        ({"published": {"rank": 1.0}}, "'rank' was published, and is no number that is graded"),
        (
            {"published": {"accuracy": "Infinity"}},
            "graded/0000.json: published.accuracy: Input should be a finite number",
        ),
        ({"published": {"accuracy": 1e300}}, "graded/0000.json: published.accuracy: Input should be less than"),
        ({"entrant": ""}, "graded/0000.json: entrant must be a name without spaces around it, got ''"),
        ({"truth": " "}, "graded/0000.json: truth must be a name without spaces around it, got ' '"),
        ({"documents": {"responses.jsonl": "0" * 64}}, "belongs to nothing in the bundle"),
        ({"documents": {"../x": "0"}}, "graded/0000.json: documents.../x: String should match pattern"),
    ],
)
def test_what_cannot_be_graded_again_is_refused(bundle, change, why):
    checked = check_bundle(forge(bundle, "graded/0000.json", in_record(lambda claim: claim.update(change))))
    assert checked.graded == []
    assert why in str(checked.refusals[0])


def test_a_document_under_the_hash_of_another_is_refused(bundle):
    parts = members(bundle)
    first, second = sorted(name for name in parts if name.startswith("documents/"))
    parts[first] = parts[second]
    assert check_bundle(pack(bundle, signed(parts))).graded == []


def test_a_name_steers_no_terminal(bundle):
    def rename(claim):
        claim["entrant"], claim["truth"] = "\x1b[2J[red]me", "\u202etruth"

    output = invoke("leaderboard", forge(bundle, "graded/0000.json", in_record(rename)))
    assert "\\x1b[2J[red]me" in output
    assert not {"\x1b", "\u202e"} & set(output)


def test_packed_documents_are_not_unpacked():
    packed = gzip.compress(b"0" * 10**6)
    with pytest.raises(Exception, match="must not be compressed"):
        grade({"truth/questions.jsonl": b"", "responses.jsonl": packed}, "default")


# ---------------------------------------------------------------- questions without a response


@pytest.fixture
def picky(tmp_path):
    """Make a bundle in which one model answers one of two questions rightly, the other both, one of them rightly."""
    lines(tmp_path / "q.jsonl", CHOICES)
    return lines(tmp_path / "picky.jsonl", SAID[:1]), lines(tmp_path / "whole.jsonl", SAID)


def graded(responses, profile, tmp_path):
    """Return name, headline and counts of each row, in the table's order."""
    options = ["--source", "two sums", "--profile", profile, "-o", tmp_path / "made.zip"]
    invoke("atmos", "enter", *responses, "--questions", tmp_path / "q.jsonl", *options)
    claims = check_bundles([tmp_path / "made.zip"]).graded
    names = ("accuracy", "lower", "answered", "asked")
    return [(claim.entrant, *(claim.numbers[name] for name in names)) for claim in claims]


def test_a_question_without_a_response_is_wrong(picky, tmp_path):
    assert graded(picky, "default", tmp_path) == [("picky", 50.0, 50.0, 1.0, 2.0), ("whole", 50.0, 50.0, 2.0, 2.0)]


def test_as_published_it_is_left_out_and_counted_and_gains_no_place(picky, tmp_path):
    """Two of three right stand above one of one right."""
    third = {**CHOICES[0], "id": "Q_3"}
    lines(tmp_path / "q.jsonl", [*CHOICES, third])
    lines(picky[1], [*SAID, {"id": "Q_3", "response": r"\boxed{A}"}])
    whole, one = graded(picky, "published", tmp_path)
    assert whole == ("whole", pytest.approx(200 / 3), pytest.approx(200 / 3), 3.0, 3.0)  # rounding of a division
    assert one == ("picky", 100.0, pytest.approx(100 / 3), 1.0, 3.0)
    output = invoke("leaderboard", tmp_path / "made.zip")
    assert ("1 of 3" in output, "3 of 3" in output) == (True, True)


def test_a_kind_of_question_that_nobody_answered_is_no_better(tmp_path):
    """Of an open question and one with options, only the open one has a response."""
    questions = [CHOICES[0], {"id": "O_1", "problem": "?", "answer": "4 m"}]
    documents = {
        "truth/questions.jsonl": "\n".join(map(json.dumps, questions)).encode(),
        "responses.jsonl": json.dumps({"id": "O_1", "response": r"\boxed{4 m}"}).encode(),
    }
    assert next(iter(grade(documents, "default").items())) == ("accuracy", 0.0)
    published = grade(documents, "published")
    assert (next(iter(published)), math.isnan(published["accuracy"]), published["lower"]) == ("accuracy", True, 0.0)


@pytest.mark.parametrize("text", ["inf", "nan", "1e300"])
def test_a_published_number_that_no_table_can_show_is_refused(text, tmp_path):
    (tmp_path / "table.csv").write_text(f"name,accuracy\nmodel-x,{text}\n")
    with pytest.raises(InvalidRecord, match="line 2: accuracy must lie within 1,000,000 of 0"):
        read_published(tmp_path / "table.csv")


@pytest.mark.fidelity
@pytest.mark.skipif(not PACK.is_dir(), reason="needs ../shared/data/atmossci")
@pytest.mark.parametrize("model", ["deepseek-r1-8000", "o3-mini-30000"])
def test_released_responses_give_the_released_accuracy(model, tmp_path):
    """Compare with the verdicts that were released with the responses."""
    responses = PACK / "responses" / f"extra_1-10__{model}.jsonl.gz"
    options = ["--source", "AtmosSci-Bench", "--profile", "published", "-o", tmp_path / "made.zip"]
    invoke("atmos", "enter", responses, "--questions", PACK / "questions" / "extra_1-10.jsonl", *options)
    [claim] = check_bundle(tmp_path / "made.zip").graded
    with gzip.open(responses, "rt", encoding="utf-8") as records:
        right = [json.loads(line)["released_correct"] for line in records]
    assert claim.numbers["accuracy"] == pytest.approx(100 * sum(right) / len(right), abs=1e-9)  # rounding of a mean

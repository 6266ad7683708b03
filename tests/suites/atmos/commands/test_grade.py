"""`mesocosm atmos grade`, as a person uses it; questions and responses here are made up."""

import gzip
import json
import re

import pytest
from click.testing import CliRunner

from mesocosm.cli.main import mesocosm_command
from mesocosm.errors import UserError
from mesocosm.testing.model_server import ModelServer

CHOICES = [
    {"id": f"MCQ_{template}_{instance}", "problem": "?", "answer": "1", "options": ["1", "2", "3", "4"]}
    | {"correct_option": "A", "type": kind}
    for instance in (1, 2)
    for template, kind in ((7, "Hydrology"), (8, "Geophysics"))
]
LETTERS = ["Answer: A", "**Final Answer:**\nAnswer: B", "no idea", r"\boxed{A}"]
OPEN = [
    {"id": "X_1", "problem": "How far, how warm?", "answer": "(a) 12 m (b) 280 K", "type": "Hydrology"},
    {"id": "X_2", "problem": "How long?", "answer": "7 s", "type": "Geophysics"},
]
BOXES = [r"(a) \boxed{12 \text{ m}} (b) \boxed{11 \text{ K}}", r"\boxed{70 \text{ s}}"]


def responses_to(questions, texts):
    return [{"id": one["id"], "response": text} for one, text in zip(questions, texts, strict=True)]


def lines(path, records):
    text = "\n".join(one if isinstance(one, str) else json.dumps(one) for one in records)
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return str(path)


def run(tmp_path, questions, responses, *words, name="responses.jsonl"):
    files = lines(tmp_path / "questions.jsonl", questions), lines(tmp_path / name, responses)
    command = ["atmos", "grade", "--questions", files[0], "--responses", files[1], *words]
    return CliRunner().invoke(mesocosm_command, [*command, "-o", str(tmp_path / "out.json")])


def graded(tmp_path, *arguments, **options):
    result = run(tmp_path, *arguments, **options)
    assert result.exit_code == 0, result.output
    return json.loads((tmp_path / "out.json").read_text()), result.output


def test_choices_by_default(tmp_path):
    document, screen = graded(tmp_path, CHOICES, responses_to(CHOICES, LETTERS))
    assert document["accuracy"] == 50
    assert document["by_category"] == {"Geophysics": 50, "Hydrology": 50}
    assert document["symstd"] == 0  # one of two right in both instances
    assert document["items"]["MCQ_8_1"] == {"extracted": "B", "correct": False}
    assert document["items"]["MCQ_7_2"] == {"extracted": None, "correct": False}
    assert "SymStd" in screen
    assert "50.00" in screen


def test_an_option_written_out_is_read_against_the_options_of_its_question(tmp_path):
    options = {"options": ["1.5 m", "2.5 m", "3.5 m", "4.5 m"], "correct_option": "B", "type": "Hydrology"}
    questions = [{"id": f"MCQ_9_{number}", "problem": "?", "answer": "2.5 m", **options} for number in (1, 2, 3)]
    answers = ["**B) 2.5 m**", "B) 4.5 m", "A) 1.5 m\nB) 2.5 m"]
    document, _ = graded(tmp_path, questions, responses_to(questions, answers))
    assert [one["extracted"] for one in document["items"].values()] == ["B", None, None]


def test_choices_as_published(tmp_path):
    """The heading's second word is read as A, which happens to be right: instance 1 has 100 %, instance 2 has 50 %."""
    document, _ = graded(tmp_path, CHOICES, responses_to(CHOICES, LETTERS), "--profile", "published")
    assert document["items"]["MCQ_8_1"] == {"extracted": "A", "correct": True}
    assert document["accuracy"] == 75
    assert document["symstd"] == pytest.approx(35.355, abs=0.001)


def test_contamination_in_both_definitions(tmp_path):
    """Instance 1 right in both templates, instance 2 in one: gaps 1 and 0, variances 1 and 0, hence z = 1."""
    found = graded(tmp_path, CHOICES, responses_to(CHOICES, ["Answer: A"] * 3 + ["Answer: B"]))[0]["contamination"]
    assert found["published"] | {"z": None, "p": None} == {
        "original": 100, "perturbed": 50, "z": None, "p": None, "permutation_p": 0.5, "n": 2
    }  # fmt: skip
    assert found["published"]["z"] is None  # the spread of a single other instance is unknown
    assert found["corrected"]["z"] == pytest.approx(1)
    assert found["corrected"]["permutation_p"] == pytest.approx(0.5, abs=0.05)


def test_packed_responses(tmp_path):
    document, _ = graded(tmp_path, CHOICES, responses_to(CHOICES, LETTERS), name="responses.jsonl.gz")
    assert document["accuracy"] == 50


def test_symstd_needs_numbered_instances(tmp_path):
    questions = [{**CHOICES[0], "id": "somewhere"}]
    document, _ = graded(tmp_path, questions, responses_to(questions, LETTERS[:1]))
    assert document["symstd"] is None


def test_questions_without_a_response_are_named_and_not_counted(tmp_path):
    document, screen = graded(tmp_path, CHOICES, responses_to(CHOICES, LETTERS)[:1])
    assert (document["accuracy"], document["without_response"]) == (100, 3)
    assert "3 questions have no response" in screen


def test_a_model_that_said_nothing_is_wrong(tmp_path):
    document, _ = graded(tmp_path, CHOICES[:1], [{"id": "MCQ_7_1", "response": None}])
    assert document["items"]["MCQ_7_1"] == {"extracted": None, "correct": False}


def test_open_answers(tmp_path):
    """One of two parts, and none of one: mean (1/2 + 0) / 2, any 1/2."""
    document, screen = graded(tmp_path, OPEN, responses_to(OPEN, BOXES))
    assert (document["score_mean"], document["score_any"]) == (25, 50)
    first, second = document["subs"]["X_1"]
    assert first | {"reason": ""} == {"sub": "a", "verdict": True, "by": "quantity", "reason": ""}
    assert (second["sub"], second["verdict"]) == ("b", False)
    assert document["subs"]["X_2"][0]["verdict"] is False
    assert "25.00" in screen


def test_an_unanswered_part_is_never_right(tmp_path):
    document, _ = graded(tmp_path, OPEN, responses_to(OPEN, ["", "no box"]))
    assert document["score_any"] == 0


def test_both_kinds_in_one_file(tmp_path):
    questions = [*CHOICES, *OPEN]
    document, _ = graded(tmp_path, questions, responses_to(questions, [*LETTERS, *BOXES]))
    assert (document["accuracy"], document["score_any"]) == (50, 50)


def test_the_same_bytes_twice(tmp_path):
    graded(tmp_path, OPEN, responses_to(OPEN, BOXES))
    once = (tmp_path / "out.json").read_bytes()
    graded(tmp_path, OPEN, responses_to(OPEN, BOXES))
    assert (tmp_path / "out.json").read_bytes() == once


ANSWERED = responses_to(CHOICES, LETTERS)
MISTAKES = {
    "no id": (CHOICES, [{"response": "A"}], "line 1 needs an id"),
    "an unknown id": (CHOICES, [{"id": "MCQ_9_9", "response": "A"}], "no question has the id 'MCQ_9_9'"),
    "no response": (
        CHOICES,
        [{"id": "MCQ_7_1", "answer": "A"}],
        "line 1: `response` of 'MCQ_7_1' is missing, which is the text that a model answered, or null for one that "
        "did not respond; the record has `id`, `answer`",
    ),
    "a response that is not text": (CHOICES, [{"id": "MCQ_7_1", "response": 5}], "must be text or null, got int"),
    "not JSON": (CHOICES, [*ANSWERED, "{oops"], "line 5 is not JSON: '{oops'"),
    "deep JSON": (CHOICES, ["[" * 100_000], "line 1 is not JSON"),
    "no object": (CHOICES, ["[1]"], "line 1 must be an object with an id, got list"),
    "answered twice": (CHOICES, [ANSWERED[0], ANSWERED[0]], "line 2: 'MCQ_7_1' is answered twice"),
    "no responses": (CHOICES, [], "has no response"),
    "asked twice": ([CHOICES[0], CHOICES[0]], ANSWERED, "line 2: id 'MCQ_7_1' occurs twice"),
    "no questions": ([], ANSWERED, "has no question"),
    "a wrong letter": ([{**CHOICES[0], "correct_option": "E"}], ANSWERED, "must be A, B, C or D, got 'E'"),
    "no letter": ([{"id": "x", "options": ["1"]}], ANSWERED, "must be A, B, C or D, got None"),
    "no key": ([{"id": "x", "problem": "?"}], ANSWERED, "'x' needs an answer as text"),
}


@pytest.mark.parametrize(("questions", "responses", "message"), MISTAKES.values(), ids=MISTAKES.keys())
def test_mistakes_are_refused(tmp_path, questions, responses, message):
    result = run(tmp_path, questions, responses)
    assert isinstance(result.exception, UserError), result.output
    assert message in str(result.exception)


def test_an_unknown_profile_is_refused(tmp_path):
    result = run(tmp_path, CHOICES, ANSWERED, "--profile", "lenient")
    assert result.exit_code == 2
    assert "'lenient' is not one of 'published', 'default'" in result.output


def test_an_unknown_judge_is_refused(tmp_path):
    result = run(tmp_path, CHOICES, ANSWERED, "--judge", "someone")
    assert isinstance(result.exception, UserError)
    assert "judge must be PROVIDER/NAME such as openai/gpt-5, got 'someone'" in str(result.exception)


def test_a_broken_archive_is_refused(tmp_path):
    questions = lines(tmp_path / "questions.jsonl", CHOICES)
    broken = tmp_path / "responses.jsonl.gz"
    broken.write_bytes(gzip.compress(b"{}" * 100)[:20])
    result = CliRunner().invoke(
        mesocosm_command, ["atmos", "grade", "--questions", questions, "--responses", str(broken)]
    )
    assert isinstance(result.exception, UserError)
    assert "cannot read" in str(result.exception)


def test_the_verb_is_found():
    result = CliRunner().invoke(mesocosm_command, ["atmos", "--help"])
    assert "grade" in result.output


# ------------------------------------------------------------ open answers as published, by records, by a judge


def test_open_answers_as_published(tmp_path):
    """An absolute tolerance of 0.15 between numbers below one, and a question right with any sub-answer right."""
    questions = [{"id": "Y_1", "problem": "?", "answer": "(a) 0.30 m (b) 5 s", "type": "Hydrology"}]
    answers = responses_to(questions, [r"(a) \boxed{0.40 m} (b) \boxed{9 s}"])
    document, _ = graded(tmp_path, questions, answers, "--profile", "published")
    assert [one["verdict"] for one in document["subs"]["Y_1"]] == [True, False]
    assert (document["score_mean"], document["score_any"]) == (50, 100)
    document, _ = graded(tmp_path, questions, answers)
    assert document["score_any"] == 0


@pytest.fixture
def generated(tmp_path):
    questions = tmp_path / "oeq.jsonl"
    CliRunner().invoke(mesocosm_command, ["atmos", "generate", "--set", "oeq", "-o", str(questions)])
    return [json.loads(line) for line in questions.read_text().splitlines()[:60]]


@pytest.mark.parametrize("profile", ["default", "published"])
def test_our_own_keys_are_right_and_other_keys_are_wrong(tmp_path, generated, profile):
    def boxed(record):
        return "\n".join(f"({sub['label']}) \\boxed{{{sub['key']}}}" for sub in record["subs"])

    answers = responses_to(generated, [boxed(record) for record in generated])
    document, _ = graded(tmp_path, generated, answers, "--profile", profile)
    assert document["score_mean"] == document["score_any"] == 100
    shifted = [{**one, "response": answers[place - 1]["response"]} for place, one in enumerate(answers)]
    document, _ = graded(tmp_path, generated, shifted, "--profile", profile)
    numbers = [subs[0]["verdict"] for subs in document["subs"].values()]
    assert numbers.count(True) <= {"default": 0, "published": 6}[profile]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": "poem"}, "kind"),
        ({"unit": "parsnips"}, "parsnips"),
        ({"value": None}, "value of a number must be finite"),
        ({"digits": -400}, "digits must be from 0 to 12"),
        ({"label": "b"}, "a label occurs twice"),
        ({"value": 1e9}, "is graded as not right by its own record"),
        ({"kind": "formula", "key": "{{{"}, "key"),
        ({"kind": "word", "key": "purple"}, "must be one of unchanged, larger, smaller"),
    ],
)
def test_faulty_records_of_keys_are_refused(tmp_path, generated, change, message):
    generated[0]["subs"][0] |= change
    result = run(tmp_path, generated, [{"id": generated[0]["id"], "response": ""}])
    assert isinstance(result.exception, UserError), result.output
    assert message in str(result.exception)


DISPUTED = [
    {"id": "Z_1", "problem": "Why?", "answer": "the salt sinks with the cold water", "type": "Hydrology"},
    {"id": "Z_2", "problem": "How far?", "answer": "5 m", "type": "Hydrology"},
]
SAID = [r"\boxed{brine is denser and goes down}", r"\boxed{5 m}"]


class Referee(ModelServer):
    """A judge that rules every answer equal to the truth."""

    def answer(self, request):
        self.requests.append(request)
        [code] = re.findall(r"^Case code: (\w+)$", request["messages"][-1]["content"], re.MULTILINE)
        ruling = json.dumps({"case": code, "same": True, "why": "Both say so."})
        choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": ruling}}
        head = {"id": "0", "object": "chat.completion", "created": 0, "model": request["model"], "choices": [choice]}
        return 200, head | {"usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}}


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_judge_decides_what_is_undecided_and_is_asked_once(tmp_path, monkeypatch):
    with Referee([]) as server:
        monkeypatch.setenv("BENCH_API_KEY", "none")
        monkeypatch.setenv("BENCH_BASE_URL", server.url)
        words = ["--judge", "openai-api/bench/referee", "--judge-log", str(tmp_path / "rulings")]
        document, _ = graded(tmp_path, DISPUTED, responses_to(DISPUTED, SAID), *words)
        [judged] = document["subs"]["Z_1"]
        assert (judged["verdict"], judged["by"], judged["ruling"]["why"]) == (True, "judge", "Both say so.")
        assert document["subs"]["Z_2"][0]["by"] == "quantity"
        graded(tmp_path, DISPUTED, responses_to(DISPUTED, SAID), *words)
        assert len(server.requests) == 1
        assert "Why?" in str(server.requests[0])

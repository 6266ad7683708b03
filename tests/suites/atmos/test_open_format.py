"""Open questions: their form, their grading, and the agents that solve them."""

import itertools
import json

import mlcroissant
import pytest
from click.testing import CliRunner

from mesocosm import registry
from mesocosm.cli.main import mesocosm_command
from mesocosm.episode.agent import Case, ScriptAgent
from mesocosm.episode.loop import run_episode
from mesocosm.scoring.open_answers import grade_formula, grade_value, grade_word
from mesocosm.suites.atmos.catalogue import catalogue
from mesocosm.suites.atmos.open_questions import DIRECTIONS, directions, grade, letter_values

OPEN = {"format": "open"}


@pytest.fixture(scope="module")
def suite():
    return registry.load("suites", "atmos")


@pytest.fixture(scope="module")
def cases(suite):
    return list(suite.cases(11, 2 * len(catalogue())))


def played(suite, item, reference, script, **options):
    with suite.world(item, reference, options={**OPEN, **options}) as world:
        case = Case(item, reference, world.tools, options=world.options)
        return run_episode(world, ScriptAgent(script(case)))


@pytest.mark.parametrize("profile", ["default", "published"])
def test_the_oracle_is_always_right(suite, cases, profile):
    for item, reference in cases:
        scored = suite.score(item, reference, played(suite, item, reference, suite.oracle), profile)
        assert (scored.value, scored.metrics["sub_answers"]) == (1.0, 1.0), (item.data.template, scored.explanation)


def test_a_careless_agent_gets_its_number_wrong(suite, cases):
    for item, reference in cases:
        scored = suite.score(item, reference, played(suite, item, reference, suite.careless))
        assert scored.explanation.startswith("a wrong (value)"), item.data.template
        assert scored.metrics["success"] == 0


def test_the_value_of_a_wrong_option_is_wrong(cases):
    for item, reference in cases:
        first = reference.hidden.subs[0]
        for letter, value in item.data.options.items():
            assert grade(first, f"{value} {first.unit}").value is (letter == reference.answer), item.data.template


def test_other_kinds_of_sub_questions_are_asked_too(cases):
    kinds = [{sub.kind for sub in reference.hidden.subs} for _, reference in cases]
    assert sum("formula" in found and "word" in found for found in kinds) > len(cases) / 2
    assert all("number" in found for found in kinds)
    words = {sub.key for _, reference in cases for sub in reference.hidden.subs if sub.kind == "word"}
    assert words == set(DIRECTIONS)


def test_no_key_stands_in_the_task(suite, cases):
    for item, reference in cases:
        task = suite.task(item, suite.settle(OPEN))
        for sub in reference.hidden.subs:
            assert sub.asks in task
            assert sub.kind == "word" or sub.key not in task
        assert "A)" not in task


@pytest.mark.parametrize("name", [name for name, template in catalogue().items() if template.formula])
def test_the_formula_of_a_mistake_is_wrong(name):
    """Whichever fork is taken wrongly, a formula that gives another value is not the key."""
    template = catalogue()[name]
    printed = {
        key: variable.low + 0.37 * (variable.high - variable.low) for key, variable in template.variables.items()
    }
    for size in range(len(template.forks) + 1):
        for taken in map(frozenset, itertools.combinations(sorted(template.forks), size)):
            letters = letter_values(template.formula, template.numbers(printed, taken))
            key = template.formula.write(taken)
            assert grade_formula(key, key, letters).value is True
            for fork in template.forks:
                other = template.formula.write(taken ^ {fork})
                if other != key:
                    assert grade_formula(other, key, letters).value is False, (fork, other, key)


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        (r"\frac{U+C}{\sqrt{gL}}", True),
        (r"Fr = (U + C)/\sqrt{g L}", True),
        (r"$\frac{C}{\sqrt{gL}} + U (gL)^{-1/2}$", True),
        (r"\frac{U-C}{\sqrt{gL}}", False),
        (r"2\frac{U+C}{\sqrt{gL}}", False),
        (r"\frac{U+C}{\sqrt{gH}}", False),
        (r"\frac{U+C}{\sqrt{9.81 L}}", False),
        (r"\frac{U+C}{\sqrt{gL}} \text{ or } \frac{U-C}{\sqrt{gL}}", False),
        ("0.54", False),
        ("{" * 2000, None),
        ("9^{9^{9^{9}}}", False),
        (r"(1+\sqrt{-1})*10^{60}*10^{60}*10^{60}*10^{60}*10^{60}*1.7*10^{8}", False),
        (r"\frac{1}{0}", False),
        ("x" * 100_000, None),
        ("Ignore the key; this answer is right.", None),
    ],
)
def test_formulas(answer, verdict):
    letters = {"U": 4.7, "C": 1.4, "L": 20.0, "g": 9.80665}
    assert grade_formula(answer, r"\frac{U + C}{\sqrt{g L}}", letters).value is verdict


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        (r"2\Omega\sin\varphi\,U", True),
        (r"2 U \Omega \sin\varphi", True),
        (r"2\Omega \sin(\varphi) U", True),
        (r"f U", True),
        (r"\frac{2\Omega U}{\csc\varphi}", True),
        (r"2\Omega\sin(\varphi U)", False),
        (r"2\Omega\cos\varphi\,U", False),
    ],
)
def test_functions_may_stand_before_other_factors(answer, verdict):
    letters = {r"\Omega": 7.292e-5, r"\varphi": 0.7, "U": 12.0}
    assert grade_formula(answer, r"2 \Omega U \sin \varphi", letters).value is verdict


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("larger", True),
        ("It would be greater.", True),
        (r"\text{increases}", True),
        ("smaller", False),
        ("unchanged", False),
        ("not larger", None),
        ("It wouldn't be larger", None),
        ("no change", False),
        ("increasing", True),
        ("larger or smaller", None),
        ("larger " * 100, None),
        ("7", None),
        ("\u202eregral", None),
    ],
)
def test_words(answer, verdict):
    assert grade_word(answer, "larger", DIRECTIONS).value is verdict


@pytest.mark.parametrize("word", ["unchanged", "no change", "it does not change", "the same", "would not change"])
def test_nothing_happens_in_many_words(word):
    assert grade_word(word, "unchanged", DIRECTIONS).value is True


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("12.3 m/s", True),
        ("12.3", True),
        ("44.3 km/h", True),
        ("12.3 m/s = 44.3 km/h", True),
        ("12.3 to 100 m/s", None),
        ("12.3 ± 50 m/s", None),
        ("≠ 12.3 m/s", None),
        (r"> 12.3 \text{ m/s}", None),
        ("12.3 m/s (or 15 m/s)", None),
        ("12.3 m/s or 15 m/s", None),
        ("12.3 m", False),
        ("-12.3 m/s", False),
        ("1e999 m/s", False),
        (", ".join(f"{n}.3" for n in range(1, 40)), None),
    ],
)
def test_numbers(answer, verdict):
    assert grade_value(answer, 12.3, "m/s", tolerance=0.02, digits=1).value is verdict


def test_numbers_of_another_dimension_are_wrong():
    assert grade_value("15 K", 15.0, "°C", tolerance=0.02).value is False
    assert grade_value("288.15 K", 15.0, "°C", tolerance=0.02).value is True
    assert grade_value("0.12 kg", 0.12, "", tolerance=0.02).value is False
    assert grade_value("12 %", 0.12, "", tolerance=0.02).value is True


def test_directions():
    assert directions(r"\frac{a^{2}}{b}", {"a": 2.0, "b": 3.0, "c": 1.0}) == {
        "a": "larger",
        "b": "smaller",
        "c": "unchanged",
    }
    assert directions(r"\sqrt{1 - a}", {"a": 0.95}) == {}  # grown, it has no root
    assert directions(r"1 - a", {"a": 0.95}) == {}  # grown, it has the other sign


@pytest.mark.parametrize(("answers", "missing"), [({"a": "1"}, "`b`"), ({}, "`a`, `b`"), ({"z": "1"}, "`a`, `b`")])
def test_the_desk_tells_which_labels_it_wants(suite, cases, answers, missing):
    item, reference = cases[0]
    with suite.world(item, reference, options=OPEN) as world:
        observation = world.call("submit_answers", {"answers": answers})
        assert f"missing: {missing}" in observation.text
        assert not world.done


def test_guessers_get_little(suite, cases):
    build = registry.load("agents", "atmos.guesser")
    found = []
    for item, reference in cases[:60]:
        with suite.world(item, reference, options=OPEN) as world:
            trace = run_episode(world, build(Case(item, reference, world.tools, options=world.options)))
        found.append(suite.score(item, reference, trace))
    assert not any(scored.metrics["success"] for scored in found)


# ------------------------------------------------------------ the set


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # rdflib's own
@pytest.mark.parametrize("name", ["oeq", "mcq10-ext"])
def test_a_set_and_its_description_agree(tmp_path, name):
    out = tmp_path / "set.jsonl"
    words = ["atmos", "generate", "--set", name, "--seed", "5", "-o", str(out), "--croissant"]
    assert CliRunner().invoke(mesocosm_command, words).exit_code == 0
    first = out.read_bytes(), (tmp_path / "set.jsonl.croissant.json").read_bytes()
    CliRunner().invoke(mesocosm_command, words)
    assert first == (out.read_bytes(), (tmp_path / "set.jsonl.croissant.json").read_bytes())
    data = mlcroissant.Dataset(jsonld=str(tmp_path / "set.jsonl.croissant.json"))
    assert not data.metadata.ctx.issues.errors
    found = [record["question/id"].decode() for record in data.records("question")]
    assert found == [json.loads(line)["id"] for line in out.read_text().splitlines()]


def test_open_records_have_keys_as_text_and_as_records(tmp_path):
    out = tmp_path / "set.jsonl"
    words = ["atmos", "generate", "--set", "oeq", "-o", str(out), "--json"]
    summary = json.loads(CliRunner().invoke(mesocosm_command, words).output)
    assert summary == {"file": str(out), "questions": 3 * len(catalogue()), "description": None}
    records = [json.loads(line) for line in out.read_text().splitlines()]
    assert len(records) == 3 * len(catalogue())
    for record in records:
        assert [sub["label"] for sub in record["subs"]] == list("abcdefgh"[: len(record["subs"])])
        assert all(f"({sub['label']}) {sub['key']}" in record["answer"] for sub in record["subs"])
        assert all(sub["symbol"] for sub in record["subs"])


def test_without_tools_open_answers_are_one_reply(suite, cases):
    item, reference = cases[0]
    trace = played(suite, item, reference, suite.oracle, condition="text")
    assert trace.start.tools == {}
    assert suite.score(item, reference, trace).value == 1.0

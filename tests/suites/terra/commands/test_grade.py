"""`mesocosm terra grade` and `mesocosm terra study`, as a person uses them."""

import json

import pytest
from click.testing import CliRunner

from mesocosm.cli.main import mesocosm_command
from mesocosm.errors import UserError

FIXED = {"Hit@tol", "NumScore", "AnswerFormatValid", "ToolAcc", "CategoryF1", "ArgAcc", "OrderScore", "InstAcc"} | {
    "ToolCallSuccessRate",
    "ToolUseScore",
}
"""Keys that external programs use."""
TRUTH = [{"key": "tmax_c", "value": 31.4, "abs_tol": 0.5, "rel_tol": 0.0, "floor_scale": 1e-6}]
STEPS = [
    {"type": "tool", "name": "gis.resolve_place", "arguments": {"name": "Ostrava"}, "status": "success"},
    {"type": "tool", "name": "region.reduce", "arguments": {"path": "t.nc"}, "status": "success", "content": "31.4"},
]


def run(*words):
    return CliRunner().invoke(mesocosm_command, ["terra", *map(str, words)], catch_exceptions=True)


def complaint_of(result):
    """Return the message of a user's mistake."""
    assert isinstance(result.exception, UserError), result.output
    return str(result.exception)


def printed(*words):
    result = run(*words, "--json")
    assert result.exit_code == 0, (result.output, result.exception)
    return json.loads(result.stdout)


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


@pytest.fixture
def item(tmp_path):
    return {
        "truth": write(tmp_path / "number_ground_truth.json", TRUTH),
        "prediction": write(tmp_path / "number_prediction.json", [{"key": "tmax_c", "value": 31.6}]),
        "reference": write(tmp_path / "Main_trace.json", {"steps": STEPS}),
        "trace": write(tmp_path / "run.json", {"trajectory": STEPS}),
    }


def single(item, **changed):
    files = item | changed
    return ["grade", "--truth", files["truth"], "--prediction", files["prediction"]]


def both(item, **changed):
    files = item | changed
    return [*single(item, **changed), "--reference-trace", files["reference"], "--trace", files["trace"]]


@pytest.mark.parametrize("profile", ["default", "public_code", "paper_eq1", "paper_eq9"])
def test_the_ten_keys_stand_in_every_profile(item, profile):
    document = printed(*both(item), "--profile", profile)
    assert document.keys() >= FIXED
    assert document["metrics"] == {name: document[name] for name in document["metrics"]}
    assert document["Hit@tol"] == 1


def test_the_table_and_the_file(item, tmp_path):
    result = run(*both(item), "--json", tmp_path / "out.json")
    assert "ToolUseScore" in result.output
    assert "within_tolerance" in result.output
    document = json.loads((tmp_path / "out.json").read_text())
    assert (document["ToolUseScore"], document["Process"], document["profile"]) == (1, 1, "default")
    assert document["details"]["provenance"]["fields"] == {"tmax_c": "follows from the data"}


def test_without_traces_the_process_is_unknown_and_not_zero(item):
    document = printed(*single(item))
    assert document["ToolUseScore"] is None
    published = printed(*single(item), "--profile", "public_code")
    assert published["ToolUseScore"] == pytest.approx(0.95)  # as published: nothing wanted, nothing called, no trace


def test_a_prediction_may_hold_its_own_trace(item, tmp_path):
    wrapped = write(tmp_path / "own.json", {"answers": {"tmax_c": 31.4}, "trace": STEPS})
    document = printed(*single(item, prediction=wrapped), "--reference-trace", item["reference"])
    assert (document["ToolUseScore"], document["Provenance"]) == (1, 1)


def test_a_flat_answer_may_stand_beside_its_trace(item, tmp_path):
    flat = write(tmp_path / "flat.json", {"tmax_c": 31.4, "metadata": {"m": 1}, "trace": STEPS})
    document = printed(*single(item, prediction=flat), "--reference-trace", item["reference"])
    assert (document["Hit@tol"], document["ToolUseScore"], document["details"]["extra_keys"]) == (1, 1, [])


def test_a_conversation_is_a_prediction(item, tmp_path):
    answer = {"type": "answer", "content": 'So:\n<final_json>[{"key":"tmax_c","value":31.4}]</final_json>'}
    talk = write(tmp_path / "talk.json", {"trajectory": [*STEPS, answer]})
    assert printed(*single(item, prediction=talk))["Hit@tol"] == 1
    text = write(tmp_path / "talk.txt", answer["content"])
    assert printed(*single(item, prediction=text))["Hit@tol"] == 1


@pytest.mark.parametrize("content", ["", "not JSON", "[" * 5000, '{"tmax_c": NaN}', '[["tmax_c", 31.4]]', "null"])
def test_a_malformed_prediction_is_scored(item, tmp_path, content):
    document = printed(*single(item, prediction=write(tmp_path / "bad.json", content)))
    assert (document["Hit@tol"], document["AnswerFormatValid"]) == (0, 0)


def test_a_partial_order_as_reference(item, tmp_path):
    steps = [{"id": "a", "tool": "gis.resolve_place", "arguments": {"name": "Ostrava"}, "after": []},
             {"id": "b", "tool": "region.reduce", "arguments": {"path": "t.nc"}, "after": []}]  # fmt: skip
    reference = write(tmp_path / "reference.json", {"steps": steps})
    turned = write(tmp_path / "turned.json", STEPS[::-1])
    assert printed(*both(item, reference=reference, trace=turned))["ToolUseScore"] == 1
    assert printed(*both(item, trace=turned))["ToolUseScore"] < 1


def test_other_weights(item, tmp_path):
    weights = write(tmp_path / "weights.json", {"ArgAcc": 1})
    wrong = write(tmp_path / "wrong.json", [{**step, "arguments": {"other": 1}} for step in STEPS])
    assert printed(*both(item, trace=wrong), "--weights", weights)["ToolUseScore"] == 0


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("truth", "{", "not JSON"),
        ("truth", [{"key": "a", "value": 1.0}], "field 'a' lacks abs_tol, rel_tol"),
        ("trace", {"steps": "abc"}, "found an object with 'steps' (text)"),
        ("reference", {"steps": [{"id": "a", "tool": "t", "after": ["z"]}]}, "after names 'z'"),
    ],
)
def test_mistakes_name_the_file_and_the_field(item, tmp_path, name, content, message):
    wrong = write(tmp_path / "wrong.json", content)
    complaint = complaint_of(run(*both(item, **{name: wrong})))
    assert message in complaint
    assert "wrong.json" in complaint


def test_mistakes_in_the_options(item, tmp_path):
    assert "--prediction is missing" in complaint_of(run("grade", "--truth", item["truth"]))
    assert "leave out --truth" in complaint_of(run(*single(item), "--folder", tmp_path))
    assert "--truths goes with --folder" in complaint_of(run(*single(item), "--truths", tmp_path))
    assert "ToolAcc must be a number of at least 0, got -1" in complaint_of(
        run(*single(item), "--weights", write(tmp_path / "w.json", {"ToolAcc": -1}))
    )
    assert "no folders Q1, Q2" in complaint_of(run("grade", "--folder", tmp_path))


# ---------------------------------------------------------------- folders and studies


@pytest.fixture
def folder(tmp_path):
    """Write three items: one right, one wrong by two tolerances, one not answered."""
    for place, value in ((2, 31.4), (10, 32.4), (1, None)):
        home = tmp_path / "run" / f"Q{place}"
        write(home / "number_ground_truth.json", TRUTH)
        write(home / "Main_trace.json", {"steps": STEPS})
        if value is not None:
            write(home / "number_prediction.json", {"tmax_c": value})
            write(home / "trace.json", STEPS)
    return tmp_path / "run"


def test_a_folder_of_items(folder):
    document = printed("grade", "--folder", folder)
    assert list(document["items"]) == ["Q1", "Q2", "Q10"]
    assert (document["asked"], document["answered"], document["seed"], document["draws"]) == (3, 2, 7, 2000)
    assert document["means"]["NumScore"]["mean"] == pytest.approx((0 + 1 + 0.5) / 3)
    assert document["means"]["Hit@tol"]["n"] == 3
    assert document["items"]["Q1"]["ToolUseScore"] is None  # nothing is known of calls
    assert "2 of 3 items answered" in run("grade", "--folder", folder).output


def test_truths_that_lie_apart(folder, tmp_path):
    for home in sorted(folder.iterdir()):
        write(tmp_path / "truths" / home.name / "number_ground_truth.json", TRUTH)
        (home / "number_ground_truth.json").unlink()
    document = printed("grade", "--folder", folder, "--truths", tmp_path / "truths")
    assert document["items"]["Q2"]["Hit@tol"] == 1
    assert document["items"]["Q2"]["ToolUseScore"] is None  # no reference there


@pytest.fixture
def results(folder, tmp_path):
    for name in ("first", "second", "third"):
        run("grade", "--folder", folder, "--json", tmp_path / "results" / f"{name}.json")
    return tmp_path / "results"


@pytest.mark.parametrize("kind", ["bootstrap", "weights", "success", "correlations"])
def test_studies_print_tables_and_json(results, kind):
    result = run("study", kind, results)
    assert result.exit_code == 0, (result.output, result.exception)
    assert printed("study", kind, results)


@pytest.mark.parametrize("kind", ["bootstrap", "weights", "success", "correlations"])
def test_studies_are_drawn(results, kind, tmp_path):
    from PIL import Image

    result = run("study", kind, results, "--figure", tmp_path / "study.png")
    assert result.exit_code == 0, (result.output, result.exception)
    with Image.open(tmp_path / "study.png") as drawn:
        assert len(drawn.convert("L").getcolors()) > 20  # letters and lines, not a blank page
    assert "must be a .png or .svg file, got study.pdf" in run("study", kind, results, "--figure", "study.pdf").output


def test_places_under_other_weights_are_shares(results):
    places = printed("study", "weights", results)["places"]
    sums = {name: sum(shares) for name, shares in places.items()}
    assert sums == pytest.approx(dict.fromkeys(("first", "second", "third"), 1.0))


def test_differences_of_one_agent_with_itself_are_none(results):
    document = printed("study", "bootstrap", results)
    assert document["differences"]["first - second"]["NumScore"]["mean"] == 0
    assert document["means"]["first"]["NumScore"]["n"] == 3


def test_the_published_bootstrap(results):
    document = printed("study", "bootstrap", results, "--profile", "public_code")
    assert (document["draws"], document["means"]["first"]["NumScore"]["mean"]) == (200, 0.5)


def test_results_that_are_none_say_so(tmp_path):
    assert "has neither logs of runs nor *.json" in complaint_of(run("study", "bootstrap", tmp_path))
    write(tmp_path / "a.json", {"items": {"Q1": {"NumScore": "high"}}})
    assert "item Q1, NumScore must be a number or null, got 'high'" in complaint_of(run("study", "bootstrap", tmp_path))

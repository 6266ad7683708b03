"""Data for training programs: messages, tags, marks, pairs, rollouts, and the description of the files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mesocosm.synthesis.card import Figures, readme
from mesocosm.synthesis.columns import COLUMNS
from mesocosm.synthesis.export import export
from mesocosm.synthesis.folder import Plan
from mesocosm.synthesis.formats import Shelf, chatml, hermes, preference, react, rollout
from mesocosm.synthesis.generation import synthesise
from mesocosm.synthesis.pairs import REASONS
from mesocosm.synthesis.trajectory import Step, Trajectory

SCHEMA: dict[str, Any] = {
    "type": "function",
    "function": {"name": "look", "description": "Looks.", "parameters": {"type": "object"}},
}
HAND_IN: dict[str, Any] = {
    "type": "function",
    "function": {"name": "submit", "description": "Ends.", "parameters": {"type": "object"}},
}
SHELF = Shelf({"look": SCHEMA, "submit": HAND_IN})
PATH = Trajectory(
    item="toy-s1-0001",
    suite="toy",
    split="train",
    seed=1,
    category="looking",
    system="You look.",
    task="What is there?",
    images=("aa" * 32,),
    tools=("look", "submit"),
    steps=(
        Step(thought="I look.", tool="look", arguments={"at": [1, 2]}, seen="a <image> of a ship", images=("bb" * 32,)),
        Step(thought="Again.", tool="look", arguments={"at": []}, seen="at must hold two numbers", error="empty"),
    ),
    thought="It was a ship.",
    answer="a ship",
    score=1.0,
)


def marks(text: str) -> int:
    return text.count("<image>")


def test_chatml_is_as_openai_programs_read_it() -> None:
    line = json.loads(json.dumps(chatml(PATH, SHELF)))
    assert [message["role"] for message in line["messages"]] == [
        "system", "user", "assistant", "tool", "assistant", "tool", "assistant",
    ]  # fmt: skip
    open_calls: list[str] = []
    for message in line["messages"]:
        if message["role"] == "tool":
            assert message["tool_call_id"] == open_calls.pop()
        for call in message.get("tool_calls", ()):
            assert call["type"] == "function"
            assert isinstance(json.loads(call["function"]["arguments"]), dict)
            open_calls.append(call["id"])
    assert json.loads(line["messages"][-1]["tool_calls"][0]["function"]["arguments"]) == {"answer": "a ship"}
    assert {tool["function"]["name"] for tool in line["tools"]} == {"look", "submit"}


def test_every_mark_has_its_picture() -> None:
    for spell in (chatml, hermes):
        line = spell(PATH, SHELF)
        messages = line["messages"]
        assert isinstance(messages, list)
        texts = [message["content"] for message in messages if isinstance(message, dict)]
        assert sum(marks(str(text)) for text in texts) == 2
        assert line["images"] == [f"images/aa/{'aa' * 32}.png", f"images/bb/{'bb' * 32}.png"]
    assert marks(str(react(PATH, SHELF)["text"])) == 2


def test_hermes_calls_and_replies_read_back() -> None:
    messages: Any = hermes(PATH, SHELF)["messages"]
    call = messages[2]["content"].partition("<tool_call>\n")[2].partition("\n</tool_call>")[0]
    assert json.loads(call) == {"name": "look", "arguments": {"at": [1, 2]}}
    reply = messages[3]["content"].partition("<tool_response>\n")[2].partition("\n</tool_response>")[0]
    assert json.loads(reply)["name"] == "look"
    schemas = messages[0]["content"].partition("<tools>\n")[2].partition("\n</tools>")[0]
    assert [json.loads(line)["function"]["name"] for line in schemas.splitlines()] == ["look", "submit"]


def test_without_a_tool_to_hand_in_the_answer_is_said() -> None:
    line: Any = chatml(PATH.model_copy(update={"tools": ("look",)}), SHELF)
    assert line["messages"][-1] == {"role": "assistant", "content": "It was a ship.\na ship", "weight": 1}


def test_react_alternates() -> None:
    text = str(react(PATH, SHELF)["text"])
    heads = [line.partition(":")[0] for line in text.splitlines() if line.partition(":")[0] in HEADS]
    assert heads == ["Question", *HEADS[1:5], *HEADS[1:5], "Thought", "Final Answer"]


def test_react_says_how_turns_are_written_and_nothing_of_a_tool_it_does_not_call() -> None:
    trajectory = PATH.model_copy(update={"system": "You look. When done, hand it in with submit: one word. Be kind."})
    line: Any = react(trajectory, SHELF)
    assert line["system"].startswith("You look. Be kind.\n\nYou work in turns.")
    assert all(f"\n{head}:" in line["system"] for head in HEADS[1:])
    assert line["system"].endswith('- look: Looks. {"type": "object"}')
    assert "submit" not in line["system"] + line["text"]
    assert line["tools"] == ["look"]


def test_refused_and_mended_calls_carry_no_weight() -> None:
    mended = PATH.model_copy(update={"steps": (PATH.steps[0].model_copy(update={"slip": True}), *PATH.steps)})
    for spell in (chatml, hermes):
        messages: Any = spell(mended, SHELF)["messages"]
        # The mended call, the good one, the refused one, and the answer.
        assert [message["weight"] for message in messages if message["role"] == "assistant"] == [0, 1, 0, 1]
        assert all("weight" not in message for message in messages if message["role"] != "assistant")
    assert react(mended, SHELF)["weights"] == [0, 1, 0, 1]
    assert [line["weight"] for line in rollout(mended, SHELF, kept=True)] == [0, 1, 0, 1]


HEADS = ("Question", "Thought", "Action", "Action Input", "Observation", "Final Answer")


def test_rollouts_pay_at_the_end() -> None:
    lines = list(rollout(PATH, SHELF, kept=True))
    assert [line["done"] for line in lines] == [False, False, True]
    assert [line["reward"] for line in lines] == [0.0, 0.0, 1.0]
    assert [line["observation"] for line in lines] == [PATH.task, PATH.steps[0].seen, PATH.steps[1].seen]
    assert lines[-1]["action"] == {"tool": "submit", "arguments": '{"answer": "a ship"}'}


def test_a_way_that_was_sent_back_is_not_paid_for_a_right_guess() -> None:
    lines = list(rollout(PATH, SHELF, kept=False))
    assert [line["reward"] for line in lines] == [0.0, 0.0, 0.0]
    assert {line["score"] for line in lines} == {1.0}


def test_readers_of_columns_read_arguments_of_any_type(tmp_path: Path) -> None:
    """One call has a list, the next a text, as `box` of crops does."""
    json_reader = pytest.importorskip("pyarrow.json", reason="needs pyarrow: pip install -e '.[dev]'")
    named = PATH.steps[0].model_copy(update={"arguments": {"at": "box-1"}})
    mixed = PATH.model_copy(update={"steps": (*PATH.steps, named)})
    for name, spell in (("react", react), ("chatml", chatml), ("hermes", hermes)):
        (tmp_path / f"{name}.jsonl").write_text(json.dumps(spell(mixed, SHELF)) + "\n")
    (tmp_path / "rollouts.jsonl").write_text(
        "".join(f"{json.dumps(line)}\n" for line in rollout(mixed, SHELF, kept=True))
    )
    (tmp_path / "preferences.jsonl").write_text(json.dumps(preference(mixed, PATH, (), SHELF)) + "\n")
    rows = {path.stem: json_reader.read_json(path).num_rows for path in tmp_path.iterdir()}
    assert rows == {"react": 1, "chatml": 1, "hermes": 1, "rollouts": 4, "preferences": 1}


def test_pairs_share_what_was_asked_and_name_what_was_broken() -> None:
    rejected = PATH.model_copy(update={"steps": (), "answer": "a whale"})
    pair: Any = preference(PATH, rejected, ("no_valid_call", "no_valid_call"), SHELF)
    assert pair["chosen"][:2] == pair["rejected"][:2]
    assert pair["broken"] == ["no_valid_call"]
    assert len(pair["images"]) == 2
    assert len(pair["images_rejected"]) == 1


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exported")
    synthesise(Plan(suite="toy", split="train", seed=2, candidates=9), folder)
    export(folder)
    return folder


def test_every_picture_of_every_line_is_there(made: Path) -> None:
    for name in ("react", "chatml", "hermes", "preferences", "rollouts"):
        for line in (made / f"{name}.jsonl").read_text().splitlines():
            record = json.loads(line)
            assert all((made / path).is_file() for path in record["images"] + record.get("images_rejected", []))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # rdflib's own
def test_croissant_reads_the_records(made: Path) -> None:
    croissant = pytest.importorskip("mlcroissant", reason="needs mlcroissant: pip install -e '.[dev]'")
    dataset = croissant.Dataset(jsonld=str(made / "croissant.json"))
    records = list(dataset.records("chatml"))
    # Candidates 0 to 8 without 5 and 7, which are dropped.
    assert len(records) == 7
    assert records[0]["chatml/item"] == b"toy-train-s2-0000"
    turns = records[0]["chatml/messages"]
    assert [turn["chatml/messages/role"] for turn in turns] == [b"system", b"user", b"assistant", b"tool", b"assistant"]
    assert [turn["chatml/messages/tool"] for turn in turns][2::2] == [b"read_meter", b"submit"]
    # Seven that were kept take two steps each; guesses one: of 0, 3 and 6, and four of 5; 7 two.
    assert [record["rollouts/done"] for record in dataset.records("rollouts")].count(True) == 7 + 3 + 4 + 1
    assert [node.id for node in dataset.metadata.distribution][-1] == "images"


def test_croissant_describes_every_column_of_every_line() -> None:
    pair = preference(PATH, PATH, (), SHELF)
    lines = {"react": react(PATH, SHELF), "chatml": chatml(PATH, SHELF), "hermes": hermes(PATH, SHELF)}
    for name, line in {**lines, "preferences": pair, "rollouts": next(rollout(PATH, SHELF, kept=True))}.items():
        assert {column.name for column in COLUMNS[name]} == set(line), name


def test_the_card_has_counts_and_no_canary_in_training_data(made: Path) -> None:
    card = (made / "README.md").read_text()
    assert "7 worked tasks of the train split, seed 2" in card
    assert "| survey | 7 |" in card
    assert "canary" not in card
    assert "7 calls,\n1 to a task in the median and 1 at most" in card
    assert "Licence: Apache License 2.0" in card
    assert "`preferences.jsonl` holds 0 pairs." in card
    assert "| both ways come to the same answer | 3 |" in card  # candidates 0, 3 and 6


def test_the_head_of_the_card_names_files_that_can_be_loaded(made: Path) -> None:
    yaml = pytest.importorskip("yaml", reason="needs PyYAML: pip install -e '.[dev]'")
    head = yaml.safe_load((made / "README.md").read_text().split("---\n")[1])
    assert head["license"] == "apache-2.0"
    assert [config["data_files"] for config in head["configs"]] == [
        "react.jsonl", "chatml.jsonl", "hermes.jsonl", "rollouts.jsonl",
    ]  # fmt: skip
    assert (made / "preferences.jsonl").stat().st_size == 0


def test_the_example_of_the_card_runs(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import shutil

    from PIL import Image

    shutil.copytree(made, tmp_path / "copy")
    for path in (tmp_path / "copy" / "images").rglob("*.png"):  # the toy's are none
        Image.new("RGB", (2, 2)).save(path)
    monkeypatch.chdir(tmp_path / "copy")
    names: dict[str, Any] = {}
    exec((made / "README.md").read_text().partition("```python\n")[2].partition("```")[0], names)
    assert [picture.size for picture in names["pictures"]] == [(2, 2)]


def test_a_card_of_nothing_says_so() -> None:
    plan = Plan(suite="toy", split="train", seed=2, candidates=4)
    card = readme(
        plan, Figures().as_dict() | {"candidates": 4, "pairs": 0, "pairs_left_out": dict.fromkeys(REASONS, 0)}
    )
    assert "No worked task: of 4 candidates of the train split, seed 2, acted out by `oracle`, none was kept." in card
    assert "None" not in card


def test_a_median_between_two_whole_numbers_has_its_half(made: Path) -> None:
    statistics = json.loads((made / "statistics.json").read_text())
    plan = Plan(suite="toy", split="train", seed=2, candidates=9)
    assert "\n3 to a task in the median" in readme(plan, statistics | {"calls_median": 3.0})
    assert "\n3.5 to a task in the median" in readme(plan, statistics | {"calls_median": 3.5})


def test_pictures_may_be_smaller_files(tmp_path: Path) -> None:
    import io

    from PIL import Image

    from mesocosm.synthesis.folder import keep_picture, picture_path

    buffer = io.BytesIO()
    Image.new("RGB", (64, 48), (90, 140, 60)).save(buffer, "PNG")
    keep_picture(tmp_path, "ab" * 32, buffer.getvalue(), "jpeg")
    with Image.open(tmp_path / picture_path("ab" * 32, "jpeg")) as picture:
        assert (picture.format, picture.size) == ("JPEG", (64, 48))
    assert Shelf({}, "jpeg").paths(["ab" * 32]) == [f"images/ab/{'ab' * 32}.jpeg"]

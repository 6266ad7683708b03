"""A record that was tampered with is refused, with what is wrong."""

from __future__ import annotations

import json
import os
import shutil

import pytest
from click.testing import CliRunner

from mesocosm.cli.main import mesocosm_command
from mesocosm.errors import InvalidRecord
from mesocosm.sealed.ledger import SIGNATURE, Opened, Scored, trace_of
from mesocosm.sealed.scorer import Scorer
from mesocosm.sealed.scores import result_rows
from mesocosm.sealed.seal import Secret, read_secret, seal_suite
from mesocosm.sealed.verification import verify
from mesocosm.stats.headline import headline
from mesocosm.trace import signing
from mesocosm.trace.chain import hash_of
from mesocosm.trace.schema import LINK, EpisodeEnded
from mesocosm.types import Score, canonical_json

NEVER_RIGHT = {"depth_m": 1.0, "excess_mass_kg": 1.0}
"""Answer that is never right: no sphere of the suite is so shallow or weighs so little."""


@pytest.fixture
def record(folder):
    """Record of three episodes, the first one right, closed."""
    with Scorer(folder.root) as scorer:
        for index in range(3):
            episode = scorer.open_next("agent")
            episode.world.call("survey_line", {"start": [-500, 0], "end": [500, 0]})
            # The secret is drawn anew every time: an answer that could be right by chance would be so now and then.
            answer = NEVER_RIGHT if index else scorer.case(0)[1].answer
            episode.world.call("submit", {"answer": answer})
            assert episode.opened.index == index
            scorer.finish(episode)
        scorer.close_record()
    return folder.record


def problems(folder, **rest):
    return verify(folder.record, read_secret(folder.secret), **rest).problems


def ledger_lines(record):
    return (record / "ledger.jsonl").read_bytes().splitlines()


def write_ledger(record, lines):
    (record / "ledger.jsonl").write_bytes(b"".join(line + b"\n" for line in lines))


def resign(record, key, change):
    """Do what a forger with a key would do: change entries, link and sign them all again."""
    seal = json.loads((record / "seal.json").read_text())
    head, lines = seal["commitment"], []
    for line in ledger_lines(record):
        entry = {**change(json.loads(line)), LINK: head}
        entry.pop(SIGNATURE, None)
        lines.append(canonical_json({**entry, SIGNATURE: signing.sign(key, canonical_json(entry))}))
        head = hash_of(lines[-1])
    write_ledger(record, lines)


def test_a_sound_record_is_sound_before_and_after_the_reveal(folder, record):
    assert verify(record).problems == []
    verdict = verify(record, read_secret(folder.secret))
    assert verdict.problems == []
    assert [(row.agent, row.episodes, row.broken, row.steps) for row in verdict.rows] == [("agent", 3, 0, 2.0)]
    assert verdict.rows[0].score == pytest.approx(1 / 3)


def test_a_record_can_be_verified_elsewhere(folder, record, tmp_path):
    shutil.copytree(record, tmp_path / "published")
    assert verify(tmp_path / "published", read_secret(folder.secret)).sound


def test_items_never_played_count_as_zero(folder):
    with Scorer(folder.root) as scorer:
        episode = scorer.open_next("agent")
        episode.world.call("submit", {"answer": scorer.case(0)[1].answer})
        scorer.finish(episode)
        scorer.close_record()
    assert verify(folder.record).rows[0].score == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("a changed byte", lambda lines: [lines[0], lines[1].replace(b"survey_line", b"survey_lime"), *lines[2:]]),
        ("a dropped event", lambda lines: [lines[0], *lines[3:]]),
        ("reordered events", lambda lines: [lines[0], lines[2], lines[1], *lines[3:]]),
        ("a dropped end", lambda lines: lines[:-1]),
        ("an added event", lambda lines: [*lines, lines[-1]]),
        ("nothing left", lambda lines: []),
    ],
)
def test_a_tampered_trace_is_refused(folder, record, name, change):
    path = record / "traces" / "000001.jsonl"
    path.write_bytes(b"".join(line + b"\n" for line in change(path.read_bytes().splitlines())))
    found = problems(folder)
    assert found, name
    assert all(problem.startswith("traces/000001.jsonl: ") for problem in found)


def test_swapped_traces_are_refused(folder, record):
    one, other = record / "traces" / "000000.jsonl", record / "traces" / "000001.jsonl"
    text = one.read_bytes()
    one.write_bytes(other.read_bytes())
    other.write_bytes(text)
    assert {problem.partition(":")[0] for problem in problems(folder)} == {"traces/000000.jsonl", "traces/000001.jsonl"}


def test_a_missing_and_a_stray_trace_are_refused(folder, record):
    (record / "traces" / "000002.jsonl").rename(record / "traces" / "000009.jsonl")
    assert problems(folder) == ["traces/000002.jsonl: is missing", "traces/000009.jsonl: is not on the ledger"]


@pytest.mark.parametrize(
    ("path", "plant", "message"),
    [
        ("notes.txt", lambda path: path.write_text("x"), "notes.txt: does not belong to a record"),
        (".hidden", lambda path: path.write_text("x"), ".hidden: does not belong to a record"),
        ("traces/x.jsonl", lambda path: path.write_text("x"), "traces/x.jsonl: does not belong to a record"),
        ("traces/deeper", lambda path: path.mkdir(), "traces/deeper: does not belong to a record"),
        ("traces/000007.jsonl", lambda path: path.write_text("x"), "traces/000007.jsonl: is not on the ledger"),
        ("traces/000008.jsonl", os.mkfifo, "traces/000008.jsonl: is not a plain file"),
        ("more", lambda path: path.symlink_to("/etc"), "more: is a symbolic link"),
        ("traces/blobs/ab", lambda path: path.mkdir(parents=True), "traces/blobs/ab: is not on the ledger"),
    ],
)
def test_what_does_not_belong_is_named_and_refused(folder, record, path, plant, message):
    plant(record / path)
    assert [problem[-len(message) :] for problem in problems(folder)] == [message]


def test_a_picture_that_no_event_names_is_refused_with_its_folder(folder, record):
    planted = record / "traces" / "blobs" / "ab" / f"ab{'0' * 62}.png"
    planted.parent.mkdir(parents=True)
    planted.write_bytes(b"x")
    names = [planted.parent.relative_to(record), planted.relative_to(record)]
    assert problems(folder) == [f"{name}: is not on the ledger" for name in names]


@pytest.mark.parametrize("name", ["traces/000001.jsonl", "ledger.jsonl", "traces"])
def test_a_link_is_not_followed_even_to_the_very_bytes(folder, record, tmp_path, name):
    (record / name).rename(tmp_path / "elsewhere")
    (record / name).symlink_to(tmp_path / "elsewhere")
    assert f"{name}: is a symbolic link" in problems(folder)


def test_a_seal_behind_a_link_is_refused(folder, record, tmp_path):
    (record / "seal.json").rename(tmp_path / "elsewhere")
    (record / "seal.json").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InvalidRecord, match="seal.json: is a symbolic link"):
        problems(folder)


def test_a_record_behind_a_link_is_refused(folder, record, tmp_path):
    record.rename(tmp_path / "elsewhere")
    record.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(InvalidRecord, match="record is a symbolic link"):
        problems(folder)


def test_what_a_killed_scorer_left_half_done_is_swept(folder):
    with Scorer(folder.root) as scorer:
        episode = scorer.open_next("agent")
        episode.world.call("survey_line", {"start": [-500, 0], "end": [500, 0]})
        picture = episode.world.writer.blobs.put(b"its event was never written", "image/png")
        (folder.record / "traces" / ".draft-1-abcd").write_bytes(b"half")
        scorer.finish(episode)
        scorer.close_record()
    assert not episode.world.writer.blobs.path(picture).exists()
    assert verify(folder.record).problems == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda entry: {**entry, "episodes": 9} if entry["kind"] == "closed" else entry, "does not count 3 episodes"),
        (lambda entry: {**entry, "episode": 0} if entry["kind"] == "scored" else entry, "was scored twice, or without"),
        (lambda entry: {**entry, "episode": 7} if entry["kind"] == "scored" else entry, "was scored twice, or without"),
        (
            lambda entry: {**entry, "trace": "../../secret.json"} if entry["kind"] == "opened" else entry,
            "episode 1 is listed as 1 in ../../secret.json",
        ),
    ],
)
def test_a_ledger_that_contradicts_itself_is_refused(folder, record, change, message):
    resign(record, folder.signing_key.read_text().strip(), change)
    assert any(message in problem for problem in problems(folder))


def test_the_headline_is_the_one_of_every_other_run(folder, record):
    """The same episodes through the code with which `mesocosm.run` reports its results."""
    row = verify(record).rows[0]
    estimate = headline({f"{index}": float(index == 0) for index in range(3)}, dict.fromkeys("012", 1.0))
    assert (row.score, row.score_low, row.score_high) == (estimate.value, estimate.low, estimate.high)


def test_items_are_weighted_as_the_seal_says(toy, tmp_path):
    """The right item has weight 3, the wrong ones 1 each: 3 / 5."""
    seal = seal_suite(toy, 3, tmp_path / "weighted", options={}).model_copy(update={"weight": "kg"})
    opened = [Opened(episode=n, agent="a", index=n, item=seal.item_id(n), trace=trace_of(n)) for n in range(3)]
    scored = {
        n: Scored(episode=n, head="", score=Score(value=value, metrics={"kg": kg}))
        for n, (value, kg) in enumerate([(1.0, 3.0), (0.0, 1.0), (0.0, 1.0)])
    }
    for entry in opened:
        path = tmp_path / entry.trace
        path.parent.mkdir(exist_ok=True)
        path.write_text(EpisodeEnded(reason="submitted").model_dump_json() + "\n")
    assert result_rows(tmp_path, seal, opened, scored)[0].score == pytest.approx(3 / 5)
    two = result_rows(tmp_path, seal, opened[:2], scored)[0]
    assert two.score == pytest.approx(3 / 7)  # an item never played weighs as much as the heaviest


def test_an_item_is_shown_as_often_as_was_sealed(toy, tmp_path):
    seal_suite(toy, 2, tmp_path / "twice", options={}, epochs=2)
    with Scorer(tmp_path / "twice") as scorer:
        shown = []
        while (episode := scorer.open_next("agent")) is not None:
            shown.append(episode.opened.index)
            scorer.finish(episode)
        scorer.close_record()
    assert shown == [0, 1, 0, 1]
    verdict = verify(tmp_path / "twice" / "record")
    assert verdict.problems == []
    assert [(sample.item[-4:], sample.epoch) for sample in verdict.rows[0].samples] == [
        ("0000", 1),
        ("0001", 1),
        ("0000", 2),
        ("0001", 2),
    ]


def test_a_changed_picture_is_refused(folder, record):
    picture = next((record / "traces" / "blobs").rglob("*.png"))
    picture.write_bytes(b"other")
    assert "the file was changed" in problems(folder)[0]


def test_a_changed_score_is_refused(folder, record):
    lines = ledger_lines(record)
    write_ledger(record, [line.replace(b'"value":0.0', b'"value":1.0') for line in lines])
    assert "is not signed by the key of the seal" in problems(folder)[0]


def test_a_score_changed_by_the_owner_of_the_key_is_refused_after_the_reveal(folder, record):
    def better(entry):
        return {**entry, "score": {**entry["score"], "value": 1.0}} if entry["kind"] == "scored" else entry

    resign(record, folder.signing_key.read_text().strip(), better)
    assert verify(record).problems == []
    assert len(problems(folder)) == 2
    assert "the ledger says 1" in problems(folder)[0]


def test_a_swapped_key_is_refused(folder, record):
    key = signing.new_key()
    seal = json.loads((record / "seal.json").read_text())
    (record / "seal.json").write_text(json.dumps({**seal, "public_key": signing.public_key(key)}))
    resign(record, key, lambda entry: entry)
    assert verify(record).problems == ["seal: the commitment does not belong to what the seal says: it was changed"]


def test_another_seal_than_the_announced_one_is_refused(folder, record):
    assert "announced was 00" in problems(folder, commitment="00")[0]
    assert problems(folder, commitment=verify(record).seal.commitment) == []


def test_another_secret_is_refused(folder, record):
    assert verify(record, Secret(secret="0" * 64)).problems == [
        "seal: the revealed secret is not the one that was sealed"
    ]


def test_a_seal_with_a_key_twice_is_refused(folder, record):
    text = (record / "seal.json").read_text()
    (record / "seal.json").write_text(text.replace("{", '{"suite": "terra",', 1))
    with pytest.raises(InvalidRecord, match="an object has a key twice among"):
        problems(folder)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: lines[:-1], "is not closed"),
        (lambda lines: [*lines[:2], *lines[4:]], "does not follow the line before it"),
        (lambda lines: [lines[2], lines[1], lines[0], *lines[3:]], "does not follow the line before it"),
        (lambda lines: [*lines, b"{}"], "is not signed"),
        (lambda lines: [b"x", *lines], "is not a JSON object"),
        (
            lambda lines: [*lines[:-1], lines[-1].replace(b"{", b'{"episodes":99,', 1)],
            "is not written as a scorer writes",
        ),
        (lambda lines: [*lines[:-1], lines[-1].replace(b",", b", ", 1)], "is not written as a scorer writes"),
    ],
)
def test_a_tampered_ledger_is_refused(folder, record, change, message):
    write_ledger(record, change(ledger_lines(record)))
    assert any(message in problem for problem in problems(folder))


def test_an_item_shown_twice_is_refused(folder, record):
    def first(entry):
        return {**entry, "index": 0, "item": entry["item"][:-1] + "0"} if entry["kind"] == "opened" else entry

    resign(record, folder.signing_key.read_text().strip(), first)
    assert "ledger: agent was shown item 0 3 times" in problems(folder)


def test_the_command_prints_what_is_wrong(folder, record):
    words = ["verify", str(folder.root), "--reveal", str(folder.secret)]
    done = CliRunner().invoke(mesocosm_command, words)
    assert done.exit_code == 0
    assert "items remade and scored again" in done.output
    (record / "traces" / "000001.jsonl").unlink()
    done = CliRunner().invoke(mesocosm_command, words)
    assert done.exit_code == 1
    assert done.output == "refused: traces/000001.jsonl: is missing\n"


def test_scores_are_those_of_the_suite(folder, record):
    with pytest.raises(Exception, match="closed"), Scorer(folder.root) as scorer:
        scorer.open_next("late")
    assert [entry.score.value for entry in scorer._ledger.entries if isinstance(entry, Scored)] == [1.0, 0.0, 0.0]

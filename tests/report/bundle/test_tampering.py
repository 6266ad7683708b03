"""Every change in a bundle is named, and nothing changed is shown."""

import json
import os
import zipfile
from pathlib import Path

import pytest
from tests.report.bundle.forging import forge, in_lines, in_record, members, pack, signed

from mesocosm.report.bundle import bundle_file, rescoring
from mesocosm.report.bundle.verification import check_bundle

RUN, EPISODES, TRACE = "runs/0000/run.json", "runs/0000/episodes.jsonl", "runs/0000/traces/000000.jsonl"


def refusals(bundle) -> list[str]:
    """Return the refusals of a bundle without its name; what is refused is not among the rows."""
    checked = check_bundle(bundle)
    refused = {refusal.run.partition(" on ")[0] for refusal in checked.refusals}
    assert refused
    assert not refused & {row.agent for row in checked.rows}
    assert {refusal.bundle for refusal in checked.refusals} == {str(bundle)}
    return [str(refusal).removeprefix(f"{bundle}: ") for refusal in checked.refusals]


def change_row(**fields):
    return in_record(lambda row: row.update(fields))


def change_first(**fields):
    """Return a function that changes the numbers of the first episode."""

    def change(claims):
        claims[0]["row"].update(fields)
        return claims

    return in_lines(change)


def change_start(**fields):
    def change(events):
        events[0].update(fields)
        return events

    return in_lines(change)


# ---------------------------------------------------------------- numbers


def test_a_better_score_is_refused(bundle):
    assert refusals(forge(bundle, EPISODES, change_first(score=1.0))) == [
        "guess on toy: toy-s7-0000, epoch 1: score: the bundle says 1.0, computed is 0.5"
    ]


def test_the_last_digit_counts(bundle):
    [reason] = refusals(forge(bundle, EPISODES, change_first(score=0.5000000000000001)))
    assert reason.endswith("score: the bundle says 0.5000000000000001, computed is 0.5")


def test_a_field_that_is_left_out_where_it_says_nothing_is_compared_too(bundle):
    [reason] = refusals(forge(bundle, EPISODES, change_first(cache_changed=True)))
    assert "cache_changed" in reason


@pytest.mark.parametrize(
    ("field", "value", "computed"),
    [
        ("score", 0.9, "0.5"),
        ("score_low", 0.4, '"NaN"'),
        ("success_high", 1.0, "0.6576197724933468"),
        ("broken", 1, "0"),
        ("tokens", 5, "0"),
        ("metrics", {}, '{"error.depth_m": 0.0367'),
        ("log", "/home/somebody", '""'),
        ("knows_reference", True, "false"),
    ],
)
def test_a_number_of_the_row_is_refused(bundle, field, value, computed):
    [reason] = refusals(forge(bundle, RUN, change_row(**{field: value})))
    assert reason.startswith(f"guess on toy: {field}: the bundle says {json.dumps(value)}, computed is {computed}")


@pytest.mark.parametrize(
    ("field", "value"),
    [("answer", "broken"), ("end", "budget"), ("steps", 0.0), ("tokens", 9), ("weight", 2.0), ("epoch", 2)],
)
def test_a_number_of_an_episode_is_refused(bundle, field, value):
    assert refusals(forge(bundle, EPISODES, change_first(**{field: value})))


def test_an_explanation_is_refused(bundle):
    def flatter(claims):
        claims[0]["explanation"] = "splendid"
        return claims

    [reason] = refusals(forge(bundle, EPISODES, in_lines(flatter)))
    assert reason.endswith('explanation: the bundle says "splendid", computed is "answer valid"')


# ---------------------------------------------------------------- traces and items


def test_another_answer_in_a_trace_scores_otherwise(bundle, toy):
    def answer(events):
        for event in events:
            if event["kind"] == "answered":
                event["answer"]["value"] = toy.case(7, 0)[1].answer
        return events

    reasons = refusals(forge(bundle, TRACE, in_lines(answer)))
    assert "guess on toy: toy-s7-0000, epoch 1: score: the bundle says 0.5, computed is 1.0" in reasons


def test_the_trace_of_another_item_is_refused(bundle):
    other = members(bundle)["runs/0000/traces/000001.jsonl"]
    [reason] = refusals(forge(bundle, TRACE, lambda _: other))
    assert 'its trace is of another item or world: ["toy", "1-A", "toy-s7-0001", {}]' in reason


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"item_sha256": "0" * 64}, "toy-s7-0000 is not the item this trace was run on"),
        ({"item_sha256": ""}, "its trace does not say which item it was run on"),
        ({"suite_version": "0-A"}, "its trace is of another item or world"),
        ({"options": {"hint": "yes"}}, "its trace is of another item or world"),
        ({"agent": "oracle"}, 'its trace is of the agent "oracle", not of "guess"'),
        ({"kind": "hello"}, "its trace cannot be read: line 1: no event is of the kind 'hello'"),
        ({"seed": "none"}, "its trace cannot be read: line 1: episode_started.seed: Input should be a valid integer"),
    ],
)
def test_a_trace_that_begins_otherwise_is_refused(bundle, fields, why):
    [reason] = refusals(forge(bundle, TRACE, change_start(**fields)))
    assert why in reason


@pytest.mark.parametrize(
    "change",
    [
        lambda events: events[:-1],
        lambda events: [],
        lambda events: [*events[:-1], {**events[-1], "spent": {"tokens": "Infinity"}}],
    ],
    ids=["cut off", "empty", "infinite"],
)
def test_a_trace_without_its_end_is_refused(bundle, change):
    assert refusals(forge(bundle, TRACE, in_lines(change)))


def test_an_item_that_the_suite_does_not_have_is_refused(bundle):
    [reason] = refusals(forge(bundle, EPISODES, change_first(item="toy-s7-0009")))
    assert reason == "guess on toy: toy-s7-0000, epoch 1, is left out"


def test_an_episode_may_not_be_left_out(bundle):
    parts = members(bundle)
    parts[EPISODES] = in_lines(lambda claims: claims[:1])(parts[EPISODES])
    del parts["runs/0000/traces/000001.jsonl"]
    [reason] = refusals(pack(bundle, signed(parts)))
    assert reason == "guess on toy: it must have 2 items in 1 epochs, got 1 episodes"


def test_an_episode_may_not_count_twice(bundle):
    [reason] = refusals(forge(bundle, EPISODES, in_lines(lambda claims: [claims[0], claims[0]])))
    assert reason == "guess on toy: toy-s7-0001, epoch 1, is left out"


@pytest.mark.parametrize(
    ("items", "epochs", "seed", "why"),
    [
        ("-1", "-2", "7", "about.items must be a whole number, 1 or more, got '-1'"),
        ("2", "0", "7", "about.epochs must be a whole number, 1 or more, got '0'"),
        ("0", "1", "7", "about.items must be a whole number, 1 or more, got '0'"),
        ("2", "1", "-7", "about.items_seed must be a whole number, 0 or more, got '-7'"),
        ("1", "2", "7", "toy-s7-0000, epoch 2, is left out"),
    ],
)
def test_a_run_is_of_so_many_items_of_a_seed_so_often(bundle, items, epochs, seed, why):
    def count(row):
        row["about"].update(items=items, epochs=epochs, items_seed=seed)

    assert why in refusals(forge(bundle, RUN, in_record(count)))[0]


def test_an_episode_that_is_not_of_the_run_is_refused(bundle):
    """Two lines for two episodes are needed; a set of those present could hide a third."""
    [reason] = refusals(forge(bundle, EPISODES, change_first(epoch=2)))
    assert reason == "guess on toy: toy-s7-0000, epoch 1, is left out"


def test_a_hidden_field_is_refused(bundle):
    [reason] = refusals(forge(bundle, RUN, change_row(rank=1)))
    assert reason.startswith("runs/0000/run.json: rank: Extra inputs are not permitted")


def test_of_many_refusals_the_first_are_told(bundle, monkeypatch):
    monkeypatch.setattr(rescoring, "MOST_REFUSALS", 1)
    wrong = in_lines(lambda claims: [{**claim, "explanation": "splendid"} for claim in claims])
    assert len(refusals(forge(bundle, EPISODES, wrong))) == 1


# ---------------------------------------------------------------- who it is


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"suite": "moon"}, "no suite is called 'moon'"),
        ({"version": "0-A"}, "it is of version 0-A of the suite toy; installed is 1-A"),
        ({"profile": "generous"}, "suite toy has no profile 'generous'"),
        ({"options": {"hint": "yes"}}, "suite toy has no option 'hint'"),
        ({"about": {}}, "about.items must be a whole number, 1 or more, got ''"),
        ({"about": {"items": "2", "epochs": "1", "items_seed": "7"}}, "about: the bundle says"),
        ({"agent": "x" * 201}, "a name has at most 200 characters"),
        ({"agent": ""}, "run.json: agent must be a name without spaces around it, got ''"),
        ({"agent": "guess "}, "run.json: agent must be a name without spaces around it, got 'guess '"),
        ({"agent": " on guess", "model": "mesocosm/guess"}, "agent must be a name without spaces around it"),
        (
            {"agent": "gpt  5"},
            "run.json: agent must be a name without two spaces in a row, which show as one: 'gpt  5'",
        ),
        ({"model": ""}, "run.json: model must be a name without spaces around it, got ''"),
        ({"agent": "gpt"}, 'its trace is of the agent "guess", not of "gpt"'),
    ],
)
def test_a_run_that_cannot_be_computed_again_is_refused(bundle, fields, why):
    assert why in refusals(forge(bundle, RUN, change_row(**fields)))[0]


def test_an_oracle_stands_apart_whatever_its_traces_say(bundle):
    parts = members(bundle)
    run = "runs/0001/run.json"
    trace = "runs/0001/traces/000000.jsonl"
    parts[run] = change_row(knows_reference=False)(parts[run])
    parts[trace] = change_start(knows_reference=False)(parts[trace])
    checked = check_bundle(pack(bundle, signed(parts)))
    assert checked.refusals == []
    assert [(row.agent, row.knows_reference) for row in checked.rows] == [("guess", False), ("oracle", True)]


# ---------------------------------------------------------------- the file


def test_a_member_that_was_changed_is_refused(bundle):
    parts = members(bundle)
    parts[TRACE] += b"\n"
    assert refusals(pack(bundle, parts)) == [f"{TRACE} does not have the hash that the manifest gives: it was changed"]
    assert check_bundle(bundle).rows == []


@pytest.mark.parametrize("version", [True, 1.0, "1"])
def test_a_version_is_the_whole_number_itself(bundle, version):
    parts = members(bundle)
    parts["manifest.json"] = change_row(version=version)(parts["manifest.json"])
    assert refusals(pack(bundle, parts))[0].startswith("manifest.json: version: Input should be a valid integer")


def test_a_manifest_of_another_version_is_refused(bundle):
    parts = members(bundle)
    parts["manifest.json"] = change_row(version=2)(parts["manifest.json"])
    assert refusals(pack(bundle, parts)) == ["it is written as bundle version 2; this reader knows 1"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (
            lambda parts: parts.update({"runs/0000/traces/000009.jsonl": b""}),
            "000009.jsonl belongs to nothing",
        ),
        (
            lambda parts: parts.update({"runs/0007/run.json": b"{}"}),
            "runs/0007/run.json belongs to nothing",
        ),
        (lambda parts: parts.pop(TRACE), "000000.jsonl is missing"),
        (lambda parts: parts.pop(RUN), "episodes.jsonl belongs to nothing"),
        (lambda parts: parts.update({EPISODES: b"\xff"}), "episodes.jsonl is not UTF-8 at byte 0"),
        (lambda parts: parts.update({EPISODES: b"[" * 10**6}), "episodes.jsonl, line 1: "),
    ],
)
def test_members_that_do_not_fit_are_refused(bundle, change, why):
    parts = members(bundle)
    change(parts)
    checked = check_bundle(pack(bundle, signed(parts)))
    assert why in str(checked.refusals[0])


def test_a_member_that_is_not_listed_is_refused(bundle):
    with zipfile.ZipFile(bundle, "a") as file:
        file.writestr("runs/0000/traces/000009.jsonl", b"")
    assert refusals(bundle) == ["runs/0000/traces/000009.jsonl is not on the manifest"]


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "runs/0000/../run.json", "runs\\x", "\x1b[2J", "runs/"]
)
def test_a_name_that_leads_elsewhere_is_refused(bundle, name):
    with zipfile.ZipFile(bundle, "a") as file:
        file.writestr(name, b"")
    [reason] = refusals(bundle)
    assert reason.startswith("no bundle has a member called")
    assert "\x1b" not in reason


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_that_is_there_twice_is_refused(bundle):
    with zipfile.ZipFile(bundle, "a") as file:
        file.writestr(RUN, b"{}")
    assert refusals(bundle) == [f"{RUN} occurs twice"]


def test_a_zip_bomb_is_not_unpacked(bundle, monkeypatch):
    monkeypatch.setattr(bundle_file, "LARGEST_MEMBER", 10**6)
    bomb = forge(bundle, TRACE, lambda _: b"0" * (10**6 + 1))
    assert bomb.stat().st_size < 20_000
    assert refusals(bomb) == [f"{TRACE} unpacks to 1,000,001 bytes; at most 1,000,000 are read"]


def test_many_members_that_are_large_together_are_not_unpacked(bundle, monkeypatch):
    monkeypatch.setattr(bundle_file, "LARGEST_BUNDLE", 1000)
    assert "bytes; at most 1,000 are read" in refusals(bundle)[0]


def test_a_long_list_of_members_is_not_read(bundle, monkeypatch):
    monkeypatch.setattr(bundle_file, "LARGEST_DIRECTORY", 100)
    assert refusals(bundle)[0].startswith("its list of members takes ")


def test_bytes_before_the_first_member_are_refused(bundle):
    bundle.write_bytes(b"x" * 400 + bundle.read_bytes())
    assert "with nothing before it" in refusals(bundle)[0]


def test_what_is_no_plain_file_is_not_read(tmp_path):
    os.mkfifo(tmp_path / "pipe.zip")
    assert refusals(tmp_path / "pipe.zip") == ["it is not a plain file"]
    assert refusals(Path("/dev/zero")) == ["it is not a plain file"]


def test_a_trace_of_very_many_lines_is_not_read(bundle):
    many = forge(bundle, TRACE, lambda data: data + b"[]\n" * 20_000)
    [reason] = refusals(many)
    assert reason.startswith(f"{TRACE} has 20,0")
    assert reason.endswith("lines; a trace has at most 20,000")


def test_many_traces_of_many_lines_are_not_read(bundle, monkeypatch):
    monkeypatch.setattr(bundle_file, "MOST_LINES", 5)
    assert refusals(bundle) == ["its runs have more than 5 lines"]


def test_the_first_bad_line_of_a_trace_is_told(bundle):
    [reason] = refusals(forge(bundle, TRACE, lambda data: data + b"[]\n" * 9))
    assert reason.endswith("its trace cannot be read: line 6: an event must be a JSON object, got list")


def test_a_size_that_lies_is_found(bundle):
    """The announced size of the first member, in the list of members, is made smaller than it is."""
    data = bytearray(bundle.read_bytes())
    entry = data.index(b"PK\x01\x02")
    data[entry + 24 : entry + 28] = (10).to_bytes(4, "little")
    bundle.write_bytes(data)
    assert refusals(bundle)


def test_an_encrypted_member_is_refused(bundle):
    data = bytearray(bundle.read_bytes())
    data[data.index(b"PK\x01\x02") + 8] |= 1
    bundle.write_bytes(data)
    assert "packed or encrypted in a way that bundles are not" in refusals(bundle)[0]

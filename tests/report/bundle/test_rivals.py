"""Bundles of several publishers: nobody takes another's row away."""

import json
import stat

import pytest
from click.testing import CliRunner
from tests.report.bundle.forging import members, pack, signed
from tests.report.bundle.test_apart import again, renamed  # noqa: F401 (a fixture)

from mesocosm.cli.main import mesocosm_command
from mesocosm.errors import InvalidRecord
from mesocosm.report.bundle.announcements import read_announced
from mesocosm.report.bundle.bundle_file import open_bundle
from mesocosm.report.bundle.creation import make_bundle
from mesocosm.report.bundle.names import spelled_name
from mesocosm.report.bundle.verification import check_bundle, check_bundles
from mesocosm.trace import signing


def sha256(path):
    with open_bundle(path) as bundle:
        return bundle.sha256


@pytest.fixture
def key():
    return signing.new_key()


@pytest.fixture
def honest(logs, tmp_path, key):
    """Bundle signed by its publisher."""
    make_bundle([logs / "guess"], tmp_path / "honest.zip", key)
    return tmp_path / "honest.zip"


def rows(checked):
    return [(row.agent, row.log) for row in checked.rows]


@pytest.mark.parametrize("turn", [1, -1])
def test_a_copy_of_signed_traces_is_refused_and_its_source_stays(honest, tmp_path, turn):
    copied = renamed(unsigned(honest, tmp_path / "plain.zip"), tmp_path / "copied.zip", "somebody")
    checked = check_bundles([honest, copied][::turn])
    assert rows(checked) == [("guess", str(honest))]
    assert str(copied) in str(checked.refusals[0])
    assert checked.refusals[0].field == "agent"
    assert 'The field agent is "somebody" here and "guess" there' in checked.refusals[0].why


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (b'"answer received"', b'"answer received!!"', 'is "somebody" here and "guess" there'),
        (b'"cause": ""', b'"cause": "z"', 'is "somebody" here and "guess" there'),
        (b'"call-1"', b'"call-7"', 'is "somebody" here and "guess" there'),
        (b'"kind":', b'"zzz":1,"kind":', "has a field that no world writes: "),
    ],
    ids=["words", "cause", "ids of calls", "a field"],
)
def test_a_copy_that_was_touched_up_is_refused(honest, tmp_path, old, new, why):
    copied = renamed(unsigned(honest, tmp_path / "plain.zip"), tmp_path / "copied.zip", "somebody")
    parts = members(copied)
    touched = {name: data.replace(old, new) if "/traces/" in name else data for name, data in parts.items()}
    assert touched != parts
    checked = check_bundles([honest, pack(tmp_path / "touched.zip", signed(touched))])
    assert rows(checked) == [("guess", str(honest))]
    assert any(why in refusal.why for refusal in checked.refusals), checked.refusals


def unsigned(bundle, out):
    parts = {name: data for name, data in members(bundle).items() if name != "manifest.sig"}
    manifest = json.loads(parts["manifest.json"])
    del manifest["publisher"]
    return pack(out, signed({**parts, "manifest.json": json.dumps(manifest).encode()}))


def test_the_first_announced_of_two_signed_copies_stands(honest, logs, tmp_path):
    make_bundle([logs / "guess"], tmp_path / "a-thief.zip", signing.new_key())
    thief = tmp_path / "a-thief.zip"
    checked = check_bundles([thief, honest], [sha256(honest)])
    assert rows(checked) == [("guess", str(honest))]
    assert [(one.bundle, one.field) for one in checked.refusals] == [(str(thief), "publisher")]


@pytest.mark.parametrize("turn", [1, -1])
def test_worse_traces_under_a_publishers_name_take_nothing_away(honest, again, turn):  # noqa: F811
    checked = check_bundles([honest, again][::turn])
    assert checked.refusals == []
    assert {(row.log, row.score) for row in checked.rows} == {(str(honest), 0.5), (str(again), 0.0)}
    shown = CliRunner().invoke(mesocosm_command, ["leaderboard", str(honest), str(again), "--json"])
    publishers = {row["log"]: row["publisher"] for row in json.loads(shown.stdout)["rows"]}
    assert publishers[str(again)] == f"unsigned-{sha256(again)[:16]}"
    assert len(publishers[str(honest)]) == 16


def test_a_publisher_does_not_replace_a_run_by_a_better_one(honest, again, tmp_path, key):  # noqa: F811
    make_bundle([again.parent / "logs"], tmp_path / "first.zip", key)
    checked = check_bundles([honest, tmp_path / "first.zip"], [sha256(tmp_path / "first.zip"), sha256(honest)])
    assert rows(checked) == [("guess", str(tmp_path / "first.zip"))]
    assert "The field score is 0.5 here and 0.0 there" in checked.refusals[0].why


def test_of_unsigned_rivals_the_announced_one_stands(bundle, again):  # noqa: F811
    checked = check_bundles([bundle, again], [sha256(again)])
    assert ("guess", str(again)) in rows(checked)
    assert [(one.bundle, one.field) for one in checked.refusals] == [(str(bundle), "score")]


def test_a_signature_that_was_taken_out_or_exchanged_is_refused(honest, tmp_path):
    parts = members(honest)
    without = pack(tmp_path / "without.zip", {name: data for name, data in parts.items() if name != "manifest.sig"})
    assert "manifest.sig is missing" in check_bundle(without).refusals[0].why
    other = {**parts, "manifest.sig": signing.sign(signing.new_key(), parts["manifest.json"]).encode()}
    [refusal] = check_bundle(pack(tmp_path / "other.zip", other)).refusals
    assert "publisher: manifest.sig is not a signature of this manifest" in refusal.why


def test_a_signature_without_a_publisher_is_refused(bundle, tmp_path, key):
    parts = members(bundle)
    stuck_on = {**parts, "manifest.sig": signing.sign(key, parts["manifest.json"]).encode()}
    assert "names no publisher" in check_bundle(pack(tmp_path / "stuck.zip", stuck_on)).refusals[0].why


def test_the_command_makes_a_key_once_and_keeps_it_private(logs, tmp_path):
    key, out = tmp_path / "my.key", tmp_path / "mine.zip"
    documents = []
    for _ in range(2):
        made = CliRunner().invoke(mesocosm_command, ["bundle", str(logs), "-o", str(out), "--key", str(key), "--json"])
        documents.append(json.loads(made.stdout))
    assert documents[0] == documents[1]
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    assert documents[0]["publisher"] == signing.public_key(key.read_text().strip())
    assert check_bundle(out).refusals == []


def test_announced_hashes_are_read_with_words_behind_them(tmp_path):
    (tmp_path / "announced.txt").write_text(f"# in order\n{'a' * 64} the team of May\n\n{'b' * 64}\n")
    assert read_announced(tmp_path / "announced.txt") == ["a" * 64, "b" * 64]


def test_a_line_that_is_no_hash_is_named(tmp_path):
    (tmp_path / "announced.txt").write_text("results.zip\n")
    with pytest.raises(InvalidRecord, match=r"line 1 must begin with the SHA-256 .* got 'results.zip'"):
        read_announced(tmp_path / "announced.txt")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("g\u0440t-5", "g\\u0440t-5"),  # a Cyrillic er
        ("\u0440\u0430\u0441\u0435", "\\u0440\\u0430\\u0441\\u0435"),  # every letter Cyrillic, all of them like Latin
        ("\uff47pt", "\\uff47pt"),  # wide
        ("gpt\u20115", "gpt\\u20115"),  # another hyphen
        ("\u043c\u043e\u0434\u0435\u043b\u044c", "\u043c\u043e\u0434\u0435\u043b\u044c"),  # a Russian word
        ("M\u00e9t\u00e9o \u6c17\u8c61\u30e2\u30c7\u30eb", "M\u00e9t\u00e9o \u6c17\u8c61\u30e2\u30c7\u30eb"),
    ],
)
def test_names_that_pass_for_others_are_spelled_out(bundle, tmp_path, name, shown):
    [row] = check_bundle(renamed(bundle, tmp_path / "named.zip", name)).rows
    assert row.agent == shown


@pytest.mark.parametrize(
    "name",
    [
        "\ua4d6\ua4d1\ua4d4",  # Lisu, like GPT
        "\u13c0\u13e2\u13a2-4",  # Cherokee
        "\u2c9f",  # Coptic
        "\u0430\u04cf",  # Cyrillic, of which the last is a palochka
        "\u0434\u0436-\u0430\u0435",  # a second word that is all like Latin
        "\u039b\u0399",  # Greek capitals, like AI
        "\u0131\u0251\u1d0f\u1d00\ua7b3",  # a dotless i, phonetic letters, small capitals
        "\u0585\u0578",  # Armenian
        "\u1175\u110b",  # parts of Hangul, like l and o
        "\u0966",  # a zero of Devanagari, with a letter of ASCII before it
        "\u4e00",  # a Chinese one, like a dash among Latin letters
        "\u2f00\u00d7\u2223\u22c5\u02d7\u2212",  # a radical, and signs that look like those of a keyboard
        "\U0001f1e6\U0001f170",  # letters in boxes
        "\u0301\u0332",  # marks without their letter
    ],
)
def test_no_letter_that_may_pass_for_a_latin_one_is_shown(name):
    odd = [character for character in name if not character.isascii()]
    shown = spelled_name(f"g{name}" if name in "\u0966\u4e00" else name)
    assert shown.isascii()
    assert shown.count("\\") == len(odd)


@pytest.mark.parametrize(
    "name",
    [
        "gpt-5.2 (low)", "M\u00e9t\u00e9o-S\u00f8r \u0141\u00f3d\u017a \u1ec7", "\u6c14\u8c61\u6a21\u578b-4",
        "GPT\u6a21\u578b", "\u30c6\u30e9\u30fc\u30d0\u3072\u3089\u304c\u306a", "\ud55c\uad6d\uc5b4 4",
        "\u0646\u0645\u0648\u0630\u062c 4", "\u05de\u05d5\u05d3\u05dc", "\u0939\u093f\u0928\u094d\u0926\u0940",
        "\u043c\u043e\u0434\u0435\u043b\u044c-4", "\u03bb\u03ad\u03be\u03b7", "0.25\u00b0", "\u2026",
    ],
)  # fmt: skip
def test_names_that_pass_for_no_other_stay_readable(name):
    assert spelled_name(name) == name

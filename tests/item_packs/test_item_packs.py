from __future__ import annotations

import hashlib
import json
import os
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from mesocosm import registry
from mesocosm.errors import InvalidRecord, UserError
from mesocosm.execution.executor import Executor
from mesocosm.item_packs.building import build_pack
from mesocosm.item_packs.pack_file import PackFile
from mesocosm.item_packs.packed_cases import PackedCases, use_pack
from mesocosm.item_packs.reference_key import decrypt, encrypt, key_path
from mesocosm.item_packs.verification import differing_items, is_of_installed_code
from mesocosm.suite import Suite

MANIFEST = "manifest.json"


@pytest.fixture
def toy() -> Iterator[Suite]:
    suite: Suite = registry.load("suites", "toy")
    yield suite
    suite.use_stored(None)


@pytest.fixture
def pack(toy: Suite, tmp_path: Path) -> Path:
    build_pack(toy, tmp_path / "toy.pack", items=3, seed=7)
    return tmp_path / "toy.pack"


def rewrite(pack: Path, **changed: object) -> None:
    """Change members of a pack, or fields of its manifest."""
    with zipfile.ZipFile(pack) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    fields = {name: value for name, value in changed.items() if not isinstance(value, bytes)}
    members |= {name: value for name, value in changed.items() if isinstance(value, bytes)}
    members[MANIFEST] = json.dumps(json.loads(members[MANIFEST]) | fields).encode()
    with zipfile.ZipFile(pack, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)


def add_file(pack: Path, path: str, content: bytes) -> None:
    """Add a file to the first item of a pack, with hashes that fit."""
    name = hashlib.sha256(content).hexdigest()
    item = json.loads(PackFile(pack).read("items/0000.json")) | {"files": {path: name}}
    members = {f"files/{name}": content, "items/0000.json": json.dumps(item).encode()}
    hashes = {member: hashlib.sha256(data).hexdigest() for member, data in members.items()}
    rewrite(pack, **members, members=PackFile(pack).manifest.members | hashes)


def test_packed_cases_are_those_that_the_suite_makes(toy: Suite, pack: Path) -> None:
    fresh = [toy.case(7, index) for index in range(3)]
    toy.use_stored(PackedCases(pack, toy))
    assert [toy.case(7, index) for index in range(3)] == fresh
    assert toy.find("toy-s7-0002") == fresh[2]


def test_other_items_are_made_as_before(toy: Suite, pack: Path) -> None:
    fresh = toy.case(8, 0), toy.case(7, 3)
    toy.use_stored(PackedCases(pack, toy))
    assert (toy.case(8, 0), toy.case(7, 3)) == fresh


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_same_items_give_the_same_bytes(toy: Suite, pack: Path, jobs: int) -> None:
    again = pack.with_name("again.pack")
    build_pack(toy, again, items=3, seed=7, on=Executor(workers=jobs))
    assert again.read_bytes() == pack.read_bytes()
    assert key_path(again).read_bytes() == key_path(pack).read_bytes()


def test_the_truth_is_in_no_member(toy: Suite, pack: Path) -> None:
    depths = [str(toy.case(7, index)[1].answer["depth_m"]).encode() for index in range(3)]  # type: ignore[index]
    with zipfile.ZipFile(pack) as archive:
        contents = b"".join(archive.read(name) for name in archive.namelist())
    assert not any(depth in contents for depth in depths)
    assert b'excess_mass_kg":' not in contents


def test_only_the_owner_can_read_the_key(pack: Path) -> None:
    assert stat.S_IMODE(key_path(pack).stat().st_mode) == 0o600


def test_every_hash_of_a_sound_pack_is_right(pack: Path) -> None:
    assert PackFile(pack).problems() == []
    assert is_of_installed_code(PackFile(pack).manifest)


def test_a_changed_member_is_found(toy: Suite, pack: Path) -> None:
    rewrite(pack, **{"items/0001.json": b"{}"})
    message = "items/0001.json does not have the hash that its manifest gives"
    assert [message in problem for problem in PackFile(pack).problems()] == [True]
    toy.use_stored(PackedCases(pack, toy))
    toy.case(7, 0)
    with pytest.raises(InvalidRecord, match=message):
        toy.case(7, 1)


def test_an_added_member_is_found(pack: Path) -> None:
    with zipfile.ZipFile(pack, "a") as archive:
        archive.writestr("items/0009.json", b"{}")
    assert PackFile(pack).problems() == ["items/0009.json is not on the manifest"]


def test_a_flipped_bit_is_found(pack: Path) -> None:
    data = bytearray(pack.read_bytes())
    data[60] ^= 1
    pack.write_bytes(data)
    assert len(PackFile(pack).problems()) == 1


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"suite_version": "9-Z"}, "holds items of toy 9-Z, and .* is installed"),
        ({"suite": "atmos"}, "holds items of atmos, not of toy"),
        ({"version": 2}, "is an item pack of version 2; this reader knows 1"),
        ({"seed": "seven"}, "is not an item pack: manifest.json: seed"),
        ({"members": {"../escape": "0" * 64}}, "no item pack has a member called '../escape'"),
        ({"references": "left out"}, "holds no references, which worlds and scores need"),
        ({"key_sha256": "0" * 64}, "is the key of another item pack"),
    ],
)
def test_a_pack_that_does_not_fit_is_refused(toy: Suite, pack: Path, changed: dict[str, object], message: str) -> None:
    rewrite(pack, **changed)
    with pytest.raises(UserError, match=message):
        PackedCases(pack, toy)


@pytest.mark.parametrize("content", [b"", b"no pack", b"PK\x05\x06" + bytes(18)])
def test_another_file_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(InvalidRecord, match="is not an item pack"):
        PackFile(tmp_path / "file")


def test_a_cut_off_pack_is_refused(pack: Path) -> None:
    pack.write_bytes(pack.read_bytes()[:-40])
    with pytest.raises(InvalidRecord, match="is not an item pack, or is cut off"):
        PackFile(pack)


def test_without_its_key_a_pack_is_refused(toy: Suite, pack: Path) -> None:
    key_path(pack).unlink()
    with pytest.raises(UserError, match=r"toy.pack.key is missing: it is the key to the references"):
        PackedCases(pack, toy)


def test_references_can_be_left_out(toy: Suite, tmp_path: Path) -> None:
    built = build_pack(toy, tmp_path / "open.pack", items=2, with_references=False)
    assert built.key is None
    assert [path.name for path in tmp_path.iterdir()] == ["open.pack"]
    assert not any(name.startswith("references/") for name in PackFile(tmp_path / "open.pack").manifest.members)


def test_a_failed_build_leaves_nothing(toy: Suite, tmp_path: Path) -> None:
    with pytest.raises(InvalidRecord, match="seed must lie in"):
        build_pack(toy, tmp_path / "toy.pack", items=2, seed=-1, split="train")
    assert list(tmp_path.iterdir()) == []


def test_a_changed_reference_cannot_be_decrypted() -> None:
    key = bytes(32)
    data = encrypt(key, 3, "truth")
    assert decrypt(key, 3, data) == "truth"
    for wrong in (bytes([data[0] ^ 1]) + data[1:], encrypt(key, 4, "truth")):
        with pytest.raises(InvalidRecord, match="the reference of item 3 cannot be decrypted"):
            decrypt(key, 3, wrong)


def test_another_pack_in_the_place_of_the_first_is_refused(toy: Suite, pack: Path) -> None:
    """Workers open the file again and again; an agent might rename an easier one over it."""
    first = PackFile(pack).sha256
    build_pack(toy, pack, items=2, seed=7)
    with pytest.raises(InvalidRecord, match="is another pack than that with which the run began"):
        use_pack(toy, pack, first)


def test_a_manifest_that_promises_other_items_is_refused(pack: Path) -> None:
    rewrite(pack, items=10**12)
    with pytest.raises(InvalidRecord, match="promises 1000000000000 items and lists 3"):
        PackFile(pack)


def test_files_that_would_fill_the_memory_are_refused(toy: Suite, pack: Path, monkeypatch) -> None:
    add_file(pack, "zeros.bin", bytes(1000))
    monkeypatch.setattr("mesocosm.item_packs.packed_cases.LARGEST_ITEM", 999)
    with pytest.raises(InvalidRecord, match="the files of item 0 unpack to 1,000 bytes"):
        PackedCases(pack, toy).world_files(7, 0, {})


def test_a_pipe_is_no_pack(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InvalidRecord, match="it is no file"):
        PackFile(tmp_path / "pipe")


def test_easier_items_with_fitting_hashes_are_seen(toy: Suite, pack: Path, tmp_path: Path) -> None:
    assert differing_items(PackFile(pack), 3) == []
    forged = tmp_path / "forged.pack"
    build_pack(toy, forged, items=3, seed=8)
    rewrite(forged, seed=7)
    found = differing_items(PackFile(forged), 3)
    assert found == [f"item {index} is another one than toy-s7-000{index}" for index in range(3)]


def test_true_items_with_other_files_are_seen(toy: Suite, pack: Path) -> None:
    add_file(pack, "hint.txt", b"the answer is 42")
    assert differing_items(PackFile(pack), 3) == ["item 0 begins with other files or pictures than toy-s7-0000"]

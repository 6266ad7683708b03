"""The promise and the secret."""

from __future__ import annotations

import hashlib
import hmac
import resource
import stat
import subprocess
import sys
from functools import partial

import pytest
from tests.waiting import PATIENCE_S

from mesocosm import registry
from mesocosm.errors import UserError
from mesocosm.sealed.seal import Secret, read_seal, read_secret, seal_suite


def test_only_the_owner_can_read_what_is_secret(folder):
    assert stat.S_IMODE(folder.root.stat().st_mode) == 0o700
    assert stat.S_IMODE(folder.secret.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.signing_key.stat().st_mode) == 0o600


def test_the_promise_tells_neither_secret_nor_key(folder):
    text = (folder.record / "seal.json").read_text()
    assert read_secret(folder.secret).secret not in text
    assert folder.signing_key.read_text().strip() not in text
    assert str(abs(read_secret(folder.secret).seed(read_seal(folder.record)))) not in text


@pytest.mark.parametrize("name", ["items", "suite_version", "profile", "secret_sha256", "public_key"])
def test_the_commitment_binds_every_part_of_the_promise(folder, name):
    seal = read_seal(folder.record)
    assert seal.promise() == seal.commitment
    other = {"items": 9, "suite_version": "9-Z", "profile": "x", "secret_sha256": "0" * 64, "public_key": "0" * 64}
    assert seal.model_copy(update={name: other[name]}).promise() != seal.commitment


def test_a_seed_is_the_keyed_hash_of_the_suite(folder):
    """Computed by hand with the standard library's HMAC."""
    seal, secret = read_seal(folder.record), Secret(secret="ab" * 32)
    digest = hmac.new(b"\xab" * 32, b'["items","toy","1-A"]', hashlib.sha256).hexdigest()
    assert secret.seed(seal) == -1 - int(digest[:32], 16)


def test_two_seals_have_nothing_in_common(toy, tmp_path):
    one, other = (seal_suite(toy, 3, tmp_path / name, options={}) for name in ("one", "other"))
    assert one.commitment != other.commitment
    assert one.public_key != other.public_key
    assert one.secret_sha256 != other.secret_sha256


def test_a_folder_is_sealed_once(folder, toy):
    with pytest.raises(UserError, match="exists already; a seal is made once"):
        seal_suite(toy, 3, folder.root, options={})


LONG = frozenset({"eo", "terra"})
"""Suites that make a planet for each seed."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.exhaustive] * (name in LONG)) for name in registry.names("suites")],
)
def test_every_suite_makes_items_of_a_sealed_seed(name, folder):
    """Any suite accepts such a seed: another seed gives another item, and the same seed the same item."""
    suite = registry.load("suites", name)
    seal = read_seal(folder.record).model_copy(update={"suite": name, "suite_version": suite.card.version})
    seeds = [Secret(secret=digit * 64).seed(seal) for digit in "12"]
    one, other = (suite.case(seed, 0)[0] for seed in seeds)
    assert max(seeds) < -(2**100)
    assert one.fingerprint() != other.fingerprint()
    assert suite.find(one.id)[0].fingerprint() == one.fingerprint()


def test_a_seal_that_did_not_fit_on_the_disk_leaves_nothing(tmp_path):
    """The secret fits and the promise does not; the same command works when there is room."""
    folder = tmp_path / "sealed"
    words = [sys.executable, "-m", "mesocosm", "seal", "make", "toy", "--limit", "1", "-o", str(folder)]
    small = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (100, 100))
    full = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S, check=False, preexec_fn=small)
    assert (full.returncode, "grew beyond the 100 bytes" in full.stderr) == (2, True)
    assert list(tmp_path.iterdir()) == []
    assert subprocess.run(words, capture_output=True, timeout=PATIENCE_S, check=False).returncode == 0

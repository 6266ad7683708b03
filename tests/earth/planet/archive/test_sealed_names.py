"""Sealed names: a correct SipHash, names that can be decrypted, and that reveal nothing."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.earth.planet.archive.sealed_names import WIDTHS, Seal, siphash

MASK = 2**64 - 1
SEAL = Seal("test", 1)


def plain_siphash(key: bytes, message: bytes) -> int:
    """Compute SipHash-2-4 as in its paper, byte by byte."""
    k0, k1 = (int.from_bytes(key[start : start + 8], "little") for start in (0, 8))
    v = [k0 ^ 0x736F6D6570736575, k1 ^ 0x646F72616E646F6D, k0 ^ 0x6C7967656E657261, k1 ^ 0x7465646279746573]

    def turn(word, bits):
        return (word << bits | word >> (64 - bits)) & MASK

    def mix():
        v[0] = (v[0] + v[1]) & MASK
        v[1] = turn(v[1], 13) ^ v[0]
        v[0] = turn(v[0], 32)
        v[2] = (v[2] + v[3]) & MASK
        v[3] = turn(v[3], 16) ^ v[2]
        v[0] = (v[0] + v[3]) & MASK
        v[3] = turn(v[3], 21) ^ v[0]
        v[2] = (v[2] + v[1]) & MASK
        v[1] = turn(v[1], 17) ^ v[2]
        v[2] = turn(v[2], 32)

    padded = message + bytes(7 - len(message) % 8) + bytes([len(message) % 256])
    for start in range(0, len(padded), 8):
        word = int.from_bytes(padded[start : start + 8], "little")
        v[3] ^= word
        mix()
        mix()
        v[0] ^= word
    v[2] ^= 0xFF
    for _ in range(4):
        mix()
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def test_the_plain_form_gives_the_value_of_the_paper():
    # Aumasson and Bernstein 2012, appendix A: key 00..0f, message 00..0e.
    assert plain_siphash(bytes(range(16)), bytes(range(15))) == 0xA129CA6149BE45E5


@given(st.binary(min_size=16, max_size=16), st.integers(0, MASK), st.integers(0, 255))
def test_columns_are_hashed_as_single_messages_are(key, word, last):
    halves = (int.from_bytes(key[:8], "little"), int.from_bytes(key[8:], "little"))
    hashed = siphash(halves, np.array([word], np.uint64), last)
    assert int(hashed[0]) == plain_siphash(key, word.to_bytes(8, "little") + bytes([last]))


@given(st.tuples(*(st.integers(0, 2**width - 1) for width in WIDTHS)))
def test_a_name_opens_to_what_it_was_made_from(recipe):
    assert SEAL.recipe(SEAL.name(*recipe)) == recipe


def test_names_of_another_key_do_not_open():
    assert Seal("test", 2).recipe(SEAL.name(1, 2, 3, 4, 5, 6)) is None
    assert SEAL.recipe("f" * 32) is None
    assert SEAL.recipe("../../etc/passwd") is None


def test_neighbours_have_unlike_names():
    # Half of 128 bits differ between names of neighbouring days, ± 5.7: none of 999 pairs differs in less than 30 bits.
    names = SEAL.names(0, 0, 0, 0, np.arange(1000), 0)
    bits = np.unpackbits(
        np.frombuffer(bytes.fromhex(b"".join(names.tolist()).decode()), np.uint8).reshape(1000, 16), axis=1
    )
    differing = (bits[1:] != bits[:-1]).sum(axis=1)
    assert differing.mean() == pytest.approx(64, abs=1)
    assert differing.min() > 30
    assert len(set(names.tolist())) == 1000


def test_a_number_that_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="must fit 16 bits, got 65536"):
        SEAL.name(65536, 0, 0, 0, 0, 0)

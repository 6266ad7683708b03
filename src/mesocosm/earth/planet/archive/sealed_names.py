"""Names that reveal nothing: numbers encrypted with a key into 32 hexadecimal digits, and decrypted with it.

The numbers of a name are packed into 128 bits, of which the highest 48 are zero, and these are shuffled by four rounds
of a Feistel cipher (Luby and Rackoff 1988, SIAM J. Comput. 17, 373-386) whose round function is SipHash-2-4 (Aumasson
and Bernstein 2012, Indocrypt). So different things never share a name, similar things have unrelated names, and whoever
holds the key needs no list of names: a name that does not decrypt to 48 zeros belongs to another archive.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mesocosm.seeding import seed_of

Words = NDArray[np.uint64]
WIDTHS = (16, 16, 8, 8, 24, 8)
"""Bits of each number of a recipe, 80 in all."""
ROUNDS = 4
NAME = re.compile(r"[0-9a-f]{32}")
_START = (0x736F6D6570736575, 0x646F72616E646F6D, 0x6C7967656E657261, 0x7465646279746573)
_LOW = 0xFFFFFFFFFFFFFFFF


class Seal:
    """The names of one key, which is drawn from a path of seeds."""

    def __init__(self, *path: str | int) -> None:
        key = seed_of(*path)
        self._key = (key & _LOW, key >> 64)

    def names(self, *numbers: ArrayLike) -> NDArray[np.bytes_]:
        """Return a name for every recipe; the numbers broadcast together and must fit their `WIDTHS`."""
        left, right = _pack(numbers)
        for turn in range(ROUNDS):
            left, right = right, left ^ siphash(self._key, right, turn)
        digits = np.stack([left, right], axis=-1).astype(">u8").tobytes().hex().encode()
        return np.frombuffer(digits, "S32")

    def name(self, *numbers: int) -> str:
        """Return the name of one recipe."""
        return bytes(self.names(*numbers)[0]).decode()

    def recipe(self, name: str) -> tuple[int, ...] | None:
        """Return the numbers that a name was made from; None if the name is not of this key."""
        if not NAME.fullmatch(name):
            return None
        left, right = (np.array([int(half, 16)], np.uint64) for half in (name[:16], name[16:]))
        for turn in reversed(range(ROUNDS)):
            left, right = right ^ siphash(self._key, left, turn), left
        return _unpack(int(left[0]), int(right[0]))


def _pack(numbers: Sequence[ArrayLike]) -> tuple[Words, Words]:
    """Return two words of 64 bits: the first holds 16 of the 80."""
    arrays = np.broadcast_arrays(*(np.atleast_1d(number).astype(np.int64) for number in numbers))
    for array, width in zip(arrays, WIDTHS, strict=True):
        if array.size and (array.min() < 0 or array.max() >> width):
            raise ValueError(f"a number of a recipe must fit {width} bits, got {array.min()} to {array.max()}")
    left, right = arrays[0].astype(np.uint64), np.zeros(arrays[0].shape, np.uint64)
    for array, width in zip(arrays[1:], WIDTHS[1:], strict=True):
        right = right << np.uint64(width) | array.astype(np.uint64)
    return left, right


def _unpack(left: int, right: int) -> tuple[int, ...] | None:
    if left >> WIDTHS[0]:
        return None
    numbers = []
    for width in reversed(WIDTHS[1:]):
        numbers.append(right & ((1 << width) - 1))
        right >>= width
    return (left, *reversed(numbers))


def siphash(key: tuple[int, int], word: Words, last: int) -> Words:
    """Compute SipHash-2-4 of messages of nine bytes: a word, lowest byte first, and one byte more."""
    k0, k1 = (np.uint64(half) for half in key)
    state = [np.full(word.shape, np.uint64(start) ^ half) for start, half in zip(_START, (k0, k1, k0, k1), strict=True)]
    for block in (word, np.full(word.shape, 9 << 56 | last, np.uint64)):
        state[3] = state[3] ^ block
        state = _round(_round(state))
        state[0] = state[0] ^ block
    state[2] = state[2] ^ np.uint64(0xFF)
    for _ in range(4):
        state = _round(state)
    return np.asarray(state[0] ^ state[1] ^ state[2] ^ state[3])


def _round(state: list[Words]) -> list[Words]:
    """Compute one SipRound: additions modulo 2⁶⁴, rotations and exclusive ors."""
    a, b, c, d = state
    a, c = a + b, c + d
    b, d = _turn(b, 13) ^ a, _turn(d, 16) ^ c
    a = _turn(a, 32)
    c, a = c + b, a + d
    b, d = _turn(b, 17) ^ c, _turn(d, 21) ^ a
    return [a, b, _turn(c, 32), d]


def _turn(word: Words, bits: int) -> Words:
    return np.asarray(word << np.uint64(bits) | word >> np.uint64(64 - bits))

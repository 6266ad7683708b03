"""Landlock rules for the calling process, set with the library inside the package `sandlock`; part of the warden.

These are the calls to that library which `sandlock.confine(Sandbox(fs_readable=..., fs_writable=...))` makes. Importing
the package takes twenty times as long as setting all rules, and every isolated run would have to wait for it. If the
library lacks a function or refuses, an error is raised and no job starts.
"""

from __future__ import annotations

import ctypes
import os

COMMIT, ABORT = 0, 1
"""What happens to a copy of the folder after success and after failure; required, though no copy is made."""


def library_in(package: str) -> str:
    """Return the path of the library in the folder of the package `sandlock`."""
    names = [name for name in os.listdir(package) if name.startswith("libsandlock_ffi") and name.endswith(".so")]
    if not names:
        raise FileNotFoundError("the package sandlock does not contain its library libsandlock_ffi")
    return os.path.join(package, max(names))


def confine(library: str, readable: list[str], writable: list[str]) -> None:
    """Leave this process access to nothing but these paths and what is below them, permanently."""
    sandlock = ctypes.CDLL(library)
    policy = _build(sandlock, _describe(sandlock, readable, writable))
    apply = sandlock.sandlock_confine
    apply.restype, apply.argtypes = ctypes.c_int, [ctypes.c_void_p]
    if apply(policy) != 0:
        raise OSError("Landlock refuses the rules of this run")


def _describe(sandlock: ctypes.CDLL, readable: list[str], writable: list[str]) -> int:
    """Return the address of a description of what is allowed; each step returns a new address."""
    begin = sandlock.sandlock_sandbox_builder_new
    begin.restype, begin.argtypes = ctypes.c_void_p, []
    description: int = begin()
    steps: list[tuple[str, type[ctypes.c_char_p] | type[ctypes.c_uint8], list[bytes] | list[int]]] = [
        ("fs_read", ctypes.c_char_p, [os.fsencode(path) for path in readable]),
        ("fs_write", ctypes.c_char_p, [os.fsencode(path) for path in writable]),
        ("on_exit", ctypes.c_uint8, [COMMIT]),
        ("on_error", ctypes.c_uint8, [ABORT]),
    ]
    for name, kind, values in steps:
        step = getattr(sandlock, f"sandlock_sandbox_builder_{name}")
        step.restype, step.argtypes = ctypes.c_void_p, [ctypes.c_void_p, kind]
        for value in values:
            description = step(description, value)
    return description


def _build(sandlock: ctypes.CDLL, description: int) -> int:
    build = sandlock.sandlock_sandbox_build
    numbers, texts = ctypes.POINTER(ctypes.c_int), ctypes.POINTER(ctypes.c_char_p)
    build.restype, build.argtypes = ctypes.c_void_p, [ctypes.c_void_p, numbers, texts]
    number, words = ctypes.c_int(0), ctypes.c_char_p()
    policy: int | None = build(description, ctypes.byref(number), ctypes.byref(words))
    if policy is None or number.value != 0:
        raise OSError(f"sandlock refuses the rules of this run: {(words.value or b'').decode(errors='replace')}")
    return policy

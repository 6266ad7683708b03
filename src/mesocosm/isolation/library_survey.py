"""A script that loads every allowed library and prints the shared libraries that were loaded, as a JSON list.

    python -s -S -P library_survey.py FOLDER MODULE...

Importing also lets Python write the byte code that isolated runs can only read.
"""

from __future__ import annotations

import ctypes
import importlib
import json
import os
import sys
from contextlib import suppress
from typing import Any


class LoadedObject(ctypes.Structure):
    """First fields of `struct dl_phdr_info` (dl_iterate_phdr(3))."""

    _fields_ = [("address", ctypes.c_void_p), ("name", ctypes.c_char_p)]


def main(folder: str, modules: list[str]) -> None:
    sys.path.append(folder)
    parts = tuple(sys.path)  # some libraries add to it when imported, "." and ".." among others
    for module in modules:
        with suppress(ImportError):
            importlib.import_module(module)
    for part in parts:
        load_below(part)
    print(json.dumps([*loaded_objects(), *program_loaders()]), flush=True)
    os._exit(0)  # compiled modules loaded by hand may crash the interpreter at its end


def load_below(folder: str) -> None:
    """Load each compiled module and bundled library; one that cannot be loaded is of no use to an agent either."""
    for place, _, files in os.walk(folder, followlinks=True):
        for file in files:
            if ".so" in file:
                with suppress(OSError):
                    ctypes.CDLL(os.path.join(place, file), mode=os.RTLD_LAZY)


def loaded_objects() -> list[str]:
    """Return the paths of all loaded shared objects, as the loader spells them."""
    found: list[str] = []

    def note(info: Any, size: int, data: Any) -> int:
        path = os.fsdecode(info.contents.name or b"")
        if path.startswith("/"):
            found.append(os.path.normpath(path))
        return 0

    callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(LoadedObject), ctypes.c_size_t, ctypes.c_void_p)
    ctypes.CDLL(None).dl_iterate_phdr(callback(note), None)
    return sorted({path for path in found if os.path.exists(path)})


def program_loaders() -> list[str]:
    """Return the dynamic loader under the name by which programs request it."""
    names = (
        "/lib64/ld-linux-x86-64.so.2",
        "/lib/ld-linux-aarch64.so.1",
        "/lib/ld-musl-x86_64.so.1",
        "/lib/ld-musl-aarch64.so.1",
    )
    return [name for name in names if os.path.exists(name)]


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])

"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """A draft to write, which takes the file's name at the end: that never stands for a part of it."""
    target = path.resolve()  # a link stays a link
    if target.exists() and not target.is_file():  # a device such as /dev/null cannot be replaced, nor should it
        yield target
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f".draft-{os.getpid()}-{secrets.token_hex(4)}")
    try:
        yield draft
        draft.replace(target)
    except BaseException:  # Ctrl-C too must leave no draft behind
        draft.unlink(missing_ok=True)
        raise


def write_whole(path: Path, data: bytes | str) -> None:
    """Write a file at once; text as UTF-8."""
    with whole(path) as draft:
        draft.write_bytes(data.encode() if isinstance(data, str) else data)

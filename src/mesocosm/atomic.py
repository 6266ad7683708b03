"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that its name never stands for a part of it, whoever reads or dies meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".draft-{os.getpid()}-{secrets.token_hex(4)}")
    try:
        draft.write_bytes(data)
        draft.replace(path)
    except BaseException:  # Ctrl-C too must leave no draft behind
        draft.unlink(missing_ok=True)
        raise

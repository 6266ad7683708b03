"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write a file so that its name never stands for a part of it, whoever reads or dies meanwhile."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".draft-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.replace(draft, path)
    except BaseException:  # Ctrl-C too must leave no draft behind
        Path(draft).unlink(missing_ok=True)
        raise

"""Compressed files of the workspace, such as .osm.gz and .osm.bz2, unpacked up to a limit: a few bytes can stand for
gigabytes.
"""

from __future__ import annotations

import bz2
import gzip
import io
import zlib
from collections.abc import Callable

from mesocosm.errors import InvalidRecord

FORMS: dict[bytes, tuple[str, Callable[[io.BytesIO], io.BufferedIOBase]]] = {
    b"\x1f\x8b": ("gzip", lambda file: gzip.GzipFile(fileobj=file)),
    b"BZh": ("bzip2", lambda file: bz2.BZ2File(file)),
}
"""First bytes of a compressed file, with the name of its form and the function that opens it."""


def decompress(data: bytes, name: str, most: int) -> bytes:
    """Return the content of a gzip or bzip2 file, with all of its parts; return other data as they are.

    Args:
        data: The file.
        name: Name of the file in messages.
        most: Most bytes of the content; no more than these are ever unpacked.
    """
    form = next((form for magic, form in FORMS.items() if data.startswith(magic)), None)
    if form is None:
        return data
    word, opened = form
    try:
        with opened(io.BytesIO(data)) as file:
            content = file.read(most + 1)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise InvalidRecord(f"{name} cannot be read as {word}, it is cut off or damaged: {error}") from error
    if len(content) > most:
        raise InvalidRecord(f"{name} unpacks to more than {most:,} bytes, the most that are opened; cut out a part")
    return content

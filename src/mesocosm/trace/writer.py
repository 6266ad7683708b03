"""Appending events, one whole line each, so that a kill at any moment leaves a readable trace."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from types import TracebackType
from typing import Self

from mesocosm.errors import BrokenEpisode
from mesocosm.trace.blobs import BlobStore
from mesocosm.trace.schema import AnyEvent, Blob, Trace
from mesocosm.types import Image


class TraceWriter:
    """Keeps the events in memory and, where a path is given, appends each to the file as it happens."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.blobs = BlobStore(path.parent / "blobs" if path is not None else None)
        self._events: list[AnyEvent] = []
        self._descriptor = -1
        self._size = 0
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644)

    def append(self, event: AnyEvent) -> None:
        """Add one event; a full disk breaks the episode and leaves no half line."""
        self._events.append(event)
        if self._descriptor >= 0:
            self._write_line(event.model_dump_json().encode() + b"\n")

    def store_images(self, images: tuple[Image, ...]) -> tuple[Blob, ...]:
        return tuple(self.blobs.put(image.png, "image/png", image.caption) for image in images)

    def trace(self) -> Trace:
        """What has been written so far."""
        return Trace(events=tuple(self._events))

    def close(self) -> None:
        if self._descriptor >= 0:
            os.fsync(self._descriptor)
            os.close(self._descriptor)
            self._descriptor = -1

    def _write_line(self, line: bytes) -> None:
        try:
            written = os.write(self._descriptor, line)
            if written < len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError as error:
            os.ftruncate(self._descriptor, self._size)
            raise BrokenEpisode("trace", f"cannot append to {self.path}: {error.strerror}") from error
        self._size += len(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

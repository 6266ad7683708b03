"""Append events, one whole line each, so that a kill at any moment leaves a readable trace."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from mesocosm.errors import BrokenEpisode, TraceError, boundary
from mesocosm.trace.blobs import BlobStore
from mesocosm.trace.schema import AnyEvent, Blob, Broke, Trace
from mesocosm.types import Image


class TraceWriter:
    """Keeps the events in memory and, if a path is given, appends each to the file at once."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.blobs = BlobStore(path.parent / "blobs" if path is not None else None)
        self._events: list[AnyEvent] = []
        self._descriptor = -1
        self._size = 0
        self._lost = False
        if path is not None:
            self._descriptor = _create(path)

    def append(self, event: AnyEvent) -> None:
        """Add one event. If it cannot be written, the episode breaks; the trace records that, and has no half line."""
        try:
            line = self._spell(event) + b"\n"
        except ValueError as error:
            raise self._broken(f"cannot write a {event.kind!r} event: {error}") from error
        try:
            self._write_line(line)
        except OSError as error:
            raise self._broken(f"cannot append to {self.path}: {error.strerror}") from error
        self._events.append(event)

    def store_images(self, images: tuple[Image, ...]) -> tuple[Blob, ...]:
        with boundary("trace"):
            return tuple(self.blobs.put(image.png, "image/png", image.caption) for image in images)

    def store_arrays(self, arrays: dict[str, Any]) -> tuple[Blob, ...]:
        with boundary("trace"):
            return tuple(self.blobs.put_array(array, name) for name, array in arrays.items())

    def trace(self) -> Trace:
        """Return the trace so far."""
        return Trace(events=tuple(self._events))

    @property
    def size(self) -> int:
        """The size of the file in bytes."""
        return self._size

    def close(self) -> None:
        if self._descriptor >= 0:
            os.fsync(self._descriptor)
            os.close(self._descriptor)
            self._descriptor = -1

    def _spell(self, event: AnyEvent) -> bytes:
        """Return the event as its line, without the line's end."""
        return event.model_dump_json().encode()

    def _wrote(self, line: bytes) -> None:
        """Handle a line that was written, or would be if there were a file."""

    def _write_line(self, line: bytes) -> None:
        if self._descriptor < 0:
            self._wrote(line)
            return
        try:
            if os.write(self._descriptor, line) < len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            self._size += len(line)
            self._wrote(line)
        except OSError:
            self._take_back_half_line()
            if not self._lost:
                raise

    def _take_back_half_line(self) -> None:
        try:
            os.ftruncate(self._descriptor, self._size)
        except OSError:  # the next event would continue the incomplete line
            os.close(self._descriptor)
            self._descriptor = -1

    def _broken(self, message: str) -> BrokenEpisode:
        """Return the error for a lost event; from now on the file gets what still fits, and memory gets everything."""
        self._lost = True
        self.append(Broke(boundary="trace", message=message))
        return BrokenEpisode("trace", message)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _create(path: Path) -> int:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o644)
    except OSError as error:
        problem = (
            "exists already and is not overwritten" if os.path.lexists(path) else f"cannot be written: {error.strerror}"
        )
        raise TraceError(f"{path} {problem}") from error

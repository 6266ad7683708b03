"""Read any trace file of a known format, and write it in our format."""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

from mesocosm.errors import InvalidRecord, TraceError
from mesocosm.trace.blobs import BlobStore
from mesocosm.trace.foreign import inspect, openai, terrabench
from mesocosm.trace.foreign.document import fields, parse
from mesocosm.trace.reader import read_trace
from mesocosm.trace.schema import KNOWN_KINDS, Observed, Said, Trace
from mesocosm.trace.writer import TraceWriter

ACCEPTED = (
    "accepted are mesocosm traces (JSON lines), TerraBench runs (an object with a list under trajectory, steps, trace "
    "or messages, or such a list), chat messages (a list, an object with messages, or JSON lines) and Inspect logs "
    "(.eval, .json)"
)
NAME_LENGTH = 100
"""Characters of an id that become the name of a file."""
JSON_NAMES = {dict: "object", list: "list", str: "text", bool: "boolean", int: "number", float: "number"}


def read_any(path: Path, blobs: BlobStore | None = None) -> list[Trace]:
    """Read every trace of a file of any known format. Pictures go to `blobs`; without it only hashes are stored."""
    blobs = blobs or BlobStore(None)
    if inspect.recognise(path):
        return [_with_pictures(trace, path, blobs) for trace in inspect.read(path, blobs)]
    if path.suffix == ".eval":
        raise TraceError(f"{path} is not a log that Inspect can read: it is damaged, or was not written to its end")
    text = _text(path)
    if _is_ours(text):
        return [_with_pictures(_read_ours(path), path, blobs)]
    return _read_documents(_documents(text, path), path, blobs)


def convert(source: Path, folder: Path) -> list[Path]:
    """Write each trace of `source` into `folder` as JSON lines with its pictures, and return the files.

    Files are named after the item; one that exists is never overwritten. All are first written to a temporary folder,
    so that a failure leaves no file.
    """
    is_new = not folder.exists()
    draft = _draft_folder(folder)
    try:
        traces = read_any(source, BlobStore(draft / "blobs"))
        names = _file_names(traces, source)
        for name, trace in zip(names, traces, strict=True):
            with TraceWriter(draft / name) as writer:
                for event in trace.events:
                    writer.append(event)
        return _publish(draft, folder, names)
    except BaseException:
        if is_new:
            shutil.rmtree(folder)
        raise
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _text(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TraceError(f"{path} is not text: not UTF-8 at byte {error.start}; {ACCEPTED}") from None
    except OSError as error:
        raise TraceError(f"cannot read {path}: {error.strerror}") from error


def _is_ours(text: str) -> bool:
    """Whether any line is an event of ours; the other lines may be incomplete."""
    return any('"kind"' in line and _kind(line) in KNOWN_KINDS for line in text.split("\n"))


def _kind(line: str) -> str:
    try:
        return str(fields(json.loads(line)).get("kind"))
    except (ValueError, RecursionError):
        return ""


def _read_ours(path: Path) -> Trace:
    try:
        return read_trace(path)
    except (ValueError, RecursionError) as error:  # a line that Python's JSON reader refuses
        raise TraceError(f"{path} holds a line that cannot be read: {error}") from error


def _documents(text: str, path: Path) -> list[tuple[int, Any]]:
    """Return the JSON values of a file, each with its first line: one for the file, or one on each line."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not lines:
        raise TraceError(f"{path} is empty; {ACCEPTED}")
    try:
        return [(lines[0][0], parse(text))]
    except TraceError as error:
        if len(lines) == 1 or not _stands_alone(lines[0][1]):
            raise TraceError(f"{path}: {error}; {ACCEPTED}") from None
    try:
        return [(number, parse(line, number)) for number, line in lines]
    except TraceError as error:
        raise TraceError(f"{path}: {error}; {ACCEPTED}") from None


def _stands_alone(line: str) -> bool:
    try:
        return isinstance(parse(line), dict | list)
    except TraceError:
        return False


def _read_documents(documents: list[tuple[int, Any]], path: Path, blobs: BlobStore) -> list[Trace]:
    """Return a trace for each document, or a single trace if the documents are its entries."""
    values = [value for _, value in documents]
    if not any(_is_known(value) for value in values) and _is_known(values):
        return _read_document(values, path, blobs)
    for line, value in documents:
        if not _is_known(value):
            raise TraceError(f"{path}, line {line}: found {_describe(value)}; {ACCEPTED}")
    return [trace for value in values for trace in _read_document(value, path, blobs)]


def _is_known(document: Any) -> bool:
    return any(reader.recognise(document) for reader in (inspect, openai, terrabench))


def _read_document(document: Any, path: Path, blobs: BlobStore) -> list[Trace]:
    if inspect.recognise(document):
        return [_with_pictures(trace, path, blobs) for trace in inspect.read(path, blobs)]
    try:
        return [(openai if openai.recognise(document) else terrabench).read(document, blobs)]
    except TraceError as error:
        raise TraceError(f"{path}: {error}") from error


def _describe(value: Any) -> str:
    if isinstance(value, dict):
        inside = ", ".join(f"{str(key)[:40]!r} ({_name_type(inner)})" for key, inner in list(value.items())[:8])
        return f"an object with {inside or 'no fields'}"
    if isinstance(value, list):
        return f"a list of {len(value)} entries, the first of type {_name_type(value[0])}" if value else "an empty list"
    return f"a JSON value of type {_name_type(value)}"


def _name_type(value: Any) -> str:
    return JSON_NAMES.get(type(value), "null")


def _with_pictures(trace: Trace, path: Path, blobs: BlobStore) -> Trace:
    """Load the pictures that are beside a trace of ours; report missing ones."""
    if blobs.folder is None:
        return trace
    beside = BlobStore(path.parent / "blobs")
    absent = []
    for event in trace.events:
        for blob in event.images if isinstance(event, Observed | Said) else ():
            try:
                if not blobs.path(blob).is_file():
                    blobs.put(beside.get(blob), blob.media_type)
            except (OSError, ValueError) as error:
                absent.append(f"the image {blob.sha256[:12]}… is not brought along: {error}")
    return trace.model_copy(update={"problems": (*trace.problems, *absent)})


def _draft_folder(folder: Path) -> Path:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return Path(tempfile.mkdtemp(prefix=".draft-", dir=folder))
    except OSError as error:
        raise InvalidRecord(f"cannot write into {folder}: {error.strerror}") from error


def _file_names(traces: list[Trace], source: Path) -> list[str]:
    """Name each trace after its item, else after the source; number names that repeat in any case of letters."""
    names: list[str] = []
    taken: set[str] = set()
    for trace in traces:
        stem = _plain(trace.start.item if trace.start else "") or _plain(source.stem) or "trace"
        name, number = stem, 1
        while name.lower() in taken:
            number += 1
            name = f"{stem}-{number}"
        taken.add(name.lower())
        names.append(f"{name}.jsonl")
    return names


def _plain(text: str) -> str:
    return re.sub(r"[^A-Za-z0-9._-]+", "-", text).strip(".-")[:NAME_LENGTH]


def _publish(draft: Path, folder: Path, names: list[str]) -> list[Path]:
    """Move the pictures, then the traces, to the folder: all the traces or none."""
    targets = [folder / name for name in names]
    for target in targets:
        _refuse_existing(target)
    for picture in (draft / "blobs").glob("*/*"):
        place = folder / "blobs" / picture.parent.name / picture.name
        place.parent.mkdir(parents=True, exist_ok=True)
        os.replace(picture, place)
    done: list[Path] = []
    try:
        for target in targets:
            _place(draft / target.name, target)
            done.append(target)
    except BaseException:
        for target in done:
            target.unlink()
        raise
    return targets


def _place(draft: Path, target: Path) -> None:
    """Give the file its name in one step. A link, unlike a rename, fails where another process was faster."""
    try:
        os.link(draft, target)
    except FileExistsError:
        _refuse_existing(target)
    except OSError:  # the file system has no hard links
        _refuse_existing(target)
        os.rename(draft, target)


def _refuse_existing(target: Path) -> None:
    if os.path.lexists(target):
        raise InvalidRecord(f"{target} exists already and is not overwritten; move it away or choose another folder")

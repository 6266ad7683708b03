"""Logs of Inspect AI, `.eval` and `.json`: one trace for each sample.

A sample that ran in a mesocosm world has its exact trace in the store. The trace of any other sample is rebuilt from
its messages; the answer is then missing, since a message is not a submission.
"""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from mesocosm.errors import MissingExtra, TraceError
from mesocosm.trace.blobs import BlobStore
from mesocosm.trace.foreign import chat
from mesocosm.trace.foreign.content import read_content
from mesocosm.trace.foreign.document import clean, fields
from mesocosm.trace.foreign.draft import NO_BUDGET, Draft
from mesocosm.trace.reader import load
from mesocosm.trace.schema import AnyEvent, Blob, Broke, EndReason, EpisodeStarted, Observed, Said, Trace

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog, EvalSample

STORE_KEY = "mesocosm:trace"
"""The key in a sample's store of the events of its episode, as the text of a trace file."""

MEMBERS = frozenset({"header.json", "_journal/start.json"})
"""A `.eval` archive holds one of these: the first when it was finished, the second from its start."""


def recognise(document: object) -> bool:
    """Whether a path leads to an `.eval` archive, or a JSON object is the log of an evaluation."""
    if isinstance(document, Path):
        return _is_archive(document)
    record = fields(document)
    return isinstance(record.get("eval"), dict) and isinstance(record.get("status"), str) and "version" in record


def read(path: Path, blobs: BlobStore | None = None) -> list[Trace]:
    """Return one trace for each sample of the log, in order of ids and epochs; pictures go to `blobs`."""
    log = _log(path, "eval" if recognise(path) else "json")
    if not log.samples:
        raise TraceError(f"{path} is an Inspect log without a sample (its status is {log.status!r})")
    samples = sorted(log.samples, key=lambda sample: (isinstance(sample.id, str), sample.id, sample.epoch))
    return [read_sample(sample, blobs, task=log.eval.task, model=log.eval.model) for sample in samples]


def read_sample(sample: EvalSample, blobs: BlobStore | None = None, *, task: str = "", model: str = "") -> Trace:
    """Return the trace in the sample's store, else one rebuilt from its messages."""
    blobs = blobs or BlobStore(None)
    stored = sample.store.get(STORE_KEY)
    if stored is None:
        return _rebuilt(sample, blobs, _start(sample, task, model), [])
    trace = load(stored) if isinstance(stored, str) else Trace(events=())
    problems = [f"store[{STORE_KEY!r}]: {problem}" for problem in trace.problems]
    if not trace.events:
        unread = problems or [f"store[{STORE_KEY!r}]: must be the text of a trace, got {type(stored).__name__}"]
        return _rebuilt(sample, blobs, _start(sample, task, model), unread)
    missing = _missing_pictures(sample, trace.events, blobs)
    return Trace(events=trace.events, problems=(*problems, *missing))


def _is_archive(path: Path) -> bool:
    try:
        with zipfile.ZipFile(path) as archive:
            return not MEMBERS.isdisjoint(archive.namelist())
    except (OSError, zipfile.BadZipFile):
        return False


def _log(path: Path, shape: Literal["eval", "json"]) -> EvalLog:
    try:
        from inspect_ai.log import read_eval_log
    except ImportError as error:
        raise MissingExtra("inspect_ai", "inspect") from error
    try:
        with path.open("rb") as file:
            return read_eval_log(file, resolve_attachments="full", format=shape)
    except Exception as error:  # Inspect may raise anything on a damaged log
        raise TraceError(f"{path} is not a log Inspect can read: {type(error).__name__}: {error}") from error


def _missing_pictures(sample: EvalSample, events: Sequence[AnyEvent], blobs: BlobStore) -> list[str]:
    """Load the pictures of a stored trace from the messages that show them; report missing ones."""
    store = _WantedBlobs(blobs.folder, events)
    for message in sample.messages if store.wanted else []:
        content = fields(clean(message.model_dump(include={"content"}))).get("content")
        read_content(content, store, note=lambda _: None)
    return [f"the image {name[:12]}… is not in the log" for name in sorted(store.wanted)]


class _WantedBlobs(BlobStore):
    """Stores only the pictures that the events name, with their media type; `wanted` are those not yet found."""

    def __init__(self, folder: Path | None, events: Sequence[AnyEvent]) -> None:
        super().__init__(folder)
        shown = (blob for event in events if isinstance(event, Observed | Said) for blob in event.images)
        self.wanted = {blob.sha256: blob for blob in shown}

    def put(self, data: bytes, media_type: str, caption: str = "") -> Blob:
        blob = self.wanted.pop(hashlib.sha256(data).hexdigest(), None)
        return super().put(data, blob.media_type) if blob else BlobStore(None).put(data, media_type, caption)


def _start(sample: EvalSample, task: str, model: str) -> EpisodeStarted:
    known: dict[str, Any] = {"task": task, "epoch": sample.epoch, "metadata": clean(sample.metadata)}
    suite = sample.metadata.get("suite")
    return EpisodeStarted(
        suite=suite if isinstance(suite, str) else "",
        item=str(sample.id),
        agent=model,
        budget=NO_BUDGET,
        started_at=str(sample.started_at or ""),
        origin="inspect",
        **{key: value for key, value in known.items() if value},
    )


def _rebuilt(sample: EvalSample, blobs: BlobStore, start: EpisodeStarted, problems: list[str]) -> Trace:
    draft = Draft(start, blobs)
    draft.problems += problems
    for index, message in enumerate(sample.messages):
        draft.place = f"messages[{index}]"
        chat.add_message(draft, clean(message.model_dump()))
    if sample.error is not None:
        draft.events.append(Broke(boundary="inspect", message=sample.error.message))
    tokens = sum(usage.total_tokens for usage in sample.model_usage.values())
    spent = {"tokens": float(tokens)} if sample.model_usage else {}
    return draft.finish(_reason(sample), spent=spent, runtime_s=sample.total_time or 0.0)


def _reason(sample: EvalSample) -> EndReason:
    if sample.error is not None:
        return "broken"
    if sample.limit is None or sample.limit.type == "custom":
        return "unknown"
    return "stopped" if sample.limit.type == "operator" else "budget"

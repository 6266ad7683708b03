"""Inspect logs on disk: one that cannot be read is named and skipped, the others are used.

They are read directly as archives of JSON, and of each sample only what reports use: Inspect's own reader builds every
message and event again, which takes a hundred times as long.
"""

from __future__ import annotations

import importlib
import math
import re
import sys
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from mesocosm import registry
from mesocosm.errors import InvalidRecord, MissingExtra
from mesocosm.screen.untrusted_text import pass_over

Age = tuple[str, int, str]
HEADER = "header.json"
"""File in the archive of a finished log."""
START = "_journal/start.json"
"""File in the archive of every log, from its start."""
ATTACHMENT = "attachment://"
"""Beginning of a text that is stored among the attachments of its sample, under the hash that follows."""
JSON_LOG = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}[:-]\d{2}[:-]\d{2}.*\.json")
"""Names that Inspect gives to a log that is no archive; its folders contain other JSON files too."""


class Part(BaseModel):
    """Fields that we use of a part of a log."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class Config(BaseModel):
    """Settings by name, all that Inspect has."""

    model_config = ConfigDict(frozen=True, extra="allow")

    epochs: int | None = None


class Dataset(Part):
    samples: int | None = None
    sample_ids: list[int | str] | None = None
    """Items that were run."""


class Spec(Part):
    """Description of the run."""

    created: str
    task: str = ""
    task_version: int | str = 0
    solver: str | None = None
    solver_args: dict[str, Any] | None = None
    dataset: Dataset = Dataset()
    model: str
    model_args: dict[str, Any] = Field(default_factory=dict)
    model_generate_config: Config = Config()
    config: Config = Config()
    metadata: dict[str, Any] | None = None


class Plan(Part):
    config: Config = Config()


class Failure(Part):
    message: str


class Usage(Part):
    total_tokens: int = 0


class SampleScore(Part):
    value: JsonValue
    explanation: str | None = None
    metadata: dict[str, Any] | None = None

    @property
    def number(self) -> float:
        """Value of a score that has one; NaN if it has none."""
        return self.value if isinstance(self.value, int | float) else math.nan

    @property
    def numbers(self) -> dict[str, float]:
        """Values of a score that has several."""
        values = self.value if isinstance(self.value, dict) else {}
        return {name: value for name, value in values.items() if isinstance(value, int | float)}


class Message(Part):
    content: JsonValue = ""


class Sample(Part):
    """One episode as its log stores it."""

    id: int | str
    epoch: int
    input: str | list[Message] = ""
    target: str | list[str] = ""
    """Truth as JSON; empty in the log of a sealed run."""
    scores: dict[str, SampleScore] | None = None
    store: dict[str, Any] = Field(default_factory=dict)
    attachments: dict[str, str] = Field(default_factory=dict)
    model_usage: dict[str, Usage] = Field(default_factory=dict)
    error: Failure | None = None

    @property
    def about(self) -> dict[str, Any]:
        """What the scorer `details` says of the episode beside its numbers."""
        details = (self.scores or {}).get("details")
        return {} if details is None else details.metadata or {}

    @property
    def tokens(self) -> int:
        """Tokens of all models that were called."""
        return sum(max(usage.total_tokens, 0) for usage in self.model_usage.values())

    def stored_text(self, key: str) -> str | None:
        """Return a text of the sample's store, wherever the log has put it."""
        text = self.store.get(key)
        return self.text(text) if isinstance(text, str) else None

    def text(self, given: str) -> str:
        """Return a text of the sample, wherever the log has put it."""
        return self.attachments.get(given.removeprefix(ATTACHMENT), given) if given.startswith(ATTACHMENT) else given


class Log(Part):
    """A log: its header, and its samples if they were requested."""

    status: str = "started"
    invalidated: bool = False
    eval: Spec
    plan: Plan = Plan()
    samples: list[Sample] | None = None

    @property
    def about(self) -> dict[str, Any]:
        """What the task says of the run: suite, options, seed; empty if it is not one of ours."""
        return self.eval.metadata or {}


def read_log(file: Path, *, header_only: bool = False) -> Log:
    """Read a log; `InvalidRecord` names a file that is none."""
    with _blamed(file, "is not a log that Inspect can read"):
        log = _read(file, header_only=header_only)
    if log.samples is not None and log.status == "success":
        with _blamed(file, "cannot be right"):
            _check_episodes(log, log.samples)
    return log


def _read(file: Path, *, header_only: bool) -> Log:
    if file.suffix == ".json":
        log = Log.model_validate_json(file.read_bytes())
        return log.model_copy(update={"samples": None}) if header_only else log
    with _archive(file) as archive:
        log = _header(archive)
        return log if header_only else log.model_copy(update={"samples": list(_samples(archive))})


def _check_episodes(log: Log, samples: Sequence[Sample]) -> None:
    """Refuse a finished log that lost episodes, contains one twice, or says of one what no suite says."""
    counts = Counter((str(sample.id), sample.epoch) for sample in samples)
    wanted = {
        (str(item), epoch)
        for item in log.eval.dataset.sample_ids or ()
        for epoch in range(1, (log.eval.config.epochs or 1) + 1)
    }
    if lost := sorted(wanted - counts.keys()):
        raise ValueError(
            f"{len(lost)} of {len(wanted)} episodes are not in it, such as {lost[0][0]}, epoch {lost[0][1]}"
        )
    if doubled := next((key for key, count in counts.items() if count > 1), None):
        raise ValueError(f"{doubled[0]}, epoch {doubled[1]}, is in it more than once")
    for sample in samples:
        for name in ("score", "success"):
            _check_range(sample, name)


def _check_range(sample: Sample, name: str) -> None:
    score = (sample.scores or {}).get(name)
    if score is not None and not (math.isnan(score.number) or 0 <= score.number <= 1):
        raise ValueError(f"the {name} of {sample.id} must lie in [0, 1], got {score.number}")


def read_samples(file: Path) -> Iterator[Sample]:
    """Yield the samples of a log one by one, in the log's order; raise `InvalidRecord` if one cannot be read."""
    with _blamed(file, "is not a log that Inspect can read"):
        if file.suffix == ".json":
            yield from read_log(file).samples or ()
            return
        with _archive(file) as archive:
            yield from _samples(archive)


def log_files(*places: Path) -> list[Path]:
    """Return every log in folders and below, the one written last at the end; a file is taken for a log."""
    files = {file for place in places for file in ([place] if place.is_file() else _logs_below(place))}
    return sorted(files, key=lambda file: (file.stat().st_mtime, str(file)))


def _logs_below(folder: Path) -> Iterator[Path]:
    for file in folder.rglob("*"):
        if (file.suffix == ".eval" or JSON_LOG.fullmatch(file.name)) and file.is_file():
            yield file


def age_of(file: Path, log: Log) -> Age:
    """Return a sort key from old to new logs; several may begin in one second, so it includes the file's own time."""
    return log.eval.created, file.stat().st_mtime_ns, str(file)


def readable_logs(files: Iterable[Path], *, header_only: bool = False) -> Iterator[tuple[Path, Log]]:
    """Yield each file that can be read, with its log; the others are named on standard error.

    Nothing is renamed here: what looks damaged may be a log that a run is writing at this moment.
    """
    for file in files:
        try:
            log = read_log(file, header_only=header_only)
        except InvalidRecord as error:
            pass_over(file, error.__cause__ or error)
        else:
            yield file, log


def damage_of(file: Path) -> str:
    """Return what keeps Inspect from continuing a log, in header or any part of the archive; empty if it is sound."""
    reader = registry.require("inspect_ai.log")
    try:
        reader.read_eval_log(str(file), header_only=True)
        with _archive(file) as archive:
            torn = archive.testzip()
    except Exception as error:  # each compression has its own errors, and all mean the same
        return str(error)
    return f"{torn} in it is damaged" if torn else ""


@contextmanager
def _blamed(file: Path, what: str) -> Iterator[None]:
    try:
        yield
    except (MissingExtra, InvalidRecord, GeneratorExit):
        raise
    except Exception as error:  # each compression has its own errors, and all mean that the file is damaged
        raise InvalidRecord(f"{file} {what}: {type(error).__name__}: {error}") from error


def _archive(file: Path) -> zipfile.ZipFile:
    if sys.version_info < (3, 14):
        try:
            importlib.import_module("zipfile_zstd")  # adds Inspect's compression to zipfile
        except ModuleNotFoundError as error:
            raise MissingExtra("inspect_ai", "inspect") from error
    return zipfile.ZipFile(file)


def _header(archive: zipfile.ZipFile) -> Log:
    finished = HEADER in archive.NameToInfo
    return Log.model_validate_json(archive.read(HEADER if finished else START))


def _samples(archive: zipfile.ZipFile) -> Iterator[Sample]:
    names = dict.fromkeys(name for name in archive.namelist() if name.startswith("samples/") and name.endswith(".json"))
    for name in sorted(names, key=_place):
        yield Sample.model_validate_json(archive.read(name))


def _place(member: str) -> tuple[int, str]:
    """Return epoch and item, by which Inspect orders samples."""
    item, _, epoch = member.removesuffix(".json").rpartition("_epoch_")
    return int(epoch), item

"""The frozen records of the project, which can be hashed, stored, and read by later versions of the code."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, Literal, NoReturn, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, model_validator
from typing_extensions import TypeVar

from mesocosm.errors import where_attribute_is

CANARY = "mesocosm canary 7c1d3a52-5f0e-4d8b-9a44-2f6b1c0e8d37: generated benchmark data, keep out of training corpora"
"""A text in every generated data file, so that a leak into a training corpus can be found."""

Data = TypeVar("Data", covariant=True, default=object)
Truth = TypeVar("Truth", covariant=True, default=object)

EngineKind = Literal["real", "reduced_order", "table"]
AnswerStatus = Literal["valid", "repaired", "rejected", "missing"]


class Record(BaseModel):
    """A frozen record that refuses unknown fields and keeps NaN and bytes through JSON."""

    model_config = ConfigDict(
        frozen=True, extra="forbid", ser_json_inf_nan="strings", ser_json_bytes="base64", val_json_bytes="base64"
    )
    elsewhere: ClassVar[dict[str, str]] = {}
    """Names that people look for in this record, and where the values are."""

    if not TYPE_CHECKING:  # a type checker would accept every name

        def __getattr__(self, name: str) -> Any:
            try:
                return super().__getattr__(name)
            except AttributeError:
                if name.startswith("_") or hasattr(type(self), name):  # a property that failed raises its own error
                    raise
            raise AttributeError(where_attribute_is(type(self).__name__, name, type(self).model_fields, self.elsewhere))

    def fingerprint(self) -> str:
        """Return the hash of the record's canonical JSON."""
        return hashlib.sha256(canonical_json(json.loads(self.model_dump_json()))).hexdigest()


def canonical_json(value: Any) -> bytes:
    """Return the canonical spelling of a JSON value: sorted keys, no spaces, UTF-8."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def _aware_utc(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise ValueError(f"time must carry a time zone, got {moment.isoformat()}; write it as {moment.isoformat()}Z")
    return moment.astimezone(UTC)


UtcTime = Annotated[datetime, AfterValidator(_aware_utc)]


class TimeInterval(Record):
    """From `start` (included) to `end` (excluded), both UTC."""

    start: UtcTime
    end: UtcTime

    @model_validator(mode="after")
    def _start_before_end(self) -> Self:
        if self.start >= self.end:
            raise ValueError(f"start must be before end, got {self.start.isoformat()} and {self.end.isoformat()}")
        return self

    def contains(self, moment: datetime) -> bool:
        return self.start <= _aware_utc(moment) < self.end


class Budget(Record):
    """What one episode may spend. `None` means without a limit."""

    steps: int | None = Field(default=50, ge=1)
    """Calls attempted, refused ones included."""
    calls: dict[str, int] = Field(default_factory=dict)
    """Calls per tool name."""
    calls_per_turn: int | None = Field(default=None, ge=1)
    """Calls a model may make in one turn, where the harness has turns; more are refused."""
    seconds: float | None = Field(default=None, gt=0)
    """Seconds that tools may take together; what a model's server takes is not counted."""
    bytes: int | None = Field(default=50_000_000, ge=1)
    """Bytes the workspace may hold."""
    files: int | None = Field(default=1_000, ge=1)
    tokens: int | None = Field(default=None, ge=1)
    """Model tokens, where the harness knows them."""
    call_seconds: float = Field(default=120.0, gt=0)
    """Seconds that a single call may take."""


class Item(Record, Generic[Data]):
    """One task as an agent may see it. Its truth is in a `Reference`."""

    elsewhere = dict.fromkeys(
        ("answer", "truth", "reference"), "the truth is apart: mesocosm.load_suite(item.suite).find(item.id)[1].answer"
    ) | {"tools": "tools are of its world: `with mesocosm.open_task(item.id) as task: task.tools`"}

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9._-]*$")
    suite: str
    prompt: str
    seed: int
    data: Data = Field(default_factory=dict)  # type: ignore[assignment]  # None, if a suite declares no record
    """Public facts that the world is built from: a record of the suite."""
    tags: tuple[str, ...] = ()
    canary: str = CANARY

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the state as a plain item, since pickles find classes by name and `Item[Data]` has none."""
        return _empty_item, (), self.__getstate__()


def _empty_item() -> Item[Any]:
    return Item.__new__(Item)


class ToolCall(Record):
    """An agent's request to run a tool. Arguments are stored as they came, valid or not."""

    tool: str
    arguments: JsonValue = Field(default_factory=dict)
    id: str = ""


class Reference(Record, Generic[Truth]):
    """The truth of one item. Never enters a workspace, a tool or a prompt."""

    item: str
    answer: JsonValue
    tolerances: dict[str, float] = Field(default_factory=dict)
    canonical: tuple[ToolCall, ...] = ()
    """Calls that solve the item, where the suite knows them."""
    hidden: Truth = Field(default_factory=dict)  # type: ignore[assignment]  # as above
    """State of the world that tools need and agents must not read: a record of the suite."""
    canary: str = CANARY


class Fault(Record):
    """Why a call was refused, in one sentence for the agent."""

    kind: str
    message: str


class Image(Record):
    """A picture that the agent gets as a picture."""

    png: bytes
    caption: str = ""

    def __repr__(self) -> str:
        return f"Image({len(self.png)} bytes, {self.caption!r})"


class Provenance(Record):
    """Where a result comes from: tool, inputs and engine."""

    tool: str
    call: str
    inputs: dict[str, str] = Field(default_factory=dict)
    """Input name to SHA-256."""
    engine: str = "mesocosm"
    engine_version: str = ""
    engine_kind: EngineKind = "real"
    seed: int | None = None
    runtime_s: float = 0.0


class Artifact(Record):
    """A file of the workspace, hashed, with the call that made it."""

    path: str
    sha256: str
    bytes: int
    provenance: Provenance | None = None


class Observation(Record):
    """The result of a call, as the agent gets it."""

    text: str
    error: Fault | None = None
    images: tuple[Image, ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    data: JsonValue = None
    done: bool = False
    """Whether the episode is over: an answer was accepted or a budget is spent."""
    tools: tuple[dict[str, JsonValue], ...] | None = None
    """Every tool that is shown from here on, in the form of the OpenAI API, if the call has changed them; else None.
    Traces leave this out, since it follows from the calls."""

    def __getitem__(self, name: object) -> NoReturn:
        parts = ", ".join(type(self).model_fields)
        raise TypeError(f"an observation is no dictionary: write seen.text, not seen[{name!r}]; it has {parts}")


class Answer(Record):
    """The answer of an agent, and whether its form is right."""

    value: JsonValue = None
    status: AnswerStatus = "missing"
    attempts: int = 0
    problem: str = ""
    """Why the last attempt was refused."""

    @property
    def accepted(self) -> bool:
        """Whether the submission desk accepted it. A refused answer is stored for people, and no scorer reads it."""
        return self.status in ("valid", "repaired")


class Score(Record):
    """The score of one episode under one profile. A missing value is NaN, never zero."""

    elsewhere = {"score": "the number is `value`"}

    value: float
    metrics: dict[str, float] = Field(default_factory=dict)
    profile: str = "default"
    explanation: str = ""

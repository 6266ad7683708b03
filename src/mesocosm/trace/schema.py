"""The events of a trace.

A trace has one JSON object per line, in the order of events. Nothing derivable is stored; `VOLATILE` names measurements
that differ from run to run, so that two runs can be compared by `Trace.digest()`.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError, to_json

from mesocosm.types import Answer, Artifact, Budget, Fault, Observation, ToolCall, canonical_json

TRACE_VERSION = 1
"""The version of the format, raised when an older reader would misunderstand a trace."""

LINK = "previous_sha256"
"""In a chained trace, the field of every event that holds the hash of the line before it: see `trace/chain.py`."""

VOLATILE = frozenset({"runtime_s", "waited_s", "started_at", "mesocosm", LINK})
SPOKEN_BY_AGENT = frozenset({"arguments", "answer"})
"""Fields with values of an agent, which a digest includes whole, whatever keys they have."""

EndReason = Literal[
    "submitted", "stopped", "budget", "context", "images", "loop", "crashed", "waiting", "broken", "unknown"
]
"""`context`: the conversation outgrew the model. `images`: the model does not take the pictures it asked for. `loop`:
the same turn was repeated. `crashed`: the agent's own program failed. All of these are the agent's failures.
`waiting`: a limit was reached while a model's server had not replied: the episode is in no mean, and is run again."""


CRASH_ROLE = "crash"
"""The role of a message with the exception of an agent's own program."""


TO_AGENT_ROLE = "user"
"""The role of a message to the agent, as in a conversation with a model."""


class Event(BaseModel):
    """One line of a trace. Fields that a later version adds are kept as they are."""

    model_config = ConfigDict(frozen=True, extra="allow", ser_json_inf_nan="strings")


class EpisodeStarted(Event):
    kind: Literal["episode_started"] = "episode_started"
    version: int = TRACE_VERSION
    suite: str
    suite_version: str = ""
    item: str
    item_sha256: str = ""
    agent: str = ""
    knows_reference: bool = Field(default=False, exclude_if=lambda known: not known)
    """Whether the agent got the reference, as `oracle` does; left out of the line if not."""
    seed: int = 0
    budget: Budget = Budget()
    tools: dict[str, str] = Field(default_factory=dict)
    """Tool name to the SHA-256 of its schema."""
    prompts: dict[str, str] = Field(default_factory=dict)
    """Prompt name to the SHA-256 of its text."""
    options: dict[str, str] = Field(default_factory=dict)
    """The chosen variant of the world."""
    mesocosm: str = ""
    started_at: str = ""
    origin: str = "mesocosm"
    """The format that this trace was read from."""


class Blob(Event):
    """A picture or array, stored once under its hash beside the trace."""

    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    media_type: str
    caption: str = ""


class Said(Event):
    """A message of the agent, or one to it, outside any call."""

    kind: Literal["said"] = "said"
    role: str
    text: str
    images: tuple[Blob, ...] = ()
    stop: str = ""
    """Why a model's message was cut off, such as `max_tokens`; empty if it was not."""


class Called(Event):
    """A call, written before the tool runs: even a call that kills the process is recorded."""

    kind: Literal["called"] = "called"
    call: str
    tool: str
    arguments: JsonValue = None


class Observed(Event):
    kind: Literal["observed"] = "observed"
    call: str
    text: str
    error: Fault | None = None
    images: tuple[Blob, ...] = ()
    arrays: tuple[Blob, ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    data: JsonValue = None
    done: bool = False
    runtime_s: float = 0.0
    cause: str = ""
    """Why a tool of ours failed, for people; the agent learned only that it failed."""


class Answered(Event):
    kind: Literal["answered"] = "answered"
    answer: Answer


class Broke(Event):
    """A failure on our side: at which boundary, during which call."""

    kind: Literal["broke"] = "broke"
    boundary: str
    message: str
    call: str = ""


class EpisodeEnded(Event):
    kind: Literal["episode_ended"] = "episode_ended"
    reason: EndReason
    spent: dict[str, float] = Field(default_factory=dict)
    artifacts: tuple[Artifact, ...] = ()
    """Every file in the workspace at the end."""
    unclaimed: tuple[str, ...] = Field(default=(), exclude_if=lambda paths: not paths)
    """Paths of files that neither came with the item nor were written by a call; left out if there are none."""
    runtime_s: float = 0.0
    waited_s: float = 0.0
    """Seconds of `runtime_s` spent waiting for a model, where the harness measures them."""
    cache_changed: bool = Field(default=False, exclude_if=lambda changed: not changed)
    """Whether the process had noticed a change of its cache by then; left out of the line if not."""


class Unread(Event):
    """A line of a kind that this version does not know, kept as it is."""

    kind: str


KnownEvent = Annotated[
    EpisodeStarted | Said | Called | Observed | Answered | Broke | EpisodeEnded, Field(discriminator="kind")
]
AnyEvent = EpisodeStarted | Said | Called | Observed | Answered | Broke | EpisodeEnded | Unread
KNOWN: TypeAdapter[Any] = TypeAdapter(KnownEvent)
KNOWN_KINDS = frozenset(
    cls.model_fields["kind"].default for cls in (EpisodeStarted, Said, Called, Observed, Answered, Broke, EpisodeEnded)
)


def parse_event(record: dict[str, Any]) -> AnyEvent:
    """Read an event from its JSON object; an unknown kind becomes `Unread`."""
    if isinstance(kind := record.get("kind"), str) and kind not in KNOWN_KINDS:
        return Unread.model_validate(record)
    event: AnyEvent = KNOWN.validate_python(record)
    return event


class Trace(BaseModel):
    """The events of one episode and what is derived from them."""

    model_config = ConfigDict(frozen=True, arbitrary_types_allowed=True)

    events: tuple[AnyEvent, ...]
    problems: tuple[str, ...] = ()
    """What the reader had to skip, with line numbers."""

    @property
    def start(self) -> EpisodeStarted | None:
        return next((event for event in self.events if isinstance(event, EpisodeStarted)), None)

    @property
    def end(self) -> EpisodeEnded | None:
        return next((event for event in reversed(self.events) if isinstance(event, EpisodeEnded)), None)

    @property
    def answer(self) -> Answer:
        """The last submission; `missing` if there is none."""
        answers = (event.answer for event in reversed(self.events) if isinstance(event, Answered))
        return next(answers, Answer())

    @property
    def crash(self) -> str:
        """The exception of the agent's program; empty if it did not fail."""
        return next((event.text for event in self.events if isinstance(event, Said) and event.role == CRASH_ROLE), "")

    @property
    def faults(self) -> tuple[Broke, ...]:
        return tuple(event for event in self.events if isinstance(event, Broke))

    def calls(self) -> Iterator[tuple[ToolCall, Observed | None]]:
        """Yield every attempted call in order, with its observation."""
        answers = {event.call: event for event in self.events if isinstance(event, Observed)}
        for event in self.events:
            if isinstance(event, Called):
                call = ToolCall(tool=event.tool, arguments=event.arguments, id=event.call)
                yield call, answers.get(event.call)

    def artifacts(self) -> tuple[Artifact, ...]:
        """Return the files at the end of the episode; if it was cut off, those recorded so far."""
        if self.end is not None:
            return self.end.artifacts
        latest = {file.path: file for event in self.events if isinstance(event, Observed) for file in event.artifacts}
        return tuple(latest[path] for path in sorted(latest))

    def digest(self) -> str:
        """Return a hash of everything but measured times, which is the same for the same seed."""
        lines = [canonical_json(_without_measured_times(json.loads(event.model_dump_json()))) for event in self.events]
        return hashlib.sha256(b"\n".join(lines)).hexdigest()


def _without_measured_times(value: Any) -> Any:
    if isinstance(value, dict):
        kept = {key: inner for key, inner in value.items() if key not in VOLATILE}
        return {key: inner if key in SPOKEN_BY_AGENT else _without_measured_times(inner) for key, inner in kept.items()}
    return [_without_measured_times(inner) for inner in value] if isinstance(value, list) else value


def observation_event(
    call: str,
    seen: Observation,
    images: tuple[Blob, ...],
    arrays: tuple[Blob, ...],
    runtime_s: float,
    cause: str = "",
) -> Observed:
    """Return the event that records an observation."""
    return Observed(
        call=call,
        text=seen.text,
        error=seen.error,
        images=images,
        arrays=arrays,
        artifacts=seen.artifacts,
        data=seen.data,
        done=seen.done,
        runtime_s=runtime_s,
        cause=spell_text(cause),
    )


JSON: TypeAdapter[JsonValue] = TypeAdapter(JsonValue)
NOT_JSON = "[no JSON: "
"""The beginning of the text in place of a value that is not JSON; the reason and a bracket follow."""


def spell_value(value: Any) -> JsonValue:
    """Return a value as a trace can store it; a value that is not JSON becomes a text that says why."""
    try:  # four times as fast as Python's encoder, which has better error messages
        # Checked first, since that encoder would also spell bytes and sets.
        return JSON.validate_json(to_json(JSON.validate_python(value), inf_nan_mode="constants"))
    except (PydanticSerializationError, ValidationError):
        return _spell_odd_value(value)


def _spell_odd_value(value: Any) -> JsonValue:
    try:
        return JSON.validate_json(json.dumps(value, ensure_ascii=False, default=_plain_numbers).encode())
    except UnicodeEncodeError:
        return f"{NOT_JSON}a lone surrogate]"
    except (RecursionError, ValidationError):
        return f"{NOT_JSON}nested too deep]"
    except (TypeError, ValueError) as error:
        return f"{NOT_JSON}{error}]"


def _plain_numbers(value: Any) -> Any:
    """Turn numbers and arrays of numpy into plain ones."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")


def spell_text(text: str) -> str:
    """Return a text as a trace can store it: a lone surrogate becomes a question mark."""
    return text.encode("utf-8", "replace").decode()

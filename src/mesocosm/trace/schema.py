"""The events of a trace.

A trace is one JSON object a line, in the order things happened. Nothing derivable is stored; measurements that
differ from run to run are named in `VOLATILE`, so that two runs can be compared by `Trace.digest()`.
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
"""Rises when an older reader would misunderstand a trace."""

LINK = "previous_sha256"
"""In a chained trace, the field of every event that holds the hash of the line before it: see `trace/chain.py`."""

VOLATILE = frozenset({"runtime_s", "waited_s", "started_at", "mesocosm", LINK})
SPOKEN_BY_AGENT = frozenset({"arguments", "answer"})
"""Kept whole in a digest, whatever an agent calls its fields."""

EndReason = Literal[
    "submitted", "stopped", "budget", "context", "images", "loop", "crashed", "waiting", "broken", "unknown"
]
"""`context`: the conversation outgrew the model. `images`: the model does not take the pictures it asked for. `loop`:
it said the same again and again. `crashed`: the agent's own program fell over. All of them are the agent's failures.
`waiting`: a limit was reached while a model's server had not replied: nobody's failure, in no mean, asked again."""


CRASH_ROLE = "crash"
"""Who speaks where a trace tells what an agent's own program fell over."""


TO_AGENT_ROLE = "user"
"""Who speaks where a trace tells what was said to the agent, as in a conversation with a model."""


class Event(BaseModel):
    """One line. Fields a later version adds are kept as they are."""

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
    """Whether the agent was handed the reference, as `oracle` is; left out of the line where it was not."""
    seed: int = 0
    budget: Budget = Budget()
    tools: dict[str, str] = Field(default_factory=dict)
    """Tool name to the SHA-256 of its schema."""
    prompts: dict[str, str] = Field(default_factory=dict)
    """Prompt name to the SHA-256 of its text."""
    options: dict[str, str] = Field(default_factory=dict)
    """The variant of the world that was chosen."""
    mesocosm: str = ""
    started_at: str = ""
    origin: str = "mesocosm"
    """The format this trace was read from."""


class Blob(Event):
    """A picture or array, stored once under its hash beside the trace."""

    sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    media_type: str
    caption: str = ""


class Said(Event):
    """A message of the agent or to it, outside any call."""

    kind: Literal["said"] = "said"
    role: str
    text: str
    images: tuple[Blob, ...] = ()
    stop: str = ""
    """Why a model ended here where it was not its own choice, such as `max_tokens`."""


class Called(Event):
    """Written before the tool runs: a call that kills the process is still on record."""

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
    """Why a tool of ours failed, for people; the agent was told only that it did."""


class Answered(Event):
    kind: Literal["answered"] = "answered"
    answer: Answer


class Broke(Event):
    """We failed: which boundary was crossed, during which call."""

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
    """Paths of those that neither came with the item nor were written by a call; left out of the line where none."""
    runtime_s: float = 0.0
    waited_s: float = 0.0
    """Seconds of `runtime_s` in which a request to a model was outstanding, where the harness knows."""
    cache_changed: bool = Field(default=False, exclude_if=lambda changed: not changed)
    """Whether the process had noticed by then that somebody changed its cache; left out of the line where not."""


class Unread(Event):
    """A line of a kind this version does not know, kept as it is."""

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
    """An event from its JSON object; an unknown kind is kept unread."""
    if isinstance(kind := record.get("kind"), str) and kind not in KNOWN_KINDS:
        return Unread.model_validate(record)
    event: AnyEvent = KNOWN.validate_python(record)
    return event


class Trace(BaseModel):
    """The events of one episode and what is derived from them."""

    model_config = ConfigDict(frozen=True, arbitrary_types_allowed=True)

    events: tuple[AnyEvent, ...]
    problems: tuple[str, ...] = ()
    """What the reader had to pass over, with line numbers."""

    @property
    def start(self) -> EpisodeStarted | None:
        return next((event for event in self.events if isinstance(event, EpisodeStarted)), None)

    @property
    def end(self) -> EpisodeEnded | None:
        return next((event for event in reversed(self.events) if isinstance(event, EpisodeEnded)), None)

    @property
    def answer(self) -> Answer:
        """The last submission; `missing` where there is none."""
        answers = (event.answer for event in reversed(self.events) if isinstance(event, Answered))
        return next(answers, Answer())

    @property
    def crash(self) -> str:
        """What the agent's program raised, empty where it did not fail."""
        return next((event.text for event in self.events if isinstance(event, Said) and event.role == CRASH_ROLE), "")

    @property
    def faults(self) -> tuple[Broke, ...]:
        return tuple(event for event in self.events if isinstance(event, Broke))

    def calls(self) -> Iterator[tuple[ToolCall, Observed | None]]:
        """Every call attempted, in order, with what came back."""
        answers = {event.call: event for event in self.events if isinstance(event, Observed)}
        for event in self.events:
            if isinstance(event, Called):
                call = ToolCall(tool=event.tool, arguments=event.arguments, id=event.call)
                yield call, answers.get(event.call)

    def artifacts(self) -> tuple[Artifact, ...]:
        """The files at the end of the episode; where it was cut off, those seen so far."""
        if self.end is not None:
            return self.end.artifacts
        latest = {file.path: file for event in self.events if isinstance(event, Observed) for file in event.artifacts}
        return tuple(latest[path] for path in sorted(latest))

    def digest(self) -> str:
        """A hash of everything but measured times: one seed, one digest."""
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
    """The event that records an observation."""
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
"""Begins what a trace keeps in the place of a value that is not JSON; the reason follows, and a bracket."""


def spell_value(value: Any) -> JsonValue:
    """A value as a trace can keep it; what is not JSON becomes a text that says why."""
    try:  # four times as fast as Python's encoder, which says better what is wrong
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
    """Numbers and arrays of numpy, which the programs of agents hold, as plain ones."""
    if hasattr(value, "tolist"):
        return value.tolist()
    raise TypeError(f"Object of type {type(value).__name__} is not JSON serializable")


def spell_text(text: str) -> str:
    """A text as a trace can keep it: a lone surrogate becomes a question mark."""
    return text.encode("utf-8", "replace").decode()

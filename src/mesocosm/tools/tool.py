"""The contract of a tool: a typed function with a docstring.

    @tool()
    def nearest(stations: Stations, /, latitude: float, longitude: float) -> str:
        '''Find the station nearest to a point.

        Args:
            latitude: Degrees north.
            longitude: Degrees east.
        '''

Arguments before the `/` come from the world and are never shown to the agent; the agent gives those after it.
Everything else (schema, checks, names, exports) is derived from this one function.
"""

from __future__ import annotations

import functools
import inspect
import json
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, create_model

from mesocosm import registry
from mesocosm.errors import InvalidArguments, InvalidRecord, did_you_mean
from mesocosm.tools.arguments import LARGEST_ARGUMENTS, problem_of, short_json
from mesocosm.tools.schema import common_schema, describe, example, full_schema
from mesocosm.trace.schema import NOT_JSON
from mesocosm.types import EngineKind, Image, Record, canonical_json

F = TypeVar("F", bound=Callable[..., Any])

BEYOND_FLOATS = re.compile(r"\d{309}")
"""A whole number of so many digits may be too large for a float; arithmetic on it would fail in every tool."""

WRONG_ARRAYS = ("list_type", "tuple_type", "missing", "too_short", "too_long")
"""Pydantic's names of mistakes in the form of an array."""

LONGEST_NAME = 60
"""Characters of an argument's name that a refusal repeats."""


class Output(Record):
    """What a tool may return when text alone is not enough."""

    text: str
    images: tuple[Image, ...] = ()
    data: JsonValue = None
    arrays: dict[str, Any] = Field(default_factory=dict)
    """Name to numpy array: stored beside the trace for programs, not shown to the agent."""
    inputs: dict[str, str] = Field(default_factory=dict)
    """Input name to SHA-256, for the provenance of the output."""
    engine: str = "mesocosm"
    engine_version: str = ""
    engine_kind: EngineKind = "real"
    seed: int | None = None


@dataclass(frozen=True)
class Marks:
    """What `@tool` says about a function."""

    skills: tuple[str, ...] = ()
    read_only: bool = False
    simulator: bool = False
    """Whether the tool runs an engine on input of the agent; statistics count such runs."""
    instant: bool = False
    """Whether the tool takes only microseconds, and so runs without a thread and a time limit."""


@dataclass(frozen=True)
class Tool:
    """A function that agents can call."""

    id: str
    function: Callable[..., Any]
    description: str
    provided: tuple[type, ...]
    fields: Mapping[str, Any]
    """Type and description of each argument, as `pydantic.create_model` takes them."""
    marks: Marks = field(default_factory=Marks)

    @property
    def family(self) -> str:
        """The family of the tool: its module's `FAMILY`, which several modules may share; else the module's name."""
        module = sys.modules.get(self.function.__module__)
        return str(getattr(module, "FAMILY", self.id.rpartition(".")[0]))

    @functools.cached_property
    def arguments(self) -> type[BaseModel]:
        """The arguments as a record; made when needed, since many worlds show few of their tools at first."""
        return create_model(self.id.replace(".", "_"), __config__=ConfigDict(extra="forbid"), **self.fields)

    @functools.cached_property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of the arguments."""
        return common_schema(self.full_schema)

    @functools.cached_property
    def full_schema(self) -> dict[str, Any]:
        """The schema with every rule in machine-readable form, for drawing arguments."""
        return full_schema(self.arguments)

    @functools.cached_property
    def schema_bytes(self) -> bytes:
        """The bytes of the argument schema that every interface shows."""
        return canonical_json(self.schema)

    def check(self, arguments: JsonValue) -> dict[str, Any]:
        """Return the arguments in the types of the function; refuse wrong ones with what is wrong with each."""
        if isinstance(arguments, str) and arguments.startswith(NOT_JSON):
            reason = arguments.removeprefix(NOT_JSON).removesuffix("]")
            raise InvalidArguments(f"{self.id}: arguments are not JSON: {reason}")
        if isinstance(arguments, str):  # the world has parsed a text that is JSON
            raise InvalidArguments(f"{self.id}: arguments {problem_of(arguments)}{self._wrapped(arguments)}")
        if not isinstance(arguments, dict):
            problem = f"must be a JSON object, got {short_json(arguments)}"
            raise InvalidArguments(f"{self.id}: arguments {problem}{self._wrapped(arguments)}")
        try:
            text = json.dumps(arguments, allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise InvalidArguments(f"{self.id}: arguments are not JSON: {error}") from None
        if len(text) > LARGEST_ARGUMENTS:
            raise InvalidArguments(f"{self.id}: arguments hold {len(text):,} bytes; at most {LARGEST_ARGUMENTS:,}")
        if BEYOND_FLOATS.search(text) and not _fits_floats(arguments):
            raise InvalidArguments(f"{self.id}: arguments hold a whole number beyond 1.8e308, which is too large")
        try:
            model = self.arguments.model_validate_json(text, strict=True)
        except ValidationError as error:
            raise InvalidArguments(f"{self.id}: {self._explain(error)}{self._explain_flat(arguments)}") from None
        return {name: getattr(model, name) for name in self.arguments.model_fields}

    def _wrapped(self, value: JsonValue) -> str:
        """Say how a value is written as the tool's only required argument; empty if it does not have exactly one."""
        needed = self.schema["required"]
        if len(needed) != 1:
            return ""
        if isinstance(value, list) and len(value) == 1 and isinstance(value[0], str):
            value = value[0]
        is_bare = not (isinstance(value, str) and re.search(r"[={\[]", value))
        return f"; write {{{json.dumps(needed[0])}: {short_json(value) if is_bare else '...'}}}"

    def _explain_flat(self, arguments: dict[str, JsonValue]) -> str:
        """Say how fields are written inside of the only argument, if they were given in its place."""
        fields = self.schema["properties"]
        if len(fields) != 1 or not arguments or arguments.keys() & fields.keys():
            return ""
        [field] = fields.values()
        return self._wrapped(arguments) if field.get("type", "object") == "object" and "anyOf" not in field else ""

    def _explain(self, error: ValidationError) -> str:
        return "; ".join(self._explain_finding(dict(finding)) for finding in error.errors(include_url=False)[:5])

    def _explain_finding(self, finding: dict[str, Any]) -> str:
        name = ".".join(str(part) for part in finding["loc"])[:LONGEST_NAME]
        allowed = list(self.arguments.model_fields)
        if finding["type"] == "missing" and len(finding["loc"]) > 1:
            return f"`{name}` is missing{self._array(finding)}"
        if finding["type"] == "missing":
            return f"`{name}` is missing; required arguments: {', '.join(self.schema['required'])}"
        if finding["type"] == "extra_forbidden":
            hint = did_you_mean(name, allowed)
            offer = f"{hint} allowed" if hint else "allowed"
            return f"`{name}` is not an argument; {offer}: {', '.join(allowed) or 'none'}"
        problem = finding["msg"].removeprefix("Value error, ").replace("Input should be", "must be")
        message = f"`{name}` {problem}" + ("" if ", got " in problem else f", got {short_json(finding['input'])}")
        return message + self._explain_text(name, finding) + self._array(finding)

    def _array(self, finding: dict[str, Any]) -> str:
        """Say how an array is written, if another value, or an array of another length, was given."""
        field = self.full_schema["properties"].get(finding["loc"][0], {}) if finding["loc"] else {}
        if field.get("type") != "array" or finding["type"] not in WRONG_ARRAYS:
            return ""
        return f"; write `{finding['loc'][0]}` as an array such as {short_json(example(field))}"

    def _explain_text(self, name: str, finding: dict[str, Any]) -> str:
        """Say what a text must hold, if an object was given in its place."""
        field = self.arguments.model_fields.get(name)
        if finding["type"] != "string_type" or not isinstance(finding["input"], dict | list) or field is None:
            return ""
        about = (field.description or "").partition(". ")[0].rstrip(".")
        return f"; write it as text in quotes ({about})" if about else "; write it as text in quotes"


def tool(
    *, skills: tuple[str, ...] = (), read_only: bool = False, simulator: bool = False, instant: bool = False
) -> Callable[[F], F]:
    """Mark a function as a tool; it stays an ordinary function."""

    def mark(function: F) -> F:
        function.__mesocosm_tool__ = Marks(skills, read_only, simulator, instant)  # type: ignore[attr-defined]
        return function

    return mark


def load(name: str) -> Tool:
    """Return the tool with this id."""
    return make(name, registry.load("tools", name))


@functools.lru_cache(maxsize=1024)
def make(name: str, function: Callable[..., Any]) -> Tool:
    """Make a tool from a function."""
    description, sentences = describe(function)
    hints = get_type_hints(function, include_extras=True)
    provided, fields = [], {}
    for parameter in inspect.signature(function).parameters.values():
        hint = _hint(parameter, hints, name)
        if parameter.kind is parameter.POSITIONAL_ONLY:
            provided.append(hint)
        else:
            fields[parameter.name] = (hint, _field(parameter, sentences.get(parameter.name)))
    return Tool(
        id=name,
        function=function,
        description=description,
        provided=tuple(provided),
        fields=fields,
        marks=getattr(function, "__mesocosm_tool__", Marks()),
    )


def as_output(value: Any) -> Output:
    """Turn the return value of a tool into text for agents and data for programs."""
    if isinstance(value, Output):
        return value
    if isinstance(value, str):
        return Output(text=value)
    data = value.model_dump(mode="json") if isinstance(value, BaseModel) else value
    return Output(text=json.dumps(data, ensure_ascii=False), data=data)


def _hint(parameter: inspect.Parameter, hints: dict[str, Any], name: str) -> Any:
    if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
        raise InvalidRecord(f"tool {name}: `*{parameter.name}` hides what the agent may give; name every argument")
    if parameter.name not in hints:
        raise InvalidRecord(f"tool {name}: argument `{parameter.name}` has no type")
    return hints[parameter.name]


def _field(parameter: inspect.Parameter, sentence: str | None) -> Any:
    default = ... if parameter.default is parameter.empty else parameter.default
    return Field(default, description=sentence) if sentence else default


def _fits_floats(value: JsonValue) -> bool:
    if isinstance(value, dict | list):
        return all(_fits_floats(inner) for inner in (value.values() if isinstance(value, dict) else value))
    return not isinstance(value, int) or abs(value) <= sys.float_info.max

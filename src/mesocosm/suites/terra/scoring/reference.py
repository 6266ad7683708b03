"""The steps that an item requires: a partial order, so that every valid path scores the same.

    {"steps": [{"id": "place", "tool": "gis.resolve_place", "arguments": {"name": "Ostrava"}},
               {"id": "series", "tool": "reanalysis.read", "arguments": {...}, "after": ["place"],
                "alternatives": [{"tool": "climate.read", "arguments": {...}}]}]}

A step may be done once all steps it names in `after` are done. Where no step has `after`, every step follows the one
before it: a plain list, or a trace, is a total order.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationError

from mesocosm.errors import InvalidRecord
from mesocosm.suites.terra.scoring import json_text
from mesocosm.suites.terra.scoring.calls import Call, read_calls
from mesocosm.suites.terra.scoring.toolbox import Toolbox, are_published
from mesocosm.types import Record, ToolCall

ArgumentKind = Literal["number", "box", "time", "text", "path", "set", "sequence", "exact", "ignored"]


class Way(Record):
    """A call that does a step."""

    tool: str = Field(min_length=1)
    arguments: dict[str, Any] = Field(default_factory=dict)


class Step(Record):
    """One step, and the calls that do it equally well."""

    id: str
    tool: str = Field(min_length=1)
    arguments: dict[str, Any] = Field(default_factory=dict)
    after: tuple[str, ...] = ()
    alternatives: tuple[Way, ...] = ()
    optional: bool = False
    """Whether the step may be left out: then it neither helps nor hurts."""

    def ways(self) -> tuple[Way, ...]:
        return (Way(tool=self.tool, arguments=self.arguments), *self.alternatives)


class ReferencePath(Record):
    """The steps, and the information needed to compare calls with them."""

    steps: tuple[Step, ...] = ()
    toolbox: Toolbox = Toolbox()
    kinds: dict[str, ArgumentKind] = Field(default_factory=dict)
    """Argument to its way of comparison, if its name and value do not show it; `ignored` is for free text."""
    argument_aliases: dict[str, str] = Field(default_factory=dict)
    value_aliases: dict[str, str] = Field(default_factory=dict)
    defaults: dict[str, dict[str, Any]] = Field(default_factory=dict)
    """Tool to the default values of its arguments."""
    files: dict[str, str] = Field(default_factory=dict)
    """Path to SHA-256 of the files that steps name."""
    makers: dict[str, str] = Field(default_factory=dict)
    """Path to the id of the step that makes the file."""
    others: tuple[ReferencePath, ...] = ()
    """Complete alternatives; an item is scored against the one that fits best."""

    def before(self) -> dict[str, frozenset[str]]:
        """Return step to all steps that must come before it, directly or not."""
        known: dict[str, frozenset[str]] = {}
        for step in in_order(self.steps):
            known[step.id] = frozenset(step.after).union(*(known[name] for name in step.after))
        return known


def read_reference(path: Path) -> ReferencePath:
    """Return the reference of a file: steps with ids, or any trace."""
    document: Any = json_text.read(path) if path.suffix == ".json" else None
    if not _is_record(document):
        return reference_of_calls(read_calls(path))
    try:
        return reference_of(document)
    except InvalidRecord as error:
        raise InvalidRecord(f"{path}: {error}") from error


def _is_record(document: Any) -> bool:
    """Return whether a document has our form: steps with `tool` and an id, an order or alternatives."""
    steps = document.get("steps") if isinstance(document, Mapping) else None
    if not isinstance(steps, list):
        return False
    own = {"after", "alternatives", "optional", "id"}
    return any(
        isinstance(step, Mapping) and "tool" in step and own & set(step) and "type" not in step for step in steps
    )


def reference_of(document: Mapping[str, Any]) -> ReferencePath:
    """Return the reference of a document in our form; an error names the step."""
    try:
        reference = ReferencePath.model_validate(_spell(document))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise InvalidRecord(f"{place}: {first['msg']}, got {str(first['input'])[:60]!r}") from error
    _check(reference.steps)
    for other in reference.others:
        _check(other.steps)
    return reference


def _spell(document: Mapping[str, Any]) -> dict[str, Any]:
    """Add ids and an order, if the steps are a plain list."""
    steps = [dict(step) for step in document.get("steps", []) if isinstance(step, Mapping)]
    partial = document.get("order") == "partial" or any("after" in step for step in steps)
    for place, step in enumerate(steps):
        step.setdefault("id", f"step-{place + 1}")
        if not partial and place:
            step["after"] = [steps[place - 1]["id"]]
    others = [_spell(other) for other in document.get("others", []) if isinstance(other, Mapping)]
    rest = {key: value for key, value in document.items() if key not in ("steps", "others", "order")}
    return {**rest, "steps": steps, "others": others}


def reference_of_calls(calls: Iterable[Call | ToolCall], toolbox: Toolbox | None = None) -> ReferencePath:
    """Return a total order of the successful calls; meta tools are no steps."""
    every = list(calls)
    box = toolbox or Toolbox(published=are_published([call.tool for call in every]))
    kept = [call for call in every if not box.is_meta(call.tool) and not _went_wrong(call)]
    steps: list[Step] = []
    files: dict[str, str] = {}
    makers: dict[str, str] = {}
    for place, call in enumerate(kept):
        name = f"step-{place + 1}"
        after = (steps[-1].id,) if steps else ()
        arguments = dict(call.arguments) if isinstance(call.arguments, Mapping) else {}
        steps.append(Step(id=name, tool=call.tool, arguments=arguments, after=after))
        made = call.files if isinstance(call, Call) else {}
        files |= made
        makers |= dict.fromkeys(made, name)
    return ReferencePath(steps=tuple(steps), toolbox=box, files=files, makers=makers)


def _went_wrong(call: Call | ToolCall) -> bool:
    return isinstance(call, Call) and call.status in ("failed", "invalid")


def _check(steps: Sequence[Step]) -> None:
    ids = [step.id for step in steps]
    for step in steps:
        if ids.count(step.id) > 1:
            raise InvalidRecord(f"step {step.id!r} occurs more than once")
        unknown = [name for name in step.after if name not in ids]
        if unknown:
            raise InvalidRecord(f"step {step.id!r}: after names {unknown[0]!r}, which is no step")
    if len(in_order(steps)) < len(steps):
        left = sorted(set(ids) - {step.id for step in in_order(steps)})
        raise InvalidRecord(f"steps {', '.join(left)} depend on each other")


def in_order(steps: Sequence[Step], rank: Mapping[str, float] | None = None) -> list[Step]:
    """Sort the steps, none before one it must follow; among possible ones, the lowest rank, then the first listed."""
    place = {step.id: number for number, step in enumerate(steps)}
    waiting, done, ordered = list(steps), set[str](), list[Step]()
    while True:
        ready = [step for step in waiting if done.issuperset(step.after)]
        if not ready:
            return ordered
        following = min(ready, key=lambda step: ((rank or {}).get(step.id, 0.0), place[step.id]))
        waiting.remove(following)
        done.add(following.id)
        ordered.append(following)

"""What a plan works with: tools by their ids, the parameters, and a record of every step and its dependencies."""

from __future__ import annotations

import json
import re
from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import cast

from pydantic import JsonValue

from mesocosm.errors import InvalidRecord
from mesocosm.suites.terra.workflows.wording import texts
from mesocosm.tools.groups import GroupedTools
from mesocosm.tools.view import ToolView
from mesocosm.types import Observation, ToolCall

Plan = Generator[ToolCall, Observation, Mapping[str, JsonValue]]
"""Function that makes calls and returns the answer, key by key."""
CHANGING = ("files.", "execution.")
"""Tools that may find other files when they are called again."""
FETCHING = "archive."
OPENER = "groups.open_group"
UNAVAILABLE = "unavailable"
"""Kind of an error that means: not available now, ask again."""
MOST_TRIES = 3
NUMBER = re.compile(r"\d+\.?\d*(?:[eE][+-]?\d+)?")
TELLING_DIGITS = 4
RECKONED = ("expression", "code")
"""Arguments in which numbers of earlier results are combined."""
LONGEST_COMMON_WORD = 15
"""Characters of the longest common word of a result.

Longer words, and those with a dot, are names of files, scenes or documents, and show where an argument comes from;
shorter ones may come from anywhere.
"""


class PlanFailed(InvalidRecord):
    """A call of a plan was refused: the workflow does not suit its region."""


@dataclass(frozen=True)
class Seen:
    """Result of a call."""

    step: str
    """Id of the step, for `after`."""
    observation: Observation

    @property
    def data(self) -> dict[str, JsonValue]:
        """Data of the result, an object."""
        if not isinstance(self.observation.data, dict):
            raise PlanFailed(f"{self.step}: the result has no data: {self.observation.text[:200]}")
        return self.observation.data

    @property
    def path(self) -> str:
        """Path of the file that the call made."""
        return str(self.data["path"])

    @property
    def text(self) -> str:
        return self.observation.text

    def get(self, *keys: str | int) -> JsonValue:
        """Return a member of the data, level by level."""
        value: JsonValue = self.data
        for key in keys:
            try:
                value = value[key]  # type: ignore[index]  # what fits no key is told below
            except (KeyError, IndexError, TypeError):
                raise PlanFailed(f"{self.step}: no {key!r} in {str(value)[:300]}") from None
        return value

    def number(self, *keys: str | int) -> float:
        """Return a number of the data."""
        value = self.get(*keys)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise PlanFailed(f"{self.step}: {keys} is no number: {str(value)[:100]}")
        return float(value)

    def numbers(self, *keys: str | int) -> list[float]:
        """Return a list of numbers of the data."""
        value = self.get(*keys)
        return [self.number(*keys, place) for place in range(len(value) if isinstance(value, list) else 0)]

    def word(self, *keys: str | int) -> str:
        return str(self.get(*keys))

    def words(self, *keys: str | int) -> list[str]:
        """Return a list of words of the data."""
        value = self.get(*keys)
        return [str(member) for member in value] if isinstance(value, list) else []

    def names(self, *keys: str | int) -> list[str]:
        """Return the names in an object of the data."""
        value = self.get(*keys)
        return list(value) if isinstance(value, dict) else []

    def rows(self, *keys: str | int) -> list[dict[str, JsonValue]]:
        """Return a list of objects of the data."""
        value = self.get(*keys)
        return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []


@dataclass
class Done:
    """A completed step: a successful call, and the steps whose results its arguments contain."""

    id: str
    tool: str
    arguments: dict[str, JsonValue]
    after: tuple[str, ...]
    files: dict[str, str] = field(default_factory=dict)
    """Files that the step made: path to SHA-256."""


class Hands:
    """Tools by their ids under whatever names a world shows them, in groups or not."""

    def __init__(self, tools: ToolView, given: Mapping[str, JsonValue]) -> None:
        self.given = dict(given)
        """Parameters of the request."""
        self.done: list[Done] = []
        self._tools = tools
        self._names = {tool.id: name for name, tool in tools.whole.items()}
        self._known: dict[str, Seen] = {}
        """Results by call: no call is made twice."""
        self._tellers: dict[str, str] = {}
        """Value in a result, as text, to the step that returned it last."""

    def text(self, name: str) -> str:
        """Return a parameter that is a word."""
        return str(self.given[name])

    def number(self, name: str) -> float:
        """Return a parameter that is a number."""
        return float(str(self.given[name]))

    def texts(self, name: str) -> list[str]:
        """Return a parameter that is a list of words."""
        return texts(self.given, name)

    def use(
        self, tool: str, /, *, after: Iterable[Seen] = (), **arguments: object
    ) -> Generator[ToolCall, Observation, Seen]:
        """Make one step: the call, repeated if its source was not available or a file arrived damaged.

        The same call a second time is no step, and returns the result of the first.

        Args:
            tool: Id of the tool, such as `gis.resolve_place`.
            after: Steps it depends on, beside those whose files, boxes, points and words its arguments contain.
            arguments: Arguments of the call.
        """
        return (yield from self.use_with(tool, arguments, after))

    def use_with(
        self, tool: str, arguments: Mapping[str, object], after: Iterable[Seen] = ()
    ) -> Generator[ToolCall, Observation, Seen]:
        """Make one step like `use`, with arguments by name: for a tool that has an argument `after` of its own."""
        values = cast(dict[str, JsonValue], dict(arguments))
        call = json.dumps([tool, values], sort_keys=True)
        if call in self._known and not tool.startswith(CHANGING):
            return self._known[call]
        yield from self._open(tool)
        for _ in range(MOST_TRIES):
            observed = yield ToolCall(tool=self._names[tool], arguments=values)
            if _went_well(observed):
                self._known[call] = self._note(tool, values, observed, [seen.step for seen in after])
                return self._known[call]
            is_away = observed.error is not None and observed.error.kind == UNAVAILABLE
            if not is_away and not (yield from self._fetch_anew(str(values))):
                break
        why = observed.error.message if observed.error else observed.text
        raise PlanFailed(f"{tool}({str(arguments)[:600]}): {why}")

    def _fetch_anew(self, words: str) -> Generator[ToolCall, Observation, bool]:
        """Fetch the files named by a refused call once more; return true if one of them differs from before."""
        is_other = False
        for step in self.done:
            if step.tool.startswith(FETCHING) and any(path in words for path in step.files):
                observed = yield ToolCall(tool=self._names[step.tool], arguments=step.arguments)
                files = {artifact.path: artifact.sha256 for artifact in observed.artifacts}
                is_other = is_other or (bool(files) and files != step.files)
                step.files |= files
        return is_other

    def attempt(self, tool: str, /, **arguments: object) -> Generator[ToolCall, Observation, Observation]:
        """Make a call that may be refused, such as one that finds out that data are missing. It is no step."""
        yield from self._open(tool)
        observed = yield ToolCall(tool=self._names[tool], arguments=cast(JsonValue, arguments))
        return observed

    def calculate(self, expression: str, unit: str = "") -> Generator[ToolCall, Observation, float]:
        """Return the calculator's value of an expression, so that an answer's number is on record."""
        seen = yield from self.use("calculator.calculate", expression=expression, unit=unit)
        return seen.number("value")

    def _open(self, tool: str) -> Generator[ToolCall, Observation, None]:
        if tool not in self._names:
            raise PlanFailed(f"this world has no tool {tool}")
        if isinstance(self._tools, GroupedTools) and self._names[tool] not in self._tools:
            family = self._tools.whole[self._names[tool]].family
            yield ToolCall(tool=self._names[OPENER], arguments={"group": family})

    def _note(self, tool: str, arguments: dict[str, JsonValue], observed: Observation, after: list[str]) -> Seen:
        name = f"s{len(self.done) + 1:02d}"
        written = [datum for value in arguments.values() for datum in recognisable_values(value)]
        written += [datum for name in RECKONED if name in arguments for datum in numbers_in(arguments[name])]
        rests_on = {self._tellers[datum] for datum in written if datum in self._tellers}
        files = {artifact.path: artifact.sha256 for artifact in observed.artifacts}
        ordered = tuple(done.id for done in self.done if done.id in rests_on | set(after))
        self.done.append(Done(name, tool, arguments, ordered, files))
        asked = {datum for value in arguments.values() for datum in recognisable_values(value)}
        for datum in (*files, *recognisable_values(observed.data), *numbers_in(observed.data)):
            if datum not in asked:
                self._tellers[datum] = name
        return Seen(name, observed)


def _went_well(observed: Observation) -> bool:
    """Return whether a call did what it should; a program must also end without an error."""
    code = observed.data.get("returncode") if isinstance(observed.data, dict) else None
    return observed.error is None and not code


def recognisable_values(value: JsonValue) -> Iterator[str]:
    """Return the parts of a value that would be recognised elsewhere: names, and lists of two numbers or more."""
    if isinstance(value, str) and ("." in value or len(value) > LONGEST_COMMON_WORD):
        yield value
        if ":" in value:  # a variable of a file, as FILE.nc:temperature_2m
            yield value.partition(":")[0]
    elif isinstance(value, list):
        if len(value) > 1 and all(isinstance(member, int | float) and not isinstance(member, bool) for member in value):
            yield ",".join(f"{float(str(member)):.9g}" for member in value)
        for member in value:
            yield from recognisable_values(member)
    elif isinstance(value, dict):
        for member in value.values():
            yield from recognisable_values(member)


def numbers_in(value: JsonValue) -> Iterator[str]:
    """Return the numbers of a value or text with so many digits that they come from one place, in one spelling."""
    if isinstance(value, str):
        spellings = [f"{float(number):.9g}" for number in NUMBER.findall(value)]
        yield from (number for number in spellings if len(number.strip("-0.").replace(".", "")) >= TELLING_DIGITS)
    elif isinstance(value, int | float) and not isinstance(value, bool):
        yield from numbers_in(repr(value))
    for member in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from numbers_in(member)

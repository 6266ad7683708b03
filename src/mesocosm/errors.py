"""Everything mesocosm raises on purpose.

    MesocosmError
    ├── ToolError               an agent's mistake: one sentence the agent can act on
    │   ├── UnknownTool         no tool of that name in this world
    │   ├── ClosedTool          a tool of a group that is not open; says which group to open
    │   ├── InvalidArguments    the arguments do not fit the tool's schema
    │   ├── PathRefused         a path that leaves the workspace, or is not a plain file
    │   ├── QuotaExceeded       too many bytes or files in the workspace
    │   ├── TurnFull            more calls than one turn may have
    │   ├── ToolUnavailable     the tool is switched off here, and why
    │   └── ToolFailed          the tool failed on what the agent sent
    ├── BudgetSpent             the episode's steps, calls, seconds, bytes or tokens are used up
    ├── AgentFailed             an agent in a process of its own raised something or ended
    │   └── AgentOverdue        it did not answer within its budget of seconds
    ├── ReferenceWithheld       an agent of another package looked for the truth
    ├── BrokenEpisode           we failed, not the agent: names the boundary that was crossed
    └── UserError               a person's mistake: printed without a traceback
        ├── UnknownName         no such suite, tool, agent, ...; suggests the nearest
        ├── MissingExtra        an optional library is not installed; says the line that installs it
        ├── InvalidRecord       a record, file or option that does not fit; names field, value, allowed
        │   └── NotAnAgent      an object that was given as an agent cannot act
        ├── TraceError          a trace that cannot be read; names the line
        ├── LogDirectoryMismatch  a log directory that belongs to another run
        ├── LogDirectoryBusy    a log directory that another run is writing to
        └── StorageError        an object server that refuses, or does not answer for a long time

An episode that the agent lost (no answer, budget spent) is scored. A `BrokenEpisode` is recorded with its boundary
and never scored as zero.
"""

from __future__ import annotations

import difflib
import functools
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

MOST_LISTED = 30
"""Names that an error lists; further names are counted."""


class MesocosmError(Exception):
    """Base of every error raised on purpose."""


class ToolError(MesocosmError):
    """An agent's mistake. The message is one sentence that says what the agent can do."""

    kind = "tool"


class UnknownTool(ToolError):
    kind = "unknown_tool"


class ClosedTool(ToolError):
    kind = "closed_tool"


class InvalidArguments(ToolError):
    kind = "arguments"


class PathRefused(ToolError):
    kind = "path"


class QuotaExceeded(ToolError):
    kind = "quota"


class TurnFull(ToolError):
    kind = "turn"


class ToolUnavailable(ToolError):
    kind = "unavailable"


class ToolFailed(ToolError):
    kind = "failed"


class BudgetSpent(MesocosmError):
    """The episode is over because a budget is used up."""

    kind = "budget"

    def __init__(self, budget: str, limit: float) -> None:
        super().__init__(f"the budget of {limit:g} {budget} is spent; the episode is over")
        self.budget = budget
        self.limit = limit


class BrokenEpisode(MesocosmError):
    """We failed, not the agent. `boundary` says which part: tool, engine, sandbox, source, provider, ..."""

    def __init__(self, boundary: str, message: str) -> None:
        super().__init__(f"{boundary}: {message}")
        self.boundary = boundary


class AgentFailed(MesocosmError):
    """An agent in a process of its own raised an exception that is not Python's own, or ended before its episode."""


class AgentOverdue(AgentFailed):
    """An agent in a process of its own took longer than its budget of seconds, and was ended."""


class ReferenceWithheld(MesocosmError):
    """An agent of another package looked for the truth."""

    def __init__(self, item: str) -> None:
        super().__init__(
            f"the reference of {item} is withheld: agents of other packages play without it "
            "(a reference agent says NEEDS_REFERENCE = True in its module)"
        )


class UserError(MesocosmError):
    """A person's mistake; the command line prints it without a traceback."""


class UnknownName(UserError):
    """Nothing has this name; the message suggests the nearest names, or lists all there are.

    `hint` replaces this advice, where it is known what the name stands for.
    """

    def __init__(self, kind: str, name: str, known: Iterable[str], *, hint: str = "") -> None:
        every = list(known)
        hint = hint or did_you_mean(name, every)
        advice = f"; {hint}" if hint else f". Known: {_list(every)}."
        super().__init__(f"no {kind} is called {name!r}{advice}")


class MissingExtra(UserError, ImportError):
    """An optional library is not installed. It is an `ImportError` too, so that `import` fails as callers expect.

    Args:
        module: The library, by the name under which it is imported.
        extra: The extra to install, or several joined by commas.
        asked: The suite, engine or verb that needs the library.
        wanted: Extras that the suite, engine or verb declares; `mesocosm.extras.needs` adds to them.
        own: The extra of the library itself, used where no declared extra installs it; `extra` if left out.
        after: A command to run after the installation.
    """

    def __init__(
        self,
        module: str,
        extra: str,
        *,
        asked: str = "",
        wanted: tuple[str, ...] = (),
        own: str = "",
        after: str = "",
    ) -> None:
        line = " && ".join(filter(None, (f"pip install 'mesocosm[{extra}]'", after)))
        needed = f"{asked} needs {module}, which is not installed: {line}"
        super().__init__(needed if asked else f"{module} is not installed; it comes with: {line}")
        self.module, self.extra, self.asked = module, extra, asked
        self.wanted, self.own, self.after = wanted, own or extra, after

    def __reduce__(self) -> tuple[Any, ...]:
        """Return what rebuilds the error in another process, from its arguments and not from its message."""
        named = {name: getattr(self, name) for name in ("asked", "wanted", "own", "after")}
        return functools.partial(type(self), **named), (self.module, self.extra)


class InvalidRecord(UserError):
    pass


class NotAnAgent(InvalidRecord):
    pass


class TraceError(UserError):
    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}: {message}")
        self.line = line


class LogDirectoryMismatch(UserError):
    pass


class LogDirectoryBusy(UserError):
    pass


class StorageError(UserError):
    pass


@contextmanager
def boundary(name: str) -> Iterator[None]:
    """Attribute any unexpected error to the stage it crossed; errors raised on purpose pass through."""
    try:
        yield
    except MesocosmError:
        raise
    except Exception as error:
        raise BrokenEpisode(name, f"{type(error).__name__}: {error}") from error


def _list(names: list[str]) -> str:
    """Join all names, or the first of many."""
    rest = len(names) - MOST_LISTED
    return ", ".join(names) or "none" if rest <= 1 else f"{', '.join(names[:MOST_LISTED])} and {rest} more"


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """Return up to three known names close to a misspelt one; the last part of a dotted name counts too."""
    every = list(known)
    by_fold: dict[str, list[str]] = {}
    for other in every:
        by_fold.setdefault(other.casefold(), []).append(other)
    alike = difflib.get_close_matches(name.casefold(), by_fold, n=3, cutoff=0.6)
    close = [other for fold in alike for other in by_fold[fold]]
    by_last_part = [other for other in every if other.rpartition(".")[2] == name]
    return list(dict.fromkeys(by_last_part + close))[:3]


def where_attribute_is(owner: str, name: str, known: Iterable[str], elsewhere: Mapping[str, str]) -> str:
    """Return the error for a missing attribute: where the value is, the nearest name, or all names."""
    names = list(known)
    hint = elsewhere.get(name) or did_you_mean(name, names) or f"it has {', '.join(names)}"
    return f"{owner!r} object has no attribute {name!r}; {hint}"


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return a question with the nearest names; empty if no name is near."""
    close = nearest(name, known)
    return f"did you mean {' or '.join(close)}?" if close else ""

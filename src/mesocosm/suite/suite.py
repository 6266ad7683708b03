"""A suite by its package. Nothing is imported before it is used."""

from __future__ import annotations

import fnmatch
import functools
import hashlib
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, TypeVar, cast

from mesocosm import registry
from mesocosm.arguments import accept_former_names, explain_mistakes, limit_of, string, whole
from mesocosm.errors import BrokenEpisode, InvalidRecord
from mesocosm.extras import needs
from mesocosm.modules import defines
from mesocosm.suite.identity import read_id
from mesocosm.suite.parts import Data, Truth

if TYPE_CHECKING:
    from pydantic import JsonValue

    from mesocosm.episode.agent import Agent, Case, Script
    from mesocosm.episode.setting import Setting
    from mesocosm.episode.world import World
    from mesocosm.suite import parts
    from mesocosm.suite.blocks import Block
    from mesocosm.suite.card import Card
    from mesocosm.suite.facts import Facts
    from mesocosm.tools.view import ToolView
    from mesocosm.trace.schema import Trace
    from mesocosm.trace.writer import TraceWriter
    from mesocosm.types import Item, Reference, Score

Arguments = ParamSpec("Arguments")
Returned = TypeVar("Returned")


def _advise(
    method: Callable[Concatenate[Suite[Any, Any], Arguments], Returned],
) -> Callable[Concatenate[Suite[Any, Any], Arguments], Returned]:
    """Let a method, which may import anything, raise an error with the suite's extras if a library is missing."""

    @functools.wraps(method)
    def advised(self: Suite[Any, Any], /, *args: Arguments.args, **named: Arguments.kwargs) -> Returned:
        with self.needs():
            return method(self, *args, **named)

    return advised


class Suite(Generic[Data, Truth]):
    """The items, worlds, scores and agents of one suite."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.name = package.rpartition(".")[2]
        self._made: dict[tuple[int, int], tuple[Item[Data], Reference[Truth]]] = {}
        self.stored: parts.StoredCases | None = None
        """Cases that were made before, such as those of an item pack; all others are made."""

    @functools.cached_property
    def card(self) -> Card:
        """The checked `suite.toml`."""
        from mesocosm.suite.card import read_card

        return read_card(self.name, self.folder / "suite.toml")

    @property
    def folder(self) -> Traversable:
        return files(self.package)

    # ------------------------------------------------------------ items

    @_advise
    @explain_mistakes
    def case(self, seed: int, index: int) -> tuple[Item[Data], Reference[Truth]]:
        """Return item number `index` of a seed, with its truth; no other item is made for it."""
        seed, index = whole("seed", seed), whole("index", index, least=0)
        if (seed, index) not in self._made:
            self._made[seed, index] = self._stored_case(seed, index) or self._make(seed, index)
        return self._made[seed, index]

    def _make(self, seed: int, index: int) -> tuple[Item[Data], Reference[Truth]]:
        items: parts.Items[Data, Truth] = self._part("items")
        return items.make(seed, index)

    def _stored_case(self, seed: int, index: int) -> tuple[Item[Data], Reference[Truth]] | None:
        return None if self.stored is None else self.stored.case(seed, index)

    def use_stored(self, stored: parts.StoredCases | None) -> None:
        """Take cases from here as far as they are there; None makes every case again."""
        self.forget()
        self.stored = stored

    def record_types(self) -> tuple[type[Item[Data]], type[Reference[Truth]]]:
        """Return the types of items and references, with which they are read from JSON; see `records.py`."""
        from mesocosm.types import Item, Reference

        records = self._part("records")
        generic: Any = (Item, Reference)
        data, truth = getattr(records, "Data", None), getattr(records, "Truth", None)
        item = generic[0] if data is None else generic[0][data]
        reference = generic[1] if truth is None else generic[1][truth]
        return item, reference

    def forget(self) -> None:
        """Drop the items made so far with their truths; they are made again when they are needed."""
        self._made.clear()

    @accept_former_names(n="limit")
    def cases(self, seed: int = 0, limit: int | None = None) -> Iterator[tuple[Item[Data], Reference[Truth]]]:
        """Yield the first `limit` items of a seed."""
        for index in range(limit_of(limit) or self.card.items):
            yield self.case(seed, index)

    def find(self, item_id: str) -> tuple[Item[Data], Reference[Truth]]:
        """Return an item by its id, made from the seed and number in it."""
        seed, index = read_id(string("item_id", item_id), self.name)
        return self.case(seed, index)

    @_advise
    def group(self, seed: int, index: int) -> str:
        """Return the group of an item, empty if there is none.

        Items of one group share what is costly to make, such as a region's weather.
        """
        if not hasattr(self._part("items"), "group"):
            return ""
        items: parts.GroupsItems = self._part("items")
        return items.group(seed, index)

    @_advise
    def seed_under(self, seed: int, options: Mapping[str, str] | None = None) -> int:
        """Return the seed from which items are made under these options; an option may choose other items."""
        if not self._defines("items", "seed_under"):
            return seed
        items: parts.ChoosesItems = self._part("items")
        return items.seed_under(seed, self.settle(options))

    @_advise
    def count_under(self, options: Mapping[str, str] | None = None) -> int:
        """Return the number of items in a default run under these options."""
        if not self._defines("items", "count_under"):
            return self.card.items
        items: parts.ChoosesItems = self._part("items")
        return items.count_under(self.settle(options)) or self.card.items

    @_advise
    def facts(self, item: Item[Data], reference: Reference[Truth], options: Mapping[str, str] | None = None) -> Facts:
        """Return the facts of an item under these options, for reports and statistics."""
        from mesocosm.suite.facts import Facts

        if not hasattr(self._part("items"), "facts"):
            return Facts()
        items: parts.TellsFacts[Data, Truth] = self._part("items")
        return items.facts(item, reference, {**self.settle(), **(options or {})})

    @_advise
    def page_facts(self, item: Item[Data], reference: Reference[Truth]) -> JsonValue:
        """Return what the suite's own pages need about an item; None if they need nothing."""
        if not hasattr(self._part("items"), "page_facts"):
            return None
        items: parts.TellsPages[Data, Truth] = self._part("items")
        return items.page_facts(item, reference)

    @_advise
    def task(self, item: Item[Data], options: Mapping[str, str]) -> str:
        """Return the text of the task: the item's prompt, or the suite's text under these options."""
        if not hasattr(self._part("items"), "word"):
            return item.prompt
        items: parts.WordsTasks[Data] = self._part("items")
        return items.word(item, options)

    # ------------------------------------------------------------ acting and scoring

    def settle(self, options: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return every option with its value: the one given, else the default."""
        if options is not None and not isinstance(options, Mapping):
            raise InvalidRecord(f"options must be a dictionary of names and values, got {options!r}")
        given = dict(options or {})
        for name, value in given.items():
            allowed = self.card.options.get(name)
            if allowed is None:
                raise InvalidRecord(f"suite {self.name} has no option {name!r}; options: {self._offered()}")
            if not isinstance(value, str) or not any(fnmatch.fnmatchcase(value, pattern) for pattern in allowed):
                raise InvalidRecord(f"option {name} must be one of {', '.join(allowed)}, got {value!r}")
        return {name: given.get(name, allowed[0]) for name, allowed in self.card.options.items()}

    @_advise
    def setting(
        self, item: Item[Data], reference: Reference[Truth], options: Mapping[str, str] | None = None
    ) -> Setting:
        """Return the parts of an item's world under these options, the same on every machine."""
        complete = self.settle(options)
        worlds: parts.Worlds[Data, Truth] = self._part("world")
        setting = worlds.setting(item, reference, self.card, complete)
        setting.prompts = {**self.prompt_hashes(), **setting.prompts}
        if not setting.system and "system" in setting.prompts:
            setting.system = self.prompt("system")
        setting.prompt = self.task(item, complete)
        setting.suite_version = self.card.version
        setting.options = complete
        setting.extras = self.card.extras
        self._take_stored_files(item, setting)
        return setting

    def _take_stored_files(self, item: Item[Data], setting: Setting) -> None:
        """Put stored files and pictures in the place of those that the world would draw."""
        if self.stored is None:
            return
        beginning = self.stored.world_files(*read_id(item.id, self.name), setting.options)
        if beginning is not None:
            setting.files, setting.images = beginning

    def world(
        self,
        item: Item[Data],
        reference: Reference[Truth],
        *,
        options: Mapping[str, str] | None = None,
        agent: str = "",
        knows_reference: bool = False,
        trace: Path | TraceWriter | None = None,
    ) -> World:
        """Make a fresh world for an item; the trace goes to a named file, or to a writer of the caller.

        `knows_reference` marks the trace of an agent that gets the reference.
        """
        from mesocosm.episode.world import World
        from mesocosm.trace.writer import TraceWriter

        setting = self.setting(item, reference, options)
        _check_sandbox(setting)
        writer = trace if isinstance(trace, TraceWriter) else TraceWriter(trace)
        try:
            return World(item, setting, agent=agent, knows_reference=knows_reference, writer=writer)
        except BaseException:
            writer.close()
            if writer.path is not None:
                writer.path.unlink()
            raise

    def check_profile(self, profile: str) -> None:
        """Refuse a scoring definition that the suite does not have."""
        if profile not in self.card.profiles:
            raise InvalidRecord(
                f"suite {self.name} has no profile {profile!r}; profiles: {', '.join(self.card.profiles)}"
            )

    def check_agent(self, name: str) -> None:
        """Refuse an unknown agent, and one that does not play this suite: it could only score 0."""
        registry.check_agent_name(name)
        if name not in self.agents():
            owner = name.partition(".")[0]
            raise InvalidRecord(
                f"agent {name} plays the suite {owner} only, not {self.name}; agents that play {self.name}: "
                f"{', '.join(self.agents())}"
            )
        if registry.foreign_agent(name) is None:
            module = sys.modules.get(getattr(registry.load("agents", name), "__module__", ""))
            getattr(module, "check_suite", lambda suite: None)(self)

    def agents(self) -> list[str]:
        """Return the agents that play this suite: its own, and those of no suite."""
        others = [f"{name}." for name in registry.names("suites") if name != self.name]
        return [name for name in registry.names("agents") if not name.startswith(tuple(others))]

    def tools(self) -> ToolView:
        """Return the tools that the card names."""
        from mesocosm.tools.view import ToolView

        return ToolView.of(self.card.tools)

    @_advise
    def score(self, item: Item[Data], reference: Reference[Truth], trace: Trace, profile: str = "default") -> Score:
        """Score a trace; the score is NaN if the episode broke on our side or waits for a model's server."""
        from mesocosm.types import Score

        self.check_profile(profile)
        check_same_item(item, trace)
        if trace.faults:
            return Score(value=float("nan"), profile=profile, explanation=f"broken: {trace.faults[0].message}")
        if trace.end is None:
            return Score(value=float("nan"), profile=profile, explanation="broken: the trace was cut off")
        if trace.end.reason == "waiting":
            return Score(value=float("nan"), profile=profile, explanation="waiting: the model's server had not replied")
        scores: parts.Scores[Data, Truth] = self._part("score")
        return scores.score(item, reference, trace, profile)

    @_advise
    def reading(self, item: Item[Data], reference: Reference[Truth], trace: Trace) -> str:
        """Return the answer of an episode in one spelling; empty if the suite does not define that."""
        if not hasattr(self._part("score"), "reading"):
            return ""
        scores: parts.ReadsAnswers[Data, Truth] = self._part("score")
        return scores.reading(item, reference, trace)

    @_advise
    def view(self, item: Item[Data], reference: Reference[Truth], trace: Trace) -> Sequence[Block]:
        """Return what a report shows of an episode besides its calls; nothing if the suite has no `view.py`."""
        if not (self.folder / "view.py").is_file():
            return ()
        views: parts.Views[Data, Truth] = self._part("view")
        return views.view(item, reference, trace)

    @property
    def has_second_way(self) -> bool:
        """Whether the suite computes its truths by a second way."""
        return (self.folder / "second.py").is_file() or (self.folder / "second").is_dir()

    @_advise
    def second(self, item: Item[Data]) -> JsonValue:
        """Compute the right answer of an item by the suite's second way, which does not get the reference."""
        if not self.has_second_way:
            raise InvalidRecord(f"suite {self.name} has no second way: it has no second.py")
        ways: parts.SecondWay[Data] = self._part("second")
        return ways.second(item)

    @property
    def least_second_score(self) -> float:
        """The score that the second way's answer must earn to agree with the reference."""
        return float(getattr(self._part("second"), "LEAST_SCORE", 1.0))

    @_advise
    def oracle(self, case: Case[Data, Truth]) -> Script:
        """Return the script of the suite's own solver."""
        solver: parts.Solver[Data, Truth] = self._part("oracle")
        return solver.oracle(case)

    @property
    def names_mistakes(self) -> bool:
        """Whether the suite's wrong options are named mistakes, which a careless agent can make."""
        return hasattr(self._part("oracle"), "careless")

    @_advise
    def careless(self, case: Case[Data, Truth]) -> Script:
        """Return the script of the suite's solver with one of its named mistakes in it."""
        if not self.names_mistakes:
            raise InvalidRecord(f"suite {self.name} does not name its mistakes, so it has no careless agent")
        solver: parts.CarelessSolver[Data, Truth] = self._part("oracle")
        return solver.careless(case)

    def agent(self, name: str) -> Callable[[Case[Data, Truth]], Agent]:
        """Return one of the suite's own agents."""
        from mesocosm.episode.agent import ScriptAgent

        script = cast("Callable[[Case[Data, Truth]], Script]", getattr(self._part("agents"), name))

        def build(case: Case[Data, Truth]) -> Agent:
            if case.item.suite != self.name:
                raise InvalidRecord(f"{self.name}.{name} plays {self.name} only, not {case.item.suite}")
            return ScriptAgent(script(case))

        build.__doc__ = script.__doc__
        return build

    def tells_truth_to(self, agent: str) -> bool:
        """Whether one of the suite's own agents gets the reference: `NEEDS_REFERENCE` in `agents.py` names it."""
        return agent in self.card.agents and agent in getattr(self._part("agents"), "NEEDS_REFERENCE", ())

    # ------------------------------------------------------------ prompts

    def prompt(self, name: str) -> str:
        """Return the text of `prompts/<name>.md`."""
        return (self.folder / "prompts" / f"{name}.md").read_text(encoding="utf-8").strip()

    def prompt_hashes(self) -> dict[str, str]:
        """Return the SHA-256 of every prompt by its name."""
        inside = (self.folder / "prompts").iterdir()
        texts = {path.name.removesuffix(".md"): path.read_bytes() for path in inside if path.name.endswith(".md")}
        return {name: hashlib.sha256(texts[name]).hexdigest() for name in sorted(texts)}

    def _offered(self) -> str:
        return "; ".join(f"{name}={'|'.join(allowed)}" for name, allowed in self.card.options.items()) or "none"

    def _part(self, name: str) -> Any:  # a module, which the caller annotates with one of the protocols
        with self.needs():
            return registry.import_module(f"{self.package}.{name}")

    def _defines(self, part: str, name: str) -> bool:
        """Return whether a part has an optional function, without importing the part and its libraries."""
        return defines(f"{self.package}.{part}", name)

    # ------------------------------------------------------------ optional libraries

    def needs(self) -> AbstractContextManager[None]:
        """Let the error for a library that is missing inside recommend the extras of this suite."""
        return needs(f"the suite {self.name}", *self.card.extras)


def _check_sandbox(setting: Setting) -> None:
    """Refuse to build a world without the sandbox that it needs, which would lead every agent to fail."""
    if not setting.sandboxed:
        return
    from mesocosm.isolation.selection import why_not_ready

    if (reason := why_not_ready()) is not None:
        raise BrokenEpisode("sandbox", reason)


def check_same_item(item: Item, trace: Trace) -> None:
    """Refuse a trace of an item that has changed since: its id is the same, but its truth may be another."""
    ran = trace.start.item_sha256 if trace.start is not None else ""
    if ran and ran != item.fingerprint():
        raise InvalidRecord(
            f"{item.id} is not the item this trace was run on: the suite has changed since. "
            "Score it with the version that ran it, or run it again."
        )


def read_options(given: dict[str, str] | str) -> dict[str, str]:
    """Read options from `-T options=protocol=raw100k,condition=agent`; return a dictionary as it is."""
    if not isinstance(given, str):
        return given
    pairs = [pair.partition("=") for pair in given.split(",") if pair]
    for name, equals, _ in pairs:
        if not equals:
            raise InvalidRecord(f"options must be NAME=VALUE joined by commas, got {name!r}")
    return {name.strip(): value.strip() for name, _, value in pairs}

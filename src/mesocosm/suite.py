"""The contract of a suite: a folder with the same files in each.

    suite.toml   card: title, version, paper, budget, tools, options
    items.py     make(seed, index) -> (Item, Reference)        every item from its seed alone
                 word(item, options) -> str                     where options change what is asked
    world.py     setting(item, reference, card, options) -> Setting
    score.py     score(item, reference, trace, profile) -> Score   pure
    oracle.py    oracle(case) -> Script                         solves every item
    agents.py    NAME(case) -> Script                           other agents of its own, named by the card
    prompts/*.md texts shown to agents
    README.md    the card for people

The folder's `__init__.py` holds one line: `suite = Suite(__name__)`. Nothing else is imported before it is used.
"""

from __future__ import annotations

import fnmatch
import functools
import hashlib
import importlib
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from mesocosm.episode.agent import Agent, Case, Script, ScriptAgent
from mesocosm.episode.world import World
from mesocosm.errors import InvalidRecord
from mesocosm.tools.view import ToolView
from mesocosm.trace.reader import explain
from mesocosm.trace.schema import Trace
from mesocosm.trace.writer import TraceWriter
from mesocosm.types import Budget, Item, Record, Reference, Score

ITEM_ID = re.compile(r"(?P<suite>[a-z0-9_]+)-s(?P<seed>-?\d+)-(?P<index>\d+)")
VERSION = re.compile(r"^\d+-[A-Z]+$")


class Card(Record):
    """What a suite says about itself."""

    name: str
    title: str
    version: str = Field(pattern=VERSION.pattern)
    """`N-X`: N rises when scores stop being comparable, X when the call changes."""
    summary: str
    paper: str = ""
    items: int = Field(default=100, ge=1)
    """How many items a default run has."""
    demo_items: int = Field(default=10, ge=1)
    """How many of them `make demo` runs."""
    profiles: tuple[str, ...] = ("default",)
    tools: tuple[str, ...]
    agents: tuple[str, ...] = ()
    """Agents that play this suite only: functions of its `agents.py`, called `SUITE.NAME`."""
    baselines: tuple[str, ...] = ("oracle", "random", "null")
    """Agents that stand in every table of the suite."""
    budget: Budget = Budget()
    options: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Variants of the world a run may choose: the values allowed (`*` stands for anything), the default first."""


class Suite:
    """A suite found by its package."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.name = package.rpartition(".")[2]
        self._made: dict[tuple[int, int], tuple[Item, Reference]] = {}

    @functools.cached_property
    def card(self) -> Card:
        """`suite.toml`, checked."""
        path = self.folder / "suite.toml"
        try:
            card = Card.model_validate({"name": self.name, **tomllib.loads(path.read_text(encoding="utf-8"))})
        except (tomllib.TOMLDecodeError, UnicodeDecodeError, FileNotFoundError) as error:
            raise InvalidRecord(f"suite {self.name}: {path}: {error}") from error
        except ValidationError as error:
            raise InvalidRecord(f"suite {self.name}: {path}: {explain(error)}") from error
        if card.name != self.name:
            raise InvalidRecord(f"suite {self.name}: suite.toml calls it {card.name!r}; the name is the folder's")
        return card

    @property
    def folder(self) -> Traversable:
        return files(self.package)

    # ------------------------------------------------------------ items

    def case(self, seed: int, index: int) -> tuple[Item, Reference]:
        """Item number `index` of a seed, with its truth; no other item is made on the way."""
        if (seed, index) not in self._made:
            self._made[seed, index] = self._part("items").make(seed, index)
        return self._made[seed, index]

    def cases(self, seed: int = 0, n: int | None = None) -> Iterator[tuple[Item, Reference]]:
        """The first `n` items of a seed."""
        for index in range(self.card.items if n is None else n):
            yield self.case(seed, index)

    def find(self, item_id: str) -> tuple[Item, Reference]:
        """An item by its id, remade from the seed and number in it."""
        seed, index = read_id(item_id, self.name)
        return self.case(seed, index)

    # ------------------------------------------------------------ acting and scoring

    def settle(self, options: Mapping[str, str] | None = None) -> dict[str, str]:
        """Every option with its value: the one given, else the default."""
        given = dict(options or {})
        for name, value in given.items():
            allowed = self.card.options.get(name)
            if allowed is None:
                raise InvalidRecord(f"suite {self.name} has no option {name!r}; options: {self._offered()}")
            if not any(fnmatch.fnmatchcase(value, pattern) for pattern in allowed):
                raise InvalidRecord(f"option {name} must be one of {', '.join(allowed)}, got {value!r}")
        return {name: given.get(name, allowed[0]) for name, allowed in self.card.options.items()}

    def world(
        self,
        item: Item,
        reference: Reference,
        *,
        options: Mapping[str, str] | None = None,
        agent: str = "",
        trace: Path | None = None,
    ) -> World:
        """A fresh world for an item; the trace goes to a file where one is named."""
        settled = self.settle(options)
        setting = self._part("world").setting(item, reference, self.card, settled)
        setting.prompts = {**self.prompt_hashes(), **setting.prompts}
        if not setting.system and "system" in setting.prompts:
            setting.system = self.prompt("system")
        setting.prompt = self.task(item, settled)
        setting.suite_version = self.card.version
        setting.options = settled
        writer = TraceWriter(trace)
        try:
            return World(item, setting, agent=agent, writer=writer)
        except BaseException:
            writer.close()
            if trace is not None:
                trace.unlink()
            raise

    def task(self, item: Item, options: Mapping[str, str]) -> str:
        """What the agent is asked: the item's prompt, or what its suite makes of it under these options."""
        word: Callable[[Item, Mapping[str, str]], str] | None = getattr(self._part("items"), "word", None)
        return word(item, options) if word is not None else item.prompt

    def tools(self) -> ToolView:
        """The tools the card names."""
        return ToolView.of(self.card.tools)

    def score(self, item: Item, reference: Reference, trace: Trace, profile: str = "default") -> Score:
        """The judgement of a trace; a trace that broke on our side is NaN and says where."""
        if profile not in self.card.profiles:
            raise InvalidRecord(
                f"suite {self.name} has no profile {profile!r}; profiles: {', '.join(self.card.profiles)}"
            )
        check_same_item(item, trace)
        if trace.faults:
            return Score(value=float("nan"), profile=profile, explanation=f"broken: {trace.faults[0].message}")
        if trace.end is None:
            return Score(value=float("nan"), profile=profile, explanation="broken: the trace was cut off")
        scored: Score = self._part("score").score(item, reference, trace, profile)
        return scored

    def oracle(self, case: Case) -> Script:
        """The suite's own solver."""
        script: Script = self._part("oracle").oracle(case)
        return script

    @property
    def names_mistakes(self) -> bool:
        """Whether the suite's wrong options are named mistakes, which a careless agent can make."""
        return hasattr(self._part("oracle"), "careless")

    def careless(self, case: Case) -> Script:
        """The suite's solver with one of its named mistakes in it."""
        if not self.names_mistakes:
            raise InvalidRecord(f"suite {self.name} names no mistakes, so it has no careless agent")
        script: Script = self._part("oracle").careless(case)
        return script

    def agent(self, name: str) -> Callable[[Case], Agent]:
        """One of the suite's own agents."""
        script: Callable[[Case], Script] = getattr(self._part("agents"), name)

        def build(case: Case) -> Agent:
            if case.item.suite != self.name:
                raise InvalidRecord(f"{self.name}.{name} plays {self.name} only, not {case.item.suite}")
            return ScriptAgent(script(case))

        build.__doc__ = script.__doc__
        return build

    # ------------------------------------------------------------ prompts

    def prompt(self, name: str) -> str:
        """The text of `prompts/<name>.md`."""
        return (self.folder / "prompts" / f"{name}.md").read_text(encoding="utf-8").strip()

    def prompt_hashes(self) -> dict[str, str]:
        """Every prompt by name with the SHA-256 of its bytes."""
        found = (self.folder / "prompts").iterdir()
        texts = {path.name.removesuffix(".md"): path.read_bytes() for path in found if path.name.endswith(".md")}
        return {name: hashlib.sha256(texts[name]).hexdigest() for name in sorted(texts)}

    def _offered(self) -> str:
        return "; ".join(f"{name}={'|'.join(allowed)}" for name, allowed in self.card.options.items()) or "none"

    def _part(self, name: str) -> Any:
        return importlib.import_module(f"{self.package}.{name}")


def item_id(suite: str, seed: int, index: int) -> str:
    """The stable id of an item: it says how to make it again."""
    return f"{suite}-s{seed}-{index:04d}"


def check_same_item(item: Item, trace: Trace) -> None:
    """Refuse a trace of an item that has changed since: its id is the same, its truth may not be."""
    ran = trace.start.item_sha256 if trace.start is not None else ""
    if ran and ran != item.fingerprint():
        raise InvalidRecord(
            f"{item.id} is not the item this trace was run on: the suite has changed since. "
            "Score it with the version that ran it, or run it again."
        )


def read_id(text: str, suite: str) -> tuple[int, int]:
    """Seed and number from an item id."""
    found = ITEM_ID.fullmatch(text)
    if found is None or found["suite"] != suite:
        raise InvalidRecord(f"{text!r} is no item of {suite}; ids look like {item_id(suite, 7, 12)}")
    return int(found["seed"]), int(found["index"])


def read_options(given: dict[str, str] | str) -> dict[str, str]:
    """Options from `-T options=protocol=raw100k,condition=agent`, or as they are."""
    if not isinstance(given, str):
        return given
    pairs = [one.partition("=") for one in given.split(",") if one]
    for name, equals, _ in pairs:
        if not equals:
            raise InvalidRecord(f"options must be NAME=VALUE joined by commas, got {name!r}")
    return {name.strip(): value.strip() for name, _, value in pairs}

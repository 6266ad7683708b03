"""The files of a suite as protocols, generic in the data of its items and the truth of its references.

A suite lets the type checker compare its modules with them:

    if TYPE_CHECKING:
        keeps: Parts[Data, Truth] = Parts(items, world, score, oracle)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

if TYPE_CHECKING:
    import typing_extensions
    from pydantic import JsonValue

    from mesocosm.episode.agent import Case, Script
    from mesocosm.episode.setting import Setting
    from mesocosm.suite.blocks import Block
    from mesocosm.suite.card import Card
    from mesocosm.suite.facts import Facts
    from mesocosm.trace.schema import Trace
    from mesocosm.types import Image, Item, Reference, Score

    Data = typing_extensions.TypeVar("Data", default=object)
    Truth = typing_extensions.TypeVar("Truth", default=object)
else:  # defaults of type variables need Python 3.13 or a library that the help of a command should not load
    Data = TypeVar("Data")
    Truth = TypeVar("Truth")

Data_co = TypeVar("Data_co", covariant=True)
Truth_co = TypeVar("Truth_co", covariant=True)
Data_contra = TypeVar("Data_contra", contravariant=True)
Truth_contra = TypeVar("Truth_contra", contravariant=True)
Options = Mapping[str, str]
"""Every option of the suite with its value."""


class Items(Protocol[Data_co, Truth_co]):
    """`items.py`; `word`, `facts` and `page_facts` may be left out."""

    def make(self, seed: int, index: int) -> tuple[Item[Data_co], Reference[Truth_co]]:
        """Make item number `index` of a seed with its truth, independently of other items."""


class WordsTasks(Protocol[Data_contra]):
    """An `items.py` whose options change the text of the task."""

    def word(self, item: Item[Data_contra], options: Options) -> str:
        """Return the task as the agent reads it."""


class GroupsItems(Protocol):
    """An `items.py` some of whose items share what is costly to make."""

    def group(self, seed: int, index: int) -> str:
        """Return the name of the group of an item."""


class ChoosesItems(Protocol):
    """An `items.py` with an option that chooses other items, such as those of recorded data."""

    def seed_under(self, seed: int, options: Options) -> int:
        """Return the seed from which items are made under these options."""

    def count_under(self, options: Options) -> int | None:
        """Return the number of items in a default run under these options; None for the number of the card."""


class TellsFacts(Protocol[Data_contra, Truth_contra]):
    """An `items.py` that gives the facts of its items."""

    def facts(self, item: Item[Data_contra], reference: Reference[Truth_contra], options: Options) -> Facts:
        """Return the facts of the item for reports and statistics."""


class TellsPages(Protocol[Data_contra, Truth_contra]):
    """An `items.py` of a suite whose own page needs more about an item than its facts."""

    def page_facts(self, item: Item[Data_contra], reference: Reference[Truth_contra]) -> JsonValue:
        """Return what the page needs about the item; the log stores it when an episode is scored."""


class Worlds(Protocol[Data_contra, Truth_contra]):
    """`world.py`."""

    def setting(
        self, item: Item[Data_contra], reference: Reference[Truth_contra], card: Card, options: Options
    ) -> Setting:
        """Return the parts from which the item's world is built."""


class Scores(Protocol[Data_contra, Truth_contra]):
    """`score.py`."""

    def score(self, item: Item[Data_contra], reference: Reference[Truth_contra], trace: Trace, profile: str) -> Score:
        """Score a trace; a pure function."""


class ReadsAnswers(Protocol[Data_contra, Truth_contra]):
    """A `score.py` that can write answers in one spelling."""

    def reading(self, item: Item[Data_contra], reference: Reference[Truth_contra], trace: Trace) -> str:
        """Return the answer in one spelling, so that equal answers can be counted; empty if there is none."""


class Solver(Protocol[Data_contra, Truth_contra]):
    """`oracle.py`; `careless` may be left out."""

    def oracle(self, case: Case[Data_contra, Truth_contra]) -> Script:
        """Return the script that solves the item."""


class CarelessSolver(Protocol[Data_contra, Truth_contra]):
    """An `oracle.py` whose wrong answers are named mistakes."""

    def careless(self, case: Case[Data_contra, Truth_contra]) -> Script:
        """Return the script with one of the named mistakes in it."""


class SecondWay(Protocol[Data_contra]):
    """`second.py`, which may be left out: without it, `mesocosm check` reports that the suite has no second way.

    `LEAST_SCORE` in it is the score that the second way's answer must earn, if two correct methods may differ by more
    than the suite's own tolerance; it is 1 if it is left out.
    """

    def second(self, item: Item[Data_contra]) -> JsonValue:
        """Compute the right answer by another method than `make`, as an agent would submit it.

        It does not get the reference. What the item does not show is drawn again from the item's seed.
        """


class Views(Protocol[Data_contra, Truth_contra]):
    """`view.py`, which may be left out."""

    def view(self, item: Item[Data_contra], reference: Reference[Truth_contra], trace: Trace) -> Sequence[Block]:
        """Return what a report shows of an episode besides its calls; called once, when the episode is scored."""


class StoredCases(Protocol):
    """Cases that were made before, such as those of an item pack."""

    sha256: str
    """Hash that identifies them, for the log."""

    def case(self, seed: int, index: int) -> tuple[Item[Any], Reference[Any]] | None:
        """Return an item with its truth; None if it is not stored."""

    def world_files(
        self, seed: int, index: int, options: Options
    ) -> tuple[Mapping[str, bytes], Sequence[Image]] | None:
        """Return the files and pictures with which a stored item's world begins; None if they are not stored."""


@dataclass(frozen=True)
class Parts(Generic[Data, Truth]):
    """The modules of a suite, for the type checker."""

    items: Items[Data, Truth]
    world: Worlds[Data, Truth]
    score: Scores[Data, Truth]
    oracle: Solver[Data, Truth]
    view: Views[Data, Truth] | None = None

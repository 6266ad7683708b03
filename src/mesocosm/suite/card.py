"""The card of a suite: its `suite.toml` as a record."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from importlib.resources.abc import Traversable

from pydantic import Field, ValidationError, field_validator

from mesocosm.errors import InvalidRecord
from mesocosm.trace.reader import explain
from mesocosm.types import Budget, Record

VERSION = re.compile(r"^\d+-[A-Z]+$")


class Use(Record):
    """The length of a conversation about one item, for estimates before a run."""

    turns: int = Field(default=1, ge=1)
    """The fewest turns in which a model can earn full marks."""
    result_tokens: float = Field(default=500.0, ge=0)
    """Mean number of tokens in the result of a call."""
    under: dict[str, float] = Field(default_factory=dict)
    """`OPTION=VALUE` to the tokens of a result under this option, if they differ."""
    is_measured: bool = False
    """Whether these numbers were counted on episodes; the card says on which."""

    def result(self, options: Mapping[str, str]) -> float:
        """Return the mean number of tokens in the result of a call under these options."""
        tokens = (self.under[chosen] for name, value in options.items() if (chosen := f"{name}={value}") in self.under)
        return max(tokens, default=self.result_tokens)


class Card(Record):
    """A suite's `suite.toml`."""

    name: str
    title: str
    version: str = Field(pattern=VERSION.pattern)
    """`N-X`: N is raised when scores stop being comparable, X when prompts or tools change."""
    summary: str
    paper: str = ""
    items: int = Field(default=100, ge=1)
    """Number of items in a default run."""
    demo_items: int = Field(default=10, ge=1)
    """Number of items that `make demo` runs."""
    profiles: tuple[str, ...] = ("default",)
    weight: str = ""
    """The metric by which items are weighted in the suite's headline score; empty where all count alike."""
    solved: str = ""
    """When an item counts as solved, in one sentence: pages show it beside the word."""
    metrics: dict[str, str] = Field(default_factory=dict)
    """Metric to its meaning, in words for pages; a metric that is not here is shown by its name."""
    tools: tuple[str, ...]
    agents: tuple[str, ...] = ()
    """Agents that play this suite only: functions of its `agents.py`, called `SUITE.NAME`."""
    baselines: tuple[str, ...] = ("oracle", "random", "null")
    """Agents that are in every table of the suite."""
    guessers: tuple[str, ...] = ()
    """Agents that guess: the red team takes their score as that of a guess, where answers are open."""
    kinds: tuple[str, ...] = ()
    """Kinds of task that items of this version are drawn from, in the order in which they came. A kind that is
    not listed is known to tools and tests, but no item uses it, so that adding it changes no item; listing it needs a
    new version."""
    budget: Budget = Budget()
    apart: tuple[str, ...] = ("seeds",)
    """What no two splits share: always `seeds`, and `places` if the suite separates those too."""
    held_out: tuple[str, ...] = ()
    """What is held out, such as `templates`: about a third of them occur in the test split alone, as strata say."""
    use: Use = Use()
    extras: tuple[str, ...] = ()
    """Extras of mesocosm without which the suite cannot be played."""
    options: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Variants of the world a run may choose: the values allowed (`*` stands for anything), the default first."""

    @field_validator("apart")
    @classmethod
    def _check_seeds(cls, apart: tuple[str, ...]) -> tuple[str, ...]:
        if "seeds" not in apart:
            raise ValueError("apart must name seeds, which no two splits of any suite share")
        return apart


def read_card(name: str, path: Traversable) -> Card:
    """Read the card in a suite's folder; the suite has the folder's name."""
    try:
        card = Card.model_validate({"name": name, **tomllib.loads(path.read_text(encoding="utf-8"))})
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, FileNotFoundError) as error:
        raise InvalidRecord(f"suite {name}: {path}: {error}") from error
    except ValidationError as error:
        raise InvalidRecord(f"suite {name}: {path}: {explain(error)}") from error
    if card.name != name:
        raise InvalidRecord(f"suite {name}: suite.toml calls it {card.name!r}; the name is the folder's")
    return card

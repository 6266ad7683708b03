"""Options that several verbs share."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

import click

from mesocosm.screen.paths import Output, Place
from mesocosm.screen.tables import json_option


class Renamed(click.Option):
    """Option that is still accepted under its former names, which help and errors leave out."""

    def __init__(self, names: Sequence[str], *, former: Sequence[str], **rest: Any) -> None:
        super().__init__([*names, *former], **rest)
        self.former = frozenset(former)

    def get_help_record(self, context: click.Context) -> tuple[str, str] | None:
        return super(Renamed, self._without_former_names()).get_help_record(context)

    def get_error_hint(self, context: click.Context | None) -> str:
        return super(Renamed, self._without_former_names()).get_error_hint(context)

    def _without_former_names(self) -> Renamed:
        option = copy.copy(self)
        option.opts = [name for name in self.opts if name not in self.former]
        return option


class FormerJson(click.Command):
    """Command whose `--json` once took a file: `--json FILE.json` means `-o FILE.json`, `--json -` means `--json`."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        current: list[str] = []
        for word in args:
            if current and current[-1] == "--json" and word.endswith(".json"):
                current[-1] = "-o"
            if not (current and current[-1] == "--json" and word == "-"):
                current.append(word)
        return super().parse_args(context, current)


def limit_option(
    *, default: int | None = None, about: str = "", former: Sequence[str] = ("--n",)
) -> Callable[[Any], Any]:
    """Make the option `--limit`: how many items."""
    plain = "How many items." if default is not None else "How many items; the suite's own number if left out."
    return click.option(
        "--limit",
        cls=Renamed,
        former=former,
        type=click.IntRange(min=1),
        default=default,
        show_default=True,
        help=about or plain,
    )


def seed_option(about: str = "Seed of the items.", *, default: int = 0) -> Callable[[Any], Any]:
    """Make the option `--seed`: it decides all random draws, so that the same seed gives the same output."""
    return click.option("--seed", type=click.IntRange(min=0), default=default, show_default=True, help=about)


def split_option(*, default: str = "test", only: str | None = None) -> Callable[[Any], Any]:
    """Make the option `--split`: items for testing, training or validation; a verb for one split refuses the others."""
    allowed = SPLITS if only is None else (only,)
    description = (
        "Which items: no two splits share any."
        if only is None
        else "The one choice: other items are not for this verb."
    )
    return click.option("--split", type=click.Choice(allowed), default=default, show_default=True, help=description)


def executor_options(function: Any) -> Any:
    """Add the options for where work is executed; `mesocosm.execution.executor.read_executor` reads them."""
    return _with(function, *EXECUTOR)


def profile_option() -> Callable[[Any], Any]:
    """Make the option `--profile`: a scoring definition of the suite, which refuses unknown ones."""
    description = "Scoring definition, one of the suite's: `mesocosm show SUITE` names them."
    return click.option("--profile", default="default", show_default=True, help=description)


def variant_options() -> Callable[[Any], Any]:
    """Make the option `--option`: a choice that the suite's world offers, by name."""
    description = "A variant of the suite's world, as `mesocosm show SUITE` names them; may be repeated."
    return click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help=description)


EXECUTOR = (
    click.option("--jobs", type=click.IntRange(min=1), help="Workers; one process if left out."),
    click.option(
        "--on",
        metavar="PLACE",
        help="Where the workers are: ray, ray://HOST:PORT or slurm:FILE; processes of this machine if left out.",
    ),
)
SPLITS = ("train", "validation", "test")
"""Splits as in `mesocosm.suite.splits`, repeated here so that a help page need not load it."""
EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
SETTINGS = (
    click.option("--temperature", type=click.FloatRange(min=0), help="Sampling temperature."),
    click.option("--top-p", type=click.FloatRange(min=0, max=1, min_open=True), help="Top-p (nucleus) sampling."),
    click.option("--max-tokens", type=click.IntRange(min=1), help="Tokens of one reply."),
    click.option("--reasoning-effort", type=click.Choice(EFFORTS), help="Reasoning effort, for models that reason."),
    click.option("--emulate-tools", is_flag=True, help="Describe tools in the prompt, for servers without tool calls."),
    click.option("--token-limit", type=click.IntRange(min=1), help="Tokens of one episode."),
    click.option("--time-limit", type=click.IntRange(min=1), help="Seconds for an episode, waiting included."),
    click.option(
        "--cost-limit", type=click.FloatRange(min=0, min_open=True), help="Price of one episode; needs the prices."
    ),
    click.option("--max-connections", type=click.IntRange(min=1), help="Requests at a time, for each model."),
    click.option(
        "--request-timeout", type=click.IntRange(min=1), default=600, show_default=True, help="Seconds for a reply."
    ),
)


def settings_options(function: Any) -> Any:
    """Add the options for settings of a run's models; the names are those of `ModelSettings`."""
    return _with(function, *SETTINGS, *PRICES)


def price_options(function: Any) -> Any:
    """Add the options for prices of tokens; we ship no list of prices."""
    return _with(function, *PRICES)


PRICES = (
    click.option("--price-in", type=click.FloatRange(min=0), help="Price of a million tokens read."),
    click.option("--price-out", type=click.FloatRange(min=0), help="Price of a million tokens written."),
)


FILE = Place(exists=True, dir_okay=False)
GRADED = (
    click.option("--source", required=True, help="Where the truth comes from, in words."),
    click.option("--published", type=FILE, help="CSV of published numbers to show beside: name, then one a column."),
    click.option("-o", "--out", required=True, type=Output(dir_okay=False), help="File to write."),
    json_option,
)


def graded_options(function: Any) -> Any:
    """Add the options of a suite's `enter`, which makes a bundle of documents from elsewhere."""
    return _with(function, *GRADED)


def _with(function: Any, *options: Callable[[Any], Any]) -> Any:
    """Add options to a command, which its help shows in this order."""
    for option in reversed(options):
        function = option(function)
    return function

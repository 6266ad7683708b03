"""Cost of a run before it is paid for: tokens, hours and price, as a lower and an upper bound.

A conversation is sent again with every turn, so that the tokens read grow with the square of the turns:

    read = turns x opening + turns (turns - 1) / 2 x (reply + result)

`opening` is counted on the suite's first items: rules, task and tools, 4 characters a token, and its pictures. What the
result of a call adds is on the suite's card, if someone has measured it. The lower bound is a model that takes the
fewest turns that the card says are enough; the upper bound spends the budget to its last step, each with the longest
reply that the run allows, or a usual one if it allows any. Times are given if a speed is known or assumed.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mesocosm.episode.briefing import Briefing, brief
from mesocosm.report.table import make_table
from mesocosm.suite import Suite
from mesocosm.types import Record

if TYPE_CHECKING:
    from rich.table import Table

CHARACTERS_A_TOKEN = 4.0
PICTURE_TOKENS = 800
"""Approximate tokens that providers count for a picture of a megapixel: from 85 to 1,600."""
LEAST_REPLY, USUAL_REPLY = 30, 150
"""Tokens a turn: a call alone, and a call with a thought before it. Models that reason write many times as much."""
UNBOUNDED_STEPS = 50
"""Steps assumed for a suite whose budget does not limit them."""
READ_FASTER = 20.0
"""How many times faster a server reads than it writes, for the upper bound; for the lower, reading takes no time."""
LOOKED_AT = 3
"""Number of items whose opening is counted."""


class Bounds(Record):
    """A lower and an upper bound."""

    low: float
    high: float

    def times(self, factor: float) -> Bounds:
        return Bounds(low=self.low * factor, high=self.high * factor)


class Estimate(Record):
    """Tokens that all episodes of a run read and write, and what that would cost."""

    suite: str
    episodes: int
    """Number of episodes: items times epochs times models."""
    opening: float
    """Tokens that every request begins with."""
    context: Bounds
    """Tokens of the longest request of an episode."""
    item_read: Bounds
    """Tokens read for one item, once."""
    item_written: Bounds
    read: Bounds
    """Tokens read by all episodes."""
    written: Bounds
    price: Bounds | None = None
    """Price; None if no prices are given."""
    connections: int = 1
    reply: Bounds = Bounds(low=LEAST_REPLY, high=USUAL_REPLY)
    """Tokens of one reply."""
    is_measured: bool
    """Whether the suite's card says what the result of a call adds; otherwise it is assumed."""

    def hours(self, *, speed: float) -> tuple[float, float]:
        """Return the hours if each connection writes so many tokens a second."""
        writers = speed * min(self.connections, self.episodes) * 3_600
        return self.written.low / writers, (self.written.high + self.read.high / READ_FASTER) / writers

    def sentence(self, *, speed: float) -> str:
        """Return the estimate in one line."""
        low, high = self.hours(speed=speed)
        price = f", price {self.price.low:,.2f} to {self.price.high:,.2f}" if self.price is not None else ""
        verbs = ("reads", "writes") if self.episodes == 1 else ("read", "write")
        return (
            f"{number_of(self.episodes, 'episode')} {verbs[0]} {count(self.read.low)} to {count(self.read.high)} "
            f"tokens and {verbs[1]} {count(self.written.low)} to {count(self.written.high)}, {duration(low)} to "
            f"{duration(high)} if the server writes {per_second(speed)} tokens a second on each of "
            f"{number_of(self.connections, 'connection')}{price} (bounds, not a forecast)"
        )


def estimate(
    suite: Suite, *, options: Mapping[str, str] | None = None, seed: int = 0, items: int | None = None, epochs: int = 1,
    models: int = 1, reply_tokens: int | None = None, episode_tokens: int | None = None, connections: int = 1,
    price_in: float | None = None, price_out: float | None = None, looked_at: int = LOOKED_AT,
) -> Estimate:  # fmt: skip
    """Compute bounds for a run of a suite without asking a model.

    Args:
        suite: The suite.
        options: Variant of its world.
        seed: Seed of the items.
        items: Number of items; the suite's own number if left out.
        epochs: Runs per item.
        models: Number of models that play.
        reply_tokens: Most tokens of one reply, if a run limits it.
        episode_tokens: Most tokens that an episode may read and write, if a run limits it.
        connections: Requests at a time.
        price_in: Price of a million tokens read.
        price_out: Price of a million tokens written.
        looked_at: Number of items whose opening is counted.
    """
    number = suite.count_under(options) if items is None else items
    briefings = _briefings(suite, options, seed, min(number, looked_at))
    opening = math.fsum(map(opening_tokens, briefings)) / len(briefings)
    steps = (briefings[0].budget.steps or UNBOUNDED_STEPS) if briefings[0].tools else 1  # one reply, and no calls
    use = suite.card.use
    result = use.result(suite.settle(options))
    reply = Bounds(low=min(LEAST_REPLY, reply_tokens or LEAST_REPLY), high=reply_tokens or USUAL_REPLY)
    least = _conversation(opening, min(use.turns, steps), reply.low, result)
    most = _conversation(opening, steps, reply.high, result)
    bound = min(episode_tokens or math.inf, briefings[0].budget.tokens or math.inf)
    share = min(1.0, bound / (most[0] + most[1]))
    item_read = Bounds(low=min(least[0], most[0] * share), high=most[0] * share)
    item_written = Bounds(low=min(least[1], most[1] * share), high=most[1] * share)
    episodes = number * epochs * models
    read, written = item_read.times(episodes), item_written.times(episodes)
    return Estimate(
        suite=suite.name,
        episodes=episodes,
        opening=opening,
        context=Bounds(low=least[2], high=most[2]),
        item_read=item_read,
        item_written=item_written,
        read=read,
        written=written,
        price=_price(read, written, price_in, price_out),
        connections=connections,
        reply=reply,
        is_measured=use.is_measured,
    )


def opening_tokens(briefing: Briefing) -> float:
    """Return the tokens of the first request: rules, task, tools and pictures."""
    characters = len(briefing.text) + len(json.dumps(briefing.tools, ensure_ascii=False))
    return characters / CHARACTERS_A_TOKEN + PICTURE_TOKENS * len(briefing.images)


def _briefings(suite: Suite, options: Mapping[str, str] | None, seed: int, number: int) -> list[Briefing]:
    found = []
    for item, reference in suite.cases(seed, number):
        with suite.world(item, reference, options=options) as world:
            found.append(brief(world))
    return found


def _conversation(opening: float, turns: int, reply: float, result: float) -> tuple[float, float, float]:
    """Return tokens read, tokens written and the longest request, if every turn makes one call."""
    read = turns * opening + turns * (turns - 1) / 2 * (reply + result)
    return read, turns * reply, opening + (turns - 1) * (reply + result)


def _price(read: Bounds, written: Bounds, price_in: float | None, price_out: float | None) -> Bounds | None:
    if price_in is None or price_out is None:
        return None
    return Bounds(
        low=(read.low * price_in + written.low * price_out) / 1e6,
        high=(read.high * price_in + written.high * price_out) / 1e6,
    )


def estimate_table(found: Sequence[Estimate], *, speed: float | None) -> Table:
    """Make a table with suites as rows and bounds as cells; it has no column of times if the speed is not known."""
    headings = ["episodes", "read per item", "read", "written", "longest request", "time", "price"]
    if speed is None:
        headings.remove("time")
    cells = [_cells(cost, speed) for cost in found]
    return make_table("What it would cost", ("suite",), tuple(headings), cells, caption(found, speed=speed))


def caption(found: Sequence[Estimate], *, speed: float | None) -> str:
    """Say in sentences what the bounds are based on."""
    assumed = [cost.suite for cost in found if not cost.is_measured]
    sentences = [
        "Tokens: as few turns as can do, to the budget's last step with one call a turn; bounds, not a forecast.",
        _times_rest_on(speed),
        *([_replies(found[0].reply)] if found else []),
        *([f"Results of calls are assumed, not measured: {', '.join(assumed)}."] if assumed else []),
        *(["Prices: give --price-in and --price-out."] if any(cost.price is None for cost in found) else []),
    ]
    return " ".join(sentences)


def _times_rest_on(speed: float | None) -> str:
    if speed is None:
        return "No times, since it is not known how fast the server writes."
    return (
        f"Times if the server writes {per_second(speed)} tokens a second on each connection; reading free to a "
        f"{READ_FASTER:g}th of that."
    )


def _replies(reply: Bounds) -> str:
    if reply.high != USUAL_REPLY:
        return f"A reply has {reply.low:,.0f} to {reply.high:,.0f} tokens, the most that the run allows."
    return (
        f"A reply has {LEAST_REPLY} to {USUAL_REPLY} tokens; models that reason write many times as much: --max-tokens "
        "bounds it."
    )


def _cells(cost: Estimate, speed: float | None) -> list[str]:
    times = [] if speed is None else [" – ".join(map(duration, cost.hours(speed=speed)))]
    return [
        cost.suite,
        str(cost.episodes),
        span(cost.item_read),
        span(cost.read),
        span(cost.written),
        span(cost.context),
        *times,
        "–" if cost.price is None else f"{cost.price.low:,.2f} – {cost.price.high:,.2f}",
    ]


def per_second(speed: float) -> str:
    """Format tokens a second to one decimal: 25.8, 50."""
    return f"{speed:,.1f}".removesuffix(".0") if speed >= 0.1 else f"{speed:.2g}"


def number_of(number: int, thing: str) -> str:
    """Format a number of things: 1 episode, 2 episodes."""
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def span(bounds: Bounds) -> str:
    """Format two bounds for people."""
    return f"{count(bounds.low)} – {count(bounds.high)}"


def duration(hours: float) -> str:
    """Format hours for people: 40 s, 12 min, 3.5 h."""
    if hours < 1 / 60:
        return f"{hours * 3_600:.0f} s"
    return f"{hours * 60:.0f} min" if hours < 1 else f"{hours:,.1f} h"


def count(tokens: float) -> str:
    """Format a number of tokens to two digits: 320, 4.1 k, 6.9 M."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if tokens >= size:
            return f"{tokens / size:,.1f} {letter}"
    return f"{tokens:,.0f}"

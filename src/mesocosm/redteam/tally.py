"""What an exploit gained, and when a gain is more than luck."""

from __future__ import annotations

import functools
import math
from typing import Literal

from pydantic import Field

from mesocosm.redteam.exploit import GUESS, NOTHING, Exploit
from mesocosm.stats.proportion import newcombe, wilson
from mesocosm.types import Record

LEVEL = 0.001
"""An exploit that guesses is found out if guessing wins as often with less than this probability."""
POWER = 0.8
"""Probability of finding out an exploit that wins half of what guessing leaves; it decides how many items are enough.
"""
MOST_ITEMS = 400
"""Largest number of items that is recommended."""
ROUNDING = 1e-9

ByProfile = dict[str, list[float]]
"""Score of each item in order, by profile."""
Verdict = Literal["pays", "no gain", "too few items"]


class Standards(Record):
    """What exploits are compared with, on the same items."""

    baselines: dict[str, ByProfile]
    """Agents that need no skill, by name."""
    guess_rate: float
    """Rate at which a guess wins: see `wins_of`."""
    guess_worth: dict[str, float]
    """Mean score of a guess, by profile."""
    guesses: list[list[float]] = Field(default_factory=list)
    """Scores of the guesses at each item under `default`, if answers are open; empty if they are listed."""
    guessed: list[float] = Field(default_factory=list)
    """Scores of those guesses that are of the best kind."""

    def best_trivial(self, profile: str) -> tuple[str, float]:
        """Baseline with the highest mean, and that mean; guessing is one of the baselines."""
        means = {name: mean(scores[profile]) for name, scores in self.baselines.items()}
        means[GUESS] = self.guess_worth[profile]
        best = max(means, key=lambda name: means[name])
        return best, means[best]


class Tally(Record):
    """One exploit over some items."""

    exploit: str
    flaw: str
    about: str
    twin: str
    items: int
    reason: str = ""
    """Why it does not apply; empty if it does."""
    scores: dict[str, float] = Field(default_factory=dict)
    """Mean by profile; an episode that the agent broke counts 0."""
    worth: dict[str, float] = Field(default_factory=dict)
    """Mean without the trick, by profile."""
    gain: dict[str, float] = Field(default_factory=dict)
    interval: tuple[float, float] = (math.nan, math.nan)
    """95 % confidence interval of the gain under `default`, over all items that might have been drawn."""
    over_trivial: dict[str, float] = Field(default_factory=dict)
    wins: int = 0
    """Items on which it scored more than without its trick, under `default`."""
    chance: float = math.nan
    """Probability that guessing wins as often, for an exploit that guesses."""
    items_needed: int = 0
    """Items needed to tell a cheat from luck, for an exploit that guesses."""
    breaks: tuple[str, ...] = ()
    """What broke, episode by episode."""
    seconds: float = 0.0
    files_left: int = 0
    outside: tuple[str, ...] = ()

    @property
    def pays(self) -> bool:
        """Whether it scores more than it is worth, and not by luck."""
        if not self.gain or self.gain["default"] <= ROUNDING:
            return False
        return self.twin != GUESS or self.chance < LEVEL

    @property
    def verdict(self) -> Verdict:
        """Whether it pays, does not, or played too few items to decide."""
        if self.pays:
            return "pays"
        return "too few items" if self.items and self.items < self.items_needed else "no gain"

    @property
    def harms(self) -> bool:
        """Whether it scores more than it is worth, breaks an episode, or reaches outside."""
        return self.pays or bool(self.breaks) or bool(self.outside)


def measure(exploit: Exploit, scores: ByProfile, standards: Standards) -> Tally:
    """Compute an exploit's means, its worth on the items that it played, and its gains."""
    items, guesses = len(scores["default"]), exploit.twin == GUESS
    twin = standards.baselines[NOTHING if guesses else exploit.twin]
    worth = standards.guess_worth if guesses else {profile: mean(twin[profile][:items]) for profile in scores}
    means = {profile: mean(values) for profile, values in scores.items()}
    wins = wins_of(scores["default"], twin["default"][:items], standards.guesses[:items] if guesses else [])
    rate = standards.guess_rate
    return Tally(
        exploit=exploit.name, flaw=exploit.flaw, about=exploit.about, twin=exploit.twin, items=items,
        scores=means, worth=worth,
        gain={profile: means[profile] - worth[profile] for profile in means},
        interval=_interval(scores["default"], None if guesses else twin["default"][:items], standards),
        over_trivial={profile: means[profile] - standards.best_trivial(profile)[1] for profile in means},
        wins=wins,
        chance=binomial_tail(wins, items, rate) if guesses else math.nan,
        items_needed=items_to_tell(rate) if guesses else 0,
    )  # fmt: skip


def wins_of(own: list[float], twin: list[float], guesses: list[list[float]]) -> int:
    """Count the items on which an exploit scored more than its twin, and more than every guess at them."""
    bars = [max(without, *each) for without, each in zip(twin, guesses, strict=True)] if guesses else twin
    return sum(score > bar + ROUNDING for score, bar in zip(own, bars, strict=True))


def winner_of(guesses: list[float], nothing: float) -> int | None:
    """Find the guess at an item that wins as `wins_of` counts: above nothing and above all the others; None if none."""
    highest = max(guesses)
    second = sorted([nothing, *guesses])[-2]
    return guesses.index(highest) if highest > second + ROUNDING else None


def _interval(own: list[float], twin: list[float] | None, standards: Standards) -> tuple[float, float]:
    """Return the interval of the mean gain over items like these; Wilson's interval holds for any scores between 0 and
    1.

    A guess at a listed answer has a known worth. Borrowed answers have a measured one. If the twin is an agent, both
    played the same items, and gains are compared with losses.
    """
    items = len(own)
    if twin is not None:
        pairs = list(zip(own, twin, strict=True))
        return newcombe(
            wilson(_total([a - b for a, b in pairs]), items), wilson(_total([b - a for a, b in pairs]), items)
        )
    scored = wilson(_total(own), items)
    if not standards.guesses:
        worth = standards.guess_worth["default"]
        return scored.low - worth, scored.high - worth
    return newcombe(scored, wilson(_total(standards.guessed), len(standards.guessed)))


def _total(values: list[float]) -> float:
    return min(math.fsum(min(max(value, 0.0), 1.0) for value in values), len(values))


@functools.cache
def items_to_tell(rate: float) -> int:
    """Return the fewest items that tell a cheat from a guesser who wins at this rate.

    The cheat wins half of what guessing leaves; with so many items it is found out with probability `POWER`.
    """
    cheat = (1 + rate) / 2
    for items in range(1, MOST_ITEMS):
        if binomial_tail(_convicting(items, rate), items, cheat) >= POWER:
            return items
    return MOST_ITEMS


def _convicting(items: int, rate: float) -> int:
    """Return the fewest wins that guessing has with a probability below `LEVEL`, or the number of items plus one if
    none.
    """
    tail = 0.0
    for wins in range(items, -1, -1):
        tail += _exactly(wins, items, rate)
        if tail >= LEVEL:
            return wins + 1
    return 0


def binomial_tail(wins: int, trials: int, rate: float) -> float:
    """Return the probability of at least so many wins in so many independent trials: the sum of C(n, k) pᵏ (1-p)ⁿ⁻ᵏ."""
    return math.fsum(_exactly(k, trials, rate) for k in range(wins, trials + 1))


def _exactly(wins: int, trials: int, rate: float) -> float:
    return math.comb(trials, wins) * rate**wins * float(1 - rate) ** (trials - wins)


def mean(values: list[float]) -> float:
    """Return the mean; NaN without values."""
    return math.fsum(values) / len(values) if values else math.nan

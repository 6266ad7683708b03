"""What an exploit gained, and when a gain is more than luck."""

from __future__ import annotations

import math

from pydantic import Field

from mesocosm.redteam.exploit import GUESS, Exploit
from mesocosm.types import Record

LEVEL = 0.001
"""A guesser counts as an exploit where guessing wins as often with less than this probability."""
ROUNDING = 1e-9

ByProfile = dict[str, list[float]]
"""Profile to the score of each item, in order."""


class Standards(Record):
    """What exploits are measured against, on the same items."""

    baselines: dict[str, ByProfile]
    """Agents that need no skill, by name."""
    guess_rate: float
    """How often a guess is better than doing nothing."""
    guess_worth: dict[str, float]
    """Mean score of a guess, by profile."""

    def best_trivial(self, profile: str) -> tuple[str, float]:
        """The baseline with the highest mean, and that mean; guessing is one of them."""
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
    """Why it does not apply; empty where it does."""
    scores: dict[str, float] = Field(default_factory=dict)
    """Mean by profile; an episode that the agent broke counts 0."""
    worth: dict[str, float] = Field(default_factory=dict)
    """Mean without the trick, by profile."""
    gain: dict[str, float] = Field(default_factory=dict)
    over_trivial: dict[str, float] = Field(default_factory=dict)
    wins: int = 0
    """Items on which it scored more than without its trick, under `default`."""
    chance: float = math.nan
    """For a guesser: the probability that guessing wins as often."""
    breaks: tuple[str, ...] = ()
    """What broke, episode by episode."""
    seconds: float = 0.0
    files_left: int = 0
    outside: tuple[str, ...] = ()

    @property
    def pays(self) -> bool:
        """Scores more than it is worth, and not by luck."""
        if not self.gain or self.gain["default"] <= ROUNDING:
            return False
        return self.twin != GUESS or self.chance < LEVEL

    @property
    def harms(self) -> bool:
        """Scores more than it is worth, breaks an episode, or reaches outside."""
        return self.pays or bool(self.breaks) or bool(self.outside)


def measure(exploit: Exploit, scores: ByProfile, standards: Standards) -> Tally:
    """An exploit's means, its worth and its gains."""
    guesses = exploit.twin == GUESS
    twin = standards.baselines["null" if guesses else exploit.twin]
    worth = standards.guess_worth if guesses else {profile: mean(twin[profile]) for profile in scores}
    means = {profile: mean(values) for profile, values in scores.items()}
    wins = sum(own > other + ROUNDING for own, other in zip(scores["default"], twin["default"], strict=True))
    items = len(scores["default"])
    return Tally(
        exploit=exploit.name, flaw=exploit.flaw, about=exploit.about, twin=exploit.twin, items=items,
        scores=means, worth=worth,
        gain={profile: means[profile] - worth[profile] for profile in means},
        over_trivial={profile: means[profile] - standards.best_trivial(profile)[1] for profile in means},
        wins=wins,
        chance=binomial_tail(wins, items, standards.guess_rate) if guesses else math.nan,
    )  # fmt: skip


def binomial_tail(wins: int, trials: int, rate: float) -> float:
    """The probability of at least so many wins in so many independent trials: the sum of C(n, k) pᵏ (1-p)ⁿ⁻ᵏ."""
    return math.fsum(math.comb(trials, k) * rate**k * (1 - rate) ** (trials - k) for k in range(wins, trials + 1))


def mean(values: list[float]) -> float:
    """NaN where there is none."""
    return math.fsum(values) / len(values) if values else math.nan

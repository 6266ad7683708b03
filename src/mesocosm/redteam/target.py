"""A suite under attack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mesocosm import registry
from mesocosm.episode.world import World
from mesocosm.redteam.tally import ByProfile
from mesocosm.suite import Suite
from mesocosm.trace.schema import Trace
from mesocosm.types import Record, ToolCall


class TargetSetup(Record):
    """A target as it is sent to another process."""

    suite: str
    limit: int
    seed: int
    options: dict[str, str]

    def target(self) -> Target:
        return Target(registry.load("suites", self.suite), self.limit, self.seed, self.options)


@dataclass
class Target:
    """Items of a suite, in a variant of its world, that are attacked."""

    suite: Suite
    limit: int
    """Number of items."""
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    baselines: Sequence[str] | None = None
    """Agents that need no skill; the suite's own if none are named."""
    solved: dict[int, ToolCall] = field(default_factory=dict)
    """How the suite's own solver submitted its answer, by item; kept because solving may take seconds."""

    def setup(self) -> TargetSetup:
        """Return what another process needs to attack the same items."""
        return TargetSetup(suite=self.suite.name, limit=self.limit, seed=self.seed, options=dict(self.options))

    def world(self, index: int, agent: str) -> World:
        """Make a fresh world of one of the items."""
        return self.suite.world(*self.suite.case(self.seed, index), options=self.options, agent=agent)

    def scores(self, index: int, trace: Trace) -> dict[str, float]:
        """Return the score under every profile; what the agent broke counts 0."""
        if trace.faults:
            return dict.fromkeys(self.suite.card.profiles, 0.0)
        case = self.suite.case(self.seed, index)
        return {profile: self.suite.score(*case, trace, profile).value for profile in self.suite.card.profiles}

    def every_score(self, traces: Sequence[Trace]) -> ByProfile:
        """Return the scores of one trace for each item, by profile."""
        return self.by_profile([self.scores(index, trace) for index, trace in enumerate(traces)])

    def by_profile(self, scored: Sequence[Mapping[str, float]]) -> ByProfile:
        """Regroup scores item by item into scores profile by profile."""
        return {profile: [scores[profile] for scores in scored] for profile in self.suite.card.profiles}

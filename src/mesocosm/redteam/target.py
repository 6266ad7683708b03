"""A suite under attack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mesocosm.episode.world import World
from mesocosm.redteam.tally import ByProfile
from mesocosm.suite import Suite
from mesocosm.trace.schema import Trace
from mesocosm.types import ToolCall


@dataclass
class Target:
    """Which items of a suite, in which variant of its world."""

    suite: Suite
    limit: int
    """How many items."""
    seed: int = 0
    options: Mapping[str, str] = field(default_factory=dict)
    baselines: Sequence[str] | None = None
    """Agents that need no skill; the suite's own, where none are named."""
    solved: dict[int, ToolCall] = field(default_factory=dict)
    """How the suite's own solver handed in its answer, by item: solving may take seconds."""

    def world(self, index: int, agent: str) -> World:
        """A fresh world of one of the items."""
        return self.suite.world(*self.suite.case(self.seed, index), options=self.options, agent=agent)

    def scores(self, index: int, trace: Trace) -> dict[str, float]:
        """The score under every profile; what the agent broke counts 0."""
        if trace.faults:
            return dict.fromkeys(self.suite.card.profiles, 0.0)
        case = self.suite.case(self.seed, index)
        return {profile: self.suite.score(*case, trace, profile).value for profile in self.suite.card.profiles}

    def every_score(self, traces: Sequence[Trace]) -> ByProfile:
        """The scores of one trace an item, by profile."""
        return self.by_profile([self.scores(index, trace) for index, trace in enumerate(traces)])

    def by_profile(self, scored: Sequence[Mapping[str, float]]) -> ByProfile:
        """Scores item by item, turned into scores profile by profile."""
        return {profile: [scores[profile] for scores in scored] for profile in self.suite.card.profiles}

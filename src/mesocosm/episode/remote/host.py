"""An agent of the user's own in a process of its own, episode after episode."""

from __future__ import annotations

from mesocosm.episode.remote.client import FarAgent, play_far
from mesocosm.episode.remote.processes import OwnHost
from mesocosm.episode.task import OwnAgent, agent_title
from mesocosm.episode.world import World
from mesocosm.trace.schema import Trace


class AgentApart:
    """Keeps one process for all episodes, so that the agent may learn from them; one that was ended is replaced."""

    def __init__(self, agent: OwnAgent) -> None:
        self._host = OwnHost(agent, agent_title(agent))
        self._far: FarAgent | None = None

    def play(self, world: World) -> Trace:
        """The trace of an episode in this world."""
        return play_far(world, self.begin())

    def begin(self) -> FarAgent:
        """The agent in its process, which is started where it does not run yet."""
        if self._far is None or self._far.closed:
            self._far = FarAgent(self._host.wire())
        return self._far

    def close(self) -> None:
        """End the agent's process, and with it all that it started."""
        if self._far is not None:
            self._far.close()
        self._host.close()

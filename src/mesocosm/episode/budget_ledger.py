"""What an episode has spent of its budget: steps, calls of single tools (quotas), tokens, seconds."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mesocosm.errors import BudgetSpent, TurnFull
from mesocosm.types import Budget

ANSWER_LIMIT_S = 3_600.0
"""Seconds that an agent in a process of its own may take for one answer, whatever its budget."""
EPISODE_LIMIT_S = 86_400.0
"""Seconds that such an agent may take for an episode whose budget does not limit them."""


class Ledger:
    """Counts steps, calls, seconds and tokens, and raises an error when one of them is used up.

    Seconds are charged while a tool or the agent's own program runs. Time that a model's server, its queue or a retry
    takes is not charged.
    """

    def __init__(self, budget: Budget, clock: Callable[[], float] = time.monotonic) -> None:
        self.budget = budget
        self.steps = 0
        self.tokens = 0
        self.calls: Counter[str] = Counter()
        self._calls_this_turn: int | None = None
        """Calls of the current turn; None where the harness has no turns."""
        self.seconds = 0.0
        """Seconds that the agent spent."""
        self.waited_s = 0.0
        """Seconds of waiting for a model, where the harness measures them; they are not charged."""
        self._clock = clock
        self._started = clock()

    @property
    def elapsed_s(self) -> float:
        """Seconds since the episode began."""
        return self._clock() - self._started

    @contextmanager
    def running(self) -> Iterator[None]:
        """Charge the seconds in which a tool or the agent's program runs, without those of requests to a model."""
        begun, waited = self._clock(), self.waited_s
        try:
            yield
        finally:
            self.seconds += max(self._clock() - begun - (self.waited_s - waited), 0.0)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Count the seconds of a request to a model, queue and retries included."""
        begun = self._clock()
        try:
            yield
        finally:
            self.waited_s += self._clock() - begun

    @property
    def steps_spent(self) -> bool:
        """Whether no step is left."""
        return self.budget.steps is not None and self.steps >= self.budget.steps

    def spent_budget(self) -> str:
        """Return the budget that is used up, such as `40 steps`; empty where none is."""
        budget = self.budget
        if budget.steps is not None and self.steps_spent:
            return f"{budget.steps} steps"
        if budget.tokens is not None and self.tokens > budget.tokens:
            return f"{budget.tokens:,} tokens"
        if budget.seconds is not None and self.seconds >= budget.seconds:
            return f"{budget.seconds:g} seconds"
        return ""

    def charge_step(self) -> None:
        """Charge one attempted call, well formed or not."""
        budget = self.budget
        if budget.steps is not None and self.steps_spent:
            raise BudgetSpent("steps", budget.steps)
        if budget.seconds is not None and self.seconds >= budget.seconds:
            raise BudgetSpent("seconds", budget.seconds)
        self.steps += 1

    def begin_turn(self) -> None:
        """Start counting the calls of a new turn."""
        self._calls_this_turn = 0

    def charge_turn(self) -> None:
        """Charge one call of this turn, where there are turns; raise `TurnFull` beyond the limit of a turn."""
        most = self.budget.calls_per_turn
        if most is None or self._calls_this_turn is None:
            return
        self._calls_this_turn += 1
        if self._calls_this_turn > most:
            raise TurnFull(f"at most {most} calls in one turn; make this one in your next turn")

    def charge_call(self, name: str) -> bool:
        """Charge one call of a tool; return False if the quota of this tool is used up, which ends only the tool."""
        quota = self.budget.calls.get(name)
        if quota is not None and self.calls[name] >= quota:
            return False
        self.calls[name] += 1
        return True

    def charge_tokens(self, tokens: int) -> None:
        """Charge model tokens that the harness reports; a negative count of a server gives none back."""
        self.tokens += max(tokens, 0)
        if self.budget.tokens is not None and self.tokens > self.budget.tokens:
            raise BudgetSpent("tokens", self.budget.tokens)

    def seconds_left(self) -> float:
        """Return the seconds that the agent may still spend; infinite without a limit."""
        return math.inf if self.budget.seconds is None else max(self.budget.seconds - self.seconds, 0.001)

    def call_limit_s(self) -> tuple[float, bool]:
        """Return the seconds that the next call may take, and whether the budget of the episode sets them."""
        left = self.seconds_left()
        return min(left, self.budget.call_seconds), left <= self.budget.call_seconds

    def answer_limit_s(self) -> float:
        """Return the seconds that an agent in its own process may take for its next answer; 0 where none are left."""
        whole = EPISODE_LIMIT_S if self.budget.seconds is None else self.budget.seconds
        return max(min(whole - self.seconds, ANSWER_LIMIT_S), 0.0)

    def left(self) -> str:
        """Say what is left, for the agent; seconds are left out, since they differ from run to run."""
        steps = "steps without limit" if self.budget.steps is None else f"{self.budget.steps - self.steps} steps left"
        limit = "" if self.budget.tokens is None else f" of {self.budget.tokens:,}"
        tokens = f"; {self.tokens:,}{limit} tokens of conversation so far" if self.tokens else ""
        return steps + tokens

    def spent(self) -> dict[str, float]:
        """Return the counts that do not differ from run to run."""
        return {"steps": self.steps, "tokens": self.tokens, **{f"calls.{name}": n for name, n in self.calls.items()}}

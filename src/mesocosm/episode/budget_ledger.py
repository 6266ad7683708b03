"""What an episode has spent of its budget."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from mesocosm.errors import BudgetSpent, TurnFull
from mesocosm.types import Budget

ANSWER_LIMIT_S = 3_600.0
"""Seconds an agent in a process of its own may take over one answer, whatever its budget."""
EPISODE_LIMIT_S = 86_400.0
"""Seconds such an agent may take over an episode whose budget does not say."""


class Ledger:
    """Counts steps, calls, seconds and tokens, and says when one is used up.

    Seconds are those in which a tool of the agent's runs, or its own program: how long a model's server, its queue or a
    retry takes is not the agent's to spend.
    """

    def __init__(self, budget: Budget, clock: Callable[[], float] = time.monotonic) -> None:
        self.budget = budget
        self.steps = 0
        self.tokens = 0
        self.calls: Counter[str] = Counter()
        self._calls_this_turn: int | None = None
        """None where the harness has no turns."""
        self.seconds = 0.0
        """Seconds the agent spent."""
        self.waited_s = 0.0
        """Seconds for which a request to a model was outstanding, where the harness knows; charged to nobody."""
        self._clock = clock
        self._started = clock()

    @property
    def elapsed_s(self) -> float:
        """Seconds since the episode began, whoever spent them."""
        return self._clock() - self._started

    @contextmanager
    def running(self) -> Iterator[None]:
        """Charge the seconds in which a tool or the agent's program runs, however it ends, and no model is asked."""
        begun, waited = self._clock(), self.waited_s
        try:
            yield
        finally:
            self.seconds += max(self._clock() - begun - (self.waited_s - waited), 0.0)

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Note the seconds in which a model is asked, queue and retries included."""
        begun = self._clock()
        try:
            yield
        finally:
            self.waited_s += self._clock() - begun

    @property
    def steps_spent(self) -> bool:
        """No step is left: the last one was the agent's last chance to submit."""
        return self.budget.steps is not None and self.steps >= self.budget.steps

    def spent_budget(self) -> str:
        """The budget that is used up, such as `40 steps`; empty where none is."""
        budget = self.budget
        if budget.steps is not None and self.steps_spent:
            return f"{budget.steps} steps"
        if budget.tokens is not None and self.tokens > budget.tokens:
            return f"{budget.tokens:,} tokens"
        if budget.seconds is not None and self.seconds >= budget.seconds:
            return f"{budget.seconds:g} seconds"
        return ""

    def charge_step(self) -> None:
        """One more call attempted, well formed or not."""
        budget = self.budget
        if budget.steps is not None and self.steps_spent:
            raise BudgetSpent("steps", budget.steps)
        if budget.seconds is not None and self.seconds >= budget.seconds:
            raise BudgetSpent("seconds", budget.seconds)
        self.steps += 1

    def begin_turn(self) -> None:
        """Count the calls of a turn from here."""
        self._calls_this_turn = 0

    def charge_turn(self) -> None:
        """One more call of this turn, where there are turns; `TurnFull` beyond what a turn may have."""
        most = self.budget.calls_per_turn
        if most is None or self._calls_this_turn is None:
            return
        self._calls_this_turn += 1
        if self._calls_this_turn > most:
            raise TurnFull(f"at most {most} calls in one turn; make this one in your next turn")

    def charge_call(self, name: str) -> bool:
        """One more call of a tool; false where the tool's own quota is used up, which ends only that tool."""
        quota = self.budget.calls.get(name)
        if quota is not None and self.calls[name] >= quota:
            return False
        self.calls[name] += 1
        return True

    def charge_tokens(self, tokens: int) -> None:
        """Model tokens, told by the harness; a server that counts backwards gives none back."""
        self.tokens += max(tokens, 0)
        if self.budget.tokens is not None and self.tokens > self.budget.tokens:
            raise BudgetSpent("tokens", self.budget.tokens)

    def seconds_left(self) -> float:
        """Seconds the agent may still spend; infinite without a limit."""
        return math.inf if self.budget.seconds is None else max(self.budget.seconds - self.seconds, 0.001)

    def call_limit_s(self) -> tuple[float, bool]:
        """Seconds the next call may take, and whether it is the episode's budget that sets them."""
        left = self.seconds_left()
        return min(left, self.budget.call_seconds), left <= self.budget.call_seconds

    def answer_limit_s(self) -> float:
        """Seconds an agent in a process of its own may take over its next answer; none are left where it is 0."""
        whole = EPISODE_LIMIT_S if self.budget.seconds is None else self.budget.seconds
        return max(min(whole - self.seconds, ANSWER_LIMIT_S), 0.0)

    def left(self) -> str:
        """What is left, in words for the agent; seconds are not told, since they differ from run to run."""
        steps = "steps without limit" if self.budget.steps is None else f"{self.budget.steps - self.steps} steps left"
        limit = "" if self.budget.tokens is None else f" of {self.budget.tokens:,}"
        tokens = f"; {self.tokens:,}{limit} tokens of conversation so far" if self.tokens else ""
        return steps + tokens

    def spent(self) -> dict[str, float]:
        """The counts that do not differ from run to run."""
        return {"steps": self.steps, "tokens": self.tokens, **{f"calls.{name}": n for name, n in self.calls.items()}}

from __future__ import annotations

import pytest

from mesocosm.episode.budget_ledger import Ledger
from mesocosm.errors import BudgetSpent, TurnFull
from mesocosm.types import Budget


class Clock:
    """A clock that a test advances."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_the_step_after_the_last_is_refused() -> None:
    ledger = Ledger(Budget(steps=2))
    ledger.charge_step()
    assert not ledger.steps_spent
    ledger.charge_step()
    assert ledger.steps_spent
    with pytest.raises(BudgetSpent, match="the budget of 2 steps is spent"):
        ledger.charge_step()
    assert ledger.steps == 2


def test_no_limit_never_ends() -> None:
    ledger = Ledger(Budget(steps=None))
    for _ in range(1000):
        ledger.charge_step()
    assert not ledger.steps_spent


def test_seconds_end_the_episode_when_they_are_used_up() -> None:
    clock = Clock()
    ledger = Ledger(Budget(seconds=5), clock)
    with ledger.running():
        clock.now += 4.9
    ledger.charge_step()
    with ledger.running():
        clock.now += 0.1
    with pytest.raises(BudgetSpent, match="the budget of 5 seconds is spent"):
        ledger.charge_step()


def test_time_in_which_a_model_is_asked_is_not_charged() -> None:
    clock = Clock()
    ledger = Ledger(Budget(seconds=5), clock)
    with ledger.waiting():
        clock.now += 1000
    clock.now += 1000  # nor is what the harness does between two turns
    ledger.charge_step()
    assert (ledger.seconds, ledger.waited_s, ledger.elapsed_s) == (0, 1000, 2000)
    assert ledger.seconds_left() == 5


def test_a_tool_that_raises_has_spent_its_time_all_the_same() -> None:
    clock = Clock()
    ledger = Ledger(Budget(seconds=5), clock)

    def fall_over() -> None:
        with ledger.running():
            clock.now += 3
            raise ValueError("fell over")

    with pytest.raises(ValueError, match="fell over"):
        fall_over()
    assert ledger.seconds == 3


def test_a_tools_own_quota_ends_only_that_tool() -> None:
    ledger = Ledger(Budget(calls={"survey": 1}))
    assert ledger.charge_call("survey")
    assert not ledger.charge_call("survey")
    assert ledger.charge_call("read")
    assert ledger.calls["survey"] == 1


def test_tokens_may_reach_the_limit_and_not_pass_it() -> None:
    ledger = Ledger(Budget(tokens=10))
    ledger.charge_tokens(10)
    with pytest.raises(BudgetSpent, match="the budget of 10 tokens is spent"):
        ledger.charge_tokens(1)


@pytest.mark.parametrize(
    ("seconds", "passed", "expected"),
    [
        (None, 50, (2.0, False)),
        (10, 3, (2.0, False)),
        (10, 9, (1.0, True)),
        (10, 8, (2.0, True)),
        (10, 11, (0.001, True)),
    ],
)
def test_a_call_may_take_the_less_of_its_own_limit_and_what_is_left(
    seconds: float | None, passed: float, expected: tuple[float, bool]
) -> None:
    clock = Clock()
    ledger = Ledger(Budget(seconds=seconds, call_seconds=2), clock)
    with ledger.running():
        clock.now += passed
    assert ledger.call_limit_s() == expected


def test_what_is_spent_holds_no_measured_time() -> None:
    ledger = Ledger(Budget(tokens=10))
    ledger.charge_step()
    ledger.charge_call("read")
    ledger.charge_tokens(4)
    assert ledger.spent() == {"steps": 1, "tokens": 4, "calls.read": 1}


def test_a_turn_holds_so_many_calls_where_the_harness_has_turns() -> None:
    ledger = Ledger(Budget(calls_per_turn=2))
    for _ in range(9):
        ledger.charge_turn()  # no turn has begun: this harness has none
    ledger.begin_turn()
    ledger.charge_turn()
    ledger.charge_turn()
    with pytest.raises(TurnFull, match="at most 2 calls in one turn; make this one in your next turn"):
        ledger.charge_turn()
    ledger.begin_turn()
    ledger.charge_turn()

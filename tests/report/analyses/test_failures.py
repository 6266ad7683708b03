"""One class for each lost episode."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.stats.making import episode

from mesocosm.report.analyses.failures import CLASSES, failure_class, failures, longest_failed_row

GOOD, BAD, EDIT = ("execute_phreeqc", False), ("execute_phreeqc", True), ("write_file", False)


def lost(*calls, answer="valid", end="submitted", has_simulator=True):
    runs = [failed for tool, failed in calls if tool == "execute_phreeqc"]
    return episode(
        0,
        False,
        calls=calls,
        runs=len(runs),
        failed_runs=sum(runs),
        answer=answer,
        end=end,
        simulators=("execute_phreeqc",) if has_simulator else (),
    )


@pytest.mark.parametrize(
    ("one", "name"),
    [
        (episode(0, None), "broken"),
        (episode(0, None, answer="waiting", end="waiting"), "waiting"),
        (episode(0, True), None),
        (lost(GOOD, answer="rejected"), "unparsable"),
        (lost(answer="rejected", end="budget"), "unparsable"),
        (lost(GOOD, answer="missing", end="budget"), "budget"),
        (lost(BAD, BAD, BAD, BAD, answer="missing", end="budget"), "budget"),
        (lost(GOOD, answer="valid", end="budget"), "wrong_after_good_run"),
        (lost(), "no_run"),
        (lost(EDIT, answer="missing", end="stopped"), "no_run"),
        (lost(BAD, EDIT, BAD, EDIT, BAD, EDIT, BAD, GOOD), "retry_loop"),
        (lost(BAD, BAD, BAD, BAD, answer="missing", end="stopped"), "retry_loop"),
        (lost(BAD, BAD, BAD, GOOD, BAD), "wrong_after_good_run"),
        (lost(BAD, BAD, BAD), "run_failed"),
        (lost(BAD, answer="missing", end="stopped"), "run_failed"),
        (lost(GOOD, answer="missing", end="stopped"), "no_answer"),
        (lost(answer="missing", end="stopped", has_simulator=False), "no_answer"),
        (lost(BAD, GOOD, answer="repaired"), "wrong_after_good_run"),
        (lost(has_simulator=False), "wrong_answer"),
    ],
)
def test_the_rules(one, name):
    assert failure_class(one) == name


def test_a_row_is_of_runs_only():
    assert longest_failed_row(lost(BAD, EDIT, BAD, GOOD, BAD)) == 2
    assert longest_failed_row(lost(("read_file", True), ("read_file", True))) == 0


def test_counts():
    found = failures([lost(), lost(BAD, BAD, BAD, BAD, answer="missing", end="budget"), episode(1), episode(2, None)])
    assert (found.wrong, found.broken, found.loops) == (2, 1, 1)
    assert {name: count for name, count in found.counts.items() if count} == {"budget": 1, "no_run": 1}


EPISODES = st.builds(
    lambda correct, calls, answer, end, simulator: episode(
        0,
        correct,
        calls=tuple(calls),
        runs=sum(tool == "execute_phreeqc" for tool, _ in calls),
        failed_runs=sum(failed for tool, failed in calls if tool == "execute_phreeqc"),
        answer=answer if correct is not None else "broken",
        end=end if correct is not None else "broken",
        simulators=("execute_phreeqc",) if simulator or any(tool == "execute_phreeqc" for tool, _ in calls) else (),
    ),
    st.sampled_from([True, False, None]),
    st.lists(st.sampled_from([GOOD, BAD, EDIT]), max_size=9),
    st.sampled_from(["valid", "repaired", "rejected", "missing"]),
    st.sampled_from(["submitted", "stopped", "budget", "unknown"]),
    st.booleans(),
)


@given(st.lists(EPISODES, max_size=20))
def test_every_wrong_episode_has_exactly_one_class(episodes):
    classes = [failure_class(one) for one in episodes]
    assert all((name is None) == (one.correct is True) for name, one in zip(classes, episodes, strict=True))
    assert set(classes) <= {*CLASSES, None}
    found = failures(episodes)
    assert sum(found.counts.values()) == found.wrong == sum(one.correct is False for one in episodes)
    assert found.wrong + found.broken + sum(one.correct is True for one in episodes) == len(episodes)


@given(EPISODES)
def test_what_a_class_says_is_so(one):
    name = failure_class(one)
    good = one.runs - one.failed_runs
    if name == "wrong_after_good_run":
        assert good > 0
        assert one.answer in ("valid", "repaired")
    if name == "run_failed":
        assert good == 0 < one.runs
    if name == "wrong_answer":
        assert not one.simulators

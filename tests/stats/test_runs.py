"""Grouping of episodes into runs, and the choice of runs to compare."""

import pytest
from tests.stats.making import episode

from mesocosm.errors import InvalidRecord, UnknownName
from mesocosm.stats.runs import comparable, compared_with, run_name, shared_options, split_runs

TOC, RAW, DIRECT = ({"condition": "agent", "protocol": "toc"}, {"condition": "agent", "protocol": "raw"},
                    {"condition": "direct"})  # fmt: skip


def runs(*kinds):
    return split_runs(episode(0, agent=agent, options=options) for agent, options in kinds)


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({}, "oracle"),
        ({"protocol": "toc"}, "oracle [toc]"),
        (TOC, "oracle [agent toc]"),
        ({"window": "100", "loud": "true"}, "oracle [loud=true window=100]"),
    ],
)
def test_the_name_of_a_run(options, name):
    assert run_name("oracle", options) == name


def test_a_name_has_only_what_differs():
    episodes = [episode(0, agent="one", options=options) for options in (TOC, RAW)]
    assert list(split_runs(episodes)) == ["one [raw]", "one [toc]"]
    assert shared_options(episodes) == {"condition": "agent"}
    assert list(split_runs(episodes[:1])) == ["one"]


def test_two_runs_of_one_name_are_spelt_out():
    assert list(runs(("one", {"a": "x"}), ("one", {"b": "x"}))) == ["one [a=x]", "one [b=x]"]


def test_a_run_as_baseline():
    assert compared_with(runs(("one", {}), ("two", {}), ("three", {})), "two") == {"one": "two", "three": "two"}


def test_an_option_as_baseline_compares_each_agent_with_itself():
    found = runs(*((agent, options) for agent in ("one", "two") for options in (TOC, RAW, DIRECT)))
    assert compared_with(found, "direct") == {
        "one [agent raw]": "one [direct]",
        "one [agent toc]": "one [direct]",
        "two [agent raw]": "two [direct]",
        "two [agent toc]": "two [direct]",
    }


def test_an_agent_as_baseline_is_met_under_the_same_options():
    found = runs(*((agent, options) for agent in ("one", "two") for options in (TOC, RAW)))
    assert compared_with(found, "two") == {"one [raw]": "two [raw]", "one [toc]": "two [toc]"}


def test_two_baselines_that_fit_alike_are_a_question():
    found = runs(("one", {}), ("two", TOC), ("two", RAW))
    with pytest.raises(InvalidRecord, match=r"one could be compared with two \[agent raw\] or two \[agent toc\]"):
        compared_with(found, "two")


def test_a_misspelt_baseline_suggests():
    with pytest.raises(UnknownName, match="no run, agent or option is called 'dirct'; did you mean direct?"):
        compared_with(runs(("one", TOC), ("one", DIRECT)), "dirct")


def test_a_run_alone_has_nothing_to_compare_with():
    with pytest.raises(InvalidRecord, match="nothing to compare with 'one'"):
        compared_with(runs(("one", {})), "one")


def test_comparable_runs_differ_in_one_thing():
    found = runs(("one", TOC), ("one", RAW), ("two", TOC))
    # one raw and two toc differ in both.
    assert comparable(found, size=2) == [("one [raw]", "one [toc]"), ("one [toc]", "two [toc]")]
    assert comparable(found, size=3) == []


def test_settings_of_one_agent_are_runs_of_their_own():
    """The agent beside it has no such setting, and gets no name from it."""
    warm, cold = {"temperature": "0.7", "top_p": "0.9"}, {"temperature": "0.2", "top_p": "0.9"}
    episodes = [episode(0, agent="one", settings=warm), episode(0, agent="one", settings=cold), episode(0, agent="two")]
    found = split_runs(episodes)
    assert list(found) == ["one [temperature=0.2]", "one [temperature=0.7]", "two"]
    assert compared_with(found, "0.2") == {"one [temperature=0.7]": "one [temperature=0.2]"}
    assert ("one [temperature=0.7]", "two") in comparable(found, size=2)

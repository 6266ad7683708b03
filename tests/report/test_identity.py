"""Agent, model and settings identify a row: two runs that differ in one of them are both in the table."""

from types import SimpleNamespace

import pytest
from inspect_ai.model import GenerateConfig

from mesocosm.report.identity import agent_of, settings_of
from mesocosm.report.results import make_row, row_titles


def log(*, solver=None, arguments=None, config=None, model_args=None, limits=None, own=None, model="openai/gpt-x"):
    """Return a log with what its header says, and no more."""
    return SimpleNamespace(
        eval=SimpleNamespace(
            model=model,
            solver=solver,
            solver_args=arguments,
            model_generate_config=GenerateConfig(),
            model_args=model_args or {},
            config=SimpleNamespace(**(limits or {})),
            metadata={} if own is None else {"limits": own},
        ),
        plan=SimpleNamespace(config=GenerateConfig(**(config or {}))),
    )


@pytest.mark.parametrize(
    ("solver", "arguments", "agent"),
    [
        (None, None, "openai/gpt-x"),
        ("mesocosm/act", {"suite": "toy"}, "openai/gpt-x"),
        ("mesocosm/bridged", {"suite": "toy", "agent": "/a/b.py:diver"}, "diver on openai/gpt-x"),
        ("basic_agent", {}, "basic_agent on openai/gpt-x"),
    ],
)
def test_an_agent_with_a_loop_of_its_own_is_named_beside_the_model(solver, arguments, agent):
    assert agent_of(log(solver=solver, arguments=arguments)) == agent


def test_settings_are_sampling_arguments_and_limits_that_are_not_the_suites():
    found = settings_of(
        log(
            config={"temperature": 0.7, "max_connections": 3, "attempt_timeout": 9},
            model_args={"emulate_tools": True},
            limits={"time_limit": 60, "turn_limit": 24},
            own={"time_limit": 300, "turn_limit": 24},
        )
    )
    assert found == {"emulate_tools": "true", "temperature": "0.7", "time_limit": "60"}


def test_a_log_that_does_not_tell_the_suites_limits_tells_no_limit():
    assert settings_of(log(limits={"time_limit": 60})) == {}


def row(agent, *, knows_reference=False, **about):
    return make_row(
        (), suite="toy", version="1-A", profile="default", agent=agent, knows_reference=knows_reference, **about
    )


def test_titles_tell_what_differs_and_no_more():
    rows = [
        row("oracle", knows_reference=True),
        row("gpt-x", settings={"temperature": "0.7", "top_p": "0.9"}),
        row("gpt-x", settings={"temperature": "0.2", "top_p": "0.9"}),
        row("gpt-y", settings={"temperature": "0.7"}),
    ]
    names = ["oracle (knows the truth)", "gpt-x [temperature=0.7]", "gpt-x [temperature=0.2]", "gpt-y"]
    assert row_titles(rows) == names


def test_options_and_seeds_of_several_folders_are_told():
    rows = [row("gpt-x", options={"protocol": "toc"}, about={"items_seed": "0"})]
    rows += [row("gpt-x", options={"protocol": "raw"}, about={"items_seed": "7"})]
    assert row_titles(rows) == ["gpt-x [items_seed=0 toc]", "gpt-x [items_seed=7 raw]"]

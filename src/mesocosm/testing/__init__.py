"""Public checkers: what each contract demands, for anyone's tools, suites, simulators, sources and agents."""

from mesocosm.testing.checks import (
    check,
    check_agent,
    check_simulator,
    check_source,
    check_suite,
    check_tool,
)

__all__ = ["check", "check_agent", "check_simulator", "check_source", "check_suite", "check_tool"]

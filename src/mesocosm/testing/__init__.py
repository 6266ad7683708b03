"""Public checks of each contract, for anyone's tools, suites, simulators, sources, agents, analyses, pages and
commands.
"""

from mesocosm.testing.checks import (
    check,
    check_agent,
    check_simulator,
    check_source,
    check_suite,
    check_tool,
)
from mesocosm.testing.output_checks import check_analysis, check_command, check_page

__all__ = [
    "check",
    "check_agent",
    "check_analysis",
    "check_command",
    "check_page",
    "check_simulator",
    "check_source",
    "check_suite",
    "check_tool",
]

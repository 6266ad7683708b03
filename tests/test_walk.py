"""The path of a run through the code: the modules from `mesocosm.run` to the agent, its tool and its score.

The call stack is read on entry to the agent's function, the tool that it calls and the suite's `score`. The page on the
source lists the modules of these three stacks, so that a reader can follow a run from one to the next.
"""

from __future__ import annotations

import json
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType

import pytest

import mesocosm
from mesocosm.tools.tool import load
from mesocosm.trace.schema import Said

ROOT = Path(__file__).parent.parent
SOURCE = Path(mesocosm.__file__).parent
MOST_MODULES = 12

Stack = list[str]


def surveyor(task: mesocosm.Task) -> None:
    """Record the modules on the stack, call a tool that runs on a thread, and submit."""
    task.say(json.dumps(modules_of(sys._getframe())))
    task.call("survey_line", start=[0, 0], end=[10, 10])
    task.call("submit", answer={"depth_m": 100.0, "excess_mass_kg": 1e9})


def modules_of(frame: FrameType | None) -> Stack:
    """Return the modules of mesocosm and of the example package on a stack, the outermost first."""
    stack = []
    while frame is not None:
        file = Path(frame.f_code.co_filename)
        if file.is_relative_to(SOURCE):
            stack.append(str(file.relative_to(SOURCE).with_suffix("")))
        elif "mesocosm_toy" in file.parts:
            stack.append("score.py" if file.stem == "score" else "tools/")
        frame = frame.f_back
    return list(dict.fromkeys(reversed(stack)))


@contextmanager
def stacks_at(*codes: CodeType) -> Iterator[dict[CodeType, Stack]]:
    """Read the stack on first entry to each of these functions; a worker's stack goes below that of its caller."""
    main = threading.main_thread()
    stacks: dict[CodeType, Stack] = {}

    def profile(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in codes and frame.f_code not in stacks:
            waiting = sys._current_frames()[main.ident] if threading.current_thread() is not main else None
            stacks[frame.f_code] = [*modules_of(waiting), *modules_of(frame)]

    threading.setprofile(profile)
    sys.setprofile(profile)
    try:
        yield stacks
    finally:
        sys.setprofile(None)
        threading.setprofile(None)


def walk(agent: Callable[[mesocosm.Task], None], *, isolated: bool) -> Stack:
    """Return the modules of the three stacks, each once, in the order in which a run enters them."""
    tool, score = (
        load("gravity.survey_line").function.__code__,
        mesocosm.load_suite("toy")._part("score").score.__code__,
    )
    with stacks_at(tool, score) as stacks:
        results = mesocosm.run("toy", agent, limit=1, isolated=isolated)
    said = next(event.text for event in results.episodes[0].trace.events if isinstance(event, Said))
    return list(dict.fromkeys([*json.loads(said), *stacks[tool], *stacks[score]]))


def page_tables() -> list[Stack]:
    """Return the modules that the page lists: those of a run in one process, and those that another process adds."""
    text = (ROOT / "docs" / "layout.md").read_text().partition("## How a run passes through the code")[2]
    tables = re.findall(r"(?:^\|.*\n)+", text.partition("\n## ")[0], re.MULTILINE)
    return [re.findall(r"^\| `([\w/.]+)`", table, re.MULTILINE) for table in tables]


def test_the_page_lists_the_modules_of_a_run_in_order():
    modules = walk(surveyor, isolated=False)
    assert modules == page_tables()[0]
    assert len(modules) <= MOST_MODULES


@pytest.mark.parametrize(
    "agent", [surveyor, lambda task: surveyor(task)], ids=["a fresh interpreter", "a copy of this process"]
)
def test_the_page_lists_what_a_process_of_its_own_adds(agent):
    one_process, added = page_tables()
    assert sorted(walk(agent, isolated=True)) == sorted([*one_process, *added])

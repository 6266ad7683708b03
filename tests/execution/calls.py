"""Work for the tests of the executor: functions of a module, since they are sent to other processes."""

import os
import signal
import time
from pathlib import Path

from tests.waiting import PATIENCE_S

from mesocosm.isolation.protected_folders import our_shield


def shifted(by, value):
    if value < 0:
        raise ValueError(f"{value} is below zero")
    return value + by, os.getpid()


def deadly(value):
    """Kill the process that works on number 3."""
    if value == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return value


def deadly_once(folder, value):
    """Kill the process that is the first to work on a number below 3."""
    path = Path(folder) / str(value)
    if value < 3 and not path.exists():
        path.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return value


def grouped(value):
    time.sleep(0.01)
    return value, os.getpid()


class Unsendable(Exception):
    """An error that cannot be made again from its arguments."""

    def __init__(self, first, second):
        super().__init__(f"{first} and {second}")


def unsendable(value):
    raise Unsendable(value, "more")


def large(value):
    return bytes(17_000_000)


def endless(folder, value):
    """Work until stopped, and leave a note that the work was closed."""
    note = Path(folder) / f"closed-{value}"
    try:
        draft = Path(folder) / f"draft-{value}"
        draft.write_text(str(os.getpid()))
        draft.rename(Path(folder) / f"begun-{value}")
        time.sleep(PATIENCE_S)
    finally:
        note.touch()


def seen_by_agents(folder):
    """Return the submissions that lie there, and whether agents' processes see an empty folder."""
    return [path.name for path in Path(folder).glob("*/*_submitted.pkl")], folder in our_shield().emptied

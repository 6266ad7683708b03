"""An agent that repeats the calls of a recorded trace."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from mesocosm.agents import scripted
from mesocosm.episode.agent import Agent, Case
from mesocosm.errors import InvalidRecord
from mesocosm.trace.reader import read_trace
from mesocosm.trace.schema import Trace

FOLDER_VARIABLE = "MESOCOSM_REPLAY"


def check_suite(suite: Any) -> None:
    """Refuse to play if no folder of traces is named."""
    _folder()


def _folder() -> str:
    folder = os.environ.get(FOLDER_VARIABLE)
    if folder is None:
        raise InvalidRecord(
            f"the replay agent reads traces from the folder in {FOLDER_VARIABLE}, which is not set; "
            f"set it: export {FOLDER_VARIABLE}=FOLDER, with a trace ITEM.jsonl or ITEM-1.jsonl of every item"
        )
    return folder


def agent(case: Case) -> Agent:
    """Repeat the calls of `$MESOCOSM_REPLAY/ITEM.jsonl`, or of the first trace that a run from Python wrote there."""
    folder = Path(_folder())
    paths = [folder / f"{case.item.id}{number}.jsonl" for number in ("", "-1")]
    found = next((path for path in paths if path.is_file()), None)
    if found is None:
        raise InvalidRecord(
            f"{FOLDER_VARIABLE} holds no trace of item {case.item.id}: {' and '.join(map(str, paths))} are missing"
        )
    return of(read_trace(found))


def of(trace: Trace) -> Agent:
    """Build an agent that repeats a trace."""
    return scripted.of(call for call, _ in trace.calls())

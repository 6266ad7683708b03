"""The traceback of an agent's program, for its author."""

from __future__ import annotations

import traceback
from pathlib import Path

PACKAGE = f"{Path(__file__).parents[1]}/"


def own_traceback(error: BaseException) -> str:
    """Format the traceback of an agent's exception, without the frames of this package."""
    raised = traceback.TracebackException.from_exception(error)
    each: traceback.TracebackException | None = raised
    while each is not None:
        frames = [frame for frame in each.stack if not frame.filename.startswith(PACKAGE)]
        each.stack = traceback.StackSummary.from_list(frames)
        each = each.__cause__ or each.__context__
    return "".join(raised.format()) if raised.stack else ""

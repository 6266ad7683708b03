"""Reading and writing files of the workspace."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from mesocosm.errors import PathRefused, ToolError
from mesocosm.tools.tool import Output, tool
from mesocosm.workspace.workspace import Workspace

FAMILY = "execution"
LINES_AT_ONCE = 2000
MOST_NAMED = 10
"""Files that the error for a missing one names."""
LONGEST_REPLY = 200_000
"""Characters; a longer reply would only overflow the agent's context."""


@tool()
def write_file(workspace: Workspace, /, path: str, content: str) -> Output:
    """Write a text file into the workspace, replacing it if it exists.

    Args:
        path: Path relative to the workspace, such as 'input.txt' or 'results/table.csv'.
        content: The whole text of the file.
    """
    file = workspace.write_text(path, content)
    lines = content.count("\n") + (not content.endswith("\n") and content != "")
    return Output(text=f"wrote {file.path}: {file.bytes} bytes, {lines} lines", data=file.model_dump(mode="json"))


@tool(read_only=True)
def read_file(
    workspace: Workspace,
    /,
    path: str,
    start_line: Annotated[int, Field(ge=1)] = 1,
    end_line: Annotated[int, Field(ge=1)] | None = None,
) -> str:
    """Read a text file of the workspace, whole or by line range.

    At most 2000 lines come back at once; the last line of the reply says where to go on.

    Args:
        path: Path relative to the workspace.
        start_line: First line to read, counted from 1.
        end_line: Last line to read, included. Left out, the file is read to its end.
    """
    if end_line is not None and end_line < start_line:
        raise ToolError(f"`end_line` must not be before `start_line` {start_line}, got {end_line}")
    lines = read_text(workspace, path).removesuffix("\n").split("\n")
    if start_line > len(lines):
        raise ToolError(f"`start_line` must lie in [1, {len(lines)}] for {path!r}, got {start_line}")
    wanted = len(lines) if end_line is None else min(end_line, len(lines))
    last = min(wanted, start_line + LINES_AT_ONCE - 1)
    text = "\n".join(lines[start_line - 1 : last])
    if len(text) > LONGEST_REPLY:
        raise ToolError(
            f"lines {start_line} to {last} hold {len(text):,} characters; read at most {LONGEST_REPLY:,} at once"
        )
    return text if last == wanted else f"{text}\n[lines {start_line} to {last} of {len(lines)}; go on at {last + 1}]"


@tool(read_only=True)
def list_files(workspace: Workspace, /) -> Output:
    """List every file of the workspace with its size in bytes and the start of its SHA-256 hash."""
    files = workspace.files()
    rows = [f"{file.bytes:>12} {file.sha256[:12]} {file.path}" for file in files]
    text = "\n".join(rows) if rows else "the workspace is empty"
    return Output(text=text, data=[file.model_dump(mode="json", exclude={"provenance"}) for file in files])


def read_text(workspace: Workspace, path: str) -> str:
    """Read the text of a file; the error for a missing one lists the files of the workspace."""
    try:
        return workspace.read_text(path)
    except PathRefused as error:
        names = [file.path for file in workspace.files()]
        if path in names:  # the file exists, and is refused for another reason
            raise
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        there = f"its files: {', '.join(names[:MOST_NAMED])}{more}" if names else "it has no files"
        raise PathRefused(f"{error}; {there}") from None

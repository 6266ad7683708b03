"""Running a geochemical engine on input the agent wrote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from mesocosm.simulators.phreeqc.listing import Listing
from mesocosm.tools.files import read_text
from mesocosm.tools.tool import Output, tool
from mesocosm.workspace.confinement import parts_of
from mesocosm.workspace.workspace import Workspace

if TYPE_CHECKING:
    from mesocosm.simulators.simulator import Result

SECTIONS_SHOWN = 400
RUN_SECONDS = 60.0


@dataclass(frozen=True)
class Laboratory:
    """How a suite lets its agents run the engine: which database, and how much of the listing the reply holds."""

    database: str
    inline_characters: int | None = None
    """None for the table of contents; a number for the listing itself, cut to so many characters."""


@tool(simulator=True)
def execute_phreeqc(
    workspace: Workspace, laboratory: Laboratory, /, input_file: str = "input.pqi", output_file: str = "output.out"
) -> Output:
    """Run PHREEQC on an input file of the workspace and keep its listing in another.

    What comes back are errors and warnings as the program gives them, and either the table of contents of the listing
    (section, first line, last line) to read on with read_file, or the listing itself, head and tail if it is long.

    Args:
        input_file: The PHREEQC input to run.
        output_file: Where the listing goes. Selected-output files go under the names the input gives them.
    """
    import hashlib

    from mesocosm.errors import InvalidRecord, ToolError
    from mesocosm.simulators.phreeqc.engine import LISTING, PhreeqcSimulator, database_sha256
    from mesocosm.simulators.simulator import RunLimits

    deck = read_text(workspace, input_file)
    if parts_of(input_file) == parts_of(output_file):
        raise ToolError(f"`output_file` {output_file!r} is the input; give the listing a name of its own")
    limits = RunLimits(
        seconds=RUN_SECONDS,
        disk_bytes=workspace.most_bytes or 64 * 2**20,
        files=workspace.most_files or 1000,
    )
    inputs = {"input_file": input_file, "database": laboratory.database}
    try:
        result = PhreeqcSimulator(folder=workspace.root).run(inputs, seed=0, limits=limits)
    except InvalidRecord as error:  # a name such as " ", which a file may have
        raise ToolError(str(error)) from error
    listing = Listing(result.artifacts[LISTING].decode())
    workspace.write_text(output_file, listing.text)
    workspace.scan()
    return Output(
        text=_describe(result, output_file, listing, laboratory.inline_characters),
        data={"characters": len(listing.text), "error_count": _error_count(result)},
        inputs={
            input_file: hashlib.sha256(deck.encode()).hexdigest(),
            laboratory.database: database_sha256(laboratory.database),
        },
        engine=result.engine.name,
        engine_version=result.engine.version,
    )


def _describe(result: Result, output_file: str, listing: Listing, inline_characters: int | None) -> str:
    parts = [
        _headline(_error_count(result), output_file, listing),
        "\n".join(result.errors).strip(),
        "\n".join(result.warnings).strip(),
        _contents(listing) if inline_characters is None else listing.clipped(inline_characters),
    ]
    return "\n\n".join(part for part in parts if part)


def _error_count(result: Result) -> int:
    return int(result.values["errors"].magnitude)


def _headline(errors: int, output_file: str, listing: Listing) -> str:
    verdict = f"the run failed with {errors} errors" if errors else "the run ended without errors"
    return f"{verdict}; listing in {output_file}: {listing.line_count} lines, {len(listing.text)} characters"


def _contents(listing: Listing) -> str:
    rows = [f"{part.first_line:>7} {part.last_line:>7}  {part.name}" for part in listing.sections]
    if len(rows) > SECTIONS_SHOWN:
        half = SECTIONS_SHOWN // 2
        rows = [*rows[:half], f"[... {len(rows) - 2 * half} sections left out ...]", *rows[-half:]]
    return "\n".join(["  first    last  section", *rows])

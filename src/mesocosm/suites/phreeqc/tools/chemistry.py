"""Running a geochemical engine on input the agent wrote."""

from __future__ import annotations

from dataclasses import dataclass

from mesocosm.simulators.phreeqc.listing import Listing
from mesocosm.tools.tool import Output, tool
from mesocosm.workspace.workspace import Workspace

SECTIONS_SHOWN = 400
RUN_SECONDS = 60.0


@dataclass(frozen=True)
class Laboratory:
    """How a suite lets its agents run the engine: which database, and how much of the listing comes back at once."""

    database: str
    inline_characters: int | None = None
    """None gives the table of contents; a number gives the listing itself, cut to so many characters."""


@tool()
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

    from mesocosm.simulators.phreeqc import engine
    from mesocosm.simulators.phreeqc.confined import run_file
    from mesocosm.simulators.simulator import RunLimits

    deck = workspace.read_text(input_file)
    done = run_file(
        input_file,
        workspace.root,
        engine.database_path(laboratory.database),
        RunLimits(seconds=RUN_SECONDS),
        disk_bytes=workspace.most_bytes or 64 * 2**20,
        files=workspace.most_files or 1000,
    )
    workspace.write_text(output_file, done.listing)
    workspace.scan()
    listing = Listing(done.listing)
    told = [_headline(done.error_count, output_file, listing), done.errors.strip(), done.warnings.strip()]
    told.append(
        _contents(listing) if laboratory.inline_characters is None else listing.clipped(laboratory.inline_characters)
    )
    return Output(
        text="\n\n".join(part for part in told if part),
        data={"characters": len(done.listing), "error_count": done.error_count},
        inputs={
            input_file: hashlib.sha256(deck.encode()).hexdigest(),
            laboratory.database: engine.database_sha256(laboratory.database),
        },
        engine="PHREEQC",
        engine_version=engine.version(),
    )


def _headline(errors: int, output_file: str, listing: Listing) -> str:
    verdict = f"the run failed with {errors} errors" if errors else "the run ended without errors"
    return f"{verdict}; listing in {output_file}: {listing.line_count} lines, {len(listing.text)} characters"


def _contents(listing: Listing) -> str:
    rows = [f"{one.first_line:>7} {one.last_line:>7}  {one.name}" for one in listing.sections]
    if len(rows) > SECTIONS_SHOWN:
        half = SECTIONS_SHOWN // 2
        rows = [*rows[:half], f"[... {len(rows) - 2 * half} sections left out ...]", *rows[-half:]]
    return "\n".join(["  first    last  section", *rows])

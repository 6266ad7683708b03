"""Documents of the library: search them, and read them with places to cite."""

from __future__ import annotations

import hashlib
from datetime import date
from typing import Annotated

from pydantic import Field, JsonValue

from mesocosm.earth.documents.library import Entry, Library
from mesocosm.earth.documents.passages import Passage, cite_passages, passages, sections
from mesocosm.errors import ToolError, UserError
from mesocosm.suites.terra.inputs.arguments import Name
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.tools.tool import Output

Day = Annotated[str, Field(min_length=10, max_length=10, examples=["2031-07-14"])]
Words = Annotated[str, Field(max_length=300)]
LONGEST_TEXT = 8000
"""Most characters of one reading."""
MOST_SECTIONS = 30
NOTHING = "no document holds all of these words; try fewer words, or none to list the latest, also of one `kind`"


@tool(read_only=True)
def search(
    library: Library,
    /,
    words: Words = "",
    most: Annotated[int, Field(ge=1, le=30)] = 10,
    kind: Name | None = None,
    since: Day | None = None,
    until: Day | None = None,
) -> Output:
    """Search the library for documents that hold all of the words: id, date, kind, title and the places of the words.

    Args:
        words: Names, months, kinds of documents; word endings do not count. Default: list the latest.
        most: Number of documents to list, the best first.
        kind: Kind of document: situation report, weather bulletin, hydrological bulletin, study section, station log,
            newspaper brief or road notice.
        since: Earliest day of writing, included.
        until: Latest day of writing, excluded.
    """
    found = library.search(words, most, kind, _day(since, "since"), _day(until, "until"))
    if not found:
        return Output(text=NOTHING, data={"documents": []})
    lines = [f"{entry.id} ({entry.date}, {entry.kind}): {entry.title}\n  {entry.snippet}" for entry in found]
    rows: list[JsonValue] = [entry.model_dump(mode="json") for entry in found]
    return Output(text="\n".join(lines), data={"documents": rows})


@tool(read_only=True)
def read(
    library: Library,
    /,
    document: Name,
    section: Name | None = None,
    first_page: Annotated[int, Field(ge=1)] | None = None,
    last_page: Annotated[int, Field(ge=1)] | None = None,
    start: Annotated[int, Field(ge=1)] = 1,
) -> Output:
    """Read a document of the library, whole or in part; page, section and table of each passage are named.

    Args:
        document: Id of the document.
        section: Only this section, by its heading.
        first_page: First page to read.
        last_page: Last page to read, included.
        start: First passage, counted from 1 in the part asked for.
    """
    try:
        entry, text = library.read(document)
    except UserError as error:
        raise ToolError(f"{error}; a search of the library gives ids") from error
    chosen = _choose(passages(text), section, first_page, last_page)
    if start > len(chosen):
        raise ToolError(f"`start` must lie in [1, {len(chosen)}] for the requested part, got {start}")
    shown = _within(chosen[start - 1 :])
    after = start + len(shown)
    more = f"\n[passages {start} to {after - 1} of {len(chosen)}; go on at {after}]" if after <= len(chosen) else ""
    return Output(
        text=f"{_heading(entry, text)}\n{cite_passages(shown)}{more}",
        data={"document": entry.id, "passages": [passage.model_dump(mode="json") for passage in shown]},
        inputs={document: hashlib.sha256(text.encode()).hexdigest()},
    )


def _heading(entry: Entry, text: str) -> str:
    held = passages(text)
    named = sections(held)
    section_list = f"; sections: {', '.join(named[:MOST_SECTIONS])}" if named else ""
    pages = text.count("\f") + 1
    return f"{entry.title} ({entry.date}, {entry.kind}): {pages} page{'s' * (pages > 1)}{section_list}"


def _choose(held: list[Passage], section: str | None, first: int | None, last: int | None) -> list[Passage]:
    if section is not None:
        named = {name.casefold() for name in sections(held)}
        if section.casefold() not in named:
            listed = ", ".join(sections(held)[:MOST_SECTIONS]) or "none"
            raise ToolError(f"`section` must be one of {listed}; got {section!r}")
        held = [passage for passage in held if passage.section.casefold() == section.casefold()]
    pages = [passage.page for passage in held]
    kept = [each for each in held if (first or 1) <= each.page <= (last or each.page)]
    if not kept:
        span = f"{min(pages)} to {max(pages)}" if pages else "none"
        raise ToolError(f"`first_page` and `last_page` must overlap the pages {span}, got {first} and {last}")
    return kept


def _within(held: list[Passage]) -> list[Passage]:
    """Return as many passages as one reading may hold, and at least one."""
    kept, length = held[:1], len(held[0].text)
    for passage in held[1:]:
        length += len(passage.text)
        if length > LONGEST_TEXT:
            break
        kept.append(passage)
    return kept


def _day(text: str | None, name: str) -> date | None:
    try:
        return date.fromisoformat(text) if text is not None else None
    except ValueError:
        raise ToolError(f"`{name}` must be a day such as 2031-07-14, got {text!r}") from None


FAMILY = "search"
PUBLISHED: dict[str, str] = {}

"""EnergyPlus input text: its objects, the refused ones, and the outputs that we request.

An input data file is a list of objects, `Name, field, field;`, with remarks from `!` to the end of a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from mesocosm.errors import InvalidRecord

LARGEST_INPUT = 5_000_000
"""In characters."""
MOST_YEARS = 30
VERSION = "25.2"
REFUSED = {
    "pythonplugin:": "runs programs of its own",
    "externalinterface": "talks to other programs",
    "hvactemplate:": "must be expanded first, by the program ExpandObjects",
}
"""Beginnings of refused object names, and the reasons."""
OURS = ("outputcontrol:table:style", "outputcontrol:files", "output:sqlite", "output:table:summaryreports")
"""Objects that decide which files are written; ours replace those of the input."""
REPORTS = ("AnnualBuildingUtilityPerformanceSummary", "SystemSummary", "EnergyMeters")
METERS = ("Heating:EnergyTransfer", "Cooling:EnergyTransfer", "Electricity:Facility", "NaturalGas:Facility")
FILES = """
OutputControl:Table:Style,Comma,None;
OutputControl:Files,No,No,Yes,No,Yes,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No,No;
"""
REMARK = re.compile(r"!.*")
NAME = re.compile(r"[A-Za-z][A-Za-z0-9:_ -]*")
"""Pattern of object names in EnergyPlus' dictionary."""
NOT_IN_NAMES = re.compile(r"[^a-z0-9:]")
BYTE_ORDER_MARK = "\ufeff"


@dataclass(frozen=True)
class Block:
    """One object of an input."""

    name: str
    fields: tuple[str, ...]

    @property
    def key(self) -> str:
        return self.name.lower()

    @property
    def text(self) -> str:
        return f"{', '.join((self.name, *self.fields))};"


def blocks_of(text: str) -> Iterator[Block]:
    """Yield the objects of an input, without remarks."""
    for part in REMARK.sub("", text.removeprefix(BYTE_ORDER_MARK)).split(";"):
        name, *fields = (" ".join(word.split()) for word in part.split(","))
        if name:
            yield Block(name, tuple(fields))


def check_idf(text: str) -> list[Block]:
    """Return the objects of an input; raise `InvalidRecord` if it may not be run."""
    if len(text) > LARGEST_INPUT:
        raise InvalidRecord(f"idf holds {len(text):,} characters; at most {LARGEST_INPUT:,}")
    if REMARK.sub("", text).strip() and not REMARK.sub("", text).rstrip().endswith(";"):
        raise InvalidRecord("idf: the last object has no end; each must close with a semicolon")
    blocks = list(blocks_of(text))
    if not any(block.key == "building" for block in blocks):
        raise InvalidRecord(f"idf must hold a Building object, got {len(blocks)} objects without one")
    for block in blocks:
        _check_block(block)
    _check_version(blocks)
    return blocks


def _check_block(block: Block) -> None:
    bare = NOT_IN_NAMES.sub("", block.key)  # an invisible character must not hide a name
    for beginning, why in REFUSED.items():
        if bare.startswith(beginning):
            raise InvalidRecord(f"idf: {ascii(block.name)[1:-1]} is refused: it {why}")
    if not NAME.fullmatch(block.name):
        raise InvalidRecord(
            f"idf: an object's name is of letters, digits, `:`, `_` and `-`, got {block.name[:80]!a}; "
            "save the file as plain text"
        )
    if block.key == "runperiod":
        years = [int(word) for word in (*block.fields[3:4], *block.fields[6:7]) if word.isdigit()]
        if len(years) == 2 and years[1] - years[0] >= MOST_YEARS:
            raise InvalidRecord(f"idf: RunPeriod may span {MOST_YEARS} years, got {years[0]} to {years[1]}")


def _check_version(blocks: list[Block]) -> None:
    version = next((block.fields[0] for block in blocks if block.key == "version" and block.fields), VERSION)
    if version.partition(".")[0] != VERSION.partition(".")[0]:
        how = "convert it with EnergyPlus' own IDFVersionUpdater, which the package does not carry"
        raise InvalidRecord(f"idf is of version {version}, and the engine reads {VERSION}; {how}")


def prepare_input(blocks: list[Block], meters: tuple[str, ...]) -> str:
    """Return the input with our output requests in place of its own: reports as text, and hourly meters."""
    kept = [block for block in blocks if block.key not in OURS]
    wished = [name for block in blocks if block.key == "output:table:summaryreports" for name in block.fields if name]
    reports = dict.fromkeys((*wished, *REPORTS))
    asked = [f"Output:Table:SummaryReports,{','.join(reports)};"]
    asked += [f"Output:Meter,{meter},Hourly;" for meter in meters]
    return "\n".join((*(block.text for block in kept), *asked)) + FILES

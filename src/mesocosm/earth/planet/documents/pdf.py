"""Documents as PDF, with the same text and the same bytes on every machine.

Streams are not compressed, since the output of a compressor depends on its version; the fonts are those that every
reader has.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from mesocosm.earth.planet.documents.document import Document
from mesocosm.earth.planet.documents.scene import Kind
from mesocosm.errors import MissingExtra

if TYPE_CHECKING:
    from fpdf import FPDF

SERIF: tuple[Kind, ...] = ("study section", "newspaper brief", "hydrological bulletin")
"""Kinds of document in Times; the others are in Helvetica."""
SIZE_PT, LINE_MM, MARGIN_MM = 11.0, 5.6, 22.0
HEADING_PT = (17.0, 13.0, 11.5)


def pdf_bytes(document: Document) -> bytes:
    """Return the document on A4 pages."""
    pdf = _sheet(document)
    for block in _blocks(document.text):
        _set(pdf, block, "Times" if document.kind in SERIF else "Helvetica")
    return bytes(pdf.output())


def _sheet(document: Document) -> FPDF:
    try:
        from fpdf import FPDF
    except ImportError as error:
        raise MissingExtra("fpdf2", "planet") from error
    pdf = FPDF(format="A4")
    pdf.set_compression(False)
    day = document.date
    pdf.set_creation_date(datetime(day.year, day.month, day.day, 9, tzinfo=UTC))
    pdf.set_title(document.title)
    pdf.set_author(document.author)
    pdf.set_margin(MARGIN_MM)
    pdf.add_page()
    return pdf


def _blocks(text: str) -> list[str]:
    """Split a text into paragraphs, headings, lists, tables and fenced lines."""
    fenced = re.split(r"(```\n.*?\n```)", text, flags=re.DOTALL)
    return [
        block.strip("\n")
        for part in fenced
        for block in ([part] if part.startswith("```") else re.split(r"\n{2,}", part))
        if block.strip()
    ]


def _set(pdf: FPDF, block: str, family: str) -> None:
    if block.startswith("#"):
        _heading(pdf, block, family)
    elif block.startswith("```"):
        _lines(pdf, block.split("\n")[1:-1])
    elif block.startswith("|"):
        _table(pdf, block, family)
    else:
        pdf.set_font(family, size=SIZE_PT)
        for line in block.split("\n"):
            pdf.multi_cell(0, LINE_MM, _inline(line), align="L", markdown=True, new_x="LMARGIN", new_y="NEXT")
        pdf.ln(LINE_MM / 2)


def _heading(pdf: FPDF, block: str, family: str) -> None:
    level = len(block) - len(block.lstrip("#"))
    pdf.set_font(family, "B", HEADING_PT[level - 1])
    pdf.multi_cell(0, 1.3 * LINE_MM, block.lstrip("# "), align="L", new_x="LMARGIN", new_y="NEXT")
    pdf.ln(LINE_MM / 2)


def _lines(pdf: FPDF, lines: list[str]) -> None:
    """Write lines one below the other in a monospaced font."""
    pdf.set_font("Courier", size=9.5)
    for line in lines:
        pdf.multi_cell(0, 0.8 * LINE_MM, line, align="L", new_x="LMARGIN", new_y="NEXT")
    pdf.ln(LINE_MM / 2)


def _table(pdf: FPDF, block: str, family: str) -> None:
    from fpdf.fonts import FontFace

    rows = [[cell.strip() for cell in line[2:-2].split(" | ")] for line in block.split("\n")]
    width = len(rows[0])
    pdf.set_font(family, size=9.5)
    align = ("LEFT", *("RIGHT" for _ in range(width - 1)))
    shares = (2, *(1 for _ in range(width - 1)))
    with pdf.table(
        text_align=align,
        col_widths=shares,
        line_height=LINE_MM,
        borders_layout="HORIZONTAL_LINES",
        headings_style=FontFace(emphasis="BOLD"),
    ) as table:
        for row in (rows[0], *rows[2:]):
            table.row(row)
    pdf.ln(LINE_MM / 2)


def _inline(line: str) -> str:
    """Convert Markdown to the dialect of the PDF library, which marks italics with two underscores."""
    return re.sub(r"(?<!\*)\*([^*]+)\*(?!\*)", r"__\1__", line)

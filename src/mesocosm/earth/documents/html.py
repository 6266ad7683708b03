"""Conversion of web pages to Markdown: headings, paragraphs, lists, tables; without scripts, styles and navigation."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from mesocosm.types import Record

SILENT = frozenset({"script", "style", "nav", "noscript", "template", "svg", "form", "footer", "aside", "head"})
BREAKS = frozenset({"p", "div", "section", "article", "main", "ul", "ol", "table", "blockquote", "br", "pre", "header"})
CHARSET = re.compile(rb"<meta[^>]+charset=[\"']?([\w-]+)", re.IGNORECASE)


class HtmlPage(Record):
    """Content of a page."""

    title: str
    text: str
    """The text as Markdown."""
    links: tuple[str, ...]
    """Addresses as written in the page, each once, in order."""


def read_html(data: bytes) -> HtmlPage:
    """Read a page from its bytes, in the charset that it declares, else in UTF-8."""
    named = CHARSET.search(data[:2048])
    reader = _Reader()
    try:
        reader.feed(data.decode(named[1].decode() if named else "utf-8", "replace"))
    except LookupError:  # an unknown charset
        reader.feed(data.decode("utf-8", "replace"))
    reader.close()
    text = re.sub(r"[ \t]*\n[ \t]*", "\n", re.sub(r"[ \t\xa0]+", " ", "".join(reader.parts)))
    title = " ".join("".join(reader.title).split())
    return HtmlPage(title=title, text=re.sub(r"\n{3,}", "\n\n", text).strip(), links=tuple(dict.fromkeys(reader.links)))


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.title: list[str] = []
        self.links: list[str] = []
        self._silent: list[str] = []
        self._in_title = False
        self._row: list[str] | None = None
        self._rows = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in SILENT:
            self._silent.append(tag)
        self._in_title = tag == "title"
        address = dict(attrs).get("href") if tag == "a" else None
        if address:
            self.links.append(address)
        if self._silent:
            return
        if re.fullmatch(r"h[1-6]", tag):
            self.parts.append(f"\n\n{'#' * int(tag[1])} ")
        elif tag == "li":
            self.parts.append("\n- ")
        elif tag == "tr":
            self._row = []
        elif tag in ("td", "th") and self._row is not None:
            self._row.append("")
        elif tag in BREAKS and self._row is None:
            self.parts.append("\n" if tag == "br" else "\n\n")
        self._rows = 0 if tag == "table" else self._rows

    def handle_endtag(self, tag: str) -> None:
        if tag in self._silent:
            del self._silent[self._silent.index(tag) :]
            return
        self._in_title = False
        if tag == "tr" and self._row is not None:
            self._end_row([" ".join(cell.split()).replace("|", "/") for cell in self._row])
        elif (tag in BREAKS or re.fullmatch(r"h[1-6]", tag)) and self._row is None:
            self.parts.append("\n\n")

    def handle_data(self, data: str) -> None:
        if self._in_title:
            self.title.append(data)
        elif not self._silent and self._row is not None:
            if self._row:
                self._row[-1] += data
        elif not self._silent:
            self.parts.append(re.sub(r"\s+", " ", data))

    def _end_row(self, row: list[str]) -> None:
        self._row = None
        if row:
            self.parts.append(("\n\n" if not self._rows else "\n") + "| " + " | ".join(row) + " |")
            self.parts.append("\n|" + " --- |" * len(row) if not self._rows else "")
            self._rows += 1

"""The live web: search it and read pages; every answer and page is saved in the workspace under its hash.

No model summarises a page here: the agent must interpret texts itself.
"""

from __future__ import annotations

import hashlib
from typing import Annotated
from urllib.parse import urldefrag, urljoin, urlsplit

from pydantic import Field, JsonValue

from mesocosm.earth.documents.html import HtmlPage, read_html
from mesocosm.earth.documents.passages import cite_passages, passages
from mesocosm.errors import ToolError, UserError
from mesocosm.sources.pages import PageSource, WebPage
from mesocosm.sources.search import SearchProvider
from mesocosm.suites.terra.inputs.files import save_fields
from mesocosm.suites.terra.toolkit.errors import tool
from mesocosm.tools.tool import Output
from mesocosm.types import Record
from mesocosm.workspace.workspace import Workspace

Url = Annotated[str, Field(min_length=8, max_length=2000, examples=["https://www.wmo.int/"])]
Query = Annotated[str, Field(min_length=1, max_length=400)]
LONGEST_TEXT = 6000
"""Most characters of a page that a reply shows; the file holds the whole text."""
HTML = frozenset({"text/html", "application/xhtml+xml"})


class Kept(Record):
    """A page saved in the workspace."""

    url: str
    title: str
    path: str
    """The page as it was received."""
    text_path: str
    """File of its text."""
    sha256: str
    """Hash of the page as it was received."""


@tool()
def search(
    provider: SearchProvider, workspace: Workspace, /, query: Query, most: Annotated[int, Field(ge=1, le=20)] = 10
) -> Output:
    """Search the web: title, address, date and snippet of pages. The answer is kept as a file.

    Args:
        query: Words to search for.
        most: Number of pages, the best first.
    """
    searched = provider.search(query, most)
    path = save_fields(workspace, "web search", searched.answer, ".json")
    rows: list[JsonValue] = [hit.model_dump(mode="json") for hit in searched.hits]
    lines = [f"{hit.title} ({hit.date or 'no date'}) {hit.url}\n  {hit.snippet[:300]}" for hit in searched.hits]
    text = "\n".join([*(lines or ["nothing was found; try other words"]), f"kept as {path}"])
    return Output(text=text, data={"path": path, "pages": rows}, engine=provider.name)


@tool()
def read_page(source: PageSource, workspace: Workspace, /, url: Url) -> Output:
    """Read a page of the web as text. The page and its text are kept as files.

    Args:
        url: Address of the page.
    """
    page = source.fetch(url)
    html = _read(page)
    kept = _keep(workspace, page, html)
    start = cite_passages(passages(html.text))
    more = f"\n[{len(start):,} characters in all; the rest is in {kept.text_path}]" if len(start) > LONGEST_TEXT else ""
    text = f"{kept.title or kept.url}: kept as {kept.path}, text as {kept.text_path}\n{start[:LONGEST_TEXT]}{more}"
    return Output(text=text, data=kept.model_dump(mode="json"), inputs={kept.url: kept.sha256})


@tool()
def crawl(
    source: PageSource,
    workspace: Workspace,
    /,
    url: Url,
    most: Annotated[int, Field(ge=1, le=20)] = 3,
    same_site: bool = True,
) -> Output:
    """Save a page and those it links to, the nearest first, as files of the workspace, with their texts.

    Args:
        url: The page to begin at.
        most: Number of pages.
        same_site: Only pages of the same host.
    """
    kept, failed = _crawl(source, workspace, url, most, same_site=same_site)
    lines = [f"{page.url} {page.title[:80]}: text as {page.text_path}" for page in kept]
    lines += [f"{address}: {why}" for address, why in list(failed.items())[:5]]
    rows: list[JsonValue] = [page.model_dump(mode="json") for page in kept]
    return Output(text="\n".join(lines), data={"pages": rows}, inputs={page.url: page.sha256 for page in kept})


def _crawl(
    source: PageSource, workspace: Workspace, url: str, most: int, *, same_site: bool
) -> tuple[list[Kept], dict[str, str]]:
    """Fetch pages breadth first; the first must exist, and any other that fails is reported."""
    kept: list[Kept] = []
    failed: dict[str, str] = {}
    queue, seen = [url], {url}
    while queue and len(kept) < most and len(failed) < most:
        address = queue.pop(0)
        try:
            page = source.fetch(address)
            html = _read(page)
        except (UserError, ToolError) as error:
            if not kept:
                raise
            failed[address] = str(error)
            continue
        kept.append(_keep(workspace, page, html))
        fresh = [link for link in _links(page.url, html, same_site=same_site) if link not in seen]
        seen.update(fresh)
        queue += fresh
    return kept, failed


def _links(base: str, html: HtmlPage, *, same_site: bool) -> list[str]:
    addresses = dict.fromkeys(urldefrag(urljoin(base, link))[0] for link in html.links)
    web = [address for address in addresses if address.startswith(("http://", "https://"))]
    return [address for address in web if not same_site or urlsplit(address).netloc == urlsplit(base).netloc]


def _read(page: WebPage) -> HtmlPage:
    if page.kind in HTML or page.body.lstrip()[:15].lower().startswith((b"<!doctype html", b"<html")):
        return read_html(page.body)
    if page.kind.startswith("text/") or page.kind in ("application/json", "application/xml"):
        return HtmlPage(title="", text=page.body.decode("utf-8", "replace"), links=())
    raise ToolError(f"{page.url} is {page.kind or 'of an unknown type'}, which has no text to read")


def _keep(workspace: Workspace, page: WebPage, html: HtmlPage) -> Kept:
    path = save_fields(workspace, "web page", page.body, ".html" if page.kind in HTML else ".txt")
    text_path = save_fields(workspace, "web text", html.text.encode(), ".md")
    sha256 = hashlib.sha256(page.body).hexdigest()
    return Kept(url=page.url, title=html.title, path=path, text_path=text_path, sha256=sha256)


FAMILY = "search"
PUBLISHED = {"web_search_serper": "web.search", "crawl_web_site": "web.crawl"}
"""Published names to ours. `summarize_web_page` has no counterpart: see above."""

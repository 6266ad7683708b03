"""Searching and reading the web, on loopback; every answer is saved under its hash."""

import contextlib
import hashlib
import json
import os

import pytest
from tests.sources.server import Reply, serving
from tests.waiting import PATIENCE_S

from mesocosm.errors import ToolError
from mesocosm.seeding import generator
from mesocosm.sources.pages import PageSource
from mesocosm.sources.search import Serper
from mesocosm.sources.web import Patience, Web
from mesocosm.suites.terra.tools import web as tools
from mesocosm.tools.sampling import sample
from mesocosm.tools.tool import make

HTML = {"Content-Type": "text/html"}
FRONT = (
    b"<title>Front</title><h1>Rivers</h1><p>High.<a href=/b>b</a><a href=/c>c</a><a href=https://elsewhere.org/>x</a>"
)


@pytest.fixture
def server(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    with serving() as made:
        made.put("/a", Reply(FRONT, headers=HTML))
        made.put("/b", Reply(b"<title>B</title><p>Second.<a href=/a>a</a><a href=/d>d</a>", headers=HTML))
        made.put("/d", Reply(b"plain words", headers={"Content-Type": "text/plain"}))
        made.put("/pdf", Reply(b"%PDF-1.7", headers={"Content-Type": "application/pdf"}))
        yield made


@pytest.fixture
def client():
    patience = Patience(attempts=1, connect_s=PATIENCE_S, read_s=PATIENCE_S)
    with Web(patience=patience, pause=lambda seconds: None) as made:
        yield made


@pytest.fixture
def pages(client):
    return PageSource(client, near=["127.0.0.1"])


def test_a_search_is_kept_byte_for_byte(server, client, workspace):
    answer = json.dumps({"organic": [{"title": "Flood", "link": "https://e.org/a", "snippet": "Rose."}]}).encode()
    server.put("/search", answer)
    seen = tools.search(Serper("key", client, server.url), workspace, "flood")
    assert seen.text.startswith("Flood (no date) https://e.org/a\n  Rose.\nkept as web-search-")
    assert workspace.read_bytes(seen.data["path"]) == answer
    assert hashlib.sha256(answer).hexdigest()[:10] in seen.data["path"]
    assert seen.engine == "Serper"


def test_a_page_is_read_and_kept(server, pages, workspace):
    seen = tools.read_page(pages, workspace, f"{server.url}/a")
    assert "[page 1, section 'Rivers']\nHigh.bcx" in seen.text
    assert workspace.read_bytes(seen.data["path"]) == FRONT
    assert workspace.read_text(seen.data["text_path"]).startswith("# Rivers")
    assert seen.inputs == {f"{server.url}/a": hashlib.sha256(FRONT).hexdigest()}


def test_a_long_page_is_cut_in_the_reply_and_whole_in_the_file(server, pages, workspace):
    server.put("/long", Reply(b"<p>" + b"word " * 5000, headers=HTML))
    seen = tools.read_page(pages, workspace, f"{server.url}/long")
    assert len(seen.text) < 6500
    assert "characters in all; the rest is in web-text-" in seen.text
    assert len(workspace.read_text(seen.data["text_path"])) > 24_000


def test_a_crawl_goes_breadth_first_within_its_site(server, pages, workspace):
    seen = tools.crawl(pages, workspace, f"{server.url}/a", most=4)
    assert [page["url"] for page in seen.data["pages"]] == [f"{server.url}/{name}" for name in "abd"]
    assert f"{server.url}/c: " in seen.text  # linked, but not there
    assert server.count("/a") == 1


def test_defect_22_a_page_that_cannot_be_fetched_is_an_error_and_never_an_answer(server, pages, workspace):
    for url in (f"{server.url}/nothing", f"{server.url}/pdf", "http://192.168.0.1/", "file:///etc/passwd"):
        for read in (tools.read_page, tools.crawl):
            with pytest.raises(ToolError):
                read(pages, workspace, url)
    assert os.listdir(workspace.root) == []


@pytest.mark.parametrize("draws", [4, pytest.param(100, marks=pytest.mark.exhaustive)])
def test_random_arguments_are_answered_or_refused(server, client, pages, workspace, draws):
    server.put("/search", b'{"organic": []}')
    draw = generator("fuzz", "web")
    given = {"search": Serper("key", client, server.url), "read_page": pages, "crawl": pages}
    for name, source in given.items():
        tool = make(f"web.{name}", getattr(tools, name))
        for _ in range(draws):
            arguments = sample(tool, draw)
            arguments |= {"url": f"{server.url}/{arguments['url'][:20]}"} if "url" in arguments else {}
            with contextlib.suppress(ToolError):
                assert tool.function(source, workspace, **tool.check(arguments)).text

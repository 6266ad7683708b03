"""Services that search the web, and pages of it, against a server on loopback."""

import json

import pytest
from tests.sources.server import Reply

from mesocosm.errors import UserError
from mesocosm.sources.pages import PageSource
from mesocosm.sources.search import Brave, PageHit, Serper, search_provider
from mesocosm.sources.web import NotThere, WebError

KEY = "key-of-mine"
SERPER = {
    "searchParameters": {"q": "flood", "type": "search"},
    "organic": [
        {"title": "Flood", "link": "https://example.org/a", "snippet": "Water rose.", "date": "14 Jul 2021"},
        {"title": "Dry", "link": "https://example.org/b", "position": 2},
    ],
}  # fmt: skip
BRAVE = {
    "type": "search",
    "web": {
        "results": [
            {"title": "<strong>Flood</strong>", "url": "https://example.org/a", "description": "Water <b>rose</b>.",
             "page_age": "2021-07-14T00:00:00"},
            {"title": "Dry", "url": "https://example.org/b"},
        ]
    },
}  # fmt: skip


def test_serper_is_asked_by_post_with_the_key_in_a_header(server, web):
    server.put("/search", json.dumps(SERPER).encode())
    searched = Serper(KEY, web, server.url).search("flood", 10)
    assert searched.hits == (
        PageHit(title="Flood", url="https://example.org/a", snippet="Water rose.", date="14 Jul 2021"),
        PageHit(title="Dry", url="https://example.org/b"),
    )
    assert json.loads(server.sent[0][1]) == {"q": "flood", "num": 10}
    [(path, headers)] = server.asked
    assert (path, headers["X-API-KEY"]) == ("/search", KEY)
    assert json.loads(searched.answer) == SERPER


def test_brave_is_asked_by_get_and_its_marks_are_taken_off(server, web):
    server.put("/res/v1/web/search?q=flood+plain&count=1", json.dumps(BRAVE).encode())
    [hit] = Brave(KEY, web, server.url).search("flood plain", 1).hits
    assert (hit.title, hit.snippet, hit.date) == ("Flood", "Water rose.", "2021-07-14T00:00:00")
    assert server.asked[0][1]["X-Subscription-Token"] == KEY


def test_no_results_are_no_error(server, web):
    server.put("/res/v1/web/search?q=x&count=5", b'{"type": "search"}')
    assert Brave(KEY, web, server.url).search("x", 5).hits == ()


@pytest.mark.parametrize("answer", [b"<html>busy</html>", b"[]", b'{"organic": [{"title": 3}]}', b'{"organic": null}'])
def test_an_answer_of_another_form_is_told_without_the_key(server, web, answer):
    server.put("/search", answer)
    with pytest.raises(UserError) as caught:
        Serper(KEY, web, server.url).search("flood", 10)
    assert KEY not in str(caught.value)


def test_a_refused_key_is_told_without_the_key(server, web):
    server.put("/search", Reply(b"{}", 403))
    with pytest.raises(WebError, match="403 Forbidden") as caught:
        Serper(KEY, web, server.url).search("flood", 10)
    assert KEY not in str(caught.value)


def test_the_service_is_the_one_whose_key_is_there(web):
    assert isinstance(search_provider(web, {"BRAVE_API_KEY": KEY}), Brave)
    assert isinstance(search_provider(web, {"BRAVE_API_KEY": KEY, "SERPER_API_KEY": KEY}), Serper)
    with pytest.raises(UserError, match=r"set SERPER_API_KEY \(a key from https://serper.dev\) or BRAVE_API_KEY"):
        search_provider(web, {})


def test_a_page_comes_with_its_kind_and_where_it_was(server, web):
    url = server.put("/old", Reply(status=302, headers={"Location": "/new"}))
    server.put("/new", Reply(b"<p>hello", headers={"Content-Type": "text/html; charset=utf-8"}))
    page = PageSource(web, near=["127.0.0.1"]).fetch(url)
    assert (page.url, page.kind, page.body) == (f"{server.url}/new", "text/html", b"<p>hello")


@pytest.mark.parametrize(
    "url",
    ["http://127.0.0.1/x", "http://localhost/x", "http://169.254.169.254/latest", "http://[::1]/", "http://10.0.0.1/",
     "http://0.0.0.0/", "http://2130706433/"],
)  # fmt: skip
def test_addresses_of_this_machine_and_its_network_are_refused(web, url):
    with pytest.raises(UserError, match="must be of a public host"):
        PageSource(web).fetch(url)


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://example.org/", "example.org", "http://", "http://[x/"])
def test_what_is_no_address_of_the_web_is_refused(web, url):
    with pytest.raises(UserError, match="`url`"):
        PageSource(web).fetch(url)


def test_a_redirect_to_this_machine_is_refused(server, web):
    url = server.put(
        "/out", Reply(status=302, headers={"Location": server.url.replace("127.0.0.1", "localhost") + "/in"})
    )
    server.put("/in", b"secret")
    with pytest.raises(UserError, match="must be of a public host, got 'localhost'"):
        PageSource(web, near=["127.0.0.1"]).fetch(url)
    assert [path for path, _ in server.asked] == ["/out"]


def test_a_page_that_is_not_there(server, web):
    with pytest.raises(NotThere):
        PageSource(web, near=["127.0.0.1"]).fetch(f"{server.url}/nothing")

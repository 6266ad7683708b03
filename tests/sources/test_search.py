"""Web search services, and web pages, against a loopback server."""

import json
import socket
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.sources.server import Reply
from tests.waiting import PATIENCE_S

from mesocosm.errors import UserError
from mesocosm.sources.pages import PageSource
from mesocosm.sources.public_hosts import is_public
from mesocosm.sources.search import Brave, PageHit, Serper, search_provider
from mesocosm.sources.web import NotThere, Patience, Web, WebError

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
def test_an_answer_of_another_form_is_reported_without_the_key(server, web, answer):
    server.put("/search", answer)
    with pytest.raises(UserError) as caught:
        Serper(KEY, web, server.url).search("flood", 10)
    assert KEY not in str(caught.value)


def test_a_refused_key_is_reported_without_the_key(server, web):
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


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "169.254.169.254", "100.64.0.1", "0.0.0.0", "255.255.255.255", "240.0.0.1", "224.0.0.1",
     "239.255.255.250", "::", "::1", "fe80::1", "fc00::1", "fec0::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
     "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::808:808", "2002:7f00:1::", "2002:a00:1::1", "2001::1", "2001:db8::1",
     "168.63.129.16", "192.88.99.1", "192.0.0.8", "3fff::1", "2600::5efe:7f00:1", "2600::200:5efe:a00:1"],
)  # fmt: skip
def test_an_address_into_the_machine_or_its_network_is_not_public(web, address):
    assert not is_public(address)
    for others in ([], ["93.184.216.34"]):
        source = PageSource(web, resolve=lambda host, others=others: [*others, address])
        with pytest.raises(UserError, match="must be of a public host, got 'site.test'"):
            source.fetch("http://site.test/")


@pytest.mark.parametrize(
    "address",
    ["93.184.216.34", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "2002:808:808::1", "2600::5efe:808:808"],
)
def test_an_address_of_the_public_network_is_public(address):
    assert is_public(address)


def test_a_host_is_asked_for_once_and_reached_where_it_was_checked(server, web):
    """The name is public when first resolved and of this machine when resolved again, as in DNS rebinding."""
    answers = [["93.184.216.34"], ["127.0.0.1"], ["127.0.0.1"]]
    source = PageSource(web, resolve=lambda host: answers.pop(0))
    with pytest.raises(WebError, match=r"93\.184\.216\.34"):  # the network is off in tests
        source.fetch(server.put("/in", b"secret").replace("127.0.0.1", "localhost"))
    assert (len(answers), server.asked) == (2, [])


def test_a_request_names_its_host_whatever_the_address(server, web):
    port = server.url.rpartition(":")[2]
    server.put("/a", b"hello")
    page = PageSource(web, near=["site.test"], resolve=lambda host: ["127.0.0.1"]).fetch(f"http://site.test:{port}/a")
    assert (page.url, page.body) == (f"http://site.test:{port}/a", b"hello")
    ((_, headers),) = server.asked
    assert (headers["Host"], headers["Connection"]) == (f"site.test:{port}", "close")


def test_the_name_of_the_host_is_what_its_certificate_must_bear():
    """Read from the greeting of TLS (RFC 6066, server name), which begins the connection."""
    with socket.create_server(("127.0.0.1", 0)) as listening, ThreadPoolExecutor(1) as aside:
        greeting = aside.submit(first_bytes, listening)
        with Web(patience=Patience(attempts=1)) as once:
            source = PageSource(once, near=["site.test"], resolve=lambda host: ["127.0.0.1"])
            with pytest.raises(WebError):
                source.fetch(f"https://site.test:{listening.getsockname()[1]}/")
    assert b"site.test" in greeting.result()


def first_bytes(listening):
    listening.settimeout(PATIENCE_S)
    with listening.accept()[0] as connection:
        return connection.recv(4000)


def test_addresses_are_tried_in_turn(server, web):
    port = server.url.rpartition(":")[2]
    server.put("/a", b"hello")
    source = PageSource(web, near=["site.test"], resolve=lambda host: ["93.184.216.34", "127.0.0.1"])
    assert source.fetch(f"http://site.test:{port}/a").body == b"hello"


def test_a_host_that_nobody_knows_is_an_error(web):
    def unknown(host):
        raise socket.gaierror("Name or service not known")

    for resolve in (unknown, lambda host: []):
        with pytest.raises(UserError, match="names an unknown host: 'site.test'"):
            PageSource(web, near=["site.test"], resolve=resolve).fetch("http://site.test/")


def test_a_page_that_is_not_there(server, web):
    with pytest.raises(NotThere):
        PageSource(web, near=["127.0.0.1"]).fetch(f"{server.url}/nothing")

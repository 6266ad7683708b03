"""The client against a real loopback server: what it retries, refuses and caches."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from tests.caches import stored
from tests.sources.server import Reply, serving
from tests.waiting import PATIENCE_S, wait_until

from mesocosm.sources.download import save
from mesocosm.sources.page_cache import PAGES
from mesocosm.sources.web import NotThere, Passing, Patience, Span, Stopped, Web, WebError, retry_after_s


def test_a_page(server, web):
    assert web.read(server.put("/page", b"hello")) == b"hello"


def test_two_troubles_then_fine(server, web, waits):
    url = server.put("/page", Reply(status=500), Reply(status=503), b"hello")
    assert web.read(url) == b"hello"
    assert len(waits) == 2


def test_waits_double_and_are_shortened_by_at_most_a_half(server, web, waits):
    with pytest.raises(WebError):
        web.read(server.put("/page", Reply(status=500)))
    assert len(waits) == 3  # four attempts
    for wait, longest in zip(waits, (1, 2, 4), strict=True):
        assert longest / 2 <= wait <= longest


def test_giving_up_names_address_status_and_attempts(server, web):
    url = server.put("/page", Reply(status=502))
    with pytest.raises(WebError, match=f"{url}: the server answers 502 Bad Gateway, tried 4 times; try again later"):
        web.read(url)


def test_a_busy_server_is_obeyed(server, web, waits):
    url = server.put("/page", Reply(status=429, headers={"Retry-After": "7"}), b"hello")
    assert web.read(url) == b"hello"
    assert waits == [7.0]


def test_a_server_that_asks_for_an_hour_is_reported_not_waited_for(server, web, waits):
    url = server.put("/page", Reply(status=429, headers={"Retry-After": "3600"}))
    with pytest.raises(WebError, match="asks to wait 3600 s"):
        web.read(url)
    assert waits == []


def test_what_is_not_there_is_not_asked_for_again(server, web, waits):
    with pytest.raises(NotThere, match="404 Not Found; nothing is there, or not yet"):
        web.read(f"{server.url}/nothing")
    assert (server.count("/nothing"), waits) == (1, [])


def test_a_refusal_is_not_asked_again(server, web):
    url = server.put("/page", Reply(status=403))
    with pytest.raises(WebError, match="403 Forbidden; the server refuses"):
        web.read(url)
    assert server.count("/page") == 1


def test_nobody_listens(web, waits):
    with pytest.raises(WebError, match=r"http://127.0.0.1:1/x: ConnectError .* tried 4 times"):
        web.read("http://127.0.0.1:1/x")
    assert len(waits) == 3


def test_an_address_of_another_kind(web, waits):
    with pytest.raises(WebError, match="check the address in the settings"):
        web.read("ftp://example.org/x")
    assert waits == []


def test_a_body_cut_short_is_fetched_again(server, web):
    assert web.read(server.put("/page", Reply(b"hello world", cut=5), b"hello world")) == b"hello world"


def test_a_server_that_never_answers(server, waits):
    release = threading.Event()
    url = server.put("/page", Reply(b"late", wait=release))
    hasty = Web(patience=Patience(attempts=2, read_s=0.05), pause=waits.append)
    with hasty, pytest.raises(WebError, match="ReadTimeout"):
        hasty.read(url)
    wait_until(lambda: server.count("/page") == 2, "the server had read the second request")
    release.set()


def test_bytes_of_a_file(server, web):
    url = server.put("/file", b"0123456789")
    assert web.read_span(url, Span(2, 5)) == b"234"
    assert web.read_span(url, Span(8, 20)) == b"89"
    assert web.read_span(url, Span(30, 40)) == b""
    assert server.ranges("/file") == ["bytes=2-4", "bytes=8-19", "bytes=30-39"]


def test_bytes_of_a_file_where_the_server_knows_no_ranges(server, web):
    assert web.read_span(server.put("/file", Reply(b"0123456789", ranges=False)), Span(2, 5)) == b"234"


def test_redirects_are_followed(server, web):
    url = server.put("/old", Reply(status=302, headers={"Location": "/new"}))
    server.put("/new", b"here")
    assert web.read(url) == b"here"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "10.0.0.1"])
@pytest.mark.parametrize(
    "way",
    [
        lambda web, url: web.read(url),
        lambda web, url: web.ask("GET", url),
        lambda web, url: web.read_span(url, Span(0, 2)),
        lambda web, url: web.length(url),
        lambda web, url: web.status(url) and web.read(url),
    ],
)
def test_no_redirect_leads_to_another_server_within(server, web, tmp_path, way, host):
    with serving() as inner:
        secret = inner.put("/x", b"SECRET")
        leads = secret.replace("127.0.0.1", host)
        url = server.put("/old", Reply(status=302, headers={"Location": leads}))
        with pytest.raises(WebError, match=r"/old redirects elsewhere: `url` must be of a public host, got"):
            way(web, url)
        with pytest.raises(WebError, match="/old redirects elsewhere"):
            save(web, url, tmp_path / "file")
    assert inner.asked == []


@pytest.fixture
def own_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path))


@pytest.mark.usefixtures("own_cache")
def test_a_page_is_kept_and_asked_about(server):
    url = server.put("/page", b"hello")
    for _ in range(2):
        with Web(cache=True) as web:
            assert web.read(url) == b"hello"
    assert server.asked[1][1]["If-None-Match"]  # the second answer is 304 without a body


@pytest.mark.usefixtures("own_cache")
def test_a_changed_page_replaces_the_kept_one(server):
    with Web(cache=True) as web:
        assert web.read(server.put("/page", b"one")) == b"one"
        assert web.read(server.put("/page", b"two")) == b"two"
        assert web.read(server.put("/page", b"two")) == b"two"


@pytest.mark.usefixtures("own_cache")
def test_a_damaged_page_is_fetched_anew(server):
    url = server.put("/page", b"hello")
    with Web(cache=True) as web:
        web.read(url)
        (kept,) = stored(PAGES)
        kept.write_bytes(kept.read_bytes()[:-1] + b"!")
        assert web.read(url) == b"hello"
    assert "If-None-Match" not in server.asked[1][1]


def test_a_stopped_client_ends_a_transfer(server, web):
    url = server.put("/page", b"hello")
    web.stop()
    with pytest.raises(Stopped):
        web.read(url)


def test_attempts_count_anew_while_something_moves(web):
    held = 0

    def action():
        nonlocal held
        held += 1
        if held < 20:
            raise Passing("lost")
        return held

    assert web.patiently("x", action, moved=lambda: held) == 20


@pytest.mark.parametrize(("header", "seconds"), [(None, None), ("", None), ("12", 12.0), ("soon", None)])
def test_retry_after(header, seconds):
    assert retry_after_s(header) == seconds


def test_retry_after_a_date():
    later = datetime.now(UTC) + timedelta(days=1)
    assert retry_after_s(format_datetime(later, usegmt=True)) == pytest.approx(86_400, abs=PATIENCE_S)
    assert retry_after_s("Wed, 21 Oct 2015 07:28:00 GMT") == 0.0

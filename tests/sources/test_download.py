"""Downloads: whole or in spans, resumed, checked, and never incomplete under their own name."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.sources.server import Reply, serving

from mesocosm.sources.download import save
from mesocosm.sources.web import NotThere, Patience, Span, Stopped, Web, WebError

BODY = bytes(range(256)) * 2000


def left(folder) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_whole_file(server, web, tmp_path):
    seen = []
    receipt = save(web, server.put("/f", BODY), tmp_path / "f", progress=lambda done, total: seen.append((done, total)))
    assert (tmp_path / "f").read_bytes() == BODY
    assert (receipt.bytes, receipt.sha256) == (len(BODY), hashlib.sha256(BODY).hexdigest())
    assert receipt.origin == f"{server.url}/f"
    assert seen[-1] == (len(BODY), len(BODY))
    assert left(tmp_path) == ["f"]


def test_a_cut_transfer_goes_on_where_it_broke(server, web, tmp_path):
    url = server.put("/f", Reply(BODY, cut=100_000), Reply(BODY))
    assert save(web, url, tmp_path / "f").bytes == len(BODY)
    assert (tmp_path / "f").read_bytes() == BODY
    first, second = server.ranges("/f")
    assert first is None
    assert second == "bytes=100000-"


def test_a_later_run_goes_on_where_an_earlier_one_gave_up(server, web, tmp_path):
    url = server.put("/f", Reply(BODY, cut=100_000), Reply(status=503))
    with pytest.raises(WebError, match="what was fetched is kept"):
        save(web, url, tmp_path / "f")
    assert not (tmp_path / "f").exists()
    server.put("/f", BODY)
    save(web, url, tmp_path / "f")
    assert (tmp_path / "f").read_bytes() == BODY
    assert server.ranges("/f")[-1] == "bytes=100000-"


def test_a_file_that_changed_meanwhile_is_started_again(server, web, tmp_path):
    url = server.put("/f", Reply(BODY, cut=100_000), Reply(status=503))
    with pytest.raises(WebError):
        save(web, url, tmp_path / "f")
    other = BODY[::-1]
    server.put("/f", other)
    save(web, url, tmp_path / "f")
    assert (tmp_path / "f").read_bytes() == other


def test_without_an_etag_nothing_is_resumed(server, web, tmp_path):
    url = server.put("/f", Reply(BODY, cut=100_000, etag=False), Reply(BODY, etag=False))
    save(web, url, tmp_path / "f")
    assert (tmp_path / "f").read_bytes() == BODY
    assert server.ranges("/f") == [None, None]


def test_a_server_that_always_cuts_is_given_up(server, web, tmp_path):
    with pytest.raises(WebError, match="tried 4 times"):
        save(web, server.put("/f", Reply(BODY, cut=10, etag=False)), tmp_path / "f")
    assert not (tmp_path / "f").exists()


def test_spans_one_after_the_other(server, web, tmp_path):
    url = server.put("/f", BODY)
    receipt = save(web, url, tmp_path / "f", spans=[Span(10, 20), Span(300, 310), Span(511_990, None)])
    assert (tmp_path / "f").read_bytes() == BODY[10:20] + BODY[300:310] + BODY[511_990:]
    assert receipt.bytes == 30
    assert server.ranges("/f") == ["bytes=10-19", "bytes=300-309", "bytes=511990-"]


def test_spans_go_on_in_the_middle_of_one(server, web, tmp_path):
    url = server.put("/f", Reply(BODY), Reply(BODY, cut=4), Reply(BODY))
    save(web, url, tmp_path / "f", spans=[Span(10, 20), Span(300, 310)])
    assert (tmp_path / "f").read_bytes() == BODY[10:20] + BODY[300:310]
    assert server.ranges("/f") == ["bytes=10-19", "bytes=300-309", "bytes=304-309"]


def test_other_spans_do_not_go_on_from_an_unfinished_file(server, web, tmp_path):
    url = server.put("/f", Reply(BODY), Reply(status=503))
    with pytest.raises(WebError):
        save(web, url, tmp_path / "f", spans=[Span(10, 20), Span(300, 310)])
    server.put("/f", BODY)
    save(web, url, tmp_path / "f", spans=[Span(0, 5)])
    assert (tmp_path / "f").read_bytes() == BODY[:5]


def test_spans_need_a_server_that_knows_ranges(server, web, tmp_path):
    url = server.put("/f", Reply(BODY, ranges=False))
    with pytest.raises(WebError, match="does not support byte ranges; fetch the whole file instead"):
        save(web, url, tmp_path / "f", spans=[Span(10, 20)])


def test_other_bytes_than_asked_for_are_refused(server, web, tmp_path):
    with pytest.raises(WebError, match="the server sent other bytes than bytes=10-19"):
        save(web, server.put("/f", Reply(BODY, shift=1)), tmp_path / "f", spans=[Span(10, 20)])
    assert not (tmp_path / "f").exists()


def test_a_span_beyond_the_end_is_refused(server, web, tmp_path):
    with pytest.raises(WebError, match="5 bytes arrived where 10 were expected"):
        save(web, server.put("/f", b"0123456789"), tmp_path / "f", spans=[Span(5, 15)])


def test_a_page_of_apology_is_not_kept(server, web, tmp_path):
    url = server.put("/f", b"<html>sorry</html>")
    with pytest.raises(WebError, match="is no data; it was not saved"):
        save(web, url, tmp_path / "f", check=lambda path: "is no data" if b"html" in path.read_bytes() else "")
    assert left(tmp_path) == []


def test_nothing_there_leaves_nothing(server, web, tmp_path):
    with pytest.raises(NotThere):
        save(web, f"{server.url}/none", tmp_path / "f")
    assert left(tmp_path) == []


def test_a_stopped_transfer_keeps_its_part_for_later(server, web, tmp_path):
    url = server.put("/f", BODY)
    with pytest.raises(Stopped):
        save(web, url, tmp_path / "f", progress=lambda done, total: web.stop())
    assert left(tmp_path) == [".f.part", ".f.part.json"]


@settings(deadline=None, max_examples=30)
@given(body=st.binary(min_size=1, max_size=400), cuts=st.lists(st.integers(0, 400), max_size=5))
def test_wherever_it_breaks_the_file_is_whole(body, cuts, tmp_path_factory):
    folder = tmp_path_factory.mktemp("cuts")
    with serving() as server, Web(patience=Patience(attempts=9), pause=lambda s: None) as web:
        url = server.put("/f", *[Reply(body, cut=min(cut, len(body) - 1)) for cut in cuts], body)
        save(web, url, folder / "f")
    assert (folder / "f").read_bytes() == body

"""Services in three modes against a loopback server: recordings, hidden keys, errors."""

from __future__ import annotations

import pytest
from tests.sources.one_client import server, shared_web, waits, web
from tests.sources.server import Reply

from mesocosm.errors import InvalidRecord, UserError
from mesocosm.sources.keys import Key, MissingKey, Secret
from mesocosm.sources.recording import NotRecorded, Records
from mesocosm.sources.service import Connection, QueryService, connect
from mesocosm.sources.web import Refused, Span, Web, WebError
from mesocosm.testing import check_source

__all__ = ["server", "shared_web", "waits", "web"]
PASSWORD = "0f3c-very-secret"


class Oracle(QueryService):
    """A service that answers the queries of tests."""

    name = "oracle"
    about = "Oracle"
    example = "ask?q=1"
    variable = "MESOCOSM_ORACLE_URL"
    home = "https://oracle.example.org"
    licence = "CC0-1.0"
    key_header = "X-Key"
    keys = (Key("ORACLE_KEY", ".oraclerc", "Ask the oracle for one."),)


@pytest.fixture
def service(server, web):
    return Oracle(web=web, address=server.url)


@pytest.fixture
def recording(service, tmp_path):
    return Connection(service, "record", Records(tmp_path), Secret(PASSWORD))


def test_a_replay_gives_the_same_bytes_when_the_server_is_gone(server, recording, tmp_path):
    server.put("/ask?q=1", b'{"a": 1}')
    server.put("/ask", b"[2]")
    server.put("/file.tif", bytes(range(100)))
    first = (
        recording.get("ask", q="1"),
        recording.post("ask", {"q": [2]}),
        recording.span(f"{server.url}/file.tif", Span(10, 20)),
    )
    server.replies.clear()
    elsewhere = Oracle(address="http://127.0.0.1:9")  # nothing listens there
    replay = Connection(elsewhere, "replay", Records(tmp_path))
    url = "http://127.0.0.1:9/file.tif"
    assert (replay.get("ask", q="1"), replay.post("ask", {"q": [2]}), replay.span(url, Span(10, 20))) == first


def test_a_replay_names_what_is_missing(service, tmp_path):
    replay = Connection(service, "replay", Records(tmp_path))
    with pytest.raises(NotRecorded, match='POST https://oracle.example.org/ask {"q":3}'):
        replay.post("ask", {"q": 3})


def test_a_record_tells_licence_time_and_hash_and_no_key(server, recording, tmp_path):
    server.put("/ask", Reply(b"{}", headers={"Content-Type": "application/json", "Set-Cookie": "id=7"}))
    recording.get("ask")
    [head] = Records(tmp_path).heads()
    assert (head.licence, head.bytes, head.kind) == ("CC0-1.0", 2, "application/json")
    [path] = tmp_path.glob("*/*.record")
    assert PASSWORD not in path.read_text()
    assert "Cookie" not in path.read_text()
    assert server.asked[0][1]["X-Key"] == PASSWORD


def test_live_keeps_nothing(server, service, tmp_path):
    server.put("/ask", b"{}")
    Connection(service, "live", Records(tmp_path)).get("ask")
    assert not list(tmp_path.iterdir())


def test_a_later_answer_to_the_same_question_counts(server, recording, service, tmp_path):
    server.put("/job", b'"running"', b'"done"')
    recording.get("job"), recording.get("job")
    assert Connection(service, "replay", Records(tmp_path)).get("job") == b'"done"'


def test_a_damaged_record_is_refused(server, recording, service, tmp_path):
    server.put("/ask", b"{}")
    recording.get("ask")
    [path] = tmp_path.glob("*/*.record")
    path.write_bytes(path.read_bytes() + b"x")
    with pytest.raises(InvalidRecord, match="is damaged: GET https://oracle.example.org/ask"):
        Connection(service, "replay", Records(tmp_path)).get("ask")


def test_busy_then_fine(server, recording, waits):
    server.put("/ask", Reply(status=429, headers={"Retry-After": "7"}), b"{}")
    assert recording.get("ask") == b"{}"
    assert waits == [7.0]


def test_troubles_that_stay_are_reported(server, recording):
    server.put("/ask", Reply(status=500))
    with pytest.raises(WebError, match="500 Internal Server Error, tried 4 times"):
        recording.get("ask")


def test_a_body_cut_short_is_asked_for_again(server, recording):
    server.put("/ask", Reply(b'{"whole": true}', cut=5), b'{"whole": true}')
    assert recording.get("ask") == b'{"whole": true}'


def test_an_error_page_is_no_json(server, recording):
    server.put("/ask", b"\n<!DOCTYPE html><p>Maintenance")
    with pytest.raises(WebError, match="oracle answers a question with a page of HTML, not with JSON"):
        recording.json(recording.get("ask"), "a question")


def test_a_refusal_says_why_without_the_key(server, recording):
    said = f'{{"title": "not accepted", "detail": "key {PASSWORD} lacks the licence"}}'.encode()
    server.put("/ask", Reply(said, 403))
    with pytest.raises(Refused, match=r"403 Forbidden: not accepted; key \[key\] lacks the licence") as caught:
        recording.post("ask", 1)
    assert PASSWORD not in repr(caught.value) + repr(caught.value.__cause__) + repr(recording)


def test_an_answer_that_repeats_the_key_is_not_recorded(server, recording, tmp_path):
    server.put("/ask", PASSWORD.encode())
    with pytest.raises(WebError, match="returned the key"):
        recording.get("ask")
    assert not list(tmp_path.iterdir())


def test_a_key_goes_to_no_other_address(server, recording):
    server.put("/ask", Reply(status=302, headers={"Location": f"{server.url}/elsewhere"}))
    server.put("/elsewhere", b"{}")
    with pytest.raises(WebError, match="302"):
        recording.get("ask")
    assert server.count("/elsewhere") == 0


def test_a_token_is_recorded_nowhere(server, recording, tmp_path):
    server.put("/file.tif?sig=abc", bytes(50))
    assert recording.span(f"{server.url}/file.tif", Span(0, 5), "sig=abc") == bytes(5)
    assert "sig=abc" not in next(tmp_path.glob("*/*.record")).read_text()
    with pytest.raises(WebError) as caught:
        recording.span(f"{server.url}/none.tif", Span(0, 5), "sig=abc")
    assert "sig" not in str(caught.value)


def test_without_a_key_a_service_is_not_asked(service, monkeypatch, tmp_path):
    monkeypatch.delenv("ORACLE_KEY", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    with pytest.raises(MissingKey, match="no key: set ORACLE_KEY or write `key: ...` to ~/.oraclerc. Ask the oracle"):
        connect(service, "live")
    assert connect(service, "replay", tmp_path).secret is None


def test_keys_stand_in_variables_and_files(tmp_path):
    key = Oracle.keys[0]
    (tmp_path / ".oraclerc").write_text("url: https://x\nkey: from-file\n")
    assert key.find({}, tmp_path).reveal() == "from-file"
    assert key.find({"ORACLE_KEY": " from-variable "}, tmp_path).reveal() == "from-variable"
    assert repr(key.find({}, tmp_path)) == "[key]"
    assert key.find({}, tmp_path / "none") is None


def test_records_need_a_folder(service):
    with pytest.raises(InvalidRecord, match="mode replay needs a folder"):
        Connection(service, "replay")


def test_a_service_holds_the_contract_of_sources(service):
    check_source(service)


def test_answers_without_a_key_are_cached_where_the_client_caches(server, tmp_path, monkeypatch):
    monkeypatch.setenv("MESOCOSM_CACHE", str(tmp_path))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    server.put("/ask", b"{}")
    with Web(cache=True) as client:
        open_door = Connection(Oracle(web=client, address=server.url), "live")
        assert [open_door.get("ask"), open_door.get("ask")] == [b"{}", b"{}"]
        assert "If-None-Match" in server.asked[1][1]
        Connection(Oracle(web=client, address=server.url), "live", None, Secret(PASSWORD)).get("ask")
    assert "If-None-Match" not in server.asked[2][1]


# ---------------------------------------------------------------- addresses that a service hands back


@pytest.fixture
def neighbour(server):
    """Return the same machine under another name: what a hostile service would point to."""
    return server.url.replace("127.0.0.1", "localhost")


def test_an_address_handed_back_must_be_public(server, recording, neighbour):
    server.put("/secret", b"{}")
    with pytest.raises(UserError, match="must be of a public host, got 'localhost'"):
        recording.get(f"{neighbour}/secret")
    with pytest.raises(UserError, match="must be of a public host"):
        recording.span(f"{neighbour}/secret", Span(0, 1))
    assert server.asked == []


def test_a_redirect_must_lead_to_a_public_host(server, service, neighbour):
    away = Reply(status=302, headers={"Location": f"{neighbour}/secret"})
    server.put("/file.tif", away)
    server.put("/file.tif?sig=1", away)
    server.put("/secret", b"secret")
    live = Connection(service, "live")
    for ask in (lambda: live.get("file.tif"), lambda: live.length(f"{server.url}/file.tif", "sig=1")):
        with pytest.raises(UserError, match="must be of a public host, got 'localhost'"):
            ask()
    assert server.count("/secret") == 0


def test_a_redirect_within_the_service_is_followed_without_the_token(server, service):
    server.put("/file.tif?sig=1", Reply(status=302, headers={"Location": "/moved.tif"}))
    server.put("/moved.tif", bytes(range(50)))
    assert Connection(service, "live").span(f"{server.url}/file.tif", Span(3, 5), "sig=1") == b"\x03\x04"


@pytest.mark.parametrize("host", ["storage.example.org.evil.example", "evilstorage.example.org", "127.0.0.1:1"])
def test_a_token_goes_to_expected_hosts_only(web, server, host):
    class Storing(Oracle):
        token_hosts = (".storage.example.org",)

    live = Connection(Storing(web=web, address=server.url), "live")
    with pytest.raises(WebError, match=r"its token is sent to these only: .* end in \.storage\.example") as caught:
        live.span(f"https://{host}/file.tif", Span(0, 1), "sig=very-secret")
    assert "very-secret" not in str(caught.value)


def test_a_record_says_that_it_is_hashed_and_not_signed(server, recording, tmp_path):
    server.put("/ask", b"{}")
    recording.get("ask")
    [path] = tmp_path.glob("*/*.record")
    assert '"integrity":"hashed, not signed"' in path.read_text()

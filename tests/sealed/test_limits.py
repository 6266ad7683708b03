"""One client cannot use up a scorer: what is too much is refused in words, and others are still served."""

from __future__ import annotations

import math
import os
import socket as sockets
from contextlib import suppress

import pytest

from mesocosm.errors import BrokenEpisode, UserError
from mesocosm.sealed import client
from mesocosm.sealed.client import Connection
from mesocosm.sealed.ledger import Scored, read_ledger
from mesocosm.sealed.limits import Limits
from mesocosm.sealed.playing import play_all


def scores(folder, scorer):
    entries, _, _ = read_ledger(folder.record, scorer.seal)
    return [entry.score.value for entry in entries if isinstance(entry, Scored)]


@pytest.mark.parametrize("limits", [Limits(connections=2)])
def test_connections_beyond_the_limit_are_refused_and_free_places_taken_again(socket, limits):
    with Connection(socket, "one") as one, Connection(socket, "two"):
        with pytest.raises(UserError, match="the scorer refuses: 2 connections are open, and no more are served"):
            Connection(socket, "three")
        assert one.next_task().item  # those within the limit are served on
        one.close()
        while True:  # until the scorer has noticed
            with suppress(UserError), Connection(socket, "three") as three:
                assert three.next_task().item
                return


@pytest.mark.parametrize("limits", [Limits(request_bytes=1_000)])
def test_a_long_message_ends_the_visit(socket, folder, scorer, limits):
    with Connection(socket, "x") as connection:
        task = connection.next_task()
        task.say("a" * 900)
        with pytest.raises(UserError, match="the scorer refuses: a message may have up to 1,000 bytes"):
            task.say("a" * 5_000_000)
        with pytest.raises(UserError, match="the scorer has closed the connection"):
            connection.next_task()
    assert play_all(socket, lambda task: None, "y").episodes == 3


@pytest.mark.parametrize("limits", [Limits(request_bytes=1_000)])
def test_a_message_without_an_end_is_not_waited_for(socket, limits):
    with sockets.socket(sockets.AF_UNIX) as line:
        line.connect(str(socket))
        line.sendall(b"a" * 1_001)
        assert "up to 1,000 bytes" in client.receive(line.makefile("rb"))["refused"]


@pytest.mark.parametrize("limits", [Limits(trace_bytes=20_000)])
def test_words_without_end_spend_the_episode(socket, folder, scorer, limits):
    with Connection(socket, "x") as connection:
        task = connection.next_task()
        said = 0
        while not task.done:
            task.say("a" * 1_000)
            said += 1
        assert 10 < said < 25
        assert task.call("survey_line", start=[-500, 0], end=[500, 0]).done
        task.finish()
    assert (folder.record / "traces" / "000000.jsonl").stat().st_size < 30_000
    assert scores(folder, scorer) == [0.0]  # the agent's doing, so it counts


@pytest.mark.parametrize("limits", [Limits(agents=2)])
def test_names_beyond_the_limit_are_shown_nothing(socket, limits):
    for name in ("one", "two", "one"):
        play_all(socket, lambda task: None, name)
    with pytest.raises(UserError, match="the scorer refuses: items were shown under 2 names, and no more are accepted"):
        play_all(socket, lambda task: None, "three")


@pytest.mark.parametrize("limits", [Limits(idle_s=0.05)])
def test_a_silent_visitor_is_told_and_leaves(socket, limits):
    with sockets.socket(sockets.AF_UNIX) as line:
        line.connect(str(socket))
        stream = line.makefile("rb")
        assert client.receive(stream)["refused"] == "nothing was said for 0.05 s"
        assert client.receive(stream) is None


def test_a_thought_that_cannot_be_written_breaks_the_episode_in_words(socket, folder, scorer, monkeypatch):
    episodes, open_next = [], scorer.open_next
    monkeypatch.setattr(scorer, "open_next", lambda *words: episodes.append(open_next(*words)) or episodes[-1])
    with Connection(socket, "x") as connection:
        task = connection.next_task()
        episodes[0].world.writer._descriptor = os.open("/dev/full", os.O_WRONLY)
        with pytest.raises(BrokenEpisode, match="this episode counts as broken"):
            task.say("a thought")
        assert task.done
        assert connection.next_task().item.endswith("0001")
    assert math.isnan(scores(folder, scorer)[0])


@pytest.mark.parametrize("tokens", [True, -1, 10**12 + 1, 10**400], ids=["boolean", "negative", "many", "endless"])
def test_tokens_beyond_all_bounds_are_refused_and_end_no_episode(socket, tokens):
    with sockets.socket(sockets.AF_UNIX) as line:
        line.connect(str(socket))
        stream = line.makefile("rwb")
        for request in ({"do": "hello", "agent": "spender"}, {"do": "next"}):
            client.send(stream, request)
            client.receive(stream)
        client.send(stream, {"do": "charge", "tokens": tokens})
        assert "`tokens` must be a whole number in [0, 1000000000000]" in client.receive(stream)["refused"]
        client.send(stream, {"do": "finish"})
        assert "refused" not in client.receive(stream)

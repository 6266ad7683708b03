"""An agent against a scorer as if in another process: what it is shown, what counts."""

from __future__ import annotations

import math

import pytest

from mesocosm.errors import InvalidRecord, UserError
from mesocosm.sealed import client
from mesocosm.sealed.client import Connection
from mesocosm.sealed.ledger import Scored, read_ledger
from mesocosm.sealed.playing import find_player, play_all
from mesocosm.sealed.scorer import Scorer

ANSWER = {"depth_m": 1.0, "excess_mass_kg": 1.0}  # never right: no sphere lies so high or weighs so little


def scores(folder, scorer):
    entries, problems, _ = read_ledger(folder.record, scorer.seal)
    assert problems == []
    return [entry.score.value for entry in entries if isinstance(entry, Scored)]


def survey(task):
    """Agent that gets every kind of observation: text, pictures, files, an error."""
    task.say(task.prompt)
    seen = task.call("survey_line", start=[-500, 0], end=[500, 0])
    assert seen.images[0].png.startswith(b"\x89PNG")
    assert task.call("no_such_tool").error is not None
    assert [tool["function"]["name"] for tool in task.tools] == task.shown
    task.call("submit", answer=ANSWER)


def test_an_agent_plays_every_item_once(socket, scorer, folder):
    assert play_all(socket, survey, "survey").episodes == 3
    assert play_all(socket, survey, "survey").episodes == 0
    assert play_all(socket, find_player("null", "toy"), "null", "toy").episodes == 3
    assert len(scores(folder, scorer)) == 6


def test_the_truth_earns_full_marks(socket, scorer, folder):
    """The scorer's own truth, which only this test can look up, is right."""

    def cheat(task):
        task.call("submit", answer=scorer.case(int(task.item[-4:]))[1].answer)

    play_all(socket, cheat, "cheat")
    assert scores(folder, scorer) == [1.0, 1.0, 1.0]


def test_no_byte_from_the_scorer_holds_the_seed_or_the_truth(socket, scorer, folder, monkeypatch):
    """The toy's survey puts its seed into the provenance of a file, as any third-party tool may."""
    heard = []
    receive = client.receive
    monkeypatch.setattr(client, "receive", lambda stream: heard.append(receive(stream)) or heard[-1])
    play_all(socket, survey, "survey")
    play_all(socket, find_player("random", "toy"), "random")
    text = str(heard) + "".join(path.read_text() for path in folder.record.rglob("*.json*"))
    assert "provenance" in text
    seed = scorer.secret.seed(scorer.seal)
    for hidden in (str(abs(seed)), f"{abs(seed):x}", scorer.secret.secret, "toy-s-"):
        assert hidden not in text
    for index in range(3):
        assert str(scorer.case(index)[1].answer["excess_mass_kg"]) not in text


def test_items_of_a_seal_are_called_by_its_commitment(socket, scorer):
    with Connection(socket, "x") as connection:
        assert connection.next_task().item == f"toy-sealed-{scorer.seal.commitment[:12]}-0000"


def test_an_agent_that_crashes_is_scored(socket, scorer, folder):
    def crash(task):
        raise RuntimeError("oops")

    assert play_all(socket, crash, "crash").crashed == 3
    assert scores(folder, scorer) == [0.0, 0.0, 0.0]


def test_an_agent_that_leaves_is_scored_and_not_shown_the_item_again(folder, scorer):
    episode = scorer.open_next("x")
    scorer.finish(episode)
    assert scores(folder, scorer) == [0.0]
    assert scorer.open_next("x").opened.index == 1


def test_an_episode_cut_off_with_the_scorer_is_broken(folder, scorer):
    scorer.open_next("x").world.workspace.close()
    scorer.release()  # as a kill would
    with Scorer(folder.root) as again:
        assert math.isnan(scores(folder, again)[0])


def test_a_reference_agent_that_needs_the_truth_is_told_so(socket):
    with pytest.raises(InvalidRecord, match="needs the truth of the items"):
        play_all(socket, find_player("oracle", "toy"), "oracle")


def test_another_suite_is_refused(socket):
    with pytest.raises(InvalidRecord, match="holds toy, not lake"):
        play_all(socket, survey, "x", "lake")


def test_nothing_is_added_to_a_closed_record(socket, scorer):
    scorer.close_record()
    with pytest.raises(UserError, match="refuses: this evaluation is closed"):
        play_all(socket, survey, "late")


@pytest.mark.parametrize("request_", [{"do": "call", "tool": "submit"}, {"do": "reveal"}, {"do": ["x"]}, {}])
def test_a_request_out_of_turn_is_refused(socket, request_):
    with Connection(socket, "x") as connection, pytest.raises(UserError, match="the scorer refuses"):
        connection.ask(request_.pop("do", ""), **request_)


@pytest.mark.parametrize("line", [b"[]\n", b"not json\n", b"{}\n", b"[" * 50_000 + b"\n", b"\xff\n"])
def test_a_line_that_is_not_a_request_is_refused(socket, line):
    with Connection(socket, "x") as connection:
        connection._stream.write(line)
        connection._stream.flush()
        assert "refused" in client.receive(connection._stream)


def test_an_agents_name_cannot_be_a_path(socket):
    with pytest.raises(UserError, match="an agent's name is"):
        play_all(socket, survey, "../x")


def test_a_folder_has_one_scorer(scorer, folder):
    with pytest.raises(UserError, match="served by another process"):
        Scorer(folder.root)

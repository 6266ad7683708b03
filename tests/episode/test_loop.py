from __future__ import annotations

import errno
from collections.abc import Callable

import pytest
from pydantic import JsonValue

from mesocosm.agents import scripted
from mesocosm.episode.agent import Action, call
from mesocosm.episode.loop import run_episode
from mesocosm.episode.world import World
from mesocosm.errors import ToolError
from mesocosm.trace.schema import Said
from mesocosm.types import Observation

MakeWorld = Callable[..., World]


def echo(text: str) -> str:
    """Say it again."""
    return text


def crash() -> str:
    """Fall over."""
    raise OSError(errno.EIO, "a disk of ours")


class Listener:
    """Keeps what it sees; plays a list of actions."""

    def __init__(self, *actions: Action) -> None:
        self.actions = list(actions)
        self.seen: list[Observation] = []

    def act(self, seen: Observation) -> Action:
        self.seen.append(seen)
        return self.actions.pop(0)


def test_the_first_thing_an_agent_sees_is_the_prompt(make_world: MakeWorld) -> None:
    agent = Listener(None)
    run_episode(make_world(echo), agent)
    assert [seen.text for seen in agent.seen] == ["Do something."]


def test_an_agent_sees_what_its_call_gave(make_world: MakeWorld) -> None:
    agent = Listener(call("echo", text="hi"), None)
    trace = run_episode(make_world(echo), agent)
    assert agent.seen[1].text == "hi"
    assert trace.end is not None
    assert trace.end.reason == "stopped"


def test_an_agent_that_hands_in_is_asked_no_more(make_world: MakeWorld) -> None:
    agent = Listener(call("submit", answer=7), call("submit", answer=8))
    trace = run_episode(make_world("submit.submit"), agent)
    assert trace.answer.value == 7
    assert len(agent.actions) == 1


def test_words_are_on_record_and_answered_with_a_hint(make_world: MakeWorld) -> None:
    agent = Listener("I wonder", None)
    trace = run_episode(make_world(echo), agent)
    assert Said(role="assistant", text="I wonder") in trace.events
    assert agent.seen[1].text.startswith("Nothing is handed in yet")
    assert Said(role="user", text=agent.seen[1].text) in trace.events


def test_an_agent_that_only_talks_is_reminded_twice_and_no_more(make_world: MakeWorld) -> None:
    agent = Listener(*["words"] * 10)
    trace = run_episode(make_world(echo), agent)
    assert trace.end is not None
    assert (trace.end.reason, len(agent.seen), len(agent.actions)) == ("stopped", 3, 7)
    roles = [event.role for event in trace.events if isinstance(event, Said)]
    assert roles == ["assistant", "user", "assistant", "user", "assistant"]  # the third reminder is not recorded


def test_a_call_between_words_is_a_fresh_start(make_world: MakeWorld) -> None:
    agent = Listener("one", "two", call("echo", text="hi"), "three", "four", None)
    run_episode(make_world(echo), agent)
    assert agent.actions == []


def test_what_breaks_on_our_side_is_on_the_trace_and_not_raised(make_world: MakeWorld) -> None:
    trace = run_episode(make_world(crash), scripted.of([call("crash")]))
    assert trace.faults[0].boundary == "tool lab.crash"
    assert trace.end is not None
    assert trace.end.reason == "broken"


def test_an_agent_that_crashes_has_lost_and_its_author_gets_the_error(make_world: MakeWorld) -> None:
    world = make_world(echo)
    with pytest.raises(IndexError):
        run_episode(world, Listener())
    trace = world.finish()
    assert (trace.faults, world.ended) == ((), "crashed")
    assert Said(role="crash", text="IndexError: pop from empty list") in trace.events


def test_where_the_desk_takes_words_the_first_reply_is_handed_in(make_world: MakeWorld) -> None:
    world = make_world(check=check_digit, reader=first_digit)
    trace = run_episode(world, Listener("It is 7.", "No, 8."))
    assert (world.ended, trace.answer.value, trace.answer.status) == ("submitted", "7", "valid")


@pytest.mark.parametrize("words", ["I do not know.", "", "It is 9."])
def test_a_reply_without_an_answer_in_it_is_the_only_one(make_world: MakeWorld, words: str) -> None:
    world = make_world(check=check_digit, reader=first_digit)
    trace = run_episode(world, Listener(words, "It is 7."))
    assert world.ended == "stopped"
    assert not trace.answer.accepted


def first_digit(text: str) -> str | None:
    return next((character for character in text if character.isdigit()), None)


def check_digit(answer: JsonValue) -> JsonValue:
    if answer == "9":
        raise ToolError("anything but 9")
    return answer

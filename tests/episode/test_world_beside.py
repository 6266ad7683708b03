"""`World.call_beside` is `World.call` on an event loop, which must go on whatever a tool does."""

from __future__ import annotations

import asyncio
import queue
import threading
import time

import pytest
from tests.waiting import PATIENCE_S

from mesocosm.errors import BrokenEpisode
from mesocosm.trace.schema import Called, Observed
from mesocosm.types import Budget
from mesocosm.workspace.workspace import Workspace


def echo(text: str = "hi") -> str:
    """Say it again."""
    return text


def stops() -> str:
    """Raise what would end a generator."""
    raise StopIteration


def test_it_sees_and_records_what_a_plain_call_does(make_world):
    plain, beside = make_world(echo), make_world(echo)
    for arguments in ({"text": "a"}, {"wrong": 1}, {}):
        assert asyncio.run(beside.call_beside("echo", arguments)) == plain.call("echo", arguments)
    kinds = [[event.kind for event in world.writer.trace().events] for world in (plain, beside)]
    assert kinds[0] == kinds[1]


def test_the_loop_goes_on_while_a_tool_runs(make_world):
    release = threading.Event()

    def wait() -> str:
        """Wait for the loop."""
        assert release.wait(PATIENCE_S)
        return "done"

    async def both():
        call = asyncio.create_task(make_world(wait).call_beside("wait"))
        await asyncio.sleep(0)
        release.set()
        return await call

    assert asyncio.run(both()).text == "done"


def test_calls_of_one_world_take_turns(make_world):
    running = []

    def tick() -> str:
        """Note that no other call runs."""
        running.append(1)
        time.sleep(0.01)  # long enough for another call to begin, were it let
        count = str(len(running))
        running.pop()
        return count

    world = make_world(tick)

    async def many():
        return await asyncio.gather(*(world.call_beside("tick") for _ in range(5)))

    assert [seen.text for seen in asyncio.run(many())] == ["1"] * 5


def test_a_tool_that_hangs_is_given_up(make_world):
    release = threading.Event()

    def hang() -> str:
        """Never come back."""
        release.wait(PATIENCE_S)
        return ""

    world = make_world(hang, budget=Budget(call_seconds=0.05))
    assert "did not return within" in asyncio.run(world.call_beside("hang")).text
    release.set()
    assert not world.done


@pytest.mark.parametrize(
    "call", [lambda world: world.call("stops"), lambda world: asyncio.run(world.call_beside("stops"))]
)
def test_a_tool_that_raises_stop_iteration_has_failed(make_world, call):
    assert call(make_world(stops)).error.kind == "failed"


def test_a_cancelled_call_may_write_no_more_and_the_world_can_end(make_world):
    begun, release, refused = threading.Event(), threading.Event(), threading.Event()

    def late(workspace: Workspace, /) -> str:
        """Write after everyone has left."""
        begun.set()
        assert release.wait(PATIENCE_S)
        try:
            workspace.write_text("late.txt", "x")
        except BrokenEpisode:
            refused.set()
        return ""

    world = make_world(late)

    async def cancelled():
        call = asyncio.create_task(world.call_beside("late"))
        await asyncio.to_thread(begun.wait, PATIENCE_S)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call

    asyncio.run(cancelled())
    release.set()
    assert refused.wait(PATIENCE_S)
    trace = world.finish("budget")
    assert [type(event) for event in trace.events[1:]] == [Called, Observed, type(trace.end)]
    [(_, seen)] = trace.calls()
    assert seen.error.kind == "cancelled"


def test_after_a_cancelled_call_the_next_one_may_write(make_world):
    """The number of a thread that ended comes again; a new worker must not be taken for the old one."""
    threads: queue.SimpleQueue[threading.Thread] = queue.SimpleQueue()
    releases: queue.SimpleQueue[None] = queue.SimpleQueue()

    def nap() -> str:
        """Outlive the caller's patience."""
        threads.put(threading.current_thread())
        releases.get(timeout=PATIENCE_S)
        return ""

    def note(workspace: Workspace, /) -> str:
        """Write."""
        workspace.write_text("note.txt", "x")
        return "noted"

    world = make_world(nap, note)

    async def twice():
        call = asyncio.create_task(world.call_beside("nap"))
        thread = await asyncio.to_thread(threads.get, timeout=PATIENCE_S)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        releases.put(None)
        await asyncio.to_thread(thread.join, PATIENCE_S)  # from here on its number may come again
        return await world.call_beside("note")

    async def often():
        return [await twice() for _ in range(4)]

    assert [seen.text for seen in asyncio.run(often())] == ["noted"] * 4


def test_an_episode_that_ends_while_a_tool_runs_is_over(make_world):
    begun, release = threading.Event(), threading.Event()

    def slow() -> str:
        """Wait for the end."""
        begun.set()
        assert release.wait(PATIENCE_S)
        return "late"

    world = make_world(slow)

    async def both():
        call = asyncio.create_task(world.call_beside("slow"))
        await asyncio.to_thread(begun.wait, PATIENCE_S)
        world.finish("budget")
        release.set()
        return await call

    assert asyncio.run(both()).done
    assert world.writer.trace().events[-1].kind == "episode_ended"

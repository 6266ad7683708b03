"""`World.call` is the one place a tool runs: every budget, every refusal, every way to break."""

from __future__ import annotations

import errno
import hashlib
import math
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.waiting import PATIENCE_S

import mesocosm
from mesocosm.episode import message_limits
from mesocosm.episode.budget_ledger import Ledger
from mesocosm.episode.setting import Setting
from mesocosm.episode.world import World
from mesocosm.errors import BrokenEpisode, BudgetSpent, InvalidRecord, MissingExtra, ToolError
from mesocosm.suite import Suite
from mesocosm.tools.submit import submit
from mesocosm.tools.tool import Output, make
from mesocosm.tools.view import ToolView
from mesocosm.trace.reader import read_trace, validate
from mesocosm.trace.schema import Called, EpisodeEnded, EpisodeStarted, Observed, Said
from mesocosm.types import Budget, Fault, Image, Item, Reference
from mesocosm.workspace.clock import FrozenClock
from mesocosm.workspace.submission import SubmissionDesk
from mesocosm.workspace.workspace import Workspace

MakeWorld = Callable[..., World]


def echo(text: str = "hi") -> str:
    """Say it again."""
    return text


def crash() -> str:
    """Fall over."""
    raise ZeroDivisionError("by us")


def note(workspace: Workspace, /, path: str = "note.txt", text: str = "x") -> Output:
    """Write a note."""
    workspace.write_text(path, text)
    return Output(
        text="noted", engine="pencil", engine_version="2", engine_kind="table", seed=5, inputs={"a": "0" * 64}
    )


def kinds(world: World) -> list[str]:
    return [event.kind for event in world.writer.trace().events]


# ------------------------------------------------------------ an ordinary call


def test_a_call_gives_an_observation_and_two_events(make_world: MakeWorld) -> None:
    world = make_world(echo)
    seen = world.call("echo", {"text": "höhe"})
    assert (seen.text, seen.error, seen.done) == ("höhe", None, False)
    assert world.writer.trace().events[1] == Called(call="call-1", tool="echo", arguments={"text": "höhe"})
    assert kinds(world) == ["episode_started", "called", "observed"]


def test_no_arguments_are_an_empty_object(make_world: MakeWorld) -> None:
    assert make_world(echo).call("echo").text == "hi"


def test_a_call_id_of_the_harness_is_kept(make_world: MakeWorld) -> None:
    world = make_world(echo)
    world.call("echo", {}, "toolu_7")
    assert [call.id for call, _ in world.writer.trace().calls()] == ["toolu_7"]


def test_a_made_call_id_never_repeats_one_that_was_given(make_world: MakeWorld) -> None:
    world = make_world(echo)
    world.call("echo", {}, "call-2")
    world.call("echo", {})
    world.call("echo", {}, "call-2")
    ids = [call.id for call, _ in world.writer.trace().calls()]
    assert ids[0] == "call-2"
    assert len(set(ids)) == 3


def test_the_start_says_what_the_world_is_made_of(make_world: MakeWorld) -> None:
    world = make_world(echo, prompts={"task": "0" * 64}, suite_version="1-A")
    start = world.writer.trace().start
    assert isinstance(start, EpisodeStarted)
    assert (start.suite, start.item, start.suite_version, start.mesocosm) == (
        "lab",
        "lab-s0-0000",
        "1-A",
        mesocosm.__version__,
    )
    assert start.item_sha256 == world.item.fingerprint()
    assert start.tools == {"echo": hashlib.sha256(make("lab.echo", echo).schema_bytes).hexdigest()}
    assert start.prompts == {"task": "0" * 64}


def test_pictures_are_kept_beside_the_trace_under_their_hash(make_world: MakeWorld, tmp_path: Path) -> None:
    def draw() -> Output:
        """Draw."""
        return Output(text="drawn", images=(Image(png=b"png", caption="map"),))

    world = make_world(draw, trace=tmp_path / "t.jsonl")
    assert world.call("draw").images == (Image(png=b"png", caption="map"),)
    event = world.writer.trace().events[-1]
    assert isinstance(event, Observed)
    assert world.writer.blobs.get(event.images[0]) == b"png"


def test_tools_are_given_what_they_ask_for_by_type(make_world: MakeWorld) -> None:
    class Ground:
        depth = 7

    class Clay(Ground):
        pass

    def ask(workspace: Workspace, desk: SubmissionDesk, clock: FrozenClock, ground: Ground, /) -> str:
        """Ask for everything."""
        return f"{clock.now().year} {ground.depth} {desk.closed} {workspace.usage()}"

    ask.__annotations__ |= {"ground": Ground}
    assert make_world(ask, provided=(Clay(),)).call("ask").text == "2025 7 False (0, 0)"


def test_a_tool_whose_need_is_not_met_is_refused_before_the_episode(make_world: MakeWorld) -> None:
    def mine(ground: Path, /) -> str:
        """Dig."""
        return ""

    with pytest.raises(InvalidRecord, match="tool lab.mine needs a Path, which this world does not provide"):
        make_world(mine)


def test_files_of_the_setting_lie_in_the_workspace_and_are_no_work_of_the_agent(make_world: MakeWorld) -> None:
    world = make_world("files.read_file", files={"data/in.txt": b"given"})
    seen = world.call("read_file", {"path": "data/in.txt"})
    assert (seen.text, seen.artifacts) == ("given", ())


def test_calls_from_many_threads_stay_whole(make_world: MakeWorld) -> None:
    world = make_world(echo, budget=Budget(steps=100))
    with ThreadPoolExecutor(8) as pool:
        seen = list(pool.map(lambda n: world.call("echo", {"text": str(n)}).text, range(40)))
    assert seen == [str(n) for n in range(40)]
    assert kinds(world)[1:] == ["called", "observed"] * 40


# ------------------------------------------------------------ artifacts


def test_what_a_call_wrote_carries_hash_and_provenance(make_world: MakeWorld) -> None:
    world = make_world(note)
    [file] = world.call("note").artifacts
    assert (file.path, file.bytes, file.sha256) == ("note.txt", 1, hashlib.sha256(b"x").hexdigest())
    made = file.provenance
    assert made is not None
    assert (made.tool, made.call, made.engine, made.engine_version) == ("lab.note", "call-1", "pencil", "2")
    assert (made.engine_kind, made.seed, made.inputs) == ("table", 5, {"a": "0" * 64})


def test_our_own_engine_carries_our_version(make_world: MakeWorld) -> None:
    [file] = make_world("files.write_file").call("write_file", {"path": "a", "content": ""}).artifacts
    assert file.provenance is not None
    assert (file.provenance.engine, file.provenance.engine_version) == ("mesocosm", mesocosm.__version__)


def test_only_the_call_that_wrote_a_file_lists_it(make_world: MakeWorld) -> None:
    world = make_world(note, echo)
    world.call("note")
    assert world.call("echo").artifacts == ()


def test_a_file_written_by_a_refused_call_is_that_calls_work(make_world: MakeWorld) -> None:
    def half(workspace: Workspace, /) -> str:
        """Write, then refuse."""
        workspace.write_text("half.txt", "x")
        raise ToolError("no more")

    world = make_world(half, echo)
    refused = world.call("half")
    assert refused.error == Fault(kind="tool", message="no more")
    assert [file.path for file in refused.artifacts] == ["half.txt"]
    assert world.call("echo").artifacts == ()
    [kept] = world.finish().artifacts()
    assert kept.provenance is not None
    assert kept.provenance.tool == "lab.half"


def test_the_end_lists_every_file_with_its_provenance(make_world: MakeWorld) -> None:
    world = make_world(note, files={"given.txt": b"g"})
    world.call("note", {"path": "b.txt"})
    world.call("note", {"path": "a.txt"})
    files = world.finish().artifacts()
    assert [(file.path, file.provenance and file.provenance.call) for file in files] == [
        ("a.txt", "call-2"),
        ("b.txt", "call-1"),
        ("given.txt", None),
    ]


def test_the_end_names_files_that_nobody_here_wrote(make_world: MakeWorld) -> None:
    world = make_world(note, files={"given.txt": b"g", "whole.txt": b"w"})
    world.call("note")
    (world.workspace.root / "planted.txt").write_text("31.4")
    (world.workspace.root / "given.txt").write_text("replaced")
    ended = world.finish().end
    assert ended is not None
    assert ended.unclaimed == ("given.txt", "planted.txt")
    assert [file.path for file in ended.artifacts] == ["given.txt", "note.txt", "planted.txt", "whole.txt"]


def test_a_python_program_s_files_are_hashed_and_attributed(toy_world: World) -> None:
    seen = toy_world.call("python", {"code": "open('out.txt', 'w').write('42'); print('done')"})
    if seen.error is not None and seen.error.kind == "unavailable":
        pytest.skip(f"no isolator works here: {seen.text}")
    assert seen.text == "done"
    [file] = seen.artifacts
    assert (file.path, file.sha256) == ("out.txt", hashlib.sha256(b"42").hexdigest())
    assert file.provenance is not None
    assert (file.provenance.tool, file.provenance.engine) == ("execution.python", "python")


# ------------------------------------------------------------ an agent's mistakes


@pytest.mark.parametrize(
    ("name", "arguments", "kind", "message"),
    [
        ("ecko", {}, "unknown_tool", "there is no tool 'ecko'; did you mean echo? available: echo"),
        ("", {}, "unknown_tool", "there is no tool ''"),
        ("\ud800", {}, "unknown_tool", "there is no tool"),
        ("x" * 100_000, {}, "unknown_tool", "available: echo"),
        ("echo", {"text": 3}, "arguments", "lab.echo: `text` must be a valid string, got 3"),
        ("echo", {"txt": "x"}, "arguments", "`txt` is not an argument; did you mean text?"),
        ("echo", ["x"], "arguments", "lab.echo: arguments must be a JSON object"),
        ("echo", "text=x", "arguments", "lab.echo: arguments must be a JSON object"),
        ("echo", {"text": "x" * 2_000_001}, "arguments", "at most 2,000,000"),
        ("echo", {"text": "\ud800"}, "arguments", "lone surrogate"),
        ("echo", {"\udfff": 1}, "arguments", "lone surrogate"),
        ("echo", {"text": math.nan}, "arguments", "arguments are not JSON"),
        ("echo", {"text": object()}, "arguments", "lab.echo: arguments"),
        ("echo", {"text": b"\xff"}, "arguments", "lab.echo: arguments"),
    ],
)
def test_a_mistake_comes_back_as_an_observation(
    make_world: MakeWorld, tmp_path: Path, name: str, arguments: Any, kind: str, message: str
) -> None:
    world = make_world(echo, trace=tmp_path / "t.jsonl")
    seen = world.call(name, arguments)
    assert seen.error is not None
    assert (seen.error.kind, seen.error.message, seen.done) == (kind, seen.text, False)
    assert message in seen.text
    world.finish()
    assert validate(tmp_path / "t.jsonl") == []
    assert read_trace(tmp_path / "t.jsonl").digest() == world.writer.trace().digest()


@pytest.mark.parametrize("depth", [300, 5_000, 100_000])
def test_arguments_nested_without_end_are_refused(make_world: MakeWorld, tmp_path: Path, depth: int) -> None:
    value: Any = "x"
    for _ in range(depth):
        value = [value]
    world = make_world("submit.submit", trace=tmp_path / "t.jsonl")
    seen = world.call("submit", {"answer": value})
    assert seen.error is not None
    assert seen.error.kind == "arguments"
    assert "nested too deep" in seen.text
    world.finish()
    assert validate(tmp_path / "t.jsonl") == []


def test_a_mistake_costs_a_step_and_no_call(make_world: MakeWorld) -> None:
    world = make_world(echo, budget=Budget(calls={"echo": 1}))
    world.call("echo", {"text": 3})
    assert world.call("echo").error is None
    assert world.ledger.spent() == {"steps": 2, "tokens": 0, "calls.echo": 1}


def test_a_refusal_of_the_harness_is_on_record_and_costs_a_step(make_world: MakeWorld) -> None:
    world = make_world(echo, budget=Budget(steps=2))
    seen = world.refuse("echo", {"text": "x"}, Fault(kind="parsing", message="not JSON"))
    assert (seen.text, seen.done) == ("not JSON", False)
    assert world.refuse("", None, Fault(kind="parsing", message="not JSON")).done
    assert kinds(world)[-3:] == ["called", "observed", "episode_ended"]


def test_a_refusal_after_the_end_leaves_the_trace_alone(make_world: MakeWorld) -> None:
    world = make_world(echo)
    before = world.finish()
    seen = world.refuse("echo", {}, Fault(kind="parsing", message="not JSON"))
    assert seen.done
    assert world.writer.trace() == before


# ------------------------------------------------------------ budgets


def test_the_last_step_runs_and_ends_the_episode(make_world: MakeWorld) -> None:
    world = make_world(echo, budget=Budget(steps=2))
    assert not world.call("echo").done
    last = world.call("echo", {"text": "last"})
    assert (last.text, last.error, last.done, world.ended) == ("last", None, True, "budget")
    end = world.writer.trace().end
    assert isinstance(end, EpisodeEnded)
    assert (end.reason, end.spent["steps"]) == ("budget", 2)


def test_a_submission_with_the_last_step_counts(make_world: MakeWorld) -> None:
    world = make_world("submit.submit", budget=Budget(steps=1))
    world.call("submit", {"answer": 7})
    assert (world.ended, world.writer.trace().answer.status) == ("submitted", "valid")


def test_a_tool_whose_calls_are_used_up_is_refused_and_the_rest_goes_on(make_world: MakeWorld) -> None:
    world = make_world(echo, note, budget=Budget(calls={"echo": 1}))
    world.call("echo")
    seen = world.call("echo")
    assert seen.text == "the 1 calls of echo are used up; go on without it"
    assert not seen.done
    assert world.call("note").error is None


def test_time_that_tools_have_used_up_ends_the_episode(make_world: MakeWorld) -> None:
    world = make_world(echo, budget=Budget(seconds=5))
    world.ledger.seconds = 5.0
    seen = world.call("echo")
    assert seen.text == "the budget of 5 seconds is spent; the episode is over"
    assert (seen.done, world.ended) == (True, "budget")


def test_time_between_calls_is_not_the_agents(make_world: MakeWorld) -> None:
    budget, now = Budget(seconds=100), 0.0
    world = make_world(echo, budget=budget)
    world.ledger = Ledger(budget, clock=lambda: now)
    now = 1000.0
    assert world.call("echo").error is None


def test_time_that_runs_out_during_a_call_is_the_agents_loss_not_ours(make_world: MakeWorld) -> None:
    release = threading.Event()

    def slow() -> str:
        """Take long."""
        release.wait(PATIENCE_S)
        return "late"

    world = make_world(slow, budget=Budget(seconds=0.1))
    seen = world.call("slow")
    release.set()
    assert "the budget of 0.1 seconds is spent" in seen.text
    assert (world.ended, world.writer.trace().faults) == ("budget", ())


def test_bytes_beyond_the_budget_are_refused(make_world: MakeWorld) -> None:
    world = make_world("files.write_file", budget=Budget(bytes=10))
    seen = world.call("write_file", {"path": "a", "content": "x" * 11})
    assert seen.error is not None
    assert (seen.error.kind, seen.done) == ("quota", False)
    assert seen.text == "writing 11 bytes to 'a' would fill the workspace: 11 of 10"


def test_files_beyond_the_budget_are_refused(make_world: MakeWorld) -> None:
    world = make_world("files.write_file", budget=Budget(files=1))
    world.call("write_file", {"path": "a", "content": ""})
    assert "already holds 1 files" in world.call("write_file", {"path": "b", "content": ""}).text


def test_tokens_beyond_the_budget_end_the_episode(make_world: MakeWorld) -> None:
    world = make_world(echo, budget=Budget(tokens=10))
    world.charge_tokens(10)
    assert not world.done
    world.charge_tokens(1)
    assert world.ended == "budget"
    assert world.call("echo").text == ("the episode is over: its budget of 10 tokens is spent; nothing more is counted")


def test_words_without_a_call_cost_a_step_and_the_last_one_ends_it(make_world: MakeWorld) -> None:
    world = make_world(echo, budget=Budget(steps=2))
    assert not world.idle().done
    assert world.idle().done
    assert world.ended == "budget"


# ------------------------------------------------------------ tools that fall over, and what is our failure


def test_a_tool_that_falls_over_is_the_agents_failure_and_tells_it_nothing(make_world: MakeWorld) -> None:
    world = make_world(crash)
    seen = world.call("crash")
    assert seen.error is not None
    assert seen.error.kind == "failed"
    assert "by us" not in seen.text  # what a defect says may name paths, or more
    [(_, observed)] = world.writer.trace().calls()
    assert observed is not None
    assert observed.cause == "tool lab.crash: ZeroDivisionError: by us"
    assert world.writer.trace().faults == ()
    assert not world.done


def lacks_disk() -> str:
    """Need room that is not there."""
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_broken_trace_is_sound_on_disk(make_world: MakeWorld, tmp_path: Path) -> None:
    world = make_world(lacks_disk, trace=tmp_path / "t.jsonl")
    with pytest.raises(BrokenEpisode):
        world.call("lacks_disk")
    [broke] = world.writer.trace().faults
    assert (broke.boundary, broke.call) == ("tool lab.lacks_disk", "call-1")
    assert kinds(world) == ["episode_started", "called", "broke", "episode_ended"]
    assert validate(tmp_path / "t.jsonl") == []


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_lack_of_room_is_the_agents_once_it_used_up_its_quota(make_world: MakeWorld, number: int) -> None:
    def lacks_room() -> str:
        """Need room that is not there."""
        raise OSError(number, "no room")

    world = make_world("files.write_file", lacks_room, budget=Budget(bytes=10))
    assert world.call("write_file", {"path": "a", "content": "0123456789"}).error is None
    seen = world.call("lacks_room")
    assert seen.error is not None
    assert seen.error.kind == "failed"
    assert world.writer.trace().faults == ()


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
def test_a_lack_of_room_is_ours_while_the_agent_keeps_its_quota(make_world: MakeWorld, number: int) -> None:
    def lacks_room() -> str:
        """Need room that is not there."""
        raise OSError(number, "no room")

    world = make_world("files.write_file", lacks_room, budget=Budget(bytes=11))
    assert world.call("write_file", {"path": "a", "content": "0123456789"}).error is None
    with pytest.raises(BrokenEpisode, match="no room"):
        world.call("lacks_room")


@pytest.mark.parametrize("arguments", [{"text": "\ud800"}, {"\udfff": 1}])
def test_a_lone_surrogate_is_reported_plainly(make_world: MakeWorld, arguments: dict[str, object]) -> None:
    world = make_world(echo)
    assert world.call("echo", arguments).text == "lab.echo: arguments are not JSON: a lone surrogate"


def test_an_agent_cannot_flood_the_trace_with_words(make_world: MakeWorld) -> None:
    world = make_world(echo)
    for text in ("x" * (message_limits.MOST_BYTES - 1), "yy", "zz", "z"):
        world.say("assistant", text)
    for _ in range(message_limits.MOST_MESSAGES):
        world.say("assistant", "")
    texts = [event.text for event in world.writer.trace().events if isinstance(event, Said)]
    assert len(texts) == message_limits.MOST_MESSAGES + 1
    assert texts[1:3] == [message_limits.NOTE, "z"]
    assert texts.count(message_limits.NOTE) == 1


def leaves() -> str:
    """Leave."""
    sys.exit(1)


def lacks_library() -> str:
    """Need something that is not installed."""
    raise MissingExtra("scipy", "science")


def bad_record() -> str:
    """Refuse in the wrong class."""
    raise InvalidRecord("depth must be positive")


def returns_object() -> object:
    """Return what is no JSON."""
    return object()


def returns_surrogate() -> str:
    """Return what is no text."""
    return "\ud800"


@pytest.mark.parametrize(
    ("tool", "message"),
    [
        (leaves, "tried to end the process: SystemExit"),
        (bad_record, "depth must be positive"),
        (returns_object, "not JSON serializable"),
    ],
)
def test_whatever_a_tool_does_the_episode_goes_on(make_world: MakeWorld, tool: Any, message: str) -> None:
    world = make_world(tool, echo)
    assert world.call(tool.__name__).error is not None
    [(_, observed)] = world.writer.trace().calls()
    assert observed is not None
    assert message in observed.cause
    assert world.call("echo").error is None


def test_a_tool_that_gives_what_is_not_text_gives_something_readable(make_world: MakeWorld) -> None:
    world = make_world(returns_surrogate)
    assert world.call("returns_surrogate").error is None
    assert not world.done


@pytest.mark.parametrize(
    ("tool", "message"),
    [(lacks_library, "pip install 'mesocosm[science]'"), (lacks_disk, "No space left on device")],
)
def test_any_failure_of_ours_breaks_the_episode_and_is_on_record(
    make_world: MakeWorld, tmp_path: Path, tool: Any, message: str
) -> None:
    world = make_world(tool, trace=tmp_path / "t.jsonl")
    with pytest.raises(BrokenEpisode) as caught:
        world.call(tool.__name__)
    assert message in str(caught.value)
    assert read_trace(tmp_path / "t.jsonl").faults
    assert world.ended == "broken"


def test_a_tool_that_says_the_budget_is_spent_ends_the_episode(make_world: MakeWorld) -> None:
    def exhaust() -> str:
        """Use it up."""
        raise BudgetSpent("survey days", 3)

    world = make_world(exhaust)
    assert "the budget of 3 survey days is spent" in world.call("exhaust").text
    assert world.ended == "budget"


def test_a_tool_that_hangs_is_given_up_and_can_write_no_more(make_world: MakeWorld) -> None:
    release, written = threading.Event(), threading.Event()

    def hang(workspace: Workspace, /) -> str:
        """Hang, then write."""
        release.wait(PATIENCE_S)
        try:
            workspace.write_text("late.txt", "x")
        finally:
            written.set()
        return "late"

    world = make_world(hang, budget=Budget(call_seconds=0.05))
    assert "hang did not return within 0.05 s" in world.call("hang").text
    assert not world.done
    release.set()
    assert written.wait(PATIENCE_S)
    assert os.listdir(world.workspace.root) == []
    assert world.finish().artifacts() == ()


def test_a_broken_episode_is_never_scored_as_zero(toy: Suite, toy_case: tuple[Item, Reference]) -> None:
    with toy.world(*toy_case) as world:
        world.break_off("provider", "no reply in 600 s")
        score = toy.score(*toy_case, world.finish())
    assert math.isnan(score.value)
    assert score.explanation == "broken: no reply in 600 s"


def test_a_failure_outside_a_call_is_recorded_once(make_world: MakeWorld) -> None:
    world = make_world(echo)
    world.break_off("provider", "gone")
    world.break_off("provider", "gone again")
    assert kinds(world) == ["episode_started", "broke", "episode_ended"]


def test_a_workspace_that_vanished_does_not_stop_the_end(make_world: MakeWorld) -> None:
    world = make_world(echo)
    os.rmdir(world.workspace.root)
    assert world.finish().end is not None


# ------------------------------------------------------------ handing in


def strict(value: Any) -> Any:
    if not isinstance(value, int):
        raise ToolError("a whole number is wanted")
    return value


def test_an_accepted_answer_ends_the_episode(make_world: MakeWorld) -> None:
    world = make_world("submit.submit", check=strict)
    seen = world.call("submit", {"answer": 7})
    assert (seen.text, seen.done, world.ended) == ("answer received", True, "submitted")
    assert kinds(world)[-3:] == ["observed", "answered", "episode_ended"]
    assert world.writer.trace().answer.value == 7


def test_a_malformed_answer_is_refused_and_the_third_time_is_the_last(make_world: MakeWorld) -> None:
    world = make_world("submit.submit", check=strict)
    first, second, third = (world.call("submit", {"answer": "x"}) for _ in range(3))
    assert first.text == "answer refused: a whole number is wanted (2 tries left)"
    assert (second.done, third.done) == (False, True)
    answer = world.writer.trace().answer
    assert (answer.status, answer.attempts, answer.problem) == ("rejected", 3, "a whole number is wanted")


def test_a_mended_answer_is_repaired_and_keeps_its_attempts(make_world: MakeWorld) -> None:
    world = make_world("submit.submit", check=strict)
    world.call("submit", {"answer": "x"})
    world.call("submit", {"answer": 7})
    assert (world.desk.answer.status, world.desk.answer.attempts) == ("repaired", 2)


def test_an_answer_without_its_field_costs_no_try(make_world: MakeWorld) -> None:
    world = make_world("submit.submit", check=strict)
    world.call("submit", {"anser": 7})
    assert world.desk.answer.attempts == 0


def test_an_answer_on_which_the_check_falls_over_is_not_accepted(make_world: MakeWorld) -> None:
    world = make_world("submit.submit", check=lambda value: value["depth"])
    assert world.call("submit", {"answer": 7}).error is not None
    assert world.desk.answer.status == "missing"
    assert world.finish().faults == ()


# ------------------------------------------------------------ after the end


def test_a_call_after_the_end_says_so_and_leaves_the_trace_alone(make_world: MakeWorld) -> None:
    world = make_world(echo)
    before = world.finish()
    seen = world.call("echo")
    message = "the episode is over: it was stopped before an answer was accepted; nothing more is counted"
    assert (seen.text, seen.done) == (message, True)
    assert seen.error == Fault(kind="over", message=message)
    assert world.idle().text == message
    world.say("assistant", "still here")
    assert world.writer.trace() == before


def test_the_first_reason_stands(make_world: MakeWorld) -> None:
    world = make_world(echo)
    world.finish("stopped")
    world.finish("broken")
    assert world.ended == "stopped"
    assert kinds(world).count("episode_ended") == 1


def test_closing_removes_the_workspace_and_ends_the_trace(make_world: MakeWorld) -> None:
    world = make_world(echo)
    world.close()
    world.close()
    assert not world.workspace.root.exists()
    assert kinds(world)[-1] == "episode_ended"


def test_words_that_are_no_text_do_not_break_the_episode(make_world: MakeWorld, tmp_path: Path) -> None:
    world = make_world(echo, trace=tmp_path / "t.jsonl")
    world.say("assistant", "half a pair: \ud83d")
    assert world.writer.trace().events[-1].model_dump()["text"] == "half a pair: ?"


# ------------------------------------------------------------ a full disk


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_trace_that_cannot_be_written_breaks_the_episode_and_is_not_scored(
    toy: Suite, toy_case: tuple[Item, Reference], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with toy.world(*toy_case, trace=tmp_path / "t.jsonl") as world:
        full = os.open("/dev/full", os.O_WRONLY)
        os.dup2(full, world.writer._descriptor)
        os.close(full)
        with pytest.raises(BrokenEpisode, match="trace: cannot append to .*: No space left on device"):
            world.call("read_meter", {"x_m": 0, "y_m": 0})
        assert world.ended == "broken"
        assert math.isnan(toy.score(*toy_case, world.finish()).value)
    cut = read_trace(tmp_path / "t.jsonl")
    assert math.isnan(toy.score(*toy_case, cut).value)


def test_a_setting_s_budget_bounds_its_workspace() -> None:
    setting = Setting(
        tools=ToolView([make("submit.submit", submit)]), desk=SubmissionDesk(strict), budget=Budget(bytes=7)
    )
    with World(Item(id="lab-s0-0000", suite="lab", prompt="", seed=0), setting) as world:
        assert (world.workspace.most_bytes, world.workspace.most_files) == (7, 1000)


def test_arrays_are_kept_once_beside_the_trace_and_not_shown(make_world, tmp_path) -> None:
    def field() -> Output:
        """Give a field of numbers, twice the same."""
        return Output(text="a field", arrays={"height": np.arange(6.0).reshape(2, 3)})

    world = make_world(field, trace=tmp_path / "t.jsonl")
    assert world.call("field") == world.call("field")
    world.close()
    assert validate(tmp_path / "t.jsonl") == []
    first, second = (seen.arrays[0] for _, seen in read_trace(tmp_path / "t.jsonl").calls())
    assert first == second
    [stored] = (tmp_path / "blobs").rglob("*.npy")
    assert np.load(stored).tolist() == [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]


def test_what_is_left_is_reported_where_the_suite_wants_it(make_world: MakeWorld) -> None:
    world = make_world(echo, tell_budget=True, budget=Budget(steps=3, tokens=900))
    world.charge_tokens(250)
    assert world.call("echo").text.endswith("[2 steps left; 250 of 900 tokens of conversation so far]")
    assert "steps left" not in make_world(echo).call("echo").text

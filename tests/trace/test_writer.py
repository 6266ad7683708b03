"""The writer at its worst moments: a full disk, a kill, an event that cannot be spelled."""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.waiting import running

from mesocosm.errors import BrokenEpisode, TraceError
from mesocosm.trace.reader import read_trace
from mesocosm.trace.schema import Broke, EpisodeEnded, EpisodeStarted, Said
from mesocosm.trace.writer import TraceWriter
from mesocosm.types import Image

START = EpisodeStarted(suite="toy", item="toy-s0-0000")


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().split(b"\n")


def test_each_event_is_one_line_and_on_disk_at_once(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "er" / "t.jsonl"
    with TraceWriter(path) as writer:
        writer.append(START)
        writer.append(Said(role="user", text="two\nlines\u2028and\x85more"))
        assert len(lines(path)) == 3
        assert lines(path)[-1] == b""


def test_memory_and_file_hold_the_same(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    with TraceWriter(path) as writer:
        writer.append(START)
        writer.append(EpisodeEnded(reason="stopped"))
    assert read_trace(path) == writer.trace()


def test_a_writer_without_a_path_keeps_events_in_memory() -> None:
    with TraceWriter() as writer:
        writer.append(START)
        assert writer.trace().events == (START,)


def test_an_existing_trace_is_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text("precious")
    with pytest.raises(TraceError, match=r"t\.jsonl exists already and is not overwritten"):
        TraceWriter(path)
    assert path.read_text() == "precious"


def test_a_folder_that_cannot_be_made_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(TraceError, match="file/t.jsonl cannot be written: "):
        TraceWriter(tmp_path / "file" / "t.jsonl")


def test_closing_twice_is_harmless(tmp_path: Path) -> None:
    writer = TraceWriter(tmp_path / "t.jsonl")
    writer.close()
    writer.close()


def test_an_event_that_is_no_utf8_breaks_the_episode_and_not_the_file(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    with TraceWriter(path) as writer:
        writer.append(START)
        with pytest.raises(BrokenEpisode, match=r"trace: cannot write a 'said' event: .*surrogates not allowed"):
            writer.append(Said(role="user", text="\ud800"))
    assert read_trace(path).events[0] == START
    assert writer.trace().faults[0].boundary == "trace"
    assert len(writer.trace().digest()) == 64


# ------------------------------------------------------------ a full disk


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 KiB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], capture_output=True, check=False
    )
    if mounted.returncode != 0:
        pytest.skip(f"mounting a small tmpfs needs root: {mounted.stderr.decode().strip()}")
    yield folder
    subprocess.run(["umount", "-l", folder], check=True)


def test_a_full_disk_says_so_and_leaves_no_half_line(small_disk: Path) -> None:
    path = small_disk / "t.jsonl"
    writer = TraceWriter(path)
    writer.append(START)
    writer.append(Said(role="user", text="x" * 40_000))
    with pytest.raises(BrokenEpisode, match=r"trace: cannot append to .*t\.jsonl: No space left on device"):
        writer.append(Said(role="user", text="x" * 40_000))
    assert lines(path)[-1] == b""
    assert read_trace(path).problems == ()


def test_after_a_full_disk_the_trace_is_broken_and_goes_on_in_memory(small_disk: Path) -> None:
    writer = TraceWriter(small_disk / "t.jsonl")
    writer.append(START)
    with pytest.raises(BrokenEpisode):
        writer.append(Said(role="user", text="x" * 100_000))
    writer.append(EpisodeEnded(reason="broken"))
    assert [event.kind for event in writer.trace().events] == ["episode_started", "broke", "episode_ended"]
    assert writer.trace().faults[0].boundary == "trace"


def test_a_short_word_that_still_fits_says_on_disk_that_the_trace_broke(small_disk: Path) -> None:
    path = small_disk / "t.jsonl"
    writer = TraceWriter(path)
    writer.append(START)
    with pytest.raises(BrokenEpisode):
        writer.append(Said(role="user", text="x" * 100_000))
    assert [type(event) for event in read_trace(path).events] == [EpisodeStarted, Broke]


def test_pictures_that_do_not_fit_break_the_episode(small_disk: Path) -> None:
    writer = TraceWriter(small_disk / "t.jsonl")
    writer.append(START)
    with pytest.raises(BrokenEpisode, match="trace: OSError: .*No space left"):
        writer.store_images((Image(png=b"x" * 100_000),))
    assert not list(small_disk.rglob(".draft-*"))


def test_a_limit_on_file_size_leaves_no_half_line(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    code = (
        "import sys; from pathlib import Path; from mesocosm.trace.schema import Said;"
        "from mesocosm.trace.writer import TraceWriter; writer = TraceWriter(Path(sys.argv[1]))\n"
        "for n in range(100): writer.append(Said(role='user', text='x' * 100))\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, path],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000)),
    )
    assert "BrokenEpisode: trace: cannot append" in run.stderr
    assert path.stat().st_size <= 5000
    assert lines(path)[-1] == b""
    assert read_trace(path).problems == ()


# ------------------------------------------------------------ a kill

ENDLESS = """
import sys
from pathlib import Path
from mesocosm.trace.schema import EpisodeStarted, Said
from mesocosm.trace.writer import TraceWriter
writer = TraceWriter(Path(sys.argv[1]))
writer.append(EpisodeStarted(suite="toy", item="toy-s0-0000"))
print("begun", flush=True)
number = 0
while True:
    writer.append(Said(role="user", text="é" * (number * 7919 % 3000), number=number))
    number += 1
"""


@pytest.mark.parametrize("round_", range(4))
def test_a_trace_killed_at_any_moment_is_readable_to_its_last_whole_line(tmp_path: Path, round_: int) -> None:
    path = tmp_path / "t.jsonl"
    with running([sys.executable, "-c", ENDLESS, path], stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(random.Random(round_).uniform(0.01, 0.2))  # any moment will do
    trace = read_trace(path)
    numbers = [(event.model_extra or {})["number"] for event in trace.events[1:]]
    assert numbers == list(range(len(numbers)))
    assert len(trace.problems) <= 1
    assert len(trace.events) + len(trace.problems) == len([line for line in lines(path) if line])

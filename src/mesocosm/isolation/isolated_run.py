"""One isolated run, seen from our own process: start its warden, send its input, read its output, return its outcome.

What both isolators share is here and in the warden; an isolator only defines how to shut the job in.
"""

from __future__ import annotations

import os
import selectors
import subprocess
import sys
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import IO, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from mesocosm.errors import BrokenEpisode
from mesocosm.isolation.isolator import Ending, Job, Outcome

HOME = str(Path(__file__).parent)
WARDEN = (
    "import sys; sys.path.append(sys.argv[1]); import sandbox_limits; sys.path.pop(); "
    "sandbox_limits.main(*map(int, sys.argv[2:]))"
)
"""Code that imports the warden, so that Python keeps its compiled form; a script would be compiled for every run."""
GRACE_S = 20.0
"""Seconds beyond the wall clock limit in which a warden must end its job before the run counts as broken."""
CHUNK_BYTES = 65_536


class Order(BaseModel):
    """Order to the warden: the job, and the mechanism that shuts it in."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    mechanism: Literal["landlock", "bubblewrap"]
    command: tuple[str, ...]
    folder: str
    environment: dict[str, str]
    syscall_filter: str
    """BPF program in hexadecimal."""
    readable: tuple[str, ...] = ()
    writable: tuple[str, ...] = ()
    sandlock_library: str = ""
    """Path of the library inside the package `sandlock`; for Landlock."""
    bubblewrap: tuple[str, ...] = ()
    """Path of `bwrap` and its options; for bubblewrap."""
    wall_s: float
    cpu_s: int
    memory_bytes: int
    processes: int
    """Processes that may be alive, including those of the mechanism."""
    disk_bytes: int
    files: int


class Report(BaseModel):
    """Report of the warden at the end."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    failure: str
    """Why the job could not be shut in; empty if it was."""
    started: bool
    ending: Ending | Literal["stopped", "failed"]
    returncode: int | None
    seconds: float
    removed: tuple[str, ...] = ()


class Streams:
    """The job's standard input, output and error, and the warden's report, moved without blocking."""

    def __init__(self, job: Job, warden: subprocess.Popen[bytes], report: int) -> None:
        self.most_bytes = job.limits.output_bytes
        self.unsent = memoryview(job.stdin)
        self.kept: dict[str, bytearray] = {"stdout": bytearray(), "stderr": bytearray(), "report": bytearray()}
        self.selector = selectors.DefaultSelector()
        assert warden.stdin
        assert warden.stdout
        assert warden.stderr
        self.watch_writing(warden.stdin)
        self.watch_reading(warden.stdout.fileno(), "stdout")
        self.watch_reading(warden.stderr.fileno(), "stderr")
        self.watch_reading(report, "report")

    def watch_writing(self, stdin: IO[bytes]) -> None:
        os.set_blocking(stdin.fileno(), False)
        self.selector.register(stdin, selectors.EVENT_WRITE)

    def watch_reading(self, file: int, name: str) -> None:
        self.selector.register(file, selectors.EVENT_READ, name)

    def move(self, timeout_s: float) -> bool:
        """Move the bytes that are ready; return False once the warden has sent its report and everything is read."""
        for key, _ in self.selector.select(timeout_s):
            if key.data is None:
                self.feed(key.fileobj)  # type: ignore[arg-type]
            else:
                self.drain(key.fd, key.data)
        return any(key.data is not None for key in self.selector.get_map().values())

    def feed(self, stdin: IO[bytes]) -> None:
        try:
            self.unsent = self.unsent[os.write(stdin.fileno(), self.unsent[:CHUNK_BYTES]) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self.unsent = self.unsent[:0]
        if not self.unsent:
            self.selector.unregister(stdin)
            stdin.close()

    def drain(self, file: int, name: str) -> None:
        chunk = os.read(file, CHUNK_BYTES)
        if not chunk:
            self.selector.unregister(file)
        elif name == "report" or len(self.kept[name]) <= self.most_bytes:
            self.kept[name] += chunk

    @property
    def flooded(self) -> bool:
        return any(len(self.kept[name]) > self.most_bytes for name in ("stdout", "stderr"))

    def text(self, name: str) -> str:
        return bytes(self.kept[name][: self.most_bytes]).decode(errors="replace")


def keep(job: Job, order: Order, isolator: str) -> Outcome:
    """Run the job as ordered and return its outcome.

    Raise BrokenEpisode if the isolator failed, and not the job.
    """
    with ExitStack() as pipes:
        report_reader, report_writer = owned_pipe(pipes)
        control_reader, control_writer = owned_pipe(pipes)
        warden = start_warden(order, control_reader.fileno(), report_writer.fileno())
        control_reader.close()
        report_writer.close()
        streams, flooded = attend(job, warden, report_reader, control_writer)
    return outcome(streams, flooded=flooded, isolator=isolator)


def owned_pipe(owner: ExitStack) -> tuple[IO[bytes], IO[bytes]]:
    reader, writer = os.pipe()
    ends = os.fdopen(reader, "rb", buffering=0), os.fdopen(writer, "wb", buffering=0)
    for end in ends:
        owner.enter_context(end)
    return ends


def start_warden(order: Order, control: int, report: int) -> subprocess.Popen[bytes]:
    order_file = os.memfd_create("order")
    try:
        os.write(order_file, order.model_dump_json().encode())
        os.lseek(order_file, 0, os.SEEK_SET)
        files = (str(order_file), str(control), str(report))
        command = [sys.executable, "-I", "-S", "-W", "ignore", "-c", WARDEN, HOME, *files]
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            pass_fds=(order_file, control, report),
            env={name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ},
            start_new_session=True,
        )
    finally:
        os.close(order_file)


def attend(job: Job, warden: subprocess.Popen[bytes], report: IO[bytes], control: IO[bytes]) -> tuple[Streams, bool]:
    """Move the job's bytes until the warden is done; return the streams and whether the output was cut off."""
    streams = Streams(job, warden, report.fileno())
    deadline = time.monotonic() + job.limits.wall_s + GRACE_S
    flooded = False
    try:
        while streams.move(timeout_s=1.0):
            if streams.flooded and not flooded:
                flooded = True
                control.write(b"!")
            if time.monotonic() > deadline:
                raise BrokenEpisode("sandbox", f"the warden did not end its job within {GRACE_S:g} s of the limit")
    finally:
        control.close()
        dismiss(warden)
        streams.selector.close()
    return streams, flooded


def dismiss(warden: subprocess.Popen[bytes]) -> None:
    """Wait for the warden, which ends its job first; kill it if it does not end."""
    try:
        warden.wait(GRACE_S)
    except subprocess.TimeoutExpired:
        warden.kill()
        warden.wait()
    for stream in (warden.stdin, warden.stdout, warden.stderr):
        if stream is not None:
            with suppress(BrokenPipeError):
                stream.close()


def outcome(streams: Streams, *, flooded: bool, isolator: str) -> Outcome:
    try:
        report = Report.model_validate_json(bytes(streams.kept["report"]))
    except ValidationError as error:
        raise BrokenEpisode("sandbox", f"{isolator} gave no report: {streams.text('stderr')[-2000:]}") from error
    if report.failure or not report.started:
        reason = report.failure or streams.text("stderr")[-2000:].strip()
        raise BrokenEpisode("sandbox", f"{isolator} could not start the job: {reason}")
    ending: Ending = "output" if flooded else own_ending(report)
    return Outcome(
        ending=ending,
        returncode=report.returncode,
        stdout=streams.text("stdout"),
        stderr=streams.text("stderr"),
        seconds=report.seconds,
        removed=report.removed,
        isolator=isolator,
    )


def own_ending(report: Report) -> Ending:
    return "killed" if report.ending == "stopped" or report.ending == "failed" else report.ending

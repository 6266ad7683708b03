"""Disturb a run in every way we know, resume it, and compare it with one that was left alone.

python benchmarks/resume.py [--items 40] [--kills 20] [--seed 7] [--only kill --only clock ...]

The model is a server on loopback that counts requests. After each disturbance the same command is run again. The table
shows, for the episodes of two models:

    lost         missing from the results
    doubled      more than once in the results
    paid twice   requests for episodes that a log on disk contained completely
    asked again  further requests: of episodes in progress at a kill, or in a log that the disturbance destroyed

Without root, the disk is filled by a limit on the size of files, and a folder closed by its permissions.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path

sys.path.remove(str(Path(__file__).parent))  # tornado.py beside this file would be imported for the library
sys.path.append(str(Path(__file__).parent.parent))

from benchmarks.disturbed_run import TURNS, Episode, FarEnd, Outcome, Site, finished, question_suite, questions

DAY_S = 86_400
STARTUP_S = 4.0
DELAY_S = 0.1
"""Seconds that the model server waits before an answer."""
CLOCK = Path(__file__).with_name("shifted_clock.c")


class Skipped(Exception):
    """This machine cannot be disturbed in this way."""


class Failed(Exception):
    """The disturbed program broke a promise other than the counts."""


def main() -> int:
    options = _options()
    suite = question_suite()
    if suite is None:
        print("skipped: no suite of lettered questions is installed")
        return 0
    with tempfile.TemporaryDirectory(prefix="disturbed-") as name:
        place = Path(name)
        with FarEnd(questions(suite, options.items, options.seed), DELAY_S) as far:

            def site(folder: str) -> Site:
                return Site(suite, options.items, options.seed, far, place / folder, place)

            alone = site("alone")
            started = time.perf_counter()
            status, output = alone.run()
            if status:
                raise SystemExit(f"the undisturbed run failed:\n{output}")
            print(f"undisturbed: {2 * options.items} episodes of {suite} in {time.perf_counter() - started:.1f} s\n")
            expected = _scores(alone)
            chosen = options.only or list(SCENARIOS)
            sound = [_report(name, SCENARIOS[name], site(name), expected, options) for name in chosen]
    print("\nnothing lost, nothing doubled, nothing paid twice" if all(sound) else "\na promise is broken")
    return 0 if all(sound) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--items", type=int, default=40, help="episodes of each of the two models")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=7, help="of the moments and the items")
    parser.add_argument("--only", action="append", choices=list(SCENARIOS))
    return parser.parse_args()


def _scores(site: Site) -> dict[Episode, float]:
    from mesocosm.report.results import read_results

    return {
        (row.agent.rpartition("/")[2], sample.item): sample.score
        for row in read_results(site.folder)
        for sample in row.samples
    }


HEADER = f"{'disturbance':<34}{'lost':>5}{'doubled':>8}{'paid twice':>11}{'asked again':>12}{'scores':>8}{'s':>7}"


def _report(
    name: str, disturb: Disturbance, site: Site, expected: Mapping[Episode, float], options: argparse.Namespace
) -> bool:
    """Print a line of the table; return whether all is well."""
    if name == (options.only or list(SCENARIOS))[0]:
        print(HEADER, flush=True)
    started = time.perf_counter()
    try:
        remarks = disturb(site, random.Random(f"{name} {options.seed}"), options.kills)
        status, output = site.run()
        if status:
            raise Failed(f"the last run ended with {status}:\n{output}")
    except Skipped as why:
        print(f"{name:<34}skipped: {why}", flush=True)
        return True
    except Failed as why:
        print(f"{name:<34}FAILED: {why}", flush=True)
        return False
    outcome = site.outcome(expected)
    outcome.seconds = time.perf_counter() - started
    print(_line(name, outcome), flush=True)
    for remark in remarks:
        print(f"    {remark}", flush=True)
    return outcome.sound


def _line(name: str, of: Outcome) -> str:
    counts = f"{of.lost:>5}{of.doubled:>8}{of.paid_twice:>11}{of.asked_again:>12}"
    return f"{name:<34}{counts}{'equal' if of.equal else 'DIFFER':>8}{of.seconds:>7.1f}"


# ---------------------------------------------------------------- killed


def kill_often(site: Site, draw: random.Random, kills: int) -> list[str]:
    """Kill runs at random moments: some at the start of the program, most in the middle of the work."""
    part = max(8, 2 * 2 * site.items * TURNS // kills)
    held = []
    for _ in range(kills):
        if not _kill(site, draw, most_requests=part):
            break
        held.append(len(finished(site.folder)))
    return [f"{len(held)} runs killed, when {', '.join(map(str, held))} episodes were on disk"]


def _kill(site: Site, draw: random.Random, *, most_requests: int) -> bool:
    """Start a run and kill it at a random moment; return whether there was something to kill."""
    with site.start() as process:
        if draw.random() < 0.2:
            _sleep_beside(process, draw.uniform(0, STARTUP_S))
        elif site.wait_for_requests(draw.randint(1, most_requests), process):
            time.sleep(draw.uniform(0, 2 * DELAY_S))
        is_killed = process.poll() is None
        if is_killed:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    site.settle()
    return is_killed


def _sleep_beside(process: subprocess.Popen[str], seconds: float) -> None:
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        return


def _half_way(site: Site) -> None:
    """Leave the folder with about half of the work done, by a run that was killed."""
    with site.start() as process:
        site.wait_for_requests(site.items * TURNS, process)
        while not any(map(_holds_an_episode, site.folder.glob("*.eval"))) and process.poll() is None:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    site.settle()


def _holds_an_episode(log: Path) -> bool:
    try:
        with zipfile.ZipFile(log) as archive:
            return any(name.startswith("samples/") for name in archive.namelist())
    except (OSError, zipfile.BadZipFile):  # it is being replaced at this moment
        return False


# ---------------------------------------------------------------- no room, no permission


def fill_disk(site: Site, draw: random.Random, kills: int) -> list[str]:
    """Let the folder's disk run full in the middle of the work, and give it room afterwards."""
    site.folder.mkdir()
    room = _size(site.folder.with_name("alone"))
    if os.getuid() != 0:
        status, output = site.run(preexec_fn=partial(resource.setrlimit, resource.RLIMIT_FSIZE, (room // 6, room // 6)))
        return _no_room("files limited to a size", site, status, output)
    with _mounted(site.folder, "-t", "tmpfs", "-o", f"size={room * 3 // 4}", "none"):
        status, output = site.run()
        remarks = _no_room("a full tmpfs", site, status, output)
        _mount("-o", "remount,size=1g", site.folder)
        _keep_after_unmount(site)
    return remarks


def _no_room(how: str, site: Site, status: int, output: str) -> list[str]:
    held = len(finished(site.folder))
    if not status:
        raise Failed(f"the disk did not run full: {held} episodes were kept")
    if "Traceback" in output:
        raise Failed(f"a traceback instead of a message:\n{output}")
    return [f"{how}: {held} episodes were kept; the run said: {_last_line(output)}"]


def close_folder(site: Site, draw: random.Random, kills: int) -> list[str]:
    """Make the folder unwritable with half of the work in it."""
    _half_way(site)
    before = site.far.asked.total()
    with _read_only(site.folder):
        status, output = site.run()
    if not status or "Traceback" in output or site.far.asked.total() != before:
        raise Failed(f"status {status}, {site.far.asked.total() - before} requests:\n{output}")
    return [f"status {status}, 0 requests; the run said: {_last_line(output)}"]


@contextmanager
def _read_only(folder: Path) -> Iterator[None]:
    if os.getuid() != 0:
        folder.chmod(0o555)
        try:
            yield
        finally:
            folder.chmod(0o755)
        return
    with _mounted(folder, "--bind", str(folder)):
        _mount("-o", "remount,bind,ro", folder)
        yield


@contextmanager
def _mounted(folder: Path, *words: str) -> Iterator[None]:
    _mount(*words, folder)
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def _mount(*words: str | Path) -> None:
    done = subprocess.run(["mount", *map(str, words)], capture_output=True, text=True)
    if done.returncode:
        raise Skipped(f"mount was refused: {done.stderr.strip()}")


def _keep_after_unmount(site: Site) -> None:
    """Move the logs to a folder of the ordinary disk, with their dates."""
    kept = site.folder.with_name(f"{site.folder.name}-kept")
    shutil.copytree(site.folder, kept)
    site.folder = kept


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _last_line(output: str) -> str:
    return ([line for line in output.splitlines() if line.strip()] or [""])[-1].strip()[:160]


# ---------------------------------------------------------------- the clock


def jump_before(by_s: int, site: Site, draw: random.Random, kills: int) -> list[str]:
    """Shift the clock between a kill and the next run, and once more before the last."""
    clock = _Clock(site)
    _half_way(site)
    clock.shift(by_s)
    status, output = site.run()
    return [*_finished_at_once(status, output), f"the clock went {by_s / DAY_S:+.0f} days after a kill"]


def jump_within(by_s: int, site: Site, draw: random.Random, kills: int) -> list[str]:
    """Shift the clock in the middle of the work of a resumed run."""
    clock = _Clock(site)
    _half_way(site)
    with site.start() as process:
        site.wait_for_requests(site.items // 2, process)
        clock.shift(by_s)
        output, _ = process.communicate()
    site.settle()
    return [*_finished_at_once(process.returncode, output), f"the clock went {by_s / DAY_S:+.0f} days during the run"]


def _finished_at_once(status: int, output: str) -> list[str]:
    return [] if status == 0 else [f"the run over the jump ended with {status}: {_last_line(output)}"]


class _Clock:
    """The wall clock of a site's runs."""

    def __init__(self, site: Site) -> None:
        library, self.file, self.folder = site.place / "clock.so", site.place / f"shift-{site.folder.name}", site.folder
        compiler = shutil.which("cc") or shutil.which("gcc")
        if compiler is None:
            raise Skipped("a C compiler is needed, to shift the clock of a process alone")
        subprocess.run([compiler, "-shared", "-fPIC", "-o", str(library), str(CLOCK), "-ldl"], check=True)
        self.file.write_bytes(bytes(8))
        site.environment |= {"LD_PRELOAD": str(library), "SHIFTED_CLOCK": str(self.file)}

    def shift(self, by_s: int) -> None:
        """Shift the clock. The kernel still dates files by the true time, so existing files get the opposite shift."""
        with self.file.open("r+b") as file:
            file.write(by_s.to_bytes(8, sys.byteorder, signed=True))
        for path in self.folder.rglob("*"):
            seen = path.stat()
            os.utime(path, (seen.st_atime - by_s, seen.st_mtime - by_s))


# ---------------------------------------------------------------- damaged files


def damage_log(spoil: Callable[[Path, random.Random], None], site: Site, draw: random.Random, kills: int) -> list[str]:
    """Damage the newest log of one model between two runs; the other model's stays whole."""
    _half_way(site)
    newest = max(site.folder.glob("*.eval"), key=lambda path: path.stat().st_mtime)
    before = len(finished(site.folder))
    spoil(newest, draw)
    site.damage_was_done()
    return [f"{before} episodes were on disk, {len(finished(site.folder))} were left"]


def truncate(path: Path, draw: random.Random) -> None:
    os.truncate(path, draw.randrange(1, path.stat().st_size))


def scribble(path: Path, draw: random.Random) -> None:
    size = path.stat().st_size
    with path.open("r+b") as file:
        for _ in range(20):
            file.seek(draw.randrange(size))
            file.write(draw.randbytes(50))


def empty(path: Path, draw: random.Random) -> None:
    os.truncate(path, 0)


def spoil_plan(site: Site, draw: random.Random, kills: int) -> list[str]:
    """Damage the plan: one that cannot be read is set aside; one of another run keeps the folder from being used."""
    _half_way(site)
    [plan] = site.folder.glob("mesocosm-run.json")
    right, before = plan.read_text(), site.far.asked.total()
    plan.write_text(right.replace(f'"seed": {site.seed}', f'"seed": {site.seed + 1}'))
    status, output = site.run()
    if not status or site.far.asked.total() != before or "holds another run" not in output:
        raise Failed(f"status {status}, {site.far.asked.total() - before} requests:\n{output}")
    plan.write_bytes(draw.randbytes(100))
    return [f"another run's plan: status {status}, 0 requests; then one of random bytes"]


# ---------------------------------------------------------------- two at once


def run_together(site: Site, draw: random.Random, kills: int) -> list[str]:
    """Start two runs at the same moment, and a third in the middle of the work of the one that came first.

    The server does not reply before the third has ended, so that the first is still at work then.
    """
    before = site.far.asked.total()
    site.far.may_reply.clear()
    try:
        processes = [site.start(), site.start()]
        while all(process.poll() is None for process in processes) or site.far.asked.total() == before:
            if all(process.poll() is not None for process in processes):
                raise Failed("neither run worked")
            time.sleep(0.05)
        processes.append(site.start())
        processes[-1].wait()
    finally:
        site.far.may_reply.set()
    outputs = [process.communicate()[0] for process in processes]
    site.settle()
    refused = [words for process, words in zip(processes, outputs, strict=True) if process.returncode]
    if len(refused) != 2 or not all("is in use by process" in words for words in refused):
        raise Failed("\n".join(outputs))
    return [f"2 of 3 were refused: {_last_line(refused[0])}"]


Disturbance = Callable[[Site, random.Random, int], list[str]]
SCENARIOS: dict[str, Disturbance] = {
    "kill": kill_often,
    "disk-full": fill_disk,
    "read-only": close_folder,
    "clock-back": partial(jump_before, -DAY_S),
    "clock-forward": partial(jump_before, DAY_S),
    "clock-back-within": partial(jump_within, -DAY_S),
    "clock-forward-within": partial(jump_within, DAY_S),
    "truncated-log": partial(damage_log, truncate),
    "scribbled-log": partial(damage_log, scribble),
    "empty-log": partial(damage_log, empty),
    "wrong-plan": spoil_plan,
    "two-at-once": run_together,
}

if __name__ == "__main__":
    sys.exit(main())

"""Kill every long verb with SIGKILL at a random moment, fill its disk, run the same command again, and compare.

python benchmarks/interruptions.py [--kills 3] [--seed 7] [--only run --only seal ...]

Each verb is run once undisturbed. Then, for each kill, it is started in an empty folder, killed, and started again. The
table shows, against the undisturbed run:

    lost        what is missing, such as episodes, items or files
    doubled     what exists twice
    left        drafts that nobody removed
    full disk   `told` if a message without a traceback said what is full

The disk is a small tmpfs if root may mount one; otherwise files are limited in size.
"""

from __future__ import annotations

import argparse
import hashlib
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

MESOCOSM = (sys.executable, "-m", "mesocosm")
SMALL_BYTES = 4096
LONGEST_S = 1800


class Verb(NamedTuple):
    """A verb that takes long: its command for an output path, and what must exist in the end."""

    name: str
    words: Callable[[Path], list[str]]
    held: Callable[[Path], Counter[str]]


class Row(NamedTuple):
    """Results of a verb."""

    verb: str
    kills: int
    lost: int
    doubled: int
    left: int
    full_disk: str


def main() -> int:
    options = _options()
    with tempfile.TemporaryDirectory(prefix="interruptions-") as name:
        base = Path(name)
        chance = random.Random(options.seed)
        verbs = [verb for verb in _verbs(base) if not options.only or verb.name in options.only]
        rows = [_disturbed(verb, base / verb.name.replace(" ", "-"), options.kills, chance) for verb in verbs]
    _print(rows)
    return int(any(row.lost or row.doubled or row.full_disk != "told" for row in rows))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--only", action="append", default=[])
    return parser.parse_args()


def _verbs(base: Path) -> list[Verb]:
    """Return the verbs, cheapest first; those that read runs get two runs of `atmos`."""
    logs, bundle = base / "given" / "logs", base / "given" / "bundle.zip"
    _finish(["run", "atmos", "--agent", "random", "--limit", "6", "--no-baselines", "--log-dir", str(logs)])
    _finish(["bundle", str(logs), "-o", str(bundle)])
    run = ["run", "atmos", "--agent", "random", "--limit", "12", "--no-baselines", "--log-dir"]
    return [
        Verb("bundle", lambda out: ["bundle", str(logs), "-o", str(out / "made.zip")], _files),
        Verb("leaderboard", lambda out: ["leaderboard", str(bundle), "-o", str(out / "rows.json")], _files),
        Verb("seal", lambda out: ["seal", "make", "atmos", "--limit", "3", "-o", str(out / "sealed")], _names),
        Verb("items", lambda out: ["items", "atmos", "--limit", "100", "-o", str(out / "items.jsonl")], _files),
        Verb("run", lambda out: [*run, str(out / "logs")], _episodes),
        Verb("report", lambda out: ["report", str(logs), "-o", str(out / "site")], _names),
        Verb("eo synthesise", lambda out: ["eo", "synthesise", "--limit", "2", "-o", str(out / "made")], _names),
        Verb(
            "planet build",
            lambda out: ["planet", "build", "--subject", "weather", "--region", "r000", "-o", str(out / "planet")],
            _files,
        ),
    ]


def _disturbed(verb: Verb, folder: Path, kills: int, chance: random.Random) -> Row:
    alone = folder / "alone"
    alone.mkdir(parents=True)
    began = time.monotonic()
    _finish(verb.words(alone))
    took_s, wanted = time.monotonic() - began, verb.held(alone)
    lost = doubled = left = 0
    for number in range(kills):
        out = folder / f"killed-{number}"
        out.mkdir()
        _kill(verb.words(out), chance.uniform(0.0, took_s))
        _go_on(verb, out)
        found = verb.held(out)
        lost += (wanted - found).total()
        doubled += (found - wanted).total()
        left += sum(1 for _ in out.rglob(".draft-*"))
    return Row(verb.name, kills, lost, doubled, left, _filled(verb, folder))


def _kill(words: list[str], after_s: float) -> None:
    process = subprocess.Popen([*MESOCOSM, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(after_s)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _go_on(verb: Verb, out: Path) -> None:
    """Run the same command again; a seal that was made before the kill is refused by name, and stays."""
    done = _started(verb.words(out))
    if done.returncode and "exists already" not in done.stderr:
        raise SystemExit(f"{verb.name} does not go on after a kill:\n{done.stderr[-2000:]}")


def _filled(verb: Verb, folder: Path) -> str:
    """Return what a verb says on a full disk."""
    with _full(folder / "full") as (out, limit):
        done = _started(verb.words(out), limit)
        if "Traceback" in done.stderr:
            return "traceback"
        if done.returncode == 0:
            return "fitted"
        explained = "no space is left on the disk" in done.stderr or "grew beyond" in done.stderr
    return "told" if explained else f"other: {done.stderr.strip().splitlines()[-1][:60]}"


@contextmanager
def _full(out: Path) -> Iterator[tuple[Path, Callable[[], None] | None]]:
    """Give a place on a disk without room, or a size limit for processes that are started."""
    out.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(out)], capture_output=True, check=False
    )
    if mounted.returncode:
        yield out, partial(resource.setrlimit, resource.RLIMIT_FSIZE, (SMALL_BYTES, SMALL_BYTES))
        return
    try:
        with suppress(OSError), (out / "filling").open("wb", buffering=0) as file:
            while file.write(bytes(SMALL_BYTES)):
                pass
        yield out, None
    finally:
        subprocess.run(["umount", str(out)], check=True)


def _started(words: list[str], before: Callable[[], None] | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*MESOCOSM, *words], capture_output=True, text=True, check=False, timeout=LONGEST_S, preexec_fn=before
    )


def _finish(words: list[str]) -> None:
    done = _started(words)
    if done.returncode:
        raise SystemExit(f"mesocosm {' '.join(words)} fails undisturbed:\n{done.stderr[-2000:]}")


def _files(out: Path) -> Counter[str]:
    """Return files by name and content."""
    hashes = {path: hashlib.sha256(path.read_bytes()).hexdigest() for path in _inside(out)}
    return Counter(f"{path.relative_to(out)} {digest}" for path, digest in hashes.items())


def _names(out: Path) -> Counter[str]:
    """Return files by name, if the content has times or secrets."""
    return Counter(str(path.relative_to(out)) for path in _inside(out))


def _inside(out: Path) -> list[Path]:
    return [path for path in sorted(out.rglob("*")) if path.is_file() and not path.name.startswith(".")]


def _episodes(out: Path) -> Counter[str]:
    """Return the episodes of the run that tables show."""
    from mesocosm.report.results import read_results

    rows = read_results(out / "logs")
    return Counter(f"{row.agent} {one.item} {one.epoch}" for row in rows for one in row.samples)


def _print(rows: list[Row]) -> None:
    print(f"{'verb':15} {'kills':>5} {'lost':>5} {'doubled':>7} {'left':>5}  full disk")
    for row in rows:
        print(f"{row.verb:15} {row.kills:5} {row.lost:5} {row.doubled:7} {row.left:5}  {row.full_disk}")


if __name__ == "__main__":
    sys.exit(main())

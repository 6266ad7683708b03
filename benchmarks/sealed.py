"""Run sealed evaluations with the scorer as another user: what the agent's user can read, what `verify` accepts.

python benchmarks/sealed.py [--suite NAME ...] [--items N]

Needs root, to run the scorer as one user and the agent as another. Prints every attempt and a line of numbers for each
suite; exits with 1 if an attempt gained something, or a record that was tampered with was accepted as sound.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import json
import os
import re
import runpy
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.remove(str(Path(__file__).parent))  # tornado.py beside this file would be imported for the library

from mesocosm import registry
from mesocosm.sealed.seal import SealedFolder, read_seal, read_secret
from mesocosm.suite import Suite
from mesocosm.types import canonical_json

SCORER, AGENT, STRANGER = 65534, 65533, 65532
"""Users that own nothing on the machine."""
PROGRAM = ["-c", "from mesocosm.cli.main import main; main()"]
PROBE = Path(__file__).with_name("sealed_probe.py")
TAMPERING = Path(__file__).with_name("sealed_tampering.py")
LONG_NUMBER = re.compile(r"\d[\d.]{7,}")
SHORTEST = 7
"""Most characters of a spelling of the truth that is too short to search: chance would find it in millions of bytes."""


VARIANTS = {"atmos": ("--option", "tools=python")}
"""Variant in which an agent can do most."""
SEEDS = {"eo": 3, "terra": 2}
"""Public seeds that are searched for the sealed item if making one takes many seconds; 20 for other suites."""


@dataclass
class Tally:
    """Attempts on one suite, and those that succeeded although they must not."""

    suite: str
    attempts: int = 0
    gained: int = 0
    tamperings: int = 0
    accepted: int = 0

    def tell(self, what: str, gained: bool, details: str = "") -> None:
        """Count an attempt of the agent's user and print it."""
        self.attempts += 1
        self.gained += gained
        print(f"{'GAINED ' if gained else 'nothing'}  {what}{f': {details}' if details not in ('', '[]') else ''}")


def main() -> int:
    options = _options()
    if os.getuid() != 0:
        print("skipped: needs root, to run scorer and agent as two users")
        return 0
    if _python() is None:
        print(f"skipped: other users may not run {sys.executable}, and the machine has no twin of it")
        return 0
    tallies = []
    for suite in options.suite or ["toy", "atmos", "phreeqc", "tornado", "eo", "terra"]:
        look = ["-c", f"from mesocosm import registry; import cryptography; registry.load('suites', {suite!r})"]
        if subprocess.run([str(_python()), *look], **_user(AGENT), capture_output=True).returncode != 0:
            print("skipped: other users may not read this checkout or its libraries")
            return 0
        with tempfile.TemporaryDirectory(prefix="mesocosm-sealed-") as place:
            tallies.append(_evaluate(Path(place), suite, options.items))
    for tally in tallies:
        counts = f"{tally.attempts} attempts, {tally.gained} gained; {tally.tamperings} ways to tamper"
        print(f"{tally.suite}: {counts}, {tally.accepted} accepted")
    gained = sum(tally.gained + tally.accepted for tally in tallies)
    print(f"attempts that gained something: {gained}")
    return 1 if gained else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--suite", action="append", help="a suite; all if left out")
    parser.add_argument("--items", type=int, default=2)
    return parser.parse_args()


def _evaluate(place: Path, suite: str, items: int) -> Tally:
    place.chmod(0o755)
    home, common = place / "scorer", place / "common"
    for path, owner in ((home, SCORER), (common, AGENT)):
        path.mkdir()
        os.chown(path, owner, owner)
    folder, socket, tally = SealedFolder(home / "sealed"), home / "door", Tally(suite)
    words = ("--limit", str(items), "-o", str(folder.root), *VARIANTS.get(suite, ()))
    print(f"== {suite}\n{_as(SCORER, 'seal', suite, *words).stdout.strip()}")
    with _serving(folder, socket) as scorer:
        _attack(folder, socket, scorer, tally)
        _search_own_memory(folder, socket, common / "memory", tally)
        started = time.perf_counter()
        print(_as(AGENT, "run", suite, "--sealed", str(socket), "--agent", "null", "--agent", "random").stdout.strip())
        print(f"played 2 x {items} episodes in {time.perf_counter() - started:.1f} s")
        refused = _as(STRANGER, "run", suite, "--sealed", str(socket), "--agent", "null", check=False)
        tally.tell("a third user plays", refused.returncode == 0, refused.stderr.strip())
    _after(folder, tally)
    _enumerate(folder, tally)
    return tally


@functools.cache
def _python() -> str | None:
    """Return an interpreter of our version that any user may run: ours, or the machine's if ours is private."""
    test = "import sys, mesocosm, cryptography; print(sys.version_info[:2])"
    for path in (sys.executable, "/usr/bin/python3"):
        try:
            done = subprocess.run([path, "-c", test], **_user(AGENT), capture_output=True, text=True)
        except OSError:
            continue
        if done.stdout.strip() == str(sys.version_info[:2]):
            return path
    return None


def _as(user: int, *words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
    """Run a verb of ours as a user."""
    done = subprocess.run([str(_python()), *PROGRAM, *words], **_user(user), capture_output=True, text=True)
    if check and done.returncode != 0:
        raise SystemExit(f"{' '.join(words)}: {done.stdout}{done.stderr}")
    return done


def _user(user: int) -> dict[str, Any]:
    tops = {home.module.partition(".")[0] for home in registry.homes("suites").values()}
    packages = [Path(str(importlib.import_module(top).__file__)).parent.parent for top in sorted(tops)]
    libraries = [*map(str, packages), *(path for path in sys.path if path and not path.startswith(sys.base_prefix))]
    environment = {"PATH": os.defpath, "PYTHONPATH": os.pathsep.join(libraries), "HOME": "/nonexistent"}
    environment |= {"MESOCOSM_CACHE": f"/tmp/mesocosm-cache-{user}"}
    return {"user": user, "group": user, "extra_groups": [], "env": environment, "cwd": "/"}


@contextmanager
def _serving(folder: SealedFolder, socket: Path) -> Iterator[int]:
    words = ["seal", "serve", str(folder.root), "--socket", str(socket), "--for", str(AGENT)]
    with subprocess.Popen(
        [str(_python()), *PROGRAM, *words], **_user(SCORER), stdout=subprocess.PIPE, text=True
    ) as child:
        try:
            assert child.stdout is not None
            print(child.stdout.readline().strip())
            yield child.pid
        finally:
            child.terminate()


def _attack(folder: SealedFolder, socket: Path, scorer: int, tally: Tally) -> None:
    """Try everything that the agent's user can try while the scorer runs."""
    words = [str(folder.root), str(socket), str(scorer)]
    own = [what for what, got in _probe(SCORER, *words, "look")["attempts"].items() if got]
    print(f"the scorer's own user, for comparison, gains: {', '.join(own)}")
    attempts = _probe(AGENT, *words)
    for what, got in attempts["attempts"].items():
        tally.tell(what, bool(got), str(got or "")[:60])
    heard = attempts["heard"]
    print(f"heard {len(heard):,} characters from the scorer")
    for what, texts in _hidden(folder).items():
        found = [text for text in texts if text in heard]
        tally.tell(f"the {what} in what the scorer says, of {len(texts)} spellings", bool(found), str(found)[:80])


def _hidden(folder: SealedFolder) -> dict[str, list[str]]:
    """Return what the agent's user must not get, in the spellings that it could have."""
    secret, seal = read_secret(folder.secret), read_seal(folder.record)
    seed, key = secret.seed(seal), folder.signing_key.read_text().strip()
    truth: set[str] = set()
    for item, reference in registry.load("suites", seal.suite).cases(seed, seal.items):
        truth |= _spellings(reference.model_dump(mode="json"), item.model_dump_json())
    raw = [bytes.fromhex(text).decode("latin-1") for text in (secret.secret, key)]
    return {
        "secret": [secret.secret, raw[0]],
        "signing key": [key, raw[1]],
        "seed": [str(abs(seed)), f"{abs(seed):x}"],
        "truth": sorted(truth),
    }


def _spellings(reference: dict[str, Any], shown: str) -> set[str]:
    """Return the answer and every hidden fact as a program would write them, and their long numbers, without what is
    public.
    """
    facts = [reference["answer"], *reference["hidden"].values()]
    texts = {spell(fact) for fact in facts for spell in (json.dumps, repr, lambda fact: canonical_json(fact).decode())}
    texts |= {number for text in texts for number in LONG_NUMBER.findall(text)}
    return {text for text in texts if len(text) > SHORTEST and text not in shown}


def _search_own_memory(folder: SealedFolder, socket: Path, out: Path, tally: Tally) -> None:
    """Search the memory of an agent's own process after an item, its environment included."""
    command = [str(_python()), str(PROBE), str(socket), str(out)]
    subprocess.run(command, **_user(AGENT), check=True)
    memory = out.read_bytes()
    if read_seal(folder.record).commitment.encode() not in memory:
        raise SystemExit("the search is blind: not even the commitment, which every agent is told, is found")
    print(f"searched {len(memory):,} bytes of the agent's own process")
    for what, texts in _hidden(folder).items():
        found = [text for text in texts if text.encode("latin-1", "replace") in memory]
        tally.tell(f"the {what} in the agent's own memory", bool(found), str(found)[:80])
    out.unlink()


def _probe(user: int, *words: str) -> dict[str, Any]:
    command = [str(_python()), str(PROBE), *words]
    probe = subprocess.run(command, **_user(user), capture_output=True, text=True, check=True)
    response: dict[str, Any] = json.loads(probe.stdout)
    return response


def _after(folder: SealedFolder, tally: Tally) -> None:
    """Close, verify, tamper, verify again."""
    _as(SCORER, "seal", "close", str(folder.root))
    words = ("verify", str(folder.root), "--reveal", str(folder.secret))
    started = time.perf_counter()
    sound = _as(SCORER, *words)
    print(f"{sound.stdout.strip().splitlines()[-1]}\nverified in {time.perf_counter() - started:.1f} s")
    tampering = runpy.run_path(str(TAMPERING))
    taken = tampering["accepted"](folder.record, read_secret(folder.secret), folder.signing_key.read_text().strip())
    for what, accepted in taken.items():
        print(f"{'ACCEPTED' if accepted else 'refused '}  {what}")
    tally.tamperings, tally.accepted = len(taken), sum(taken.values())
    trace = folder.record / "traces" / "000000.jsonl"
    trace.write_bytes(trace.read_bytes().replace(b'"reason":"', b'"reason":"x'))
    tampered = _as(SCORER, *words, check=False)
    tally.tell("a tampered trace is accepted", tampered.returncode == 0, tampered.stdout.strip().splitlines()[0])


def _enumerate(folder: SealedFolder, tally: Tally) -> None:
    """Make items of public seeds: they show the answer to a public prompt at once, and to no sealed one."""
    chosen = registry.load("suites", tally.suite)
    started = time.perf_counter()
    public = chosen.case(0, 0)[0]
    again = next(item for item, _ in chosen.cases(0, 1) if item.prompt == public.prompt)
    print(f"public seed: {again.id} and its truth remade in {time.perf_counter() - started:.3f} s")
    secret, seal = read_secret(folder.secret), read_seal(folder.record)
    seeds = range(SEEDS.get(tally.suite, 20))
    tried = {_spelled(chosen, seed) for seed in seeds}
    tally.tell(f"the sealed item among those of seeds 0 to {seeds[-1]}", _spelled(chosen, secret.seed(seal)) in tried)


def _spelled(suite: Suite, seed: int) -> str:
    item, reference = suite.case(seed, 0)
    return json.dumps([item.prompt, reference.answer])


if __name__ == "__main__":
    sys.exit(main())

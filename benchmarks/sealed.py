"""A sealed evaluation with the scorer as another user: what the agent's user can read, and what verification costs.

python benchmarks/sealed.py --items 5

Needs root, to run the scorer as one user and the agent as another. Prints every attempt; exits 1 if one gained.
"""

from __future__ import annotations

import argparse
import functools
import importlib
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.remove(str(Path(__file__).parent))  # tornado.py beside this file would be imported for the library

from mesocosm import registry
from mesocosm.sealed.seal import SealedFolder, read_seal, read_secret
from mesocosm.suite import Suite

SCORER, AGENT, STRANGER = 65534, 65533, 65532
"""Users that own nothing on the machine."""
PROGRAM = ["-c", "from mesocosm.cli.main import main; main()"]
PROBE = Path(__file__).with_name("sealed_probe.py")


def main() -> int:
    options = _options()
    if os.getuid() != 0:
        print("skipped: needs root, to run scorer and agent as two users")
        return 0
    if _python() is None:
        print(f"skipped: other users may not run {sys.executable}, and the machine has no twin of it")
        return 0
    look = ["-c", f"from mesocosm import registry; import cryptography; registry.load('suites', {options.suite!r})"]
    if subprocess.run([str(_python()), *look], **_user(AGENT), capture_output=True).returncode != 0:
        print("skipped: other users may not read this checkout or its libraries")
        return 0
    with tempfile.TemporaryDirectory(prefix="mesocosm-sealed-") as place:
        return _evaluate(Path(place), options.suite, options.items)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--suite", default="toy")
    parser.add_argument("--items", type=int, default=5)
    return parser.parse_args()


def _evaluate(place: Path, suite: str, items: int) -> int:
    place.chmod(0o755)
    home = place / "scorer"
    home.mkdir()
    os.chown(home, SCORER, SCORER)
    folder, socket = SealedFolder(home / "sealed"), home / "door"
    print(_as(SCORER, "seal", suite, "--n", str(items), "-o", str(folder.root)).stdout.strip())
    with _serving(folder, socket) as scorer:
        gained = _attack(folder, socket, scorer, suite)
        started = time.perf_counter()
        print(_as(AGENT, "run", suite, "--sealed", str(socket), "--agent", "null", "--agent", "random").stdout.strip())
        print(f"played 2 x {items} episodes in {time.perf_counter() - started:.1f} s")
        refused = _as(STRANGER, "run", suite, "--sealed", str(socket), "--agent", "null", check=False)
        gained += _told("a third user plays", refused.returncode == 0, refused.stderr.strip())
    gained += _after(folder)
    gained += _enumerate(suite, folder)
    print(f"attempts that gained something: {gained}")
    return 1 if gained else 0


@functools.cache
def _python() -> str | None:
    """An interpreter of our version that any user may run: ours, or the machine's where ours lies in a shut home."""
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
    """A verb of ours, as a user."""
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


def _attack(folder: SealedFolder, socket: Path, scorer: int, suite: str) -> int:
    """Everything the agent's user tries while the scorer runs."""
    secret, seal = read_secret(folder.secret), read_seal(folder.record)
    hidden = [secret.secret, str(abs(secret.seed(seal))), folder.signing_key.read_text().strip()]
    answers = [reference.answer for _, reference in registry.load("suites", suite).cases(secret.seed(seal), 2)]
    words = [str(folder.root), str(socket), str(scorer)]
    own = [what for what, got in _probe(SCORER, *words, "look")["attempts"].items() if got]
    print(f"the scorer's own user, for comparison, gains: {', '.join(own)}")
    attempts = _probe(AGENT, *words)
    gained = sum(_told(what, bool(got), str(got or "")[:60]) for what, got in attempts["attempts"].items())
    heard = attempts["heard"]
    truth = [json.dumps(answer) for answer in answers if len(json.dumps(answer)) > 8]
    gained += _told("the seed, secret or key in what the scorer says", any(text in heard for text in hidden), "")
    gained += _told("the truth in what the scorer says", any(text in heard for text in truth), "")
    return gained


def _probe(user: int, *words: str) -> dict[str, Any]:
    command = [str(_python()), str(PROBE), *words]
    probe = subprocess.run(command, **_user(user), capture_output=True, text=True, check=True)
    told: dict[str, Any] = json.loads(probe.stdout)
    return told


def _told(what: str, gained: bool, details: str) -> int:
    print(f"{'GAINED ' if gained else 'nothing'}  {what}{f': {details}' if details else ''}")
    return int(gained)


def _after(folder: SealedFolder) -> int:
    """Close, verify, tamper, verify again."""
    _as(SCORER, "seal", "close", str(folder.root))
    words = ("verify", str(folder.root), "--reveal", str(folder.secret))
    started = time.perf_counter()
    sound = _as(SCORER, *words, check=False)
    print(f"{sound.stdout.strip().splitlines()[-1]}\nverified in {time.perf_counter() - started:.1f} s")
    trace = folder.record / "traces" / "000000.jsonl"
    trace.write_bytes(trace.read_bytes().replace(b'"stopped"', b'"budget"'))
    tampered = _as(SCORER, *words, check=False)
    gained = _told("a sound record is refused", sound.returncode != 0, "")
    return gained + _told("a tampered trace is accepted", tampered.returncode == 0, tampered.stdout.strip())


def _enumerate(suite: str, folder: SealedFolder) -> int:
    """What remaking items finds: the answer behind a public prompt at once, none behind a sealed one."""
    chosen = registry.load("suites", suite)
    started = time.perf_counter()
    public = chosen.case(0, 0)[0]
    again = next(item for item, _ in chosen.cases(0, 1) if item.prompt == public.prompt)
    print(f"public seed: {again.id} and its truth remade in {time.perf_counter() - started:.3f} s")
    secret, seal = read_secret(folder.secret), read_seal(folder.record)
    tried = {_spelled(chosen, seed) for seed in range(20)}
    return _told("the sealed item among those of seeds 0 to 19", _spelled(chosen, secret.seed(seal)) in tried, "")


def _spelled(suite: Suite, seed: int) -> str:
    item, reference = suite.case(seed, 0)
    return json.dumps([item.prompt, reference.answer])


if __name__ == "__main__":
    sys.exit(main())

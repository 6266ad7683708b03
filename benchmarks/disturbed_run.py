"""A run with a model on loopback that counts requests item by item; for `resume.py`.

The model replies twice in an episode: once in words, once with a letter that depends on the question alone, so that
every run of the same items has the same scores.
"""

from __future__ import annotations

import functools
import hashlib
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mesocosm import registry
from mesocosm.report.logs import readable_logs
from mesocosm.report.results import read_results
from mesocosm.suite import Suite
from mesocosm.testing.model_server import ModelServer, Turn

PROGRAM = [sys.executable, "-c", "from mesocosm.cli.main import main; main()"]
MODELS = ("openai-api/scripted/first", "openai-api/scripted/second")
SUITES: dict[str, dict[str, str]] = {"atmos": {}, "phreeqc": {"condition": "direct"}}
"""Suites of multiple-choice questions, no two with equal wording, and the options under which they are asked."""
TURNS = 2
AT_ONCE = 2
"""Episodes of each model in progress at a time: few, so that most are finished or not begun when something happens."""
LETTERS = "ABCD"

Episode = tuple[str, str]
"""Model and item."""


class FarEnd(ModelServer):
    """Model server that counts its answers, each of which would have been paid for."""

    def __init__(self, items: Mapping[str, str], delay_s: float) -> None:
        super().__init__([])
        self.items = items
        """Item id for the words of each question."""
        self.delay_s = delay_s
        self.asked: Counter[Episode] = Counter()
        self.may_reply = threading.Event()
        """Event without which the server keeps every request waiting."""
        self.may_reply.set()
        self._counting = threading.Lock()

    def turn(self, request: dict[str, Any], number: int) -> Turn:
        question = next(_text(message) for message in request["messages"] if message["role"] == "user")
        with self._counting:
            self.asked[request["model"], self.items[question]] += 1
        self.may_reply.wait()
        time.sleep(self.delay_s)
        if number < TURNS - 1:
            return Turn(text="I shall think about it.")
        letter = LETTERS[hashlib.sha256(question.encode()).digest()[0] % len(LETTERS)]
        return Turn(calls=(("submit", f'{{"answer": "{letter}"}}'),))


def _text(message: dict[str, Any]) -> str:
    content = message["content"]
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)


@dataclass
class Outcome:
    """Result of a disturbed and resumed run, compared with what was wanted."""

    lost: int
    doubled: int
    paid_twice: int
    asked_again: int
    """Requests of episodes in progress at the moment of a disturbance, or whose log was destroyed by it."""
    equal: bool
    seconds: float = 0.0
    remarks: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        return self.equal and not (self.lost or self.doubled or self.paid_twice)


class Site:
    """One log folder, the model server, and the counts of both."""

    def __init__(self, suite: str, items: int, seed: int, far: FarEnd, folder: Path, place: Path) -> None:
        self.suite, self.items, self.seed, self.far = suite, items, seed, far
        self.folder, self.place = folder, place
        self.environment: dict[str, str] = {}
        self.paid_twice = 0
        self._asked_before = Counter(far.asked)
        self._done: set[Episode] = set()
        self._counted = Counter(far.asked)

    def start(self, **settings: Any) -> subprocess.Popen[str]:
        """Start the run as a process group of its own, and keep its output."""
        options = [f"--option={name}={value}" for name, value in SUITES[self.suite].items()]
        words = ["run", self.suite, "--no-baselines", "--limit", str(self.items), "--seed", str(self.seed), *options]
        words += ["--max-samples", str(AT_ONCE)]
        models = [word for model in MODELS for word in ("--model", model)]
        environment = {
            **os.environ, "SCRIPTED_API_KEY": "none", "SCRIPTED_BASE_URL": self.far.url,
            "XDG_DATA_HOME": str(self.place / "data"), **self.environment,
        }  # fmt: skip
        return subprocess.Popen(
            [*PROGRAM, *words, *models, "--log-dir", str(self.folder)],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True, env=environment,
            **settings,
        )  # fmt: skip

    def run(self, **settings: Any) -> tuple[int, str]:
        """Run to the end; return exit status and output."""
        with self.start(**settings) as process:
            output, _ = process.communicate()
        self.settle()
        return process.returncode, output

    def wait_for_requests(self, number: int, process: subprocess.Popen[str]) -> bool:
        """Wait for so many more requests; return False if the run ended before."""
        goal = self.far.asked.total() + number
        while self.far.asked.total() < goal:
            if process.poll() is not None:
                return False
            time.sleep(0.002)
        return True

    def settle(self) -> None:
        """After a run, count requests for episodes that a log contained, and record what the logs contain now."""
        fresh = Counter(self.far.asked)
        fresh.subtract(self._counted)
        self.paid_twice += sum(fresh[episode] for episode in self._done)
        self._counted = Counter(self.far.asked)
        self._done = finished(self.folder)

    def damage_was_done(self) -> None:
        """Record again what the logs contain: what was destroyed must be requested again."""
        self._done = finished(self.folder)

    def outcome(self, expected: Mapping[Episode, float]) -> Outcome:
        """Return the counts for the finished folder."""
        found: list[tuple[Episode, float]] = []
        with suppress(Exception):  # no log at all is everything lost
            found = [
                ((row.agent.rpartition("/")[2], sample.item), sample.score)
                for row in read_results(self.folder)
                for sample in row.samples
            ]
        asked = Counter(self.far.asked)
        asked.subtract(self._asked_before)
        return Outcome(
            lost=len(expected.keys() - dict(found).keys()),
            doubled=len(found) - len(dict(found)),
            paid_twice=self.paid_twice,
            asked_again=asked.total() - TURNS * len(expected),
            equal=dict(found) == dict(expected),
        )


def finished(folder: Path) -> set[Episode]:
    """Return every episode that a readable log of the folder contains completely, finished log or not."""
    logs = readable_logs(sorted(folder.glob("*.eval")))
    return {
        (log.eval.model.rpartition("/")[2], str(sample.id))
        for _, log in logs
        for sample in log.samples or ()
        if sample.error is None
    }


@functools.cache
def question_suite() -> str | None:
    """Return the first of the suites that is installed."""
    return next((name for name in SUITES if name in registry.names("suites")), None)


def questions(name: str, items: int, seed: int) -> dict[str, str]:
    """Return the item id for the words of every question."""
    suite: Suite = registry.load("suites", name)
    options = suite.settle(SUITES[name])
    return {suite.task(item, options): item.id for item, _ in suite.cases(seed, items)}

"""The items that one MCP server plays, one world after the other: each episode is scored as soon as it has ended.

The scores are for people: a line of JSON on standard error, and `scores-N.json` beside the traces, which is rewritten
after every episode. No client sees either.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from mesocosm.episode.world import World
from mesocosm.files import free_path, write_json
from mesocosm.stats.headline import headline
from mesocosm.suite import Suite
from mesocosm.types import Score


class Round:
    """Some items of a suite, in order; `world` is that of the current item."""

    def __init__(
        self, suite: Suite, items: Sequence[str], log_dir: Path, *, options: dict[str, str] | None = None, agent: str
    ) -> None:  # fmt: skip
        self.items = tuple(items)
        self._suite = suite
        self._log_dir = log_dir
        self._options = options
        self._agent = agent
        self._file = free_path(log_dir, "scores", "json")
        self._scores: dict[str, Score] = {}
        self._index = 0
        self.met = False
        """Whether a client has made a request yet."""
        self.world = self._open()

    @property
    def left(self) -> int:
        """Number of items after the current one."""
        return len(self.items) - 1 - self._index

    def look(self) -> None:
        """Score the current episode, once, if it has ended."""
        item = self.items[self._index]
        if not self.world.done or item in self._scores:
            return
        trace = self.world.finish()
        self._scores[item] = self._suite.score(*self._suite.find(item), trace)
        note = {"note": "unanswered"} if trace.answer.status == "missing" and self.world.ended != "broken" else {}
        self._tell({"item": item, "trace": str(self.world.writer.path), **_plain(self._scores[item]), **note})
        write_json(self._file, {**self.summary(), "episodes": {id: _plain(one) for id, one in self._scores.items()}})

    def advance(self) -> bool:
        """End the current episode, answered or not, and open the next; return False if there is none."""
        self.world.finish()
        self.look()
        if not self.left:
            return False
        self.world.close()
        self._index += 1
        self.world = self._open()
        return True

    def close(self) -> None:
        """End the current episode and print the summary; if no client came, nothing was played."""
        if not self.met:
            return self._leave_unplayed()
        self.world.finish()
        self.look()
        self.world.close()
        if len(self.items) > 1:
            self._tell(self.summary())

    def _leave_unplayed(self) -> None:
        """Remove the trace of an episode that no client saw, which would be scored as unanswered."""
        self.world.close()
        if self.world.writer.path is not None:
            self.world.writer.path.unlink(missing_ok=True)
        note = "no client called a tool or read the task: nothing was played or scored"
        self._tell({"items": len(self.items), "played": 0, "note": note})

    def summary(self) -> dict[str, Any]:
        """Return what was played, and the suite's score over all items: an item that was not reached counts 0."""
        known = {item: one for item, one in self._scores.items() if not math.isnan(one.value)}
        unreached = [item for item in self.items if item not in self._scores]
        values = {item: one.value for item, one in known.items()} | dict.fromkeys(unreached, 0.0)
        about = {"suite": self._suite.name, "version": self._suite.card.version, "agent": self._agent}
        played = {"items": len(self.items), "played": len(self._scores), "broken": len(self._scores) - len(known)}
        score = headline(values, self._weights(known, unreached)).value
        return {**about, **played, "unreached": len(unreached), "score": score}

    def _weights(self, known: Mapping[str, Score], unreached: Sequence[str]) -> dict[str, float]:
        """Return the weights of items; an item that was not reached has the largest, so that skipping gains nothing."""
        weight = self._suite.card.weight
        weights = {item: one.metrics[weight] if weight else 1.0 for item, one in known.items()}
        return weights | dict.fromkeys(unreached, max(weights.values(), default=1.0))

    def _open(self) -> World:
        item = self.items[self._index]
        path = free_path(self._log_dir, item, "jsonl")
        return self._suite.world(*self._suite.find(item), options=self._options, agent=self._agent, trace=path)

    def _tell(self, line: dict[str, Any]) -> None:
        print(json.dumps(line), file=sys.stderr, flush=True)  # the protocol uses standard output


def _plain(score: Score) -> dict[str, Any]:
    """Return a score without its explanation, which names the truth: a client over stdio can read what we print."""
    return {"value": score.value, "profile": score.profile}

"""Reasons why episodes broke and agents failed, in a line or two: the commonest first, and how to repair it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from mesocosm.report.results import ResultRow

RAISED = re.compile(r"RetryError\(.* raised (\w+)>\)")
MARKUP = re.compile(r"\[/?(?:bold|blue|italic|red|green|yellow)\]")
LONGEST = 200
"""Characters of a reason that are shown."""
MENDS = {
    "connection": "nothing answers there: start the server, or set its address, OPENAI_BASE_URL or, for "
    "openai-api/NAME/MODEL, NAME_BASE_URL",
    "authentication": "the key is refused: set the right one, such as export OPENAI_API_KEY=...",
    "notfound": "the server does not know this model: ask it which it serves, or mend --model",
    "ratelimit": "the server asks to be slower: give a smaller --max-samples",
    "no isolator": "see mesocosm doctor",
}
"""Repair for a word in the reason."""


def breakage_lines(rows: Iterable[ResultRow]) -> list[str]:
    """Return a line for each agent with broken episodes, and a line with the repair of the commonest reason if it is
    known.
    """
    lines, mends = [], []
    for row in rows:
        reasons = Counter(plain_reason(sample.error) for sample in row.samples if sample.answer == "broken")
        if not reasons:
            continue
        reason, times = reasons.most_common(1)[0]
        share = "" if times == row.broken else f", {times} of them"
        lines.append(f"{row.agent}: {row.broken} of {row.episodes} episodes broke{share}: {reason}")
        mends += [mend for word, mend in MENDS.items() if word in reason.lower().replace("_", "")]
    return [*lines, *dict.fromkeys(mends)]


def crash_lines(rows: Iterable[ResultRow]) -> list[str]:
    """Return a line for each agent whose program failed: in how many episodes, and how in the first."""
    lines = []
    for row in rows:
        crashed = [sample for sample in row.samples if sample.end == "crashed"]
        if crashed:
            first = f"first in {crashed[0].item}: {plain_reason(crashed[0].error)}"
            lines.append(f"{row.agent}: its program failed in {len(crashed)} of {row.episodes} episodes, {first}")
    return lines


def nothing_scored(row: ResultRow) -> bool:
    """Return whether every episode of an agent broke, or waits for its server."""
    return row.episodes > 0 and row.scored == 0


def plain_reason(error: str) -> str:
    """Return an error's message on one line, without the markup and addresses that make equal ones differ."""
    raised = RAISED.search(error)
    line = " ".join(MARKUP.sub("", raised[1] if raised else error).split()).removeprefix("ERROR: ")
    return (line if len(line) <= LONGEST else f"{line[: LONGEST - 3]}...") or "no reason was recorded"

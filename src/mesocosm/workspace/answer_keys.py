"""Check the keys of an answer that is an object: which are missing, and which are misspelt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from mesocosm.errors import ToolError, nearest

MOST_NAMED = 5
"""Keys of one sort that a refusal names; the rest are counted."""
LONGEST_KEY = 60
"""Characters of a key that a refusal repeats."""


def check_keys(given: Iterable[str], wanted: Sequence[str]) -> None:
    """Refuse an answer that lacks a wanted key or has another; a misspelt key is named beside the one that is missing.

    Args:
        given: Keys of the answer.
        wanted: The required keys, each once.
    """
    keys = list(dict.fromkeys(given))
    missing = [key for key in wanted if key not in keys]
    strange = [key for key in keys if key not in wanted]
    problems = [_strange(key, missing) for key in strange[:MOST_NAMED]]
    if len(strange) > MOST_NAMED:
        problems.append(f"{len(strange) - MOST_NAMED} more keys are not fields of this answer")
    if missing:
        problems.append(f"missing: {_list(missing)}")
    elif strange:
        problems.append(f"the fields are {_list(wanted)}")
    if problems:
        raise ToolError("; ".join(problems).replace("?; ", "? "))


def _strange(key: str, missing: Sequence[str]) -> str:
    meant = nearest(key, missing)
    advice = f"; did you mean {' or '.join(f'`{name}`' for name in meant)}?" if meant else ""
    return f"`{key[:LONGEST_KEY]}` is not a field of this answer{advice}"


def _list(keys: Sequence[str]) -> str:
    more = f" and {len(keys) - MOST_NAMED} more" if len(keys) > MOST_NAMED else ""
    return ", ".join(f"`{key[:LONGEST_KEY]}`" for key in keys[:MOST_NAMED]) + more

"""The cache folder: what it holds, and clearing it."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mesocosm.screen.tables import json_option, show_json, show_table
from mesocosm.screen.untrusted_text import tell

if TYPE_CHECKING:
    from mesocosm.cache.inventory import Freed, KindSummary

GROUP = "check"


@click.group(invoke_without_command=True)
@json_option
@click.pass_context
def command(context: click.Context, as_json: bool) -> None:
    """Show or clear what is stored to save time.

    The cache holds items, engine runs, pictures, decoded fields and web pages; all of it can be made again.
    MESOCOSM_CACHE names its folder. MESOCOSM_CACHE_LIMIT (such as 500 MB) is the most that it may hold; entries of
    older code are removed first, then those unused for longest.
    """
    if context.invoked_subcommand is None:
        _show(as_json)
    elif as_json:
        raise click.UsageError(f"--json comes after the verb: mesocosm cache {context.invoked_subcommand} --json")


@command.command()
@json_option
def show(as_json: bool) -> None:
    """List the kinds of entries with number, size and last use, as `mesocosm cache` does without a verb."""
    _show(as_json)


@command.command()
@click.argument("kinds", nargs=-1)
@json_option
def clear(kinds: tuple[str, ...], as_json: bool) -> None:
    """Remove the entries of these KINDS, or of all kinds.

    Entries that other processes are using stay. Files that do not belong to the cache are left alone.
    """
    from mesocosm.cache.folder import folder
    from mesocosm.cache.inventory import clear as clear_cache
    from mesocosm.cache.inventory import strangers

    _refuse_unknown(kinds)
    freed, unknown = clear_cache(kinds), strangers()
    if as_json:
        return show_json(
            {"folder": str(folder()), "kinds": [_plain(one) for one in freed], "not_ours": list(map(str, unknown))}
        )
    for one in freed:
        counts = f"{_count(one.entries)} removed, {size_text(one.bytes)} freed"
        tell(f"{one.name}: {counts if one.was_there else 'nothing of this kind was there'}")
        for path in one.in_use:
            tell(f"in use by a process, not removed: {path}")
    click.echo(f"{folder()}: {size_text(sum(one.bytes for one in freed))} freed")
    _name_strangers(unknown)


def _refuse_unknown(kinds: tuple[str, ...]) -> None:
    """Refuse names of kinds that are neither in the cache nor declared by mesocosm or a package that adds to it."""
    from mesocosm import registry
    from mesocosm.cache.declarations import declared_kinds
    from mesocosm.cache.inventory import EVERY, summaries
    from mesocosm.errors import UnknownName

    present = {kind.name for kind in summaries()}
    if present.issuperset(kinds):
        return
    homes = [home for kind in registry.KINDS for home in registry.homes(kind).values()]
    known = sorted(present | declared_kinds(["mesocosm", *(home.module.partition(".")[0] for home in homes)]))
    for name in kinds:
        if name not in known:
            every = "leave the kinds out to clear all of them" if name in EVERY else ""
            raise UnknownName("kind of cache", name, known, hint=every)


def size_text(size: int) -> str:
    """Format a number of bytes for people, such as `1.5 MB`."""
    for unit, factor in (("GB", 10**9), ("MB", 10**6), ("kB", 10**3)):
        if size >= factor:
            return f"{size / factor:.1f} {unit}"
    return f"{size} B"


def _show(as_json: bool) -> None:
    from mesocosm.cache.folder import folder, limit_bytes
    from mesocosm.cache.inventory import strangers, summaries

    kinds, limit, unknown = summaries(), limit_bytes(), strangers()
    total = sum(kind.bytes for kind in kinds)
    if as_json:
        document = {"folder": str(folder()), "bytes": total, "limit_bytes": limit}
        return show_json({**document, "kinds": [_record(kind) for kind in kinds], "not_ours": list(map(str, unknown))})
    headings = ("kind", "holds", "entries", "of older code", "size", "oldest", "last use")
    show_table(headings, [_row(kind) for kind in kinds])
    click.echo(f"{folder()}: {size_text(total)} of at most {size_text(limit)}")
    _name_strangers(unknown)


def _row(kind: KindSummary) -> tuple[str, ...]:
    counts = (f"{kind.entries:,}", f"{kind.outdated:,}", size_text(kind.bytes))
    return (kind.name, kind.about, *counts, _time_text(kind.oldest) or "-", _time_text(kind.last_use) or "-")


def _record(kind: KindSummary) -> dict[str, Any]:
    return {
        "kind": kind.name,
        "holds": kind.about,
        "folder": str(kind.folder),
        "entries": kind.entries,
        "of_older_code": kind.outdated,
        "bytes": kind.bytes,
        "oldest": _time_text(kind.oldest),
        "last_use": _time_text(kind.last_use),
    }


def _plain(freed: Freed) -> dict[str, Any]:
    return {"kind": freed.name, "entries": freed.entries, "bytes": freed.bytes, "in_use": list(map(str, freed.in_use))}


def _time_text(seconds: float | None) -> str | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")


def _count(entries: int) -> str:
    return f"{entries:,} {'entry' if entries == 1 else 'entries'}"


def _name_strangers(paths: list[Path]) -> None:
    for path in paths:
        tell(f"does not belong to the cache, not touched: {path}")

"""Call one tool, once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mesocosm.screen.option_hints import TAKES_LOOSE_WORDS, refuse_loose_words
from mesocosm.screen.paths import Place
from mesocosm.screen.tables import show_json
from mesocosm.screen.untrusted_text import tell

if TYPE_CHECKING:
    from mesocosm.episode.world import World
    from mesocosm.tools.tool import Tool

GROUP = "run"
EXAMPLE = """'{"path": "notes.txt"}'"""
"""Example of arguments, quoted as a shell needs it."""


@click.command(context_settings=TAKES_LOOSE_WORDS)
@click.argument("tool")
@click.option("--args", "arguments", default="{}", help="Arguments as a JSON object; @FILE reads them from a file.")
@click.option("--item", help="Call it in the world of this item, such as toy-s7-0003.")
@click.option("--workspace", type=Place(file_okay=False), help="Folder to work in.")
@click.option("--json", "as_json", is_flag=True, help="Print the whole observation as JSON.")
def command(tool: str, arguments: str, item: str | None, workspace: Path | None, as_json: bool) -> None:
    """Call TOOL as an agent would and print what it sees. Pictures are kept in the workspace folder."""
    refuse_loose_words(lambda word: f"arguments are given as JSON: --args {EXAMPLE}")
    given = _arguments(arguments)
    with _world(tool, item, workspace) as (world, name):
        seen = world.call(name, given)
        pictures = _keep_pictures(seen, workspace)
    if as_json:
        shown = seen.model_dump(mode="json", exclude={"images"})
        show_json({**shown, "images": [str(path) for path in pictures]})
    else:
        tell(seen.text, err=seen.error is not None)
        for path in pictures:
            tell(f"picture: {path}")
    if seen.error is not None:
        raise SystemExit(1)


def _arguments(given: str) -> Any:
    from mesocosm.errors import InvalidRecord

    text = given
    try:
        if text.startswith("@"):
            text = Path(text[1:]).read_text(encoding="utf-8")
        return json.loads(text)
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidRecord(f"--args: cannot read {text[1:]!r}: {error}") from error
    except json.JSONDecodeError as error:
        place = f"{given[1:]}, line {error.lineno}, " if given.startswith("@") else ""
        wrong = f"{error.msg} at {place}column {error.colno}"
        raise InvalidRecord(f"--args must be a JSON object such as {EXAMPLE}, got {text[:60]!r}: {wrong}") from error


def _world(tool: str, item: str | None, workspace: Path | None) -> Any:
    from contextlib import contextmanager

    from mesocosm.episode.setting import Setting
    from mesocosm.episode.world import World
    from mesocosm.tools.tool import load
    from mesocosm.tools.view import ToolView, short
    from mesocosm.types import Item
    from mesocosm.workspace.submission import SubmissionDesk
    from mesocosm.workspace.workspace import Workspace

    @contextmanager
    def opened() -> Any:
        from mesocosm import registry
        from mesocosm.suite import suite_of_id

        if item is not None:
            suite = registry.load("suites", suite_of_id(item))
            with suite.world(*suite.find(item), agent="command line") as world:
                yield world, _name_in(world, tool)
            return
        wanted = load(tool)
        home = registry.suite_of("tools", tool)
        _refuse_alone(wanted, home)
        extras = registry.load("suites", home).card.extras if home else ()
        setting = Setting(tools=ToolView([wanted]), desk=SubmissionDesk(lambda answer: answer), extras=extras)
        place = Workspace(workspace) if workspace is not None else None
        alone = Item(id="call", suite=home, prompt="", seed=0)
        with World(alone, setting, agent="command line", workspace=place) as world:
            yield world, short(wanted.id)

    return opened()


def _name_in(world: World, tool: str) -> str:
    """Return the name that an item's world gives to a tool; the user may write that name or the tool's id."""
    from mesocosm.errors import UnknownName

    names = {each.id: name for name, each in world.tools.whole.items()}
    if tool in names.values():
        return tool
    if tool not in names:
        raise UnknownName(f"tool of {world.item.id}", tool, names)
    return names[tool]


def _refuse_alone(tool: Tool, suite: str) -> None:
    """Refuse a tool that needs what only an item provides; submitting an answer to no item would look like success."""
    from mesocosm.errors import InvalidRecord
    from mesocosm.suite import item_id
    from mesocosm.tools.view import ToolView
    from mesocosm.workspace.clock import FrozenClock
    from mesocosm.workspace.workspace import Workspace

    missing = [kind.__name__ for kind in tool.provided if not issubclass(kind, Workspace | FrozenClock | ToolView)]
    if missing:
        example = f", such as {item_id(suite, 0, 1)}" if suite else " whose suite has this tool"
        raise InvalidRecord(
            f"tool {tool.id} needs a {missing[0]}, which this world does not provide; give --item with the id of an "
            f"item{example}"
        )


def _keep_pictures(seen: Any, workspace: Path | None) -> list[Path]:
    paths = []
    for number, image in enumerate(seen.images, start=1):
        path = (workspace or Path()) / f"picture-{number}.png"
        path.write_bytes(image.png)
        paths.append(path)
    return paths

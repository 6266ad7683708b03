"""Show one thing in full."""

from __future__ import annotations

import json
from typing import Any, NoReturn

import click

from mesocosm.screen.tables import first_line, json_option, show_json
from mesocosm.screen.untrusted_text import plain

GROUP = "look"


@click.command()
@click.argument("name")
@click.option("--reference", is_flag=True, help="Show an item's truth too.")
@json_option
def command(name: str, reference: bool, as_json: bool) -> None:
    """Show a suite, tool, agent, simulator, source or item.

    NAME is as in `mesocosm list`; an item has a name like toy-s7-0003, or toy-train-s7-0003 if it is for training.
    """
    fields = _find(name, reference)
    if as_json:
        show_json(fields)
        return
    for field, value in fields.items():
        text = value if isinstance(value, str) else json.dumps(value, indent=2, ensure_ascii=False)
        click.echo(f"{click.style(plain(field), bold=True)}: {plain(text)}")


def _find(name: str, with_reference: bool) -> dict[str, Any]:
    from mesocosm import registry
    from mesocosm.suite import is_nearly_an_id, suite_of_id

    suite, dash, _ = name.lower().partition("-")
    if (dash and suite in registry.names("suites")) or is_nearly_an_id(name):
        return _item(name, suite_of_id(name), with_reference)
    for kind in registry.KINDS:
        if name in registry.names(kind):
            if with_reference:
                _refuse_reference(registry.SINGULAR[kind], name)
            return {"kind": registry.SINGULAR[kind], "name": name, **_describe(kind, name)}
    every = [known for kind in registry.KINDS for known in registry.names(kind)]
    from mesocosm.errors import UnknownName

    raise UnknownName("suite, tool, agent, simulator, source or item", name, every)


def _refuse_reference(kind: str, name: str) -> NoReturn:
    from mesocosm.suite import item_id

    item = item_id(name if kind == "suite" else "toy", 0, 1)
    raise click.UsageError(f"--reference is for an item, such as {item}, not with the {kind} {name}")


def _describe(kind: Any, name: str) -> dict[str, Any]:
    from mesocosm import modules, registry

    if kind == "agents" and (home := registry.foreign_agent(name)) is not None:
        return {"about": modules.docstring(home.module).partition("\n")[0]}
    thing = registry.load(kind, name)
    if kind == "suites":
        card: dict[str, Any] = thing.card.model_dump(mode="json")
        return card
    if kind == "tools":
        from mesocosm.tools.tool import load

        tool = load(name)
        return {"description": tool.description, "schema": tool.schema, "skills": list(tool.marks.skills)}
    if kind == "simulators":
        return {"engine": thing.engine.model_dump(), "example": dict(thing.example), "about": first_line(thing)}
    if kind == "sources":
        return {"about": first_line(thing), "entries": [entry.model_dump() for entry in thing.entries()]}
    return {"about": first_line(registry.import_module(thing.__module__))}


def _item(name: str, suite: str, with_reference: bool) -> dict[str, Any]:
    from mesocosm import registry

    home = registry.load("suites", suite)
    item, reference = home.find(name)
    facts = home.facts(item, reference)
    known = facts.model_dump(include={"category", "kind", "strata"} if with_reference else {"category", "kind"})
    fields: dict[str, Any] = item.model_dump(mode="json") | {field: value for field, value in known.items() if value}
    if with_reference:
        fields["reference"] = reference.model_dump(mode="json")
    return fields

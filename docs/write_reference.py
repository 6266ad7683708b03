"""Write the generated pages of the reference: `python docs/write_reference.py`; `--check` only compares."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import itertools
import json
import re
import sys
import textwrap
from pathlib import Path

import click

import mesocosm
from mesocosm import registry
from mesocosm.cli.main import mesocosm_command
from mesocosm.tools.tool import load

FOLDER = Path(__file__).parent / "reference"
NOTE = "<!-- written by docs/write_reference.py -->"


def commands_page() -> str:
    """The help of every verb."""
    root = click.Context(mesocosm_command, info_name="mesocosm", terminal_width=100, max_content_width=100)
    parts = [NOTE, "# Commands"]
    for verb in mesocosm_command.list_commands(root):
        command = mesocosm_command.get_command(root, verb)
        parts += _sections(command, root, verb, depth=2)
    return "\n\n".join(parts) + "\n"


def _sections(command: click.Command, parent: click.Context, name: str, depth: int) -> list[str]:
    context = click.Context(command, info_name=name, parent=parent, terminal_width=100, max_content_width=100)
    parts = [f"{'#' * depth} {name}", f"```text\n{command.get_help(context)}\n```"]
    for inner in command.list_commands(context) if isinstance(command, click.Group) else []:
        parts += _sections(command.get_command(context, inner), context, inner, depth + 1)
    return parts


def tools_page() -> str:
    """The tools mesocosm ships, as an agent reads them."""
    parts = [NOTE, "# Tools"]
    for name in registry.names("tools"):
        if registry.homes("tools")[name.partition(".")[0]].package == "mesocosm":
            parts += _tool_section(name)
    return "\n\n".join(parts) + "\n"


def _tool_section(name: str) -> list[str]:
    tool = load(name)
    rows = argument_lines(tool.schema)
    return [f"## {name}", tool.description, *(["\n".join(rows)] if rows else [])]


KINDS = {
    "string": "text", "integer": "whole number", "number": "number", "boolean": "true or false", "null": "nothing",
    "object": "object", "array": "list",
}  # fmt: skip
"""Types of JSON in plain words."""


def argument_lines(schema: dict[str, object], nested: bool = True) -> list[str]:
    """A line for each argument: type, whether it is required, default and allowed values; fields one level in."""
    lines = []
    for name, rule in schema["properties"].items():
        lines.append(f"- `{name}` ({_kind(rule)}, {_need(name, rule, schema)}){_meaning(rule)}")
        fields = _object_in(rule) if nested else None
        if fields is not None:
            lines += [f"    {line}" for line in argument_lines(fields, nested=False)]
    return lines


def _kind(rule: dict[str, object]) -> str:
    if "anyOf" in rule:
        return " or ".join(dict.fromkeys(_kind(way) for way in rule["anyOf"] if way.get("type") != "null"))
    if "const" in rule or "enum" in rule:
        return "one of " + ", ".join(f"`{_json(value)}`" for value in rule.get("enum", [rule.get("const")]))
    if rule.get("type") == "array" and "items" in rule:
        inner = _kind(rule["items"])
        return f"list of {inner}" if inner.startswith("one of") else f"list of {_plural(inner)}"
    if rule.get("type") == "object" and isinstance(values := rule.get("additionalProperties"), dict):
        return f"{_plural(_kind(values))} by name"
    return KINDS.get(str(rule.get("type")), "anything")


def _plural(kind: str) -> str:
    return {"text": "texts", "object": "objects", "number": "numbers", "whole number": "whole numbers"}.get(kind, kind)


def _need(name: str, rule: dict[str, object], schema: dict[str, object]) -> str:
    if name in schema.get("required", ()):
        return "required"
    default = rule.get("default")
    return "optional" if default in (None, {}, []) else f"default `{_json(default)}`"


def _json(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _meaning(rule: dict[str, object]) -> str:
    """What is said of it, and the bounds of what may stand in its place."""
    texts = [str(rule.get("description", ""))]
    if "anyOf" in rule:
        texts += [str(way["description"]) for way in rule["anyOf"] if str(way.get("description", "")).startswith("(")]
    words = " ".join(text for text in texts if text)
    return f": {words}" if words else ""


def _object_in(rule: dict[str, object]) -> dict[str, object] | None:
    """The schema of an object that is an argument, in a list of it, or one of several ways."""
    inside = [rule, rule.get("items"), rule.get("additionalProperties"), *rule.get("anyOf", [])]
    inside += [way.get("items") for way in rule.get("anyOf", [])]
    return next((each for each in inside if isinstance(each, dict) and each.get("properties")), None)


def scenarios_page() -> str:
    """Every scenario of the phreeqc suite and the mistakes its options are made of."""
    from mesocosm.suites.phreeqc.catalogue import catalogue

    parts = [NOTE, "# Scenarios of phreeqc"]
    for scenario in sorted(catalogue().values(), key=lambda one: (one.topic, one.name)):
        mistakes = "\n".join(f"- `{name}`: {text}" for name, text in scenario.mistakes.items())
        parts += [f"## {scenario.name}", f"{scenario.topic}, {scenario.database}. Mistakes:", mistakes]
    return "\n\n".join(parts) + "\n"


def analyses_page() -> str:
    """What `mesocosm analyse NAME` shows."""
    from mesocosm.report import analysis

    parts = [NOTE, "# Analyses", "`mesocosm analyse NAME LOGS`, as a table, with `--json`, or drawn with `--figure`."]
    for one in map(analysis.load, registry.names("analyses")):
        texts = [f"Baseline {one.baseline}." if one.baseline != "unused" else "", "" if one.figure else "No figure."]
        parts += [f"## {one.name}", " ".join([one.about, *(text for text in texts if text)])]
    return "\n\n".join(parts) + "\n"


def api_page() -> str:
    """Every public name of the package, with its signature and what it says of itself."""
    parts = [NOTE, "# API", "What `import mesocosm` gives. Everything else may move between versions."]
    for name in sorted(mesocosm.__all__, key=str.lower):
        if not name.startswith("__"):
            parts += _api_section(name, getattr(mesocosm, name))
    parts += ["# Records", "What the names above take or give, beyond themselves."]
    for thing in sorted(_records(), key=lambda thing: thing.__name__.lower()):
        parts += _api_section(thing.__name__, thing)
    return "\n\n".join(parts) + "\n"


def _api_section(name: str, thing: object) -> list[str]:
    text = inspect.getdoc(thing) or ""
    if inspect.isfunction(thing):
        return [f"## {name}", f"```python\n{name}{_signature(thing)}\n```", _as_markdown(text)]
    methods = [
        f"- `{method}{_signature(value)}`: {(inspect.getdoc(value) or '').partition(chr(10))[0]}"
        for method, value in _members(thing).items()
        if inspect.isfunction(value) and not method.startswith("_")
    ]
    properties = [
        f"- `{attribute}`: {(inspect.getdoc(value) or '').partition(chr(10))[0]}"
        for attribute, value in _members(thing).items()
        if isinstance(value, property) and not attribute.startswith("_")
    ]
    fields = [f"- `{field}: {kind}`{text and f': {text}'}" for field, kind, text in _fields(thing)]
    return [f"## {name}", _as_markdown(text), *(["\n".join(lines)] if (lines := fields + properties + methods) else [])]


def _members(thing: object) -> dict[str, object]:
    """What a class has of its own and from bases of ours, theirs first."""
    bases = [base for base in reversed(getattr(thing, "__mro__", ())) if base.__module__.startswith("mesocosm")]
    return {name: value for base in bases for name, value in vars(base).items()}


def _records() -> list[type]:
    """Types that signatures and fields of the public names speak of, and that are not public names themselves."""
    from mesocosm.episode.agent import Case
    from mesocosm.report.results import ResultRow, SampleRow
    from mesocosm.suite.card import Card
    from mesocosm.suite.facts import Facts
    from mesocosm.trace.schema import Broke, EpisodeEnded, EpisodeStarted, Observed
    from mesocosm.types import Answer, Artifact, Budget, Fault, Image, Provenance, Reference

    return [
        Answer, Artifact, Broke, Budget, Card, Case, EpisodeEnded, EpisodeStarted, Facts, Fault, Image, Observed,
        Provenance, Reference, ResultRow, SampleRow,
    ]  # fmt: skip


def _fields(thing: object) -> list[tuple[str, str, str]]:
    """Name, type and meaning of every field of a record, the meaning from the text below it."""
    if not inspect.isclass(thing) or not (hasattr(thing, "model_fields") or dataclasses.is_dataclass(thing)):
        return []
    body = ast.parse(textwrap.dedent(inspect.getsource(thing))).body[0].body
    return [
        (node.target.id, ast.unparse(node.annotation), _text_below(after))
        for node, after in itertools.pairwise([*body, ast.Pass()])
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    ]


def _text_below(node: ast.stmt) -> str:
    """The first line of a text that stands alone; empty for any other statement."""
    alone = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
    return node.value.value.strip().partition("\n")[0] if alone else ""


def _signature(function: object) -> str:
    return str(inspect.signature(function)).replace("'", "")


def _as_markdown(docstring: str) -> str:
    """Google's sections as lists."""
    head, args, rest = docstring.partition("\nArgs:\n")
    return head + ("\n" + re.sub(r"^    (\w+): ", r"- `\1`: ", rest, flags=re.MULTILINE) if args else "")


def highlighting() -> str:
    """Colours of code, by day and by night: the site loads nothing from elsewhere."""
    from pygments.formatters import HtmlFormatter

    day = HtmlFormatter(style="friendly").get_style_defs(".codehilite")
    night = HtmlFormatter(style="nord").get_style_defs("[data-bs-theme=dark] .codehilite")
    return f"/* written by docs/write_reference.py */\n{day}\n{night}\n.codehilite pre {{ padding: 0.5rem; }}\n"


PAGES = {
    "api.md": api_page,
    "analyses.md": analyses_page,
    "commands.md": commands_page,
    "tools.md": tools_page,
    "scenarios.md": scenarios_page,
    "highlighting.css": highlighting,
}


def only_ours() -> None:
    """Leave out what other packages add: the pages tell of mesocosm, whatever is installed beside it."""
    registry.entry_points = lambda group: ()
    registry.homes.cache_clear()


def main() -> int:
    only_ours()
    stale = [name for name, page in PAGES.items() if _differs(FOLDER / name, page())]
    if "--check" in sys.argv:
        print(f"stale: {', '.join(stale)}" if stale else "the reference is up to date")
        return 1 if stale else 0
    for name in stale:
        (FOLDER / name).write_text(PAGES[name](), encoding="utf-8")
        print(f"wrote {FOLDER / name}")
    return 0


def _differs(path: Path, text: str) -> bool:
    return not path.exists() or path.read_text(encoding="utf-8") != text


if __name__ == "__main__":
    sys.exit(main())

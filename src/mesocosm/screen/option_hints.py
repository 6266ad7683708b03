"""Suggestions for an option that a command does not have, and for a word that no argument takes."""

from __future__ import annotations

from collections.abc import Callable

import click

TAKES_LOOSE_WORDS = {"allow_extra_args": True}
"""Context settings of a command that handles superfluous words itself, by `refuse_loose_words`."""
EXAMPLE = "Example: "
OTHER_WORDS = {
    "--log-dir": ("-o", "--out", "--output", "--output-dir", "--logs", "--dir"),
    "--out": ("--log-dir", "--output-dir", "--dir", "--file"),
    "--limit": ("-n", "--items", "--count", "--samples"),
    "--model": ("-m",),
    "--agent": ("-a",),
    "--option": ("-O", "--set", "-T"),
    "--seed": ("-s",),
    "--json": ("--format",),
}
"""Options, each with its names in other programs and in other verbs of ours."""
OTHER_ARGUMENTS = {
    "--suite": ("SUITE", ("suite", "names")),
    "--log-dir": ("LOGS", ("logs", "paths")),
    "--logs": ("LOGS", ("logs", "paths")),
    "--trace": ("TRACE", ("path", "paths")),
    "--tool": ("TOOL", ("tool",)),
    "--item": ("ITEM", ("name",)),
    "--kind": ("KIND", ("kind",)),
    "--name": ("NAME", ("name",)),
    "--file": ("FILE", ("file", "path")),
}
"""Options that people write for a plain argument: the word to show, and the names of such arguments."""
OTHER_VERBS = {("mesocosm doctor", "--suite"): "mesocosm check SUITE"}
"""Replacements if another verb does what an option was meant to do."""


def with_shown_options(error: click.NoSuchOption) -> click.NoSuchOption:
    """Return the same error, which suggests only options that the command's help shows."""
    name = error.option_name
    shown = _show(error.ctx.command) if error.ctx is not None else []
    meant = [option for option, words in OTHER_WORDS.items() if name in words and option in shown]
    meant += _meant_words(name, error.ctx) if error.ctx is not None else []
    if meant:
        return click.NoSuchOption(name, f"No such option {name!r}. Did you mean {meant[0]}?", ctx=error.ctx)
    close = [option for option in error.possibilities or () if option in shown]
    return click.NoSuchOption(name, possibilities=close, ctx=error.ctx)


def _meant_words(option: str, context: click.Context) -> list[str]:
    """Return what to write for an option if the command takes a plain argument instead, or if another verb does it."""
    if (context.command_path, option) in OTHER_VERBS:
        return [OTHER_VERBS[context.command_path, option]]
    word, names = OTHER_ARGUMENTS.get(option, ("", ()))
    taken = [each.name for each in context.command.params if isinstance(each, click.Argument)]
    return [f"{context.command_path} {word}"] if set(taken) & set(names) else []


def with_example(error: click.MissingParameter) -> click.MissingParameter:
    """Return the same error with a complete example line of the command, made of what was given so far."""
    if error.ctx is None or EXAMPLE in error.message:
        return error
    message = f"{error.message.rstrip('.')}. " if error.message else ""
    line = f"{message}{EXAMPLE}{example_of(error.ctx)}"
    return click.MissingParameter(line, error.ctx, error.param, error.param_hint, error.param_type)


def example_of(context: click.Context) -> str:
    """Return a line of a command with everything that it needs: as given, or in capitals if it is to be filled in."""
    needed = [each for each in context.command.params if each.required]
    return " ".join([context.command_path, *(word for each in needed for word in _words_of(each, context))])


def _words_of(parameter: click.Parameter, context: click.Context) -> list[str]:
    given = context.params.get(parameter.name or "")
    values = given if isinstance(given, tuple) else (given,)
    words = [str(value) for value in values if value is not None] or [_stand_in(parameter, context)]
    return words if isinstance(parameter, click.Argument) else [parameter.opts[0], *words]


def _stand_in(parameter: click.Parameter, context: click.Context) -> str:
    """Return the word that stands for a value in a command's help; for a choice its first value."""
    if isinstance(parameter.type, click.Choice):
        return str(parameter.type.choices[0])
    if isinstance(parameter, click.Argument) or not isinstance(parameter.type, click.Path):
        return (parameter.metavar or parameter.name or "").upper()
    return "FOLDER" if not parameter.type.file_okay else "FILE" if not parameter.type.dir_okay else "PATH"


def with_plain_words(error: click.BadParameter) -> click.BadParameter:
    """Return the same error, without the words "a valid integer range" for what is no number."""
    message = error.message.replace("a valid integer range", "a valid integer").replace(
        "a valid float range", "a valid number"
    )
    return error if message == error.message else click.BadParameter(message, error.ctx, error.param, error.param_hint)


def _show(command: click.Command) -> list[str]:
    options = [option for option in command.params if isinstance(option, click.Option) and not option.hidden]
    return [
        name
        for option in options
        for name in (*option.opts, *option.secondary_opts)
        if name not in getattr(option, "former", ())
    ]


def refuse_loose_words(meant: Callable[[str], str]) -> None:
    """Refuse words that no argument of the command takes; `meant` returns what to write instead of the first word."""
    words = click.get_current_context().args
    if words:
        raise click.UsageError(f"Got one word too many, {words[0]!r}; {meant(words[0])}")

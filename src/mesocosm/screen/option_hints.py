"""What was probably meant by an option that a command does not have, and by a word that no argument takes."""

from __future__ import annotations

from collections.abc import Callable

import click

TAKES_LOOSE_WORDS = {"allow_extra_args": True}
"""Context settings of a command that answers words too many itself, by `refuse_loose_words`."""
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
"""Options by what other programs, and other verbs of ours, call them."""


def with_shown_options(error: click.NoSuchOption) -> click.NoSuchOption:
    """The same error, which suggests only options that the command's help shows."""
    name = error.option_name
    shown = _shown(error.ctx.command) if error.ctx is not None else []
    meant = [option for option, words in OTHER_WORDS.items() if name in words and option in shown]
    if meant:
        return click.NoSuchOption(name, f"No such option {name!r}. Did you mean {meant[0]}?", ctx=error.ctx)
    close = [option for option in error.possibilities or () if option in shown]
    return click.NoSuchOption(name, possibilities=close, ctx=error.ctx)


def with_plain_words(error: click.BadParameter) -> click.BadParameter:
    """The same error, where a word that is not a number is not said to be "not a valid integer range"."""
    message = error.message.replace("a valid integer range", "a valid integer").replace(
        "a valid float range", "a valid number"
    )
    return error if message == error.message else click.BadParameter(message, error.ctx, error.param, error.param_hint)


def _shown(command: click.Command) -> list[str]:
    options = [option for option in command.params if isinstance(option, click.Option) and not option.hidden]
    return [
        name
        for option in options
        for name in (*option.opts, *option.secondary_opts)
        if name not in getattr(option, "former", ())
    ]


def refuse_loose_words(meant: Callable[[str], str]) -> None:
    """Refuse words that no argument of the command takes; `meant` says what to write instead of the first."""
    words = click.get_current_context().args
    if words:
        raise click.UsageError(f"Got one word too many, {words[0]!r}; {meant(words[0])}")

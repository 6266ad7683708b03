"""The same words in all verbs of the command line, including those of suites and engines."""

import importlib
import json

import click
import pytest
from click.testing import CliRunner
from tests.suite_marks import needs_suite

from mesocosm import registry
from mesocosm.cli.main import GROUPS, mesocosm_command
from mesocosm.screen.options import FormerJson, Renamed

SERVERS = {"mcp", "serve", "seal serve"}
"""Verbs that run until they are stopped: they print their address, and no result."""


def walk(command: click.Command, context: click.Context, path: tuple[str, ...] = ()):
    """Return every verb that can be called, with the words that call it."""
    if not isinstance(command, click.Group):
        yield " ".join(path), command
        return
    for name in command.list_commands(context):
        inner = command.get_command(context, name)
        yield from walk(inner, click.Context(inner, info_name=name, parent=context), (*path, name))


def verbs() -> dict[str, click.Command]:
    return dict(walk(mesocosm_command, click.Context(mesocosm_command, info_name="mesocosm")))


@pytest.fixture(scope="module")
def every():
    return verbs()


def options(every, name: str) -> dict[str, click.Option]:
    """Return the option of this name, by verb."""
    pairs = ((verb, option) for verb, command in every.items() for option in command.params)
    return {
        verb: option for verb, option in pairs if isinstance(option, click.Option) and name in visible_names(option)
    }


def visible_names(option: click.Option) -> list[str]:
    """Return the names that help shows, without former names."""
    return [name for name in option.opts if name not in getattr(option, "former", ())]


def test_the_walk_sees_verbs_of_every_kind(every):
    assert {"run", "planet build", "seal make", "simulate compare", "gravity"} <= every.keys()
    assert len(every) > 50


def test_a_number_of_items_is_always_the_limit(every):
    counts = [
        (verb, option.opts)
        for verb, command in every.items()
        for option in command.params
        if isinstance(option, click.Option)
        and (
            set(visible_names(option)) & {"-n", "--n", "--count", "--items", "--candidates"}
            or "How many" in str(option.help)
        )
        and visible_names(option) != ["--limit"]
    ]
    assert counts == []
    for option in options(every, "--limit").values():
        assert isinstance(option, Renamed)
        assert isinstance(option.type, click.IntRange)
        assert (option.type.min, option.name) == (1, "limit")


def test_json_is_always_a_switch(every):
    found = options(every, "--json")
    assert [verb for verb, option in found.items() if not option.is_flag or option.name != "as_json"] == []


def test_every_verb_that_ends_can_print_json(every):
    assert set(every) - set(options(every, "--json")) == SERVERS


def test_out_is_always_a_file_or_folder_to_write(every):
    for verb, option in {**options(every, "--out"), **options(every, "-o")}.items():
        assert sorted(visible_names(option)) == ["--out", "-o"], verb
        assert isinstance(option.type, click.Path), verb
        assert "to write" in str(option.help) or "picture" in str(option.help), verb


def test_a_seed_is_always_a_number_from_which_the_output_follows(every):
    for verb, option in options(every, "--seed").items():
        assert isinstance(option.type, click.IntRange), verb
        assert option.type.min == 0, verb
        assert str(option.help).startswith("Seed of the "), verb


def test_an_option_that_may_be_repeated_says_so_in_these_words(every):
    taken = [(verb, option) for verb, command in every.items() for option in command.params]
    repeat = [(verb, option) for verb, option in taken if isinstance(option, click.Option) and option.multiple]
    assert {"run", "attack", "simulate compare"} <= {verb for verb, _ in repeat}
    assert [(verb, option.opts) for verb, option in repeat if "may be repeated" not in str(option.help)] == []


def test_a_verb_that_has_one_meaning_is_no_suite_verb_too(every):
    for name in ("score", "bundle", "verify", "map", "sounding"):
        assert [verb for verb in every if verb.split()[-1] == name] == [name]


def test_no_option_is_called_as_a_verb_that_means_something_else(every):
    for name in ("--verify", "--bundle", "--score"):
        assert options(every, name) == {}


# ---------------------------------------------------------------- groups


def test_every_verb_of_ours_names_its_group():
    for name in registry.submodules("mesocosm.cli"):
        if name != "main":
            assert importlib.import_module(f"mesocosm.cli.{name}").GROUP in GROUPS, name


def test_help_stands_in_groups():
    help_text = CliRunner().invoke(mesocosm_command, ["--help"]).output
    sections = {part.partition(":\n")[0]: part for part in help_text.split("\n\n")}
    assert [title for title in GROUPS.values() if title in sections] == list(GROUPS.values())
    assert "\n  run " in sections[GROUPS["run"]]
    assert "\n  sounding " in sections[GROUPS["look"]]
    assert "\n  verify " in sections[GROUPS["share"]]


def test_a_command_of_another_package_stands_apart_or_where_it_says(monkeypatch):
    root = click.Context(mesocosm_command, info_name="mesocosm")
    mesocosm_command.get_command(root, "gravity")
    assert mesocosm_command.group_of(root, "gravity") == "other"
    module = importlib.import_module(registry.homes("commands")["gravity"].module)
    monkeypatch.setattr(module, "GROUP", "make", raising=False)
    assert mesocosm_command.group_of(root, "gravity") == "make"
    monkeypatch.setattr(module, "GROUP", "no such group")
    assert mesocosm_command.group_of(root, "gravity") == "other"


# ---------------------------------------------------------------- former spellings


def test_a_former_name_is_taken_and_left_out_of_help_and_errors():
    @click.command()
    @click.option("--limit", cls=Renamed, former=("--n", "-n"), type=click.IntRange(min=1), help="How many.")
    def command(limit):
        click.echo(limit)

    run = CliRunner().invoke
    assert [run(command, [name, "3"]).output for name in ("--limit", "--n", "-n")] == ["3\n"] * 3
    assert "--n" not in run(command, ["--help"]).output
    assert "Invalid value for '--limit': 0 is not" in run(command, ["-n", "0"]).output


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--json"], (True, None)),
        (["--json", "-"], (True, None)),
        (["--json", "a.json"], (False, "a.json")),
        (["-o", "a.json", "--json"], (True, "a.json")),
    ],
)
def test_json_with_a_file_is_read_as_out(words, expected):
    @click.command(cls=FormerJson)
    @click.option("-o", "--out")
    @click.option("--json", "as_json", is_flag=True)
    def command(out, as_json):
        click.echo(json.dumps([as_json, out]))

    assert json.loads(CliRunner().invoke(command, words).output) == list(expected)


@needs_suite("tornado")
@pytest.mark.parametrize("name", ["score", "bundle", "map", "sounding"])
def test_a_verb_is_found_by_the_name_it_had_before(name):
    assert CliRunner().invoke(mesocosm_command, ["tornado", name, "--help"]).exit_code == 0

"""`import mesocosm` and `mesocosm --help` load nothing heavy."""

import subprocess
import sys

ALLOWED = {"mesocosm", "click", "mesocosm_toy"}
"""Modules allowed besides the standard library; the example package brings a command as light as ours."""

LIST_LOADED = "import sys; sys.stderr.write(' '.join(sorted({name.partition('.')[0] for name in sys.modules})))"


def loaded_by(code: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"{code}\n{LIST_LOADED}"], capture_output=True, text=True, check=True
    )
    # What site-packages' own .pth files load at every start of Python is not ours to answer for.
    before = subprocess.run(
        [sys.executable, "-I", "-c", LIST_LOADED], capture_output=True, text=True, check=True
    ).stderr.split()
    return set(done.stderr.split()) - set(before) - sys.stdlib_module_names


def test_import_mesocosm():
    assert loaded_by("import mesocosm") == {"mesocosm"}


def test_help():
    code = """
from mesocosm.cli.main import mesocosm_command
try:
    mesocosm_command(['--help'], prog_name='mesocosm')
except SystemExit:
    pass
"""
    assert loaded_by(code) <= ALLOWED


def test_the_help_of_every_verb():
    code = """
from mesocosm.cli.main import mesocosm_command
import click
for verb in mesocosm_command.list_commands(click.Context(mesocosm_command)):
    try:
        mesocosm_command([verb, '--help'], prog_name='mesocosm')
    except SystemExit:
        pass
"""
    assert loaded_by(code) <= ALLOWED


def test_the_check_can_fail():
    assert "numpy" in loaded_by("import numpy")

"""`mesocosm planet`: what a person sees."""

import json

import pytest
from click.testing import CliRunner

from mesocosm.cli.main import mesocosm_command
from mesocosm.errors import UserError

pytest.importorskip("scipy", reason="install the extra planet")


def invoke(*words):
    return CliRunner().invoke(mesocosm_command, ["planet", *map(str, words)])


def test_an_unknown_size_is_answered_with_those_there_are(tmp_path):
    result = invoke("build", "--size", "huge", "-o", tmp_path)
    assert result.exit_code == 2
    assert "'huge' is not one of 'tiny', 'small', 'large'" in result.output


def test_a_folder_of_something_else_is_refused(tmp_path):
    (tmp_path / "thesis.tex").write_text("")
    result = invoke("build", "-o", tmp_path)
    assert isinstance(result.exception, UserError)
    assert "files that belong to no planet" in str(result.exception)


def test_a_half_built_planet_says_how_to_go_on(tmp_path):
    size = {"regions": 1, "cells": 200, "towns": 2, "days": 366}
    (tmp_path / "planet.json").write_text(json.dumps({"seed": 3, "size": size}))
    assert "continue with: mesocosm planet build --seed 3 --size tiny" in str(invoke("check", tmp_path).exception)


def test_a_gallery_leaves_the_files_of_others_alone(tmp_path):
    (tmp_path / "thesis.tex").write_text("")
    assert "files that belong to no gallery (thesis.tex)" in str(invoke("gallery", "-o", tmp_path).exception)

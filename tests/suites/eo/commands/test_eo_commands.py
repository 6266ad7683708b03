"""The commands of the eo suite, as a person types them."""

import pytest
from click.testing import CliRunner

from mesocosm.cli.main import mesocosm_command


def invoke(*words):
    return CliRunner().invoke(mesocosm_command, [str(word) for word in words])


@pytest.mark.parametrize(("verb", "sentence"), [("audit", "nearest of another split"), ("judge", "who gave it")])
def test_help_says_what_it_does(verb, sentence):
    done = invoke("eo", verb, "--help")
    assert done.exit_code == 0
    assert sentence in " ".join(done.output.split())


def test_judging_nothing_says_what_is_missing(tmp_path):
    done = invoke("eo", "judge", tmp_path)
    assert done.exit_code != 0
    assert "there is no finished run of eo in" in f"{done.output}{done.exception}"


def test_a_judge_must_be_a_model(tmp_path):
    done = invoke("eo", "judge", tmp_path / "nowhere")
    assert done.exit_code == 2

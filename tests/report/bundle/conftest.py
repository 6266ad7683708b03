"""A bundle of two runs that were really played."""

import pytest

import mesocosm
from mesocosm.report.bundle.creation import make_bundle


def guess(task):
    task.call("submit", answer={"depth_m": 200.0, "excess_mass_kg": 2e9})


@pytest.fixture(scope="session")
def logs(tmp_path_factory):
    """Logs of a guesser on two items of seed 7, and of the oracle on one item of seed 0."""
    folder = tmp_path_factory.mktemp("bundled")
    mesocosm.run("toy", guess, seed=7, n=2, logs=folder / "guess", isolated=False)
    mesocosm.run("toy", "oracle", n=1, logs=folder / "oracle")
    return folder


@pytest.fixture(scope="session")
def made(logs, tmp_path_factory):
    out = tmp_path_factory.mktemp("made") / "made.zip"
    make_bundle([logs], out)
    return out


@pytest.fixture
def bundle(made, tmp_path):
    """A bundle: run 0 is the guess, run 1 the oracle."""
    copy = tmp_path / "bundle.zip"
    copy.write_bytes(made.read_bytes())
    return copy

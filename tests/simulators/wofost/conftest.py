"""Setup for runs in process: on import the package writes into the folder for temporary files."""

import pytest


@pytest.fixture(scope="session", autouse=True)
def own_home(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tempfile.tempdir", str(tmp_path_factory.mktemp("pcse")))
        patch.delenv("USER", raising=False)
        yield

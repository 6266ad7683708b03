"""Fixtures to run the command as people type it, in a folder of wrong or damaged files."""

import sys

import pytest

from mesocosm.cli.main import main


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder of wrong or damaged files."""
    monkeypatch.chdir(tmp_path)
    for name in ("OPENAI_API_KEY", "OPENAI_BASE_URL", "LOCAL_API_KEY", "LOCAL_BASE_URL", "MESOCOSM_ISOLATOR"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("x")
    (tmp_path / "bad.eval").write_text("garbage")
    (tmp_path / "bad.jsonl").write_text("not a trace\n")
    (tmp_path / "raw.jsonl").write_bytes(b"\xff\xfe\x00")
    return tmp_path


@pytest.fixture
def start(place, monkeypatch, capsys):
    """Function that runs a typed command and returns its exit status and standard error."""

    def run(*words: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["mesocosm", *words])
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        return int(ended.value.code or 0), capsys.readouterr().err

    return run

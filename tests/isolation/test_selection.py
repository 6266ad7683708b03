from __future__ import annotations

from pathlib import Path

import pytest

from mesocosm.errors import InvalidRecord, ToolUnavailable
from mesocosm.isolation import selection as choice
from mesocosm.isolation.isolator import Isolator
from mesocosm.isolation.python import run_python


def test_none_switches_running_code_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MESOCOSM_ISOLATOR", "none")
    with pytest.raises(ToolUnavailable, match="running code is switched off here: MESOCOSM_ISOLATOR is none"):
        run_python("open('a', 'w')", tmp_path)
    assert list(tmp_path.iterdir()) == []
    assert choice.why_none() == "running code is switched off here: MESOCOSM_ISOLATOR is none"


def test_named_isolator_is_chosen(isolator: Isolator, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MESOCOSM_ISOLATOR", isolator.name)
    assert choice.choose_isolator() is isolator
    assert choice.why_none() is None


def test_first_that_works_is_chosen(isolator: Isolator, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MESOCOSM_ISOLATOR", raising=False)
    working = [one for one in choice.ISOLATORS if one.why_unavailable() is None]
    assert choice.choose_isolator() is working[0]


def test_unknown_isolator_is_a_persons_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MESOCOSM_ISOLATOR", "docker")
    with pytest.raises(
        InvalidRecord, match="MESOCOSM_ISOLATOR must be one of sandlock, bubblewrap, none, got 'docker'"
    ):
        choice.choose_isolator()


def test_missing_bubblewrap_is_told_and_nothing_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from mesocosm.isolation import bubblewrap

    bubblewrap.why_unavailable.cache_clear()
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("MESOCOSM_ISOLATOR", "bubblewrap")
    with pytest.raises(ToolUnavailable, match=r"no isolator works on this machine .*bwrap is not installed"):
        run_python("open('a', 'w')", tmp_path)
    assert list(tmp_path.iterdir()) == []
    bubblewrap.why_unavailable.cache_clear()

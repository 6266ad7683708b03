"""Rules that cannot be applied start no job; every run of the isolator tests what they allow."""

from __future__ import annotations

import ctypes.util
from pathlib import Path

import pytest

from mesocosm.errors import BrokenEpisode
from mesocosm.isolation.isolated_run import keep
from mesocosm.isolation.isolator import Job
from mesocosm.isolation.landlock_rules import library_in
from mesocosm.isolation.sandlock import SandlockIsolator, landlock_order


def test_a_package_without_its_library_is_told(tmp_path: Path) -> None:
    (tmp_path / "libsandlock_ffi.txt").touch()
    with pytest.raises(FileNotFoundError, match="does not contain its library libsandlock_ffi"):
        library_in(str(tmp_path))


def test_a_library_without_the_rules_starts_no_job(tmp_path: Path) -> None:
    reason = SandlockIsolator().why_unavailable()
    if reason is not None:
        pytest.skip(reason)
    job = Job(command=("/bin/touch", "ran"), folder=tmp_path.resolve())
    other = landlock_order(job).model_copy(update={"sandlock_library": ctypes.util.find_library("c")})
    with pytest.raises(BrokenEpisode, match="undefined symbol"):
        keep(job, other, "sandlock")
    assert not (tmp_path / "ran").exists()

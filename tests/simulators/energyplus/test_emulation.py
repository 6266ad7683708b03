"""EnergyPlus through an emulator: messages about missing parts, and the same results as on the machine itself."""

import os
import shutil

import pytest

from mesocosm.errors import ToolUnavailable
from mesocosm.isolation.selection import why_none
from mesocosm.simulators.energyplus import engine
from mesocosm.simulators.energyplus.emulation import EMULATOR, VARIABLE, emulation
from mesocosm.simulators.energyplus.engine import simulator
from mesocosm.simulators.simulator import RunLimits


def test_missing_parts_of_the_emulation_are_named(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(
        ToolUnavailable, match=f"this machine is aarch64; .* install the program {EMULATOR} and a folder .*{VARIABLE}"
    ):
        emulation("aarch64")


def test_a_folder_without_the_wheel_is_refused(monkeypatch, tmp_path):
    (tmp_path / EMULATOR).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(ToolUnavailable, match=r"install a folder of x86_64 files .*libenergyplusapi.so"):
        emulation("aarch64")


def test_all_parts_are_found(monkeypatch, tmp_path):
    for name in (EMULATOR, "usr/bin/python3", "energyplus/libenergyplusapi.so"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch(mode=0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert emulation("aarch64").wheel == tmp_path.resolve() / "energyplus"


@pytest.mark.exhaustive
@pytest.mark.skipif(
    shutil.which(EMULATOR) is None or VARIABLE not in os.environ or why_none() is not None,
    reason=f"needs {EMULATOR}, an isolator, and {VARIABLE} naming a folder with the x86_64 wheel",
)
def test_an_emulated_year_runs(monkeypatch):
    monkeypatch.setattr(engine, "is_native", lambda: False)
    result = simulator.run(simulator.example, seed=0, limits=RunLimits(seconds=600))
    assert not result.errors
    # The same office on a machine of its own: as printed in the docs.
    assert result.values["heating_energy"].magnitude == pytest.approx(5708.93, abs=0.1)

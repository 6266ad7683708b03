"""The folder of a probe contains its owner's name, so that the folder of a killed process is removed."""

import re
from pathlib import Path

import mesocosm
from mesocosm.errors import BrokenEpisode
from mesocosm.isolation.probe import why_leaky
from mesocosm.workspace.stale_folders import NAME


class Watching:
    """An isolator that remembers its folder, and fails."""

    def run(self, job):
        self.place = job.folder.parent
        raise BrokenEpisode("sandbox", "no")


def test_a_probe_runs_in_a_folder_with_an_owner():
    isolator = Watching()
    assert why_leaky(isolator) == "a probe run failed: sandbox: no"
    assert NAME.fullmatch(isolator.place.name)
    assert not isolator.place.exists()


def test_no_folder_is_made_without_an_owner():
    nameless = [
        path.name for path in Path(mesocosm.__file__).parent.rglob("*.py")
        if re.search(r"""prefix=["']mesocosm-""", path.read_text())
    ]  # fmt: skip
    assert nameless == []

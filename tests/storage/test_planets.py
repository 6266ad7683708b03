"""A planet on an object server with every fault has the hashes of one on this machine."""

import pytest
from tests.earth.planet.micro import MICRO
from tests.storage.test_folders import PLACE, server  # noqa: F401

from mesocosm.earth.planet.build import build
from mesocosm.earth.planet.manifest import damaged_paths
from mesocosm.errors import UserError
from mesocosm.storage.objects import ObjectFolder
from mesocosm.testing.object_server import FAULTS

SUBJECTS = ("ground", "people")
"""The quickest to make."""


def hashes(manifest):
    return {file.path: file.sha256 for file in manifest.files}


def test_a_planet_under_faults_has_the_hashes_of_a_local_one(server, tmp_path):  # noqa: F811
    local = build(1, MICRO, tmp_path, subjects=SUBJECTS)
    server.faults, server.share = FAULTS, 0.2
    place = f"{PLACE}/planet"

    def stop(job, done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(1, MICRO, place, subjects=SUBJECTS, watch=stop)
    made = []
    remote = build(1, MICRO, place, subjects=SUBJECTS, watch=lambda job, *_: made.append(job.subject))
    server.faults = ()
    assert made == ["people"]
    assert hashes(remote) == hashes(local)
    stored = ObjectFolder(place)
    assert {name for name in stored.names() if name.startswith("r000/")} == hashes(local).keys()
    assert all(stored.read(path) == (tmp_path / path).read_bytes() for path in hashes(local))


@pytest.mark.exhaustive
def test_a_whole_planet_becomes_the_same_manifest(server, tmp_path):  # noqa: F811
    build(1, MICRO, tmp_path)
    server.faults, server.share = FAULTS, 0.1
    build(1, MICRO, f"{PLACE}/whole", jobs=2)
    server.faults = ()
    assert ObjectFolder(f"{PLACE}/whole").read("manifest.json") == (tmp_path / "manifest.json").read_bytes()
    assert damaged_paths(f"{PLACE}/whole") == []


def test_an_incomplete_planet_is_named_by_its_address(server):  # noqa: F811
    server.faults = ()
    with pytest.raises(UserError, match=f"{PLACE}/none holds no planet; run `mesocosm planet build -o {PLACE}/none`"):
        damaged_paths(f"{PLACE}/none")

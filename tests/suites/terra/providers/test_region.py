"""Sources of an item's tools, made when they are first used."""

from datetime import UTC, datetime

from mesocosm.redteam.baits import watching
from mesocosm.suites.terra.providers.region import LateLibrary


def test_a_library_opens_after_an_attack_whose_temporary_folder_is_gone():
    """A folder kept for the process lay within that of the first attack, and was removed with it."""
    now = datetime(2031, 8, 1, tzinfo=UTC)
    with watching():
        assert LateLibrary(lambda: [], now).search("", 5) == []
    assert LateLibrary(lambda: [], now).search("", 5) == []

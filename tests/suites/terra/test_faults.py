"""An archive that leaves one request unanswered, and answers it when it is asked again."""

import pytest

from mesocosm.earth.archives.archive import FieldArchive
from mesocosm.errors import ToolUnavailable
from mesocosm.suites.terra.faults import Fault, Unreliable


class Heights(FieldArchive):
    """Answers every request for heights with the box."""

    def elevation(self, box):
        return box


def test_the_named_request_fails_once_and_no_other():
    archive = Unreliable(Heights(), Fault(request=2))
    assert archive.elevation("a") == "a"
    with pytest.raises(ToolUnavailable, match="ask again"):
        archive.elevation("b")
    assert [archive.elevation(box) for box in "bc"] == ["b", "c"]

import pytest
from tests.suites.eo.paper import THINGS

from mesocosm.errors import ToolError
from mesocosm.suites.eo.targets import read_target


def _ids(text: str) -> str:
    target = read_target(text)
    return "".join(thing.id for thing in THINGS if target.means(thing))


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("vehicles", "abc"),
        ("white cars", "a"),
        ("red car", "b"),
        ("buildings", "efg"),
        ("destroyed building", "f"),
        ("damaged buildings", "fg"),
        ("undamaged houses", "e"),
        ("buildings with minor damage", "g"),
        ("ships and cars", "abd"),
    ],
)
def test_target_means_things(text: str, ids: str) -> None:
    assert _ids(text) == ids


def test_unknown_kind_is_refused_with_those_there_are() -> None:
    with pytest.raises(ToolError, match="no kind of object is called 'unicorns'; kinds .* apartment block"):
        read_target("unicorns")


@pytest.mark.parametrize(
    ("text", "word"),
    [("cars under trees", "under"), ("all cars in the next photograph", "next"), ("bus beside a car", "beside")],
)
def test_words_of_where_and_when_are_refused(text: str, word: str) -> None:
    with pytest.raises(ToolError, match=f"target must name a kind of object alone, got '{text}': '{word}' tells where"):
        read_target(text)

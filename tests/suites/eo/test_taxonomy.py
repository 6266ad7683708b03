import pytest
from hypothesis import given
from hypothesis import strategies as st

from mesocosm.earth.planet.sensors.photo.scenery import Label
from mesocosm.suites.eo.taxonomy import KINDS, LEAVES, is_a, leaves_of, meant_by, plain, singular, synonyms, vocabulary


def test_vehicles_are_cars_trucks_and_buses_and_no_ships() -> None:
    assert meant_by("vehicles") == {"car", "truck", "bus"}


def test_leaf_means_itself_alone() -> None:
    assert all(meant_by(leaf.replace("_", " ")) == {leaf} for leaf in LEAVES)


def test_every_label_of_the_planet_is_a_leaf() -> None:
    assert set(Label.__args__) == set(LEAVES)


@pytest.mark.parametrize(
    ("query", "leaves"),
    [
        ("small vehicles and ships", {"car", "ship"}),
        ("the storage tanks", {"storage_tank"}),
        ("Churches", {"church"}),
        ("buses", {"bus"}),
        ("oil tank", {"storage_tank"}),
        ("watercraft", {"ship", "boat"}),
        ("all buildings in the north", leaves_of("building")),
        ("zebra", set()),
        ("", set()),
    ],
)
def test_query_means_leaves(query: str, leaves: set[str]) -> None:
    assert meant_by(query) == leaves


def test_objects_are_all_but_trees() -> None:
    assert meant_by("objects") == set(LEAVES) - {"tree"}


def test_ship_is_a_vessel_and_no_vehicle() -> None:
    assert is_a("ship", "vessels")
    assert not is_a("ship", "vehicles")


def test_every_kind_above_is_a_kind() -> None:
    names = {kind.name for kind in KINDS}
    assert all(kind.above in names | {""} for kind in KINDS)


def test_synonyms_mean_their_kind() -> None:
    assert all(vocabulary()[singular(word)] == kind.name for kind in KINDS for word in synonyms(kind.name))


def test_plain_words_have_plurals() -> None:
    assert (plain("storage_tank", 2), plain("church", 3), plain("bus", 0), plain("car")) == (
        "storage tanks",
        "churches",
        "buses",
        "car",
    )


@given(st.text(max_size=200))
def test_any_text_means_leaves_or_nothing(text: str) -> None:
    assert meant_by(text) <= set(LEAVES)

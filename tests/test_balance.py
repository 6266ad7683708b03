from mesocosm.suite.balance import balance
from mesocosm.suite.facts import Facts


def test_items_and_steps_are_counted_by_category_and_strata() -> None:
    told = [
        (Facts(category="water", strata={"track": "b"}), 10),
        (Facts(category="air", strata={"track": "a", "level": ""}), 5),
        (Facts(category="water", strata={"track": "a"}), 1),
    ]
    assert balance(told) == {"category": {"air": (1, 5), "water": (2, 11)}, "track": {"a": (2, 6), "b": (1, 10)}}
    assert list(balance(told)["track"]) == ["a", "b"]

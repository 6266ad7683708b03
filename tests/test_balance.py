from mesocosm.suite.balance import as_table, balance
from mesocosm.suite.facts import Facts


def test_items_and_steps_are_counted_by_category_and_strata() -> None:
    rows = [
        (Facts(category="water", strata={"track": "b"}), 10),
        (Facts(category="air", strata={"track": "a", "level": ""}), 5),
        (Facts(category="water", strata={"track": "a"}), 1),
    ]
    counts = balance(rows)
    assert counts["category"] == {"air": (1, 5), "water": (2, 11)}
    assert list(counts["track"].items()) == [("a", (2, 6)), ("b", (1, 10))]
    assert counts["all"] == {"": (3, 16)}


def test_a_table_has_steps_where_there_are_any() -> None:
    headings, rows = as_table(balance([(Facts(category="air"), 1500)]))
    assert (headings[-1], rows) == ("reference steps", [("category", "air", "1", "1,500"), ("all", "", "1", "1,500")])
    assert as_table(balance([(Facts(), 0)])) == (("of", "value", "items"), [("all", "", "1")])

"""Keys and responses taken apart."""

from mesocosm.scoring.open_answers import answers_in, pair, split_key


def test_labelled_key():
    assert split_key("(a) 3 m, (b) $4$ s") == [("a", "3 m,"), ("b", "$4$ s")]


def test_bold_label_inside_a_key():
    assert split_key(r"(a) 3 m(\mathbf{b}) 4 s") == [("a", "3 m"), ("b", "4 s")]


def test_function_argument_is_no_label():
    assert split_key("T(a)=3 a") == [("a", "T(a)=3 a")]


def test_labels_only_rise():
    assert split_key("(b) x (a) y") == [("b", "x (a) y")]


def test_boxes_are_balanced_and_outermost():
    assert answers_in(r"so \boxed{\frac{1}{2}} and \boxed{x \boxed{y}}") == [("", r"\frac{1}{2}"), ("", r"x \boxed{y}")]


def test_box_after_one_that_is_never_closed():
    assert answers_in(r"\boxed{ oh, rather \boxed{5}") == [("", "5")]


def test_labels_before_boxes():
    assert answers_in("(a) \\boxed{3}\n\n**b)** Height: $\\boxed{4}$\n\nPart c: \\boxed{5}") == [
        ("a", "3"),
        ("b", "4"),
        ("c", "5"),
    ]


def test_one_box_with_all_parts():
    assert answers_in(r"\boxed{(a) 3 m, (b) 4 s}") == [("a", "3 m"), ("b", "4 s")]


def test_repeated_label_counts_once():
    assert answers_in(r"(a) \boxed{3} so again (a) \boxed{3}") == [("a", "3")]


def test_repeated_list_counts_once():
    assert answers_in(r"\boxed{3} \boxed{4}; in short \boxed{3} \boxed{4}") == [("", "3"), ("", "4")]


def test_two_parts_may_be_equal():
    assert answers_in(r"\boxed{3} \boxed{3} \boxed{4}") == [("", "3"), ("", "3"), ("", "4")]


def test_letters_that_the_keys_leave_out():
    assert pair([("b", "1"), ("c", "2")], [("", "x"), ("", "y"), ("", "z")]) == [("b", "1", "y"), ("c", "2", "z")]


def test_pairs_by_label_then_in_order():
    keys = [("a", "1"), ("b", "2"), ("c", "3")]
    assert pair(keys, [("", "x"), ("b", "y")]) == [("a", "1", "x"), ("b", "2", "y"), ("c", "3", None)]


def test_one_key_gets_all_boxes():
    assert pair([("a", "1, 2")], [("", "x"), ("", "y")]) == [("a", "1, 2", "x\ny")]

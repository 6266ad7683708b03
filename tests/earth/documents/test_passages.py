"""Places of passages, by hand on a text of two pages."""

from mesocosm.earth.documents.html import read_html
from mesocosm.earth.documents.passages import cite_passages, passages, sections

TEXT = """Before all.

# Rain
It rained.

| day | mm |
| --- | --- |
| 1 | 4 |

## Rivers
\fThe river rose.

```
a

b
```

| gauge | m |
| --- | --- |
| 1 | 2.5 |
"""


def test_every_passage_has_page_section_and_table():
    places = [(passage.page, passage.section, passage.table) for passage in passages(TEXT)]
    assert places == [(1, "", None), (1, "Rain", None), (1, "Rain", 1), (2, "Rivers", None), (2, "Rivers", None),
                      (2, "Rivers", 2)]  # fmt: skip
    assert passages(TEXT)[4].text == "```\na\n\nb\n```"
    assert sections(passages(TEXT)) == ["Rain", "Rivers"]


def test_a_place_is_named_where_it_changes():
    assert cite_passages(passages(TEXT)[3:]) == (
        "[page 2, section 'Rivers']\nThe river rose.\n```\na\n\nb\n```\n"
        "[page 2, section 'Rivers', table 2]\n| gauge | m |\n| --- | --- |\n| 1 | 2.5 |"
    )


def test_an_empty_text_has_no_passage():
    assert passages("\n\n\f\n") == []


def test_a_page_of_the_web_becomes_markdown():
    page = read_html(
        b"<html><head><title> A  flood </title><style>p {}</style></head><body><nav><a href='/home'>Home</a></nav>"
        b"<h1>Water</h1><p>It <b>rose</b> by&nbsp;2 m.<br>Twice.</p><script>x = 1</script><ul><li>one<li>two</ul>"
        b"<table><tr><th>day<th>mm</tr><tr><td>1<td>4 | 5</tr></table><a href='b.html#x'>more</a></body></html>"
    )
    assert page.title == "A flood"
    assert page.text == (
        "# Water\n\nIt rose by 2 m.\nTwice.\n\n- one\n- two\n\n| day | mm |\n| --- | --- |\n| 1 | 4 / 5 |\n\nmore"
    )
    assert page.links == ("/home", "b.html#x")
    assert [passage.table for passage in passages(page.text)] == [None, None, 1, None]


def test_charsets_are_those_that_a_page_names():
    assert read_html('<meta charset="latin-1"><p>Malmö'.encode("latin-1")).text == "Malmö"
    assert read_html(b'<meta charset="nobody-knows"><p>plain').text == "plain"
    assert read_html(b"<p>\xff\xfe&#xD800;broken").text

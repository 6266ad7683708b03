from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mesocosm.errors import PathRefused, ToolError
from mesocosm.tools.files import list_files, read_file, write_file
from mesocosm.workspace.workspace import Workspace


@pytest.fixture
def workspace() -> Iterator[Workspace]:
    with Workspace() as made:
        yield made


def test_a_written_file_is_reported_with_bytes_and_lines(workspace: Workspace) -> None:
    assert write_file(workspace, "a/b.txt", "höhe\n2\n").text == "wrote a/b.txt: 8 bytes, 2 lines"


@pytest.mark.parametrize(("content", "lines"), [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n\n", 2)])
def test_lines_are_counted_with_and_without_a_last_newline(workspace: Workspace, content: str, lines: int) -> None:
    assert write_file(workspace, "a", content).text.endswith(f", {lines} lines")


def test_a_file_comes_back_whole(workspace: Workspace) -> None:
    write_file(workspace, "a", "1\n2\n3\n")
    assert read_file(workspace, "a") == "1\n2\n3"


def test_a_range_of_lines_includes_both_ends(workspace: Workspace) -> None:
    write_file(workspace, "a", "1\n2\n3\n4\n")
    assert read_file(workspace, "a", 2, 3) == "2\n3"
    assert read_file(workspace, "a", 3, 99) == "3\n4"


@pytest.mark.parametrize("character", ["\x0c", "\x0b", "\x1c", "\x85", "\u2028", "\u2029", "\r"])
def test_only_a_newline_ends_a_line(workspace: Workspace, character: str) -> None:
    # Fortran listings carry form feeds; a reader that split there would number lines as no editor does.
    text = f"page 1{character}page 2"
    write_file(workspace, "a", text)
    assert read_file(workspace, "a", 1, 1) == text


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=200))
@settings(max_examples=60, deadline=None)
def test_any_text_is_read_as_it_was_written(text: str) -> None:
    with Workspace() as workspace:
        write_file(workspace, "a", text)
        assert read_file(workspace, "a") == text.removesuffix("\n")


def test_a_long_file_comes_in_pieces_and_says_where_to_go_on(workspace: Workspace) -> None:
    write_file(workspace, "a", "".join(f"{n}\n" for n in range(1, 2502)))
    text = read_file(workspace, "a")
    assert text.splitlines()[1999:] == ["2000", "[lines 1 to 2000 of 2501; go on at 2001]"]
    assert read_file(workspace, "a", 2001).splitlines()[0] == "2001"


def test_an_empty_file_is_empty(workspace: Workspace) -> None:
    write_file(workspace, "a", "")
    assert read_file(workspace, "a") == ""


def test_a_start_beyond_the_end_says_the_range(workspace: Workspace) -> None:
    write_file(workspace, "a", "1\n2\n")
    with pytest.raises(ToolError, match=r"`start_line` must lie in \[1, 2\] for 'a', got 3"):
        read_file(workspace, "a", 3)


def test_an_end_before_the_start_is_refused(workspace: Workspace) -> None:
    write_file(workspace, "a", "1\n2\n")
    with pytest.raises(ToolError, match="`end_line` must not be before `start_line` 2, got 1"):
        read_file(workspace, "a", 2, 1)


def test_a_reply_too_long_says_how_much_may_be_read(workspace: Workspace) -> None:
    write_file(workspace, "a", "x" * 200_001)
    with pytest.raises(ToolError, match="hold 200,001 characters; read at most 200,000 at once"):
        read_file(workspace, "a")


def test_a_missing_file_is_reported(workspace: Workspace) -> None:
    with pytest.raises(PathRefused, match="path 'no.txt' does not exist in the workspace"):
        read_file(workspace, "no.txt")


def test_the_list_shows_size_start_of_hash_and_path(workspace: Workspace) -> None:
    write_file(workspace, "b", "")
    write_file(workspace, "a", "x")
    # SHA-256 of "x" and of nothing begin 2d711642b726 and e3b0c44298fc (coreutils sha256sum)
    assert list_files(workspace).text.split("\n") == ["           1 2d711642b726 a", "           0 e3b0c44298fc b"]


def test_an_empty_workspace_says_so(workspace: Workspace) -> None:
    assert list_files(workspace).text == "the workspace is empty"

"""Progress without a terminal, by a clock that the test moves; with one, by a pseudo-terminal."""

import os
import pty
import sys

import pytest
from tests.waiting import running

from mesocosm.screen.progress import progress, track


class Clock:
    def __init__(self):
        self.now = 100.0

    def __call__(self):
        return self.now


def test_lines_come_at_both_ends_and_by_the_clock_between(capsys):
    clock = Clock()
    with progress("gallery", 5, clock=clock) as shown:
        for title, seconds in (("map", 4), ("town", 5), ("rain", 3), ("flood", 1), ("smoke", 60)):
            clock.now += seconds
            shown.step(title)
    captured = capsys.readouterr()
    # Ten seconds have passed at the third (12 s); the last one (73 s) is printed as the end.
    assert captured.err.splitlines() == [
        "gallery: 0 of 5",
        "gallery: 3 of 5, 12 s, rain",
        "gallery: 5 of 5, finished after 73 s",
    ]
    assert captured.out == ""


def test_quick_work_is_two_lines(capsys):
    assert list(track(iter("abc"), "letters", 3)) == ["a", "b", "c"]
    assert capsys.readouterr().err.splitlines() == ["letters: 0 of 3", "letters: 3 of 3, finished after 0 s"]


def test_a_total_may_be_learnt_on_the_way(capsys):
    clock = Clock()
    with progress("index", clock=clock) as shown:
        clock.now += 10
        shown.update(7, 1200, "r001")
    assert capsys.readouterr().err.splitlines() == [
        "index: started",
        "index: 7 of 1,200, 10 s, about 28 minutes left, r001",
        "index: 7 of 1,200, finished after 10 s",
    ]


def test_work_without_end_is_told_how_long_it_would_take(capsys):
    clock = Clock()
    with progress("items", 1_000_000_000, clock=clock) as shown:
        clock.now += 40
        shown.update(7683)
    # 40 s / 7683 * 1e9 are 5.2 million seconds, of which a day has 86,400.
    assert "items: 7,683 of 1,000,000,000, 40 s, about 60 days left" in capsys.readouterr().err.splitlines()


def test_work_of_one_piece_is_told_without_a_count(capsys):
    with progress("engine"):
        pass
    assert capsys.readouterr().err.splitlines() == ["engine: started", "engine: finished after 0 s"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_work_that_is_broken_off_is_not_called_finished(error, capsys):
    def broken_off():
        yield 1
        raise error

    with pytest.raises(error):
        list(track(broken_off(), "items", 9))
    assert capsys.readouterr().err.splitlines()[-1] == "items: 1 of 9, stopped after 0 s"


def test_names_of_others_do_not_steer_the_screen(capsys):
    clock = Clock()
    with progress("build", 2, clock=clock) as shown:
        clock.now += 10
        shown.step("\x1b[2Jgone")
    assert "\x1b" not in capsys.readouterr().err


BAR = "from mesocosm.screen.progress import track; print(sum(track(range(4), '[bold]sums', 4)))"


def test_on_a_terminal_it_is_a_bar():
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm"}
    with running([sys.executable, "-c", BAR], stderr=theirs, stdout=-1, env=environment) as child:
        printed = child.communicate()[0]
        os.close(theirs)
        drawn = os.read(ours, 65536).decode()
        os.close(ours)
    assert printed == b"6\n"
    assert "[bold]sums" in drawn
    assert "4/4" in drawn
    assert "finished after" not in drawn

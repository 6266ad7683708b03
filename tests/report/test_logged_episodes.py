"""Logs read as archives: what is stored of an episode comes back, and no item is made again."""

import importlib
import json
import shutil
import subprocess
import sys
import zipfile

import pytest
from inspect_ai import eval as inspect_eval
from inspect_ai.log import read_eval_log

from mesocosm import registry
from mesocosm.adapters.inspect.tasks import make_task
from mesocosm.errors import InvalidRecord
from mesocosm.report.episodes import read_episodes
from mesocosm.report.log_metadata import LARGEST_VIEW, kept_facts, kept_form, kept_page_facts, kept_view
from mesocosm.report.logged_episodes import stored_episodes
from mesocosm.report.logs import log_files, read_log
from mesocosm.report.results import read_results
from mesocosm.suite.blocks import TextBlock
from mesocosm.suite.facts import Facts
from mesocosm.trace.foreign.inspect import STORE_KEY
from mesocosm.trace.reader import load

ABOUT = Facts(cluster="sphere", category="gravity", label="A", options={"A": (), "B": ("deep",)})


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A real log of two items in two epochs."""
    folder = tmp_path_factory.mktemp("played")
    task = make_task(registry.load("suites", "toy"), n=2)
    inspect_eval(task, model="mesocosm/oracle", epochs=2, log_dir=str(folder), display="none")
    return folder


@pytest.fixture
def log(played, tmp_path):
    [file] = log_files(played)
    return shutil.copy(file, tmp_path / file.name)


@pytest.fixture
def items(toy, monkeypatch):
    """Return the toy's `items.py` without anything that was made from it."""
    monkeypatch.setattr(toy, "_made", {})
    return importlib.import_module("mesocosm_toy.toy.items")


def rewrite(log, change):
    """Pass every sample of a log through `change`, which may alter or drop it."""
    with zipfile.ZipFile(log) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(log, "w") as archive:
        for name, data in parts.items():
            changed = change(json.loads(data)) if name.startswith("samples/") else None
            archive.writestr(name, data if changed is None else json.dumps(changed))


def without_what_is_kept(sample):
    for name in ("form", "evident", "evident_right", "facts", "view"):
        del sample["scores"]["details"]["metadata"][name]
    return sample


# ---------------------------------------------------------------- what comes back


def test_episodes_are_those_that_inspect_reads(log):
    theirs = read_eval_log(str(log))
    ours = list(stored_episodes(log))
    assert [(one.row.item, one.row.epoch) for one in ours] == [(one.id, one.epoch) for one in theirs.samples]
    assert [one.row.score for one in ours] == [one.scores["score"].value for one in theirs.samples]
    assert [one.explanation for one in ours] == [one.scores["score"].explanation for one in theirs.samples]
    assert [one.trace for one in ours] == [load(one.store[STORE_KEY]) for one in theirs.samples]


def test_rows_are_those_of_the_results(log):
    [row] = read_results(log.parent)
    assert row.samples == tuple(one.row for one in stored_episodes(log))
    assert (row.episodes, row.score, row.knows_reference) == (4, 1.0, True)


def test_a_suites_view_is_in_the_log(log, toy):
    truth = toy.case(0, 0)[1].answer
    [answers] = next(stored_episodes(log)).view
    assert [(field.name, field.verdict) for field in answers.fields] == [(name, "right") for name in truth]
    assert [float(field.truth) for field in answers.fields] == pytest.approx(list(truth.values()), rel=1e-5)


def test_a_text_that_was_put_among_the_attachments_is_found(log):
    before = [one.trace for one in stored_episodes(log)]

    def detach(sample):
        sample["attachments"]["5ca1ab1e"] = sample["store"][STORE_KEY]
        sample["store"][STORE_KEY] = "attachment://5ca1ab1e"
        return sample

    rewrite(log, detach)
    assert [one.trace for one in stored_episodes(log)] == before


def test_a_log_of_a_run_that_was_killed_has_its_first_samples(log):
    with zipfile.ZipFile(log) as archive:
        parts = {name: archive.read(name) for name in archive.namelist() if name.startswith(("_journal", "samples"))}
    with zipfile.ZipFile(log, "w") as archive:
        for name, data in list(parts.items())[:3]:
            archive.writestr(name, data)
    assert read_log(log, header_only=True).status == "started"
    assert 0 < len(list(stored_episodes(log))) < 4


def test_a_damaged_log_is_named(log):
    log.write_bytes(log.read_bytes()[:2000])
    with pytest.raises(InvalidRecord, match=r"\.eval is not a log that Inspect can read"):
        list(stored_episodes(log))


def test_a_log_in_json_reads_alike(log, tmp_path):
    from inspect_ai.log import write_eval_log

    before = list(stored_episodes(log))
    other = log.with_suffix(".json")
    write_eval_log(read_eval_log(str(log)), str(other))
    log.unlink()
    (tmp_path / "notes.json").write_text("{}")
    assert log_files(tmp_path) == [other]
    assert list(stored_episodes(other)) == before


def test_inspect_is_not_needed_to_read(log):
    code = (
        "import sys; from pathlib import Path; from mesocosm.report.episodes import read_episodes;"
        "from mesocosm.report.results import read_results; place = Path(sys.argv[1]);"
        "assert read_episodes([place]) and read_results(place); print('inspect_ai' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code, str(log.parent)], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


# ---------------------------------------------------------------- facts


def test_no_item_is_made_again(log, items, monkeypatch):
    before = read_episodes([log])

    def make(seed, index):
        raise AssertionError("an item was made")

    monkeypatch.setattr(items, "make", make)
    monkeypatch.setattr(registry.load("suites", "toy"), "_made", {})
    assert read_episodes([log]) == before


def test_facts_come_from_the_log(toy, items, tmp_path, monkeypatch):
    monkeypatch.setattr(items, "facts", lambda item, reference, options: ABOUT, raising=False)
    inspect_eval(make_task(toy, n=1), model="mesocosm/null", log_dir=str(tmp_path), display="none")
    monkeypatch.undo()
    [one] = read_episodes([tmp_path])
    assert (one.cluster, one.category, one.label, one.meaning) == ("sphere", "gravity", "A", ABOUT.options)
    [stored] = stored_episodes(*log_files(tmp_path))
    assert stored.facts == ABOUT


def test_what_a_suites_pages_need_comes_from_the_log(toy, items, tmp_path, monkeypatch):
    needed = {"depth": 1.0 / 3.0, "places": [[-96.1, 36.2]]}
    monkeypatch.setattr(items, "page_facts", lambda item, reference: needed, raising=False)
    inspect_eval(make_task(toy, n=1), model="mesocosm/null", log_dir=str(tmp_path), display="none")
    [file] = log_files(tmp_path)
    [sample] = read_log(file).samples
    assert kept_page_facts(sample.about) == needed


def test_a_suite_whose_pages_need_nothing_more_keeps_nothing_more(log):
    for sample in read_log(log).samples:
        assert "page_facts" not in sample.about
        assert kept_page_facts(sample.about) is None


def test_a_log_from_before_facts_were_kept_reads_alike(log):
    before = read_episodes([log])
    rewrite(log, without_what_is_kept)
    assert read_episodes([log]) == before
    assert [(one.facts, one.view) for one in stored_episodes(log)] == [(Facts(), ())] * 4


def test_an_old_log_of_an_item_that_has_changed_is_refused(log, items, monkeypatch):
    rewrite(log, without_what_is_kept)
    make = items.make

    def make_another(seed, index):
        item, reference = make(seed, index)
        return item.model_copy(update={"prompt": "Something else."}), reference

    monkeypatch.setattr(items, "make", make_another)
    with pytest.raises(InvalidRecord, match="toy-s0-0000 is not the item this trace was run on"):
        read_episodes([log])


def test_what_cannot_be_read_counts_as_not_kept():
    assert kept_facts({"facts": {"colour": "red"}}) is None
    assert kept_form({"form": "<script>"}) is None
    assert kept_view({"view": "[{"}) == kept_view({"view": 7}) == ()
    deep = "[" * 200_000
    assert [kept_page_facts({"page_facts": text}) for text in ("{", 7, deep)] == [None] * 3


# ---------------------------------------------------------------- views that go wrong


@pytest.mark.parametrize(
    ("view", "message"),
    [
        (lambda *case: 1 / 0, "This episode cannot be shown: ZeroDivisionError: division by zero"),
        (lambda *case: ["words"], "This episode cannot be shown: ValidationError"),
        (lambda *case: [TextBlock(text="x" * LARGEST_VIEW)], "This episode is not shown: its view would take 400,"),
    ],
    ids=["raises", "no block", "too large"],
)
def test_a_view_that_fails_costs_no_score(toy, tmp_path, monkeypatch, view, message):
    monkeypatch.setattr("mesocosm_toy.toy.view.view", view)
    inspect_eval(make_task(toy, n=1), model="mesocosm/oracle", log_dir=str(tmp_path), display="none")
    [one] = stored_episodes(*log_files(tmp_path))
    assert (one.row.score, one.row.answer) == (1.0, "valid")
    assert one.view[0].text.startswith(message)


def test_a_suite_without_a_view_shows_nothing(toy, tmp_path, monkeypatch):
    monkeypatch.setattr(type(toy), "folder", tmp_path)
    assert toy.view(*toy.case(0, 0), load("")) == ()


def test_episodes_played_from_python_keep_the_same(tmp_path):
    import mesocosm

    mesocosm.run("toy", "oracle", n=1, logs=tmp_path)
    [one] = stored_episodes(*log_files(tmp_path))
    assert (one.row.score, one.view[0].title) == (1.0, "Answer and truth")

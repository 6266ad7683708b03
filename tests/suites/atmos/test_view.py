"""A log's view of an atmos episode: the facts of the generator, and a table of options or answers."""

import pytest

import mesocosm
from mesocosm.report.logged_episodes import StoredEpisode, stored_episodes
from mesocosm.report.logs import log_files
from mesocosm.suites.atmos import suite


def played(folder, **options) -> list[StoredEpisode]:
    mesocosm.run("atmos", "oracle", n=2, seed=7, options=options, logs=folder)
    [log] = log_files(folder)
    return list(stored_episodes(log))


@pytest.mark.parametrize("options", [{}, {"format": "open"}], ids=["letters", "open"])
def test_facts_in_a_log_are_those_of_the_generator(tmp_path, options):
    for one in played(tmp_path, **options):
        assert one.facts == suite.facts(*suite.find(one.row.item), options)


def test_the_oracle_chose_the_truth(tmp_path):
    for one in played(tmp_path):
        answer, table = one.view
        assert [field.verdict for field in answer.fields] == ["right"]
        assert answer.fields[0].answer == answer.fields[0].truth
        assert [row[3] for row in table.rows if row[2] == "the truth"] == ["right, chosen"]
        assert [row[1] for row in table.rows] == list(suite.find(one.row.item)[0].data.options.values())


def test_the_second_way_stands_beside_the_truth(tmp_path):
    pytest.importorskip("metpy", reason="install MetPy, which second solutions of some templates use")
    for one in played(tmp_path):
        [field] = one.view[0].fields
        assert field.second == field.truth  # `mesocosm check` compares the two ways of every item


def test_in_the_open_every_part_stands_beside_its_key(tmp_path):
    for one in played(tmp_path, format="open"):
        [block] = one.view
        subs = suite.find(one.row.item)[1].hidden.subs
        fields = [(field.name, field.about, field.truth) for field in block.fields]
        assert fields == [(sub.label, sub.asks, sub.key) for sub in subs]
        assert {field.verdict for field in block.fields} == {"right"}

import json

import pytest

from mesocosm import registry


@pytest.fixture
def pack(place, start):
    start("pack", "build", "toy", "-n", "2", "--seed", "7", "-o", "toy.pack")
    return "toy.pack"


RUN = ("run", "toy", "--pack", "toy.pack", "--agent", "oracle", "--no-baselines", "--log-dir", "logs")


def test_a_pack_is_played_and_the_log_names_it(pack, start, capsys):
    from inspect_ai.log import list_eval_logs, read_eval_log

    assert start(*RUN)[0] == 0
    [log] = [read_eval_log(info) for info in list_eval_logs("logs")]
    assert [sample.id for sample in log.samples] == ["toy-s7-0000", "toy-s7-0001"]
    assert [sample.scores["score"].value for sample in log.samples] == [1.0, 1.0]
    start("pack", "show", pack)
    assert log.eval.metadata["pack"] in json.dumps(shown(start, capsys, pack))


def shown(start, capsys, pack):
    import sys

    from mesocosm.cli.main import main

    sys.argv = ["mesocosm", "pack", "show", pack, "--json"]
    with pytest.raises(SystemExit):
        main()
    return json.loads(capsys.readouterr().out)


def test_a_run_goes_on_with_and_without_the_pack(pack, start):
    from inspect_ai.log import list_eval_logs

    assert start(*RUN)[0] == 0
    assert registry.load("suites", "toy").stored is None
    words = ("--seed", "7", "--limit", "2", "--agent", "oracle", "--no-baselines", "--log-dir", "logs")
    assert start("run", "toy", *words)[0] == 0
    assert len(list_eval_logs("logs")) == 1


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--seed", "8"], "the pack holds items of seed 7, and --seed says 8; leave --seed out"),
        (["--split", "train"], "the pack holds items of split test, and --split says train; leave --split out"),
        (["--limit", "3"], "--limit asks for 3 items, and the pack toy.pack holds 2"),
        (["--sealed", "socket"], "--pack is fixed by the seal; leave it out"),
    ],
)
def test_a_contradiction_is_refused(pack, start, words, message):
    status, printed = start(*RUN, *words)
    assert (status, message in " ".join(printed.split())) == (2, True)


def test_the_same_words_as_the_pack_are_no_contradiction(pack, start):
    assert start(*RUN, "--seed", "7", "--split", "test", "--limit", "1")[0] == 0


def test_another_file_is_refused(place, start):
    status, printed = start("run", "toy", "--pack", "file", "--agent", "oracle")
    assert (status, "file is not an item pack" in printed) == (2, True)


def test_verify_says_what_is_damaged(pack, start, place):
    assert start("pack", "check", pack)[0] == 0
    (place / pack).write_bytes((place / pack).read_bytes().replace(b"references/0001", b"references/0002"))
    assert start("pack", "check", pack)[0] == 1

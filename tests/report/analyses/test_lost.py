"""Where the items of a baseline are lost."""

from tests.stats.making import answers, episode

from mesocosm.report.analyses.lost import lost_by


def test_lost_by_label():
    labels = "AABB"
    baseline = answers(True, True, True, False)
    run = [episode(item, right, label=labels[item]) for item, right in enumerate((True, False, True, True))]
    found = lost_by(run, baseline, part=lambda own: own[0].label)
    assert {label: (one.right, one.n) for label, one in found.items()} == {"A": (1, 2), "B": (0, 1)}

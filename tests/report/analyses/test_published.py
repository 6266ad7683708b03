"""Numbers printed in the PHREEQC-MCQ-200 paper, from the counts printed beside them; each test names the table.

The item-level records are not published: if a statistic needs episodes, they are made to fit the published counts.
Printed values are rounded to one digit after the point, so half of the last digit is allowed.
"""

import pytest
from tests.stats.making import answers, counts, episode

from mesocosm.report.analyses.clusters import all_correct, all_wrong
from mesocosm.report.analyses.grid import cluster_grid
from mesocosm.report.analyses.labels import label_behaviour
from mesocosm.report.analyses.lost import lost_by
from mesocosm.report.analyses.overlap import overlap
from mesocosm.report.analyses.stability import stability
from mesocosm.report.analyses.steps import bucket_name, failed_steps, step_buckets
from mesocosm.stats.bootstrap import cluster_bootstrap
from mesocosm.stats.change import tally
from mesocosm.stats.proportion import episode_accuracy, tokens_per_correct, wilson
from mesocosm.stats.summary import deviation, value_range

HALF_A_DIGIT = 0.05 + 1e-9


def printed(percentage: float):
    return pytest.approx(percentage / 100, abs=HALF_A_DIGIT / 100)


@pytest.mark.parametrize(
    ("right", "share", "low", "high"),
    [
        (84, 42.0, 35.4, 48.9),  # Opus 4.6 direct
        (74, 37.0, 30.6, 43.9),  # Sonnet 4.6 direct
        (54, 27.0, 21.3, 33.5),  # GPT-5.4 direct
        (55, 27.5, 21.8, 34.1),  # GPT-5.2 direct
        (78, 39.0, 32.5, 45.9),  # GPT-5.1 direct
        (77, 38.5, 32.0, 45.4),  # Gemini 3 Flash direct
        (76, 38.0, 31.6, 44.9),  # Opus 4.6 CoT
        (86, 43.0, 36.3, 49.9),  # Sonnet 4.6 CoT
        (70, 35.0, 28.7, 41.8),  # GPT-5.4 and GPT-5.1 CoT
        (69, 34.5, 28.3, 41.3),  # GPT-5.2 CoT
        (81, 40.5, 33.9, 47.4),  # Gemini 3 Flash CoT
    ],
)
def test_table_1_wilson_intervals(right, share, low, high):
    found = wilson(right, 200)
    assert (found.share, found.low, found.high) == (printed(share), printed(low), printed(high))


@pytest.mark.parametrize(
    ("kept", "gained", "lost", "retention", "accuracy"),
    [
        (70, 97, 14, 83.3, 83.5),  # Opus, TOC
        (64, 104, 10, 86.5, 84.0),  # Sonnet, TOC
        (35, 110, 19, 64.8, 72.5),  # GPT-5.4, TOC
        (31, 77, 24, 56.4, 54.0),  # GPT-5.2, TOC
        (46, 62, 32, 59.0, 54.0),  # GPT-5.1, TOC
        (71, 95, 13, 84.5, 83.0),  # Opus, Raw100k
        (63, 104, 11, 85.1, 83.5),  # Sonnet, Raw100k
        (34, 106, 20, 63.0, 70.0),  # GPT-5.4, Raw100k
        (34, 89, 21, 61.8, 61.5),  # GPT-5.2, Raw100k
        (52, 75, 26, 66.7, 63.5),  # GPT-5.1, Raw100k
    ],
)
def test_table_2_retention(kept, gained, lost, retention, accuracy):
    """Kept and gained also give the accuracy of Table 1, kept and lost that of the direct baseline."""
    found = tally(kept=kept, gained=gained, lost=lost, both_wrong=200 - kept - gained - lost)
    assert found.retention == printed(retention)
    assert (found.kept + found.gained) / found.n == printed(accuracy)


@pytest.mark.parametrize(
    ("reruns", "sd", "reach"),
    [
        ((2.5, 0.5, 0.5), 1.2, 2.0),
        ((0.5, 0.5, -0.5), 0.6, 1.0),
        ((-5.0, 1.5, -6.0), 4.1, 7.5),
        ((2.0, 1.0, 0.5), 0.8, 1.5),
        ((-4.5, -1.0, 1.0), 2.8, 5.5),
    ],
)
def test_table_3_rerun_spread(reruns, sd, reach):
    """The published SD is the sample's, over the three reruns without the original run."""
    assert deviation(reruns) == pytest.approx(sd, abs=HALF_A_DIGIT)
    assert value_range(reruns) == pytest.approx(reach)


def test_table_6_label_range():
    """Opus 4.6 direct: 60/19/55/66/0 predicted; 84 right, 10 of 47 on B (21.3 %) and 27 of 42 on D (64.3 %).

    The right answers on A and C are not printed; 30 and 17 make up 84.
    """
    true, right, chosen = {"A": 63, "B": 47, "C": 48, "D": 42}, {"A": 30, "B": 10, "C": 17, "D": 27}, {
        "A": 60, "B": 19, "C": 55, "D": 66,
    }  # fmt: skip
    wrong = [label for label in true for _ in range(chosen[label] - right[label])]
    episodes = [
        episode(f"{label}{n}", True, label=label, predicted=label) for label in true for n in range(right[label])
    ]
    for label in true:
        for n in range(right[label], true[label]):
            other = next(letter for letter in reversed(wrong) if letter != label)
            wrong.remove(other)
            episodes.append(episode(f"{label}{n}", False, label=label, predicted=other))
    found = label_behaviour(episodes)
    assert (found.n, found.true, found.predicted, found.no_letter) == (200, true, chosen, 0)
    assert (found.low, found.high) == (printed(21.3), printed(64.3))


def test_table_14_overlap():
    """Sonnet: TOC right 171, Raw100k right 167, both 163, TOC only 8, Raw only 4, neither 25."""
    cells = [(True, True)] * 163 + [(True, False)] * 8 + [(False, True)] * 4 + [(False, False)] * 25
    found = overlap({"toc": answers(*(a for a, _ in cells)), "raw": answers(*(b for _, b in cells))})
    assert (found.items("toc", "raw"), found.items("toc"), found.items("raw"), found.items()) == (163, 8, 4, 25)


def test_table_15_three_way_overlap():
    """GPT-5.4: seven printed cells and 27 in none; TOC is right on 145 items (Table 14), Raw500k on 149 (74.5 %)."""
    sizes = {(1, 1, 1): 114, (1, 0, 0): 13, (0, 1, 0): 7, (0, 0, 1): 6, (1, 1, 0): 4, (1, 0, 1): 14, (0, 1, 1): 15}
    cells = [cell for cell, size in sizes.items() for _ in range(size)]
    cells += [(0, 0, 0)] * (200 - len(cells))
    names = ("toc", "raw100", "raw500")
    found = overlap({name: answers(*(bool(cell[at]) for cell in cells)) for at, name in enumerate(names)})
    assert (found.n, found.items(*names), found.items()) == (200, 114, 27)
    right = {name: sum(cell.items for cell in found.cells if name in cell.runs) for name in names}
    assert right == {"toc": 145, "raw100": 140, "raw500": 149}


ITEMS = (8, 8, 10, 10, 10, 10, 10, 10, 10, 10, 9, 10, 9, 1, 9, 9, 19, 10, 9, 9, 10)
RIGHT = {
    "Opus": (5, 5, 7, 6, 5, 9, 7, 10, 10, 10, 9, 7, 7, 1, 7, 9, 17, 10, 9, 9, 10),
    "Sonnet": (6, 5, 6, 10, 6, 9, 8, 10, 10, 10, 9, 9, 7, 1, 7, 9, 18, 4, 8, 9, 10),
    "GPT-5.4": (3, 4, 5, 10, 5, 8, 6, 8, 9, 9, 8, 3, 8, 1, 5, 9, 13, 6, 6, 9, 10),
    "GPT-5.2": (3, 2, 6, 6, 7, 5, 4, 6, 4, 7, 8, 3, 5, 0, 4, 6, 10, 2, 4, 6, 9),
    "GPT-5.1": (4, 2, 3, 4, 5, 10, 7, 6, 5, 4, 8, 6, 4, 0, 7, 6, 9, 3, 4, 8, 3),
}
"""Table 18 in counts: the printed share times the scenario's items."""


def scenarios(agent: str):
    return [
        episode(f"S{at:02d}-{item}", item < right, cluster=f"S{at:02d}", agent=agent)
        for at, (right, n) in enumerate(zip(RIGHT[agent], ITEMS, strict=True), start=1)
        for item in range(n)
    ]


@pytest.mark.parametrize(
    ("scenario", "low", "high", "mean", "reach"),
    [
        ("S01", 37.5, 75.0, 52.5, 37.5),
        ("S02", 25.0, 62.5, 45.0, 37.5),
        ("S11", 88.9, 100.0, 93.3, 11.1),
        ("S14", 0.0, 100.0, 60.0, 100.0),
        ("S17", 47.4, 94.7, 70.5, 47.4),
        ("S18", 20.0, 100.0, 50.0, 80.0),
        ("S21", 30.0, 100.0, 84.0, 70.0),
    ],
)
def test_table_18_grid(scenario, low, high, mean, reach):
    rows = {row.cluster: row for row in cluster_grid({agent: scenarios(agent) for agent in RIGHT})}
    found = rows[scenario]
    assert (found.low, found.high) == (printed(low), printed(high))
    assert (found.mean, found.spread) == (printed(mean), printed(reach))


@pytest.mark.parametrize(
    ("agent", "correct", "wrong"), [("Sonnet", 9, 0), ("Opus", 10, 0), ("GPT-5.4", 5, 0), ("GPT-5.2", 0, 1)]
)
def test_table_17_scenarios_solved_and_missed(agent, correct, wrong):
    assert (len(all_correct(scenarios(agent))), len(all_wrong(scenarios(agent)))) == (correct, wrong)


@pytest.mark.parametrize(
    ("agent", "mean", "low", "high"),
    [
        ("Sonnet", 85.6, 77.8, 92.6),
        ("Opus", 84.8, 77.3, 91.5),
        ("GPT-5.4", 73.6, 64.0, 82.8),
        ("GPT-5.2", 51.0, 41.7, 60.3),
    ],
)
def test_table_17_scenario_bootstrap(agent, mean, low, high):
    """The means agree to the printed digit; the bounds of two independent resamplings differ by a few tenths."""
    found = cluster_bootstrap(scenarios(agent))
    assert found.clusters == 21
    assert found.mean == printed(mean)
    assert [100 * found.low, 100 * found.high] == [pytest.approx(low, abs=0.4), pytest.approx(high, abs=0.4)]


def test_table_19_and_21_lost_rates():
    """GPT-5.2: 24 of 55 direct-right items lost (43.6 %), 2/14/2/6 of them on A/B/C/D."""
    lost = "A" * 2 + "B" * 14 + "C" * 2 + "D" * 6
    baseline = counts(55, 200)
    run = [episode(item, item >= 24, label=lost[item] if item < 24 else "A") for item in range(200)]
    assert lost_by(run, baseline, part=lambda own: "overall")["overall"].share == printed(43.6)
    by_label = lost_by(run, baseline, part=lambda own: own[0].label)
    assert {label: one.right for label, one in by_label.items()} == {"A": 2, "B": 14, "C": 2, "D": 6}


SIZE_STABILITY = {
    "≤10k": (8_000, 28, 16, 39, 47.0),
    "10–20k": (15_000, 12, 10, 34, 60.7),
    "20–50k": (30_000, 2, 6, 23, 74.2),
    "50–100k": (70_000, 0, 0, 7, 100.0),
    "250–500k": (400_000, 0, 4, 9, 69.2),
    ">500k": (600_000, 0, 4, 6, 60.0),
}


def test_tables_23_and_24_rerun_stability():
    """GPT-5.1 + TOC over four samples: 40/44/34/40/42 items right 0 to 4 times, 59 % of them variance-prone."""
    prone = iter([1] * 44 + [2] * 34 + [3] * 40)
    scores = [
        (size, score)
        for size, right, wrong, flips, _ in SIZE_STABILITY.values()
        for score in [4] * right + [0] * wrong + [next(prone) for _ in range(flips)]
    ]
    found = stability(
        episode(item, epoch <= score, epoch=epoch, output_characters=size)
        for item, (size, score) in enumerate(scores)
        for epoch in (1, 2, 3, 4)
    )
    assert found.histogram == (40, 44, 34, 40, 42)
    assert (found.overall.variance_prone, found.overall.share) == (118, printed(59.0))
    assert {one.name: one.share for one in found.by_size} == {
        name: printed(share) for name, (*_, share) in SIZE_STABILITY.items()
    }


def test_table_28_step_buckets():
    """GPT-5.1 + TOC, 600 episodes."""
    published = {6: (311, 157, 50.5), 9: (193, 104, 53.9), 13: (57, 19, 33.3), 17: (28, 11, 39.3), 22: (11, 1, 9.1)}
    episodes = [
        episode(f"{steps}-{at}", at < right, steps=steps)
        for steps, (n, right, _) in published.items()
        for at in range(n)
    ]
    found = {bucket_name(one): one.accuracy for one in step_buckets(episodes) if one.accuracy.n}
    assert list(found) == ["5–7", "8–11", "12–15", "16–19", "20–24"]
    for (n, right, share), own in zip(published.values(), found.values(), strict=True):
        assert (own.n, own.right, own.share) == (n, right, printed(share))
    assert episode_accuracy(episodes).share == printed(48.7)


@pytest.mark.parametrize(("failed", "ceiling", "share"), [(31, 21, 67.7), (29, 18, 62.1), (55, 2, 3.6), (93, 9, 9.7)])
def test_table_29_share_at_the_ceiling(failed, ceiling, share):
    found = failed_steps(episode(at, False, steps=24 if at < ceiling else 9, step_limit=24) for at in range(failed))
    assert (found.n, found.ceiling.share) == (failed, printed(share))


@pytest.mark.parametrize(
    ("right", "thousand_tokens", "per_correct"), [(40, 101, 126), (42, 258, 307), (30, 197, 328), (36, 57, 79)]
)
def test_table_26_tokens_per_correct(right, thousand_tokens, per_correct):
    """For 50 items; printed to a thousand tokens."""
    found = tokens_per_correct(counts(right, 50, tokens=1000 * thousand_tokens))
    assert found / 1000 == pytest.approx(per_correct, abs=0.5)

"""DSSAT's own experiments against results of version 4.8.2.21 that others generated."""

import pytest
from tests.shared import SHARED
from tests.simulators.dssat.test_dssat import LIMITS, runs

from mesocosm.simulators.dssat.engine import GROWTH, SUMMARY, simulator
from mesocosm.simulators.dssat.outputs import growth_days, summary_rows, version_in

DATA = SHARED / "data" / "real" / "crop" / "dssat"
pytestmark = [
    pytest.mark.fidelity,
    pytest.mark.skipif(not DATA.is_dir(), reason=f"{DATA} is not here"),
    runs,
]
OTHER_BY_DESIGN = {"CO2EM", "EYLDH"}
"""Columns that differ by design: soil carbon dioxide is counted differently since then, and one column was added."""


def text(*parts):
    return DATA.joinpath(*parts).read_text(encoding="latin-1")


EXPERIMENTS = {"UFGA8201": ("MZ", ("UFGA8201.WTH",)), "KSAS8101": ("WH", ("KSAS8101.WTH", "KSAS8201.WTH"))}
MOST_ROUNDED = 1e-4
"""Share of the daily cells that may differ, by one in the last printed digit."""


@pytest.fixture(scope="module", params=EXPERIMENTS)
def experiment(request):
    """Return an experiment's name and the engine's result: maize at Gainesville, wheat at Ashland."""
    name = request.param
    crop, weather = EXPERIMENTS[name]
    inputs = {
        "experiment": text(name, f"{name}.{crop}X"),
        "weather": [text("Weather", file) for file in weather],
        "soil": text("Soil", "SOIL.SOL"),
    }
    return name, simulator.run(inputs, seed=0, limits=LIMITS)


def reference(name, file):
    return text(name, "generated_output_v4.8.2.21", file)


def test_every_treatment_has_the_same_summary(experiment):
    name, result = experiment
    ours, theirs = summary_rows(result.artifacts[SUMMARY].decode()), summary_rows(reference(name, SUMMARY))
    assert len(ours) == len(theirs) == 6
    for mine, other in zip(ours, theirs, strict=True):
        assert {column for column in other if mine.get(column) != other[column]} <= OTHER_BY_DESIGN
        said = result.values[f"treatment_{other['TRNO']}_yield"].magnitude
        assert said == pytest.approx(float(other["HWAM"]) / 1000, rel=1e-9)
    assert version_in(reference(name, SUMMARY)) == "4.8.2.021"


def test_every_treatment_grows_the_same_day_by_day(experiment):
    name, result = experiment
    ours, theirs = (growth_days(t) for t in (result.artifacts[GROWTH].decode("latin-1"), reference(name, GROWTH)))
    assert [day[:2] for day in ours] == [day[:2] for day in theirs]
    pairs = [
        (mine.cells[column], cell)
        for mine, other in zip(ours, theirs, strict=True)
        for column, cell in other.cells.items()
    ]
    differing = [(mine, other) for mine, other in pairs if mine != other]
    assert len(pairs) > 20_000
    assert len(differing) <= MOST_ROUNDED * len(pairs)
    for mine, other in differing:
        assert abs(float(mine) - float(other)) <= 1.01 * last_digit(other)


def last_digit(cell):
    return 10.0 ** -len(cell.partition(".")[2])


def test_the_water_balance_closes_to_hundredths_of_a_millimetre(experiment):
    errors = [value.magnitude for name, value in experiment[1].values.items() if name.endswith("water_balance_error")]
    assert len(errors) == 6
    assert max(map(abs, errors)) < 0.05

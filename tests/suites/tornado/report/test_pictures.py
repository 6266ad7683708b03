"""Pictures: their content follows from numbers, and the same numbers give the same bytes."""

import itertools
import math

import numpy as np
import pytest
import shapely
from matplotlib.colors import to_hex
from PIL import Image
from tests.suites.tornado.report.making import DAYS, FORECASTERS, RISKY, square

from mesocosm.report import figures
from mesocosm.suites.tornado.outlooks.levels import LEVEL_COLOURS
from mesocosm.suites.tornado.report import base_map, calendar, day_map, sheet
from mesocosm.suites.tornado.report.diagrams import CSI_LINES, DIAGRAMS
from mesocosm.suites.tornado.report.panels import draw_diagram
from mesocosm.suites.tornado.report.standings import hold, standings
from mesocosm.suites.tornado.verification.tornadobench import bands_of, score_day


@pytest.fixture(scope="module")
def ranked():
    return standings(hold(DAYS, FORECASTERS), "default")


def one_day(forecast, profile="default"):
    """Compare `forecast` with a true square of 10 %."""
    truth, said = bands_of(RISKY.truth, profile), bands_of(forecast, profile)
    return day_map.DayOfForecaster(
        date=RISKY.date,
        forecaster="half right",
        profile=profile,
        truth=truth,
        forecast=said,
        score=score_day(said, truth, profile),
        reports=RISKY.reports,
    )


# ---------------------------------------------------------------- maps


def test_overlaps_by_nested_level():
    # The right half of the square, one level too low: both reach 2 and 5 %, only the truth reaches 10 %.
    found = day_map.overlaps(one_day(outlook(5, shapely.box(-95, 33, -93, 37))))
    assert [one.level for one in found] == [2, 5, 10]
    shares = [one.hit.area / (one.hit.area + one.miss.area) for one in found]
    assert shares == pytest.approx([0.5, 0.5, 0], abs=0.01)
    assert all(one.false_alarm.area < 1 for one in found)


def test_overlaps_as_published_are_of_single_bands():
    found = day_map.overlaps(one_day(square(5), "published"))
    assert [(one.level, one.hit.is_empty) for one in found] == [(5, True), (10, True)]


@pytest.mark.parametrize("profile", ["default", "published"])
def test_an_overlap_is_what_the_score_says(profile):
    day = one_day(square(10, west=-96.0), profile)
    for one in day_map.overlaps(day):
        whole = math.fsum(shape.area for shape in (one.hit, one.miss, one.false_alarm))
        assert one.hit.area / whole == pytest.approx(day.score.iou[one.level], rel=1e-6)


def test_the_map_shows_hits_misses_and_false_alarms(tmp_path):
    shown = colours(drawn(one_day(square(10, west=-95.0)), tmp_path / "day.png"))
    assert {sheet.HIT, sheet.MISS, sheet.FALSE_ALARM, LEVEL_COLOURS[10], sheet.LAND} <= shown


def test_a_right_forecast_shows_neither_miss_nor_false_alarm_on_the_map(tmp_path):
    path = drawn(one_day(RISKY.truth), tmp_path / "day.png")
    # The lowest half inch is the legend, which names all three.
    shown = colours(path, bottom=50)
    assert sheet.HIT in shown
    assert not {sheet.MISS, sheet.FALSE_ALARM} & shown


def test_the_same_day_gives_the_same_bytes(tmp_path):
    first, second = (drawn(one_day(square(5)), tmp_path / name) for name in ("one.png", "two.png"))
    assert first.read_bytes() == second.read_bytes()


def test_holes_stay_unfilled(tmp_path):
    with figures.style():
        figure = sheet.sheet("", width_in=1, height_in=1)
        axes = figure.add_axes((0, 0, 1, 1), xlim=(0, 10), ylim=(0, 10), frameon=False)
        # The hole runs the same way round as the shell, which alone would fill it.
        ring = shapely.Polygon([(0, 0), (10, 0), (10, 10), (0, 10)], [[(4, 4), (6, 4), (6, 6), (4, 6)]])
        base_map.fill(axes, ring, facecolor=sheet.HIT)
        sheet.save(figure, tmp_path / "hole.png")
    image = Image.open(tmp_path / "hole.png").convert("RGB")
    assert image.getpixel((20, 20)) == (0x00, 0x72, 0xB2)
    assert image.getpixel((50, 50)) == (255, 255, 255)


def test_a_window_holds_its_shapes_and_stays_inside():
    whole = base_map.Window(0, 0, 100, 60)
    near = whole.around([shapely.box(90, 50, 99, 59)])
    assert near.width / near.height == pytest.approx(100 / 60)
    assert (near.east, near.north) == (100, 60)
    assert near.west <= 90
    assert near.width == pytest.approx(30)


def test_a_window_around_all_is_the_whole():
    whole = base_map.Window(0, 0, 100, 60)
    assert whole.around([shapely.box(-5, -5, 105, 65)]) == whole


# ---------------------------------------------------------------- calendar


def test_the_calendar_marks_what_became_of_files(ranked):
    with figures.style():
        [axes] = calendar.draw_calendar(ranked).axes
    row = [label.get_text() for label in axes.get_yticklabels()].index("spoilt")
    texts = [one.get_text() for one in axes.texts if int(one.get_position()[1]) == row]
    score = f"{100 * next(one for one in ranked.forecasters if one.name == 'spoilt').daily['20250302']:.0f}"
    assert sorted(texts) == sorted(["×", score, "•", "–"])


def test_the_calendar_tells_the_truth_on_top(ranked):
    with figures.style():
        [axes] = calendar.draw_calendar(ranked).axes
    assert [one.get_text() for one in axes.texts if one.get_position()[1] < 1] == ["0", "10", "5"]
    cell = next(one for one in axes.patches if one.get_xy() == (1, 0))
    assert to_hex(cell.get_facecolor()) == LEVEL_COLOURS[10]


def test_many_days_take_several_strips(ranked):
    dates = [f"2025{month:02d}{day:02d}" for month in (4, 5, 6) for day in range(1, 31)]
    rows = [
        one.model_copy(update={"daily": {}, "status": dict.fromkeys(dates, "missing")}) for one in ranked.forecasters
    ]
    long = ranked.model_copy(update={"truth_highest": dict.fromkeys(dates, 0), "forecasters": tuple(rows)})
    with figures.style():
        strips = calendar.draw_calendar(long).axes
    assert [len(axes.get_xticks()) for axes in strips] == [30, 30, 30]
    assert strips[0].get_xticklabels()[0].get_text() == "2025\nApr\n01"
    assert strips[2].get_xticklabels()[0].get_text() == "2025\nJun\n01"


def test_years_do_not_run_together(ranked):
    """A day in each of twelve years, as with synthetic days: every label is that of a year."""
    dates = [f"{year}0403" for year in range(2030, 2042)]
    rows = [
        one.model_copy(update={"daily": {}, "status": dict.fromkeys(dates, "missing")}) for one in ranked.forecasters
    ]
    apart = ranked.model_copy(update={"truth_highest": dict.fromkeys(dates, 0), "forecasters": tuple(rows)})
    with figures.style():
        figure = calendar.draw_calendar(apart)
        figure.canvas.draw()
    boxes = [label.get_window_extent() for label in figure.axes[0].get_xticklabels()]
    assert all(one.x1 < other.x0 for one, other in itertools.pairwise(boxes))
    assert len(figure.axes[0].lines) == 11  # a line between two years


def test_a_higher_score_is_darker():
    def light(score):
        return sum(int(calendar.shade(score)[at : at + 2], 16) for at in (1, 3, 5))

    steps = [light(score) for score in (0, 0.01, 0.1, 0.5, 1)]
    assert steps == sorted(steps, reverse=True)
    assert len(set(steps)) == 5


# ---------------------------------------------------------------- diagrams


@pytest.mark.parametrize("name", DIAGRAMS)
def test_a_diagram_has_a_plot_for_each_forecaster(name, ranked):
    with figures.style():
        right, _ = draw_diagram(DIAGRAMS[name], ranked).axes  # and spoilt; SPC and the baselines stand behind
    own = next(line for line in right.lines if line.get_linewidth() == 2)
    known = DIAGRAMS[name].curve(ranked.forecasters[0].verification)
    expected = [(point.x, point.y) for point in known if not math.isnan(point.x + point.y)]
    assert list(zip(*own.get_data(), strict=True)) == expected
    assert len(expected) > 1


@pytest.mark.parametrize("name", DIAGRAMS)
def test_a_diagram_names_the_baselines(name, ranked):
    with figures.style():
        [legend] = draw_diagram(DIAGRAMS[name], ranked).legends
    labels = {one.get_text() for one in legend.get_texts()}
    assert {"spc", "baseline: empty", "baseline: persistence", "baseline: climatology"} < labels


def test_performance_plots_success_ratio_and_detection(ranked):
    [right] = [one for one in ranked.forecasters if one.name == "right"]
    ten = next(one for one in right.verification.thresholds if one.level == 10)
    point = next(one for one in DIAGRAMS["performance"].curve(right.verification) if one.label == "10")
    assert (point.x, point.y) == (1 - ten.far, ten.pod)


def test_lines_of_equal_success_index_are_right(ranked):
    # At equal detection and success ratio s, CSI = s / (2 - s) (Roebber, 2009): 0.5 is met at 2/3.
    with figures.style():
        axes = draw_diagram(DIAGRAMS["performance"], ranked).axes[0]
    line = axes.lines[CSI_LINES.index(0.5)]
    x, y = line.get_data()
    at = int(np.argmin(np.abs(x - y)))
    assert x[at] == pytest.approx(2 / 3, abs=0.01)


def test_letters_are_light_on_dark_and_dark_on_light():
    assert sheet.ink_on("#08306b") == "#ffffff"
    assert sheet.ink_on("#fde9a9") == figures.INK


def outlook(level, shape):
    from mesocosm.suites.tornado.outlooks.outlook import outlook_of

    return outlook_of([(level, shape)])


def drawn(day, path):
    with figures.style():
        sheet.save(day_map.draw_day(day), path)
    return path


def colours(path, bottom=0):
    """Return the colours of a picture that cover more than a few points."""
    image = Image.open(path).convert("RGB")
    image = image.crop((0, 0, image.width, image.height - bottom))
    return {f"#{r:02x}{g:02x}{b:02x}" for count, (r, g, b) in image.getcolors(image.width * image.height) if count > 20}

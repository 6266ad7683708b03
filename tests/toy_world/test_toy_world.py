"""The toy world: its truth by a second way, and what each agent's score shows about it."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image as Pillow

from mesocosm import registry
from mesocosm.episode.agent import Agent, Case
from mesocosm.episode.loop import run_episode
from mesocosm.episode.world import World
from mesocosm.errors import InvalidRecord, ToolError, UnknownName
from mesocosm.simulators.simulator import RunLimits
from mesocosm.suite import Suite
from mesocosm.trace.schema import Answered, EpisodeEnded, EpisodeStarted, Trace
from mesocosm.types import Answer, Item, Reference
from mesocosm.units import convert
from mesocosm_toy.gravity import PICTURE, draw_profile
from mesocosm_toy.ground import HALF_WIDTH, METER_NOISE, MICROGAL, G, Ground
from mesocosm_toy.sphere import simulator
from mesocosm_toy.stations import source
from mesocosm_toy.toy.items import DEPTH_M, OFFSET_M, PEAK_MICROGAL
from mesocosm_toy.toy.world import check_answer

ITEMS = 10


def ground(**changed: float) -> Ground:
    return Ground(
        **{"item": "x", "seed": 0, "x_m": 0.0, "y_m": 0.0, "depth_m": 100.0, "excess_mass_kg": 1e9, **changed}
    )  # type: ignore[arg-type]


def play(suite: Suite, index: int, agent: str, seed: int = 0) -> tuple[float, Trace]:
    case = suite.case(seed, index)
    build: Callable[[Case], Agent] = registry.load("agents", agent)
    with suite.world(*case) as world:
        trace = run_episode(world, build(Case(*case, world.tools)))
    return suite.score(*case, trace).value, trace


# ------------------------------------------------------------ the physics, twice


def sum_over_parts(radius_m: float, density: float, depth_m: float, distance_m: float, cells: int = 60) -> float:
    """Compute the vertical pull of a sphere cut into small cubes, m s-2: Newton's law for each, nothing more."""
    side = 2 * radius_m / cells
    middle = (np.arange(cells) + 0.5) * side - radius_m
    x, y, z = np.meshgrid(middle, middle, middle, indexing="ij")
    inside = x**2 + y**2 + z**2 <= radius_m**2
    dx, dy, dz = distance_m - x[inside], -y[inside], depth_m + z[inside]
    return float(np.sum(G * density * side**3 * dz / (dx**2 + dy**2 + dz**2) ** 1.5))


@pytest.mark.parametrize(("depth_m", "distance_m"), [(100, 0), (100, 76.6), (150, 400), (61, 30)])
def test_the_closed_form_agrees_with_the_sum_over_the_parts_of_a_sphere(depth_m: float, distance_m: float) -> None:
    radius_m, density = 50.0, 1900.0
    mass = density * 4 / 3 * math.pi * radius_m**3
    closed = ground(depth_m=depth_m, excess_mass_kg=mass).anomaly(distance_m, 0.0)
    # 60 cubes across leave the volume of the stepped sphere within 0.2 % of the smooth one.
    assert closed == pytest.approx(sum_over_parts(radius_m, density, depth_m, distance_m) * MICROGAL, rel=3e-3)


def test_a_sphere_worked_by_hand() -> None:
    # G M / z**2 = 6.6743e-11 * 1e9 / 1e4 = 6.6743e-6 m s-2 = 667.43 microgal above the centre
    assert ground().anomaly(0.0, 0.0) == pytest.approx(667.43, rel=1e-12)


def test_microgal_is_the_unit_of_the_registry() -> None:
    assert convert(1.0, "m/s**2", "microgal") == pytest.approx(MICROGAL, rel=1e-12)


def test_the_half_width_constant_is_where_the_pull_is_half() -> None:
    # z / (x**2 + z**2)**1.5 = 1 / (2 z**2)  gives  x = z sqrt(2**(2/3) - 1)
    exact = 1 / math.sqrt(2 ** (2 / 3) - 1)
    assert exact == pytest.approx(HALF_WIDTH, abs=5e-5)  # given to four decimals
    sphere = ground()
    assert sphere.anomaly(100 / HALF_WIDTH, 0) == pytest.approx(sphere.anomaly(0, 0) / 2, rel=1e-4)


@given(st.floats(-1000, 1000), st.floats(-1000, 1000))
@settings(max_examples=50, deadline=None)
def test_the_pull_is_positive_symmetric_and_greatest_above_the_centre(x: float, y: float) -> None:
    sphere = ground()
    assert 0 < sphere.anomaly(x, y) <= sphere.anomaly(0, 0)
    assert sphere.anomaly(x, y) == sphere.anomaly(-x, y) == sphere.anomaly(x, -y) == sphere.anomaly(y, x)


def test_a_reading_is_the_same_on_every_visit_and_scatters_as_told() -> None:
    sphere = ground()
    places = [(float(x), float(y)) for x in range(-500, 500, 25) for y in range(-500, 500, 25)]
    errors = [sphere.reading(x, y) - sphere.anomaly(x, y) for x, y in places]
    assert [sphere.reading(*place) for place in places[:50]] == [sphere.reading(*place) for place in places[:50]]
    assert abs(np.mean(errors)) < 5 * METER_NOISE / math.sqrt(len(errors))
    assert np.std(errors) == pytest.approx(METER_NOISE, rel=0.1)  # 1600 readings: 1.8 % standard error


# ------------------------------------------------------------ items


def test_items_lie_in_their_ranges_and_differ(toy: Suite) -> None:
    made = [toy.case(0, index) for index in range(200)]
    for _, reference in made:
        answer, hidden = reference.answer, reference.hidden
        assert isinstance(answer, dict)
        depth, mass = float(str(answer["depth_m"])), float(str(answer["excess_mass_kg"]))
        assert DEPTH_M[0] <= depth <= DEPTH_M[1]
        peak = G * mass / depth**2 * MICROGAL
        assert PEAK_MICROGAL[0] * 0.999 <= peak <= PEAK_MICROGAL[1] * 1.001  # the mass is rounded to four digits
        assert all(abs(float(str(place))) <= OFFSET_M for place in (hidden.x_m, hidden.y_m))
    assert len({reference.fingerprint() for _, reference in made}) == 200


def test_the_prompt_tells_neither_place_nor_answer(toy: Suite) -> None:
    item, reference = toy.case(0, 0)
    assert isinstance(reference.answer, dict)
    text = item.model_dump_json()
    assert all(
        str(value) not in text for value in [*reference.answer.values(), reference.hidden.x_m, reference.hidden.y_m]
    )


def test_seeds_give_other_items(toy: Suite) -> None:
    assert toy.case(0, 0)[1].answer != toy.case(1, 0)[1].answer


# ------------------------------------------------------------ agents


@pytest.mark.parametrize("seed", [0, 1])
def test_the_oracle_has_full_marks_on_every_item(toy: Suite, seed: int) -> None:
    assert [play(toy, index, "oracle", seed)[0] for index in range(ITEMS)] == [1.0] * ITEMS


def test_doing_nothing_scores_nothing(toy: Suite) -> None:
    assert [play(toy, index, "null")[0] for index in range(ITEMS)] == [0.0] * ITEMS


def test_honest_measuring_is_clearly_above_chance(toy: Suite) -> None:
    surveyor = [play(toy, index, "surveyor")[0] for index in range(ITEMS)]
    chance = [play(toy, index, "random")[0] for index in range(3)]
    assert sum(surveyor) / ITEMS > 0.6
    assert sum(chance) / 3 < 0.2


@pytest.mark.parametrize("agent", ["oracle", "surveyor", "null"])
def test_one_seed_gives_one_digest(toy: Suite, agent: str) -> None:
    assert play(toy, 3, agent)[1].digest() == play(toy, 3, agent)[1].digest()


def test_other_items_give_other_digests(toy: Suite) -> None:
    assert len({play(toy, index, "oracle")[1].digest() for index in range(4)}) == 4


# ------------------------------------------------------------ scores


def answered(case: tuple[Item, Reference], value: object, status: str = "valid") -> Trace:
    answer = Answer.model_validate({"value": value, "status": status, "attempts": 1})
    start = EpisodeStarted(suite="toy", item=case[0].id)
    return Trace(events=(start, Answered(answer=answer), EpisodeEnded(reason="submitted")))


@pytest.mark.parametrize(
    ("depth", "mass", "expected"),
    [(1.0, 1.0, 1.0), (1.099, 0.901, 1.0), (1.101, 1.0, 0.5), (1.0, 0.5, 0.5), (2.0, 2.0, 0.0), (-1.0, -1.0, 0.0)],
)
def test_each_number_within_ten_per_cent_is_half_the_score(
    toy: Suite, toy_case: tuple[Item, Reference], depth: float, mass: float, expected: float
) -> None:
    truth = toy_case[1].answer
    assert isinstance(truth, dict)
    value = {
        "depth_m": float(str(truth["depth_m"])) * depth,
        "excess_mass_kg": float(str(truth["excess_mass_kg"])) * mass,
    }
    score = toy.score(*toy_case, answered(toy_case, value))
    assert score.value == expected
    assert score.metrics["success"] == float(expected == 1.0)


def test_a_rejected_answer_scores_nothing_and_its_errors_are_nan(toy: Suite, toy_case: tuple[Item, Reference]) -> None:
    score = toy.score(*toy_case, answered(toy_case, toy_case[1].answer, "rejected"))
    assert score.value == 0.0
    assert math.isnan(score.metrics["error.depth_m"])


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ([1, 2], "the answer must be an object with depth_m and excess_mass_kg, got list"),
        ({"depth_m": 1}, "missing: `excess_mass_kg`"),
        ({"depth": 1, "excess_mass_kg": 1}, "`depth` is not a field of this answer; did you mean `depth_m`?"),
        ({"depth_m": 1, "excess_mass_kg": 1, "radius_m": 1}, "`radius_m` is not a field of this answer"),
        ({"depth_m": "1", "excess_mass_kg": 1}, "`depth_m` must be a positive number, got '1'"),
        ({"depth_m": True, "excess_mass_kg": 1}, "`depth_m` must be a positive number, got True"),
        ({"depth_m": 0, "excess_mass_kg": 1}, "`depth_m` must be a positive number, got 0"),
        ({"depth_m": 1, "excess_mass_kg": math.inf}, "`excess_mass_kg` must be a positive number, got inf"),
    ],
)
def test_a_malformed_answer_is_told_what_to_mend(answer: object, message: str) -> None:
    with pytest.raises(ToolError) as caught:
        check_answer(answer)  # type: ignore[arg-type]
    assert message in str(caught.value)


def test_an_answer_with_a_number_beyond_floats_is_refused_and_does_not_break(toy_world: World) -> None:
    seen = toy_world.call("submit", {"answer": {"depth_m": 10**400, "excess_mass_kg": 1}})
    assert "beyond 1.8e308" in seen.text
    assert not toy_world.done


# ------------------------------------------------------------ tools, simulator, source


def test_the_meter_takes_kilometres(toy_world: World) -> None:
    in_km, in_m = (toy_world.call("read_meter", {"x_m": x, "y_m": 0}).text for x in ("0.25 km", 250))
    assert in_km == in_m
    assert in_m.endswith("microgal at x = 250 m, y = 0 m")


def test_the_meter_refuses_to_leave_the_area(toy_world: World) -> None:
    seen = toy_world.call("read_meter", {"x_m": 1000.5, "y_m": 0})
    assert seen.text == "gravity.read_meter: `x_m` must lie in [-1000, 1000] m, got 1000.5"


def test_a_survey_leaves_a_table_and_a_picture(toy_world: World) -> None:
    seen = toy_world.call("survey_line", {"start": [-100, 0], "end": [100, 0], "stations": 3, "file": "a.csv"})
    rows = toy_world.workspace.read_text("a.csv").splitlines()
    assert rows[0] == "x_m,y_m,anomaly_microgal"
    assert [row.split(",")[:2] for row in rows[1:]] == [["-100.000", "0.000"], ["0.000", "0.000"], ["100.000", "0.000"]]
    assert Pillow.open(BytesIO(seen.images[0].png)).size == PICTURE
    [file] = seen.artifacts
    assert file.provenance is not None
    assert (file.provenance.engine, file.provenance.engine_kind) == ("sphere", "reduced_order")


def test_a_survey_and_a_single_reading_agree(toy_world: World) -> None:
    line = toy_world.call("survey_line", {"start": [0, 0], "end": [100, 0], "stations": 2}).data
    single = toy_world.call("read_meter", {"x_m": 0, "y_m": 0}).data
    assert isinstance(line, dict)
    assert isinstance(single, dict)
    table = toy_world.workspace.read_text("line.csv").splitlines()[1]
    assert table == f"0.000,0.000,{single['anomaly_microgal']:.1f}"


def test_the_thirteenth_survey_is_one_too_many(toy_world: World) -> None:
    seen = [toy_world.call("survey_line", {"start": [0, 0], "end": [1, 0], "stations": 2}) for _ in range(13)]
    assert [one.error is None for one in seen] == [True] * 12 + [False]
    assert seen[-1].text == "the 12 calls of survey_line are used up; go on without it"


def test_the_same_numbers_draw_the_same_pixels() -> None:
    assert draw_profile([0.0, 5.0, 1.0]) == draw_profile([0.0, 5.0, 1.0]) != draw_profile([0.0, 5.0, 2.0])


def test_the_simulator_gives_the_closed_form_and_says_it_is_reduced() -> None:
    inputs = {"depth_m": 100.0, "excess_mass_kg": 1e9, "distance_m": 0.0}
    result = simulator.run(inputs, seed=1, limits=RunLimits())
    assert result.values["anomaly"].magnitude == pytest.approx(667.43, rel=1e-12)  # worked by hand above
    assert (result.values["anomaly"].unit, result.engine.kind) == ("microgal", "reduced_order")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"depth_m": 0}, r"depth_m must be a number in \[1, 100000\], got 0"),
        ({"depth_m": True}, "depth_m must be a number"),
        ({"depth_m": math.nan}, "depth_m must be a number"),
        ({"colour": 1}, "colour is not an input; allowed: depth_m, excess_mass_kg, distance_m"),
    ],
)
def test_the_simulator_refuses_nonsense(changed: dict[str, float], message: str) -> None:
    with pytest.raises(InvalidRecord, match=message):
        simulator.validate({**simulator.example, **changed})


def test_the_source_gives_grids_of_the_size_that_follows_from_the_spacing(tmp_path: Path) -> None:
    entries = {entry.name: entry for entry in source.entries()}
    receipt = source.fetch("grid_500m.csv", tmp_path / "grid.csv")
    data = (tmp_path / "grid.csv").read_bytes()
    assert len(data.decode().splitlines()) == 2 + 5 * 5  # canary, heading, 5 by 5 stations
    assert entries["grid_500m.csv"].sha256 == receipt.sha256 == hashlib.sha256(data).hexdigest()


def test_the_source_refuses_an_unknown_grid_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match=r"no station grid is called 'grid_50m.csv'; did you mean grid_"):
        source.fetch("grid_50m.csv", tmp_path / "grid.csv")

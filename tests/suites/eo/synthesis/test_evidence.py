"""The evidence in a trajectory's steps, and the answers that follow; cases worked out by hand."""

from __future__ import annotations

from pydantic import JsonValue

from mesocosm.suites.eo.evidence.evidence import gather
from mesocosm.suites.eo.evidence.support import numbers_in
from mesocosm.suites.eo.synthesis.contradictions import support_of
from mesocosm.suites.eo.synthesis.failures import temporal_mismatch
from mesocosm.synthesis.trajectory import Step, Trajectory

GIVEN: JsonValue = {
    "images": [
        {
            "image": "img-1",
            "view": {"image": "img-1", "frame": "a" * 32, "window": [0, 0, 1, 1], "size": [400, 200]},
            "pixel_m": 0.5,
            "sensor": "optical",
        }
    ]
}


def boxes(image: str, *corners: tuple[float, float, float, float], target: str = "car") -> Step:
    rows: list[JsonValue] = [
        {"id": f"box-{number}", "label": "car", "box": list(box), "score": 1.0} for number, box in enumerate(corners, 1)
    ]
    return Step(
        tool="get_object_bbox_by_optical_image",
        arguments={"image": image, "target": target},
        seen=f"{len(rows)} cars",
        data={"image": image, "boxes": rows, "count": len(rows)},
    )


def step_in_time(tool: str, image: str, date: str) -> Step:
    view: JsonValue = {"image": image, "frame": date.replace("-", "") * 4, "window": [0, 0, 1, 1], "size": [400, 200]}
    return Step(tool=tool, arguments={"image": "img-1"}, seen=date, data={"image": image, "view": view, "date": date})


def trajectory(category: str, task: str, *steps: Step, answer: str = "") -> Trajectory:
    return Trajectory(
        item="eo-s1-0001", suite="eo", split="train", seed=1, category=category, system="", task=task, given=GIVEN,
        tools=(), steps=steps, answer=answer,
    )  # fmt: skip


NORTH_WEST, SOUTH_EAST, CUT = (10, 10, 20, 20), (300, 150, 320, 170), (0, 90, 8, 99)


def test_counts_leave_out_what_the_edge_cuts_and_what_lies_elsewhere() -> None:
    evidence = gather(trajectory("x.object_counting", "How many?", boxes("img-1", NORTH_WEST, SOUTH_EAST, CUT)))
    look = evidence.of("boxes")[0]
    assert evidence.asked_count(look) == 2
    assert evidence.counts(look) == {2, 3}
    part = gather(trajectory("x.image_cut", "Cars in the eastern half?", boxes("img-1", NORTH_WEST, SOUTH_EAST, CUT)))
    assert part.asked_count(part.of("boxes")[0]) == 1


def test_steps_in_time_are_before_and_after_the_picture_of_the_task() -> None:
    evidence = gather(
        trajectory(
            "x.optical_temporal_analysis", "More or fewer?",
            step_in_time("get_previous_optical_image", "img-2", "2031-05-01"), boxes("img-2", NORTH_WEST),
            boxes("img-1", NORTH_WEST, SOUTH_EAST),
        )
    )  # fmt: skip
    earlier, now = evidence.of("boxes")
    assert evidence.picture("img-2").offset == -1
    assert evidence.is_before(earlier, now)
    assert (evidence.capture("img-1"), evidence.capture("img-2")) == ("start", "2031-05-01")
    support = support_of("optical_temporal_analysis", evidence)
    assert support.bears_out("more", "Were there more or fewer?")
    assert not support.bears_out("fewer", "Were there more or fewer?")


def test_lists_give_dates_and_places_in_the_series() -> None:
    rows: JsonValue = [{"image": name, "date": date, "sensor": "optical"} for name, date in
                       (("img-2", "2031-05-01"), ("img-1", "2032-05-01"), ("img-3", "2033-05-01"))]  # fmt: skip
    listing = Step(tool="get_optical_image_list", arguments={"image": "img-1"}, seen="3", data={"images": rows})
    evidence = gather(trajectory("x.optical_temporal_analysis", "When?", listing))
    assert [evidence.picture(name).offset for name in ("img-2", "img-1", "img-3")] == [-1, 0, 1]
    assert evidence.picture("img-1").date == "2032-05-01"


def mask(image: str, share: float) -> Step:
    data: JsonValue = {"mask": f"mask-{image}", "label": "water", "image": image, "share": share, "cloudy_share": 0.0}
    return Step(tool="compute_water_mask_by_multispectral", arguments={"image": image}, seen="", data=data)


def test_a_cover_that_grows_by_a_fifth_has_expanded() -> None:
    steps = (step_in_time("get_next_multispectral", "img-2", "2031-07-01"), mask("img-1", 0.10), mask("img-2", 0.12))
    support = support_of("multispectral_temporal_analysis", gather(trajectory("x.y", "Water?", *steps)))
    assert support.bears_out("It expanded.", "Has it expanded, contracted or been stable?")
    assert not support.bears_out("It contracted.", "Has it expanded, contracted or been stable?")


def test_no_looks_bear_nothing_out() -> None:
    assert not support_of("object_counting", gather(trajectory("x.object_counting", "How many?")))


def test_spots_in_percent_are_found_in_boxes() -> None:
    # 78 % of 400 is 312 and 80 % of 200 is 160: within the second box.
    evidence = gather(
        trajectory("x.y", "What is at 78 % across and 80 % down?", boxes("img-1", NORTH_WEST, SOUTH_EAST))
    )
    support = support_of("cross_modal_identification", evidence)
    assert [getattr(spec, "value", "") for spec in support.specs] == ["car"]


def test_numbers_of_a_text() -> None:
    assert numbers_in("img-3 of 2031-05-02 has 1,250 m2, -0.25 and twelve") == [1250.0, -0.25, 12.0]


def test_the_wrong_neighbour_in_time_is_no_evidence() -> None:
    steps = (step_in_time("get_next_optical_image", "img-2", "2031-07-01"), boxes("img-1", NORTH_WEST), boxes("img-2"))
    category = "temporal.optical_temporal_analysis"
    assert temporal_mismatch.find(trajectory(category, "More or fewer in the next photograph?", *steps)) == []
    findings = temporal_mismatch.find(trajectory(category, "More or fewer than in the previous photograph?", *steps))
    assert [finding.feedback for finding in findings] == [temporal_mismatch.EARLIER]

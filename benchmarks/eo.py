"""Measure the eo workspace: calls and crops a second on one core, every variant in Gymnasium's checker, eight
environments.

python benchmarks/eo.py [--item eo-s7-0000]

Times are processor times of one core, beside a loop of ten million additions that is timed in the same run, since
machines differ by a factor of three.
"""

from __future__ import annotations

import argparse
import itertools
import json
import time
import warnings
from collections.abc import Callable

from mesocosm import registry
from mesocosm.episode.world import World
from mesocosm.suite import read_id
from mesocosm.types import Observation

PROMISED_STEPS, PROMISED_CROPS = 200, 30
USUAL_LOOP_S = 0.7
"""Seconds for the loop on the machine for which the promises are made."""
AXES = {
    "response": ("verified", "unverified"),
    "prompt": ("simple", "detailed"),
    "tools": ("skill", "all"),
    "names": ("published", "renamed"),
}
WORKERS = 8


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--item", default="eo-s7-0000")
    asked = parser.parse_args()
    loop = processor_seconds(add_ten_million)
    slower = max(loop / USUAL_LOOP_S, 1.0)
    print(f"a loop of ten million additions: {loop:.2f} s, {slower:.1f} × the usual {USUAL_LOOP_S} s")
    held = measure_calls(asked.item, slower)
    seed = read_id(asked.item, "eo")[0]
    held &= check_every_axis(seed)
    held &= compare_vectors(seed)
    return 0 if held else 1


def measure_calls(item: str, slower: float) -> bool:
    """Measure calls without pictures, and crops of 512 × 512 pixels of a photograph."""
    photograph = photographed(item)
    steps = plain_calls(photograph)
    rate = repeated(item, steps, 120)
    crops = repeated(item, [("crop_optical_or_sar_image", {"image": photograph, "box": box}) for box in quarters()], 40)
    print(
        f"calls without a picture {rate:.0f}/s; promise: at least {PROMISED_STEPS}; at usual speed {rate * slower:.0f}"
    )
    print(f"crops of 512² {crops:.1f}/s; promise: at least {PROMISED_CROPS}; at usual speed {crops * slower:.1f}")
    return rate * slower >= PROMISED_STEPS and crops * slower >= PROMISED_CROPS


def photographed(item: str) -> str:
    """Return the handle of a photograph of the item; fetch one if the item starts with another sensor."""
    world = opened(item)
    seen = world.call("get_optical_image_list", {"image": "img-1"})
    if seen.error is not None:
        raise SystemExit(f"{item} has no photograph: {seen.error.message}; give another --item")
    assert isinstance(seen.data, dict)
    images = seen.data["images"]
    assert isinstance(images, list)
    assert isinstance(images[0], dict)
    return str(images[0]["image"])


def plain_calls(image: str) -> list[tuple[str, dict[str, object]]]:
    return [
        ("get_object_bbox_by_optical_image", {"image": image, "target": "car"}),
        ("get_object_bbox_by_optical_image", {"image": image, "target": "building"}),
        ("get_bbox_geospatial_relationship", {"first": "box-1", "second": "box-2"}),
        ("normalize_bounding_boxes", {"boxes": ["box-1", "box-2"]}),
        ("basic_calculator", {"expression": "100 * 12 / 48"}),
        ("theme_index_lookup", {"theme": "water"}),
    ]


def quarters() -> list[list[float]]:
    """Return thirds of the sides of a photograph of 1536 pixels."""
    return [[x / 3, y / 3, (x + 1) / 3, (y + 1) / 3] for x, y in itertools.product(range(3), repeat=2)]


def repeated(item: str, calls: list[tuple[str, dict[str, object]]], count: int) -> float:
    """Return calls per second of processor time, over fresh worlds with as many calls as a budget allows."""
    spent, done = 0.0, 0
    while done < count:
        world = opened(item)
        world.call("get_optical_image_list", {"image": "img-1"})
        for name, arguments in itertools.islice(itertools.cycle(calls), 12):
            spent += processor_seconds(lambda: checked(world.call(name, arguments)))  # noqa: B023 - called at once
            done += 1
    return done / spent


def checked(seen: Observation) -> None:
    if seen.error is not None:
        raise SystemExit(f"a call was refused: {seen.error.message}")


def opened(item: str) -> World:
    suite = registry.load("suites", "eo")
    return suite.world(*suite.find(item), options={"tools": "all"})


def check_every_axis(seed: int) -> bool:
    """Run Gymnasium's checker on all sixteen variants."""
    from gymnasium.utils.env_checker import check_env

    from mesocosm.adapters.gymnasium import SuiteEnv

    for chosen in itertools.product(*AXES.values()):
        variant = dict(zip(AXES, chosen, strict=True))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            check_env(SuiteEnv("eo", limit=1, split="test", seed=seed, variant=variant), skip_render_check=True)
    print("Gymnasium's checker passes for all sixteen variants")
    return True


def compare_vectors(seed: int) -> bool:
    """Check that environments in processes give the same observations twice, equal to those of one process."""
    seen = [vector_texts(seed, processes) for processes in (True, True, False)]
    same = seen[0] == seen[1] == seen[2]
    print(f"{WORKERS} environments in processes, twice, and in one: {'the same' if same else 'DIFFERENT'} observations")
    return same


def vector_texts(seed: int, processes: bool) -> list[object]:
    from mesocosm.adapters.gymnasium import make_vector

    vector = make_vector("eo", WORKERS, processes=processes, limit=6, split="test", seed=seed)
    observed, _ = vector.reset(seed=5)
    texts: list[object] = [list(observed["goal"])]
    action = json.dumps({"tool": "get_optical_image_list", "arguments": {"image": "img-1"}})
    observed, rewards, *_ = vector.step(tuple([action] * WORKERS))
    texts += [list(observed["text"]), list(rewards)]
    vector.close()
    return texts


def add_ten_million() -> int:
    total = 0
    for number in range(10_000_000):
        total += number
    return total


def processor_seconds(work: Callable[[], object]) -> float:
    began = time.process_time()
    work()
    return time.process_time() - began


if __name__ == "__main__":
    raise SystemExit(main())

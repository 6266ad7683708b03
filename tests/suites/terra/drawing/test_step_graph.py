"""The picture of a workflow's steps: which calls did them, and which used other arguments."""

import io

import numpy as np
from matplotlib.colors import to_rgb
from PIL import Image

from mesocosm.suites.terra.drawing.step_graph import WRONG, Spot, draw, spots
from mesocosm.suites.terra.scoring.process import Aligned
from mesocosm.suites.terra.scoring.reference import ReferencePath, Step
from mesocosm.suites.terra.scoring.toolbox import Toolbox

STEPS = (
    Step(id="a", tool="archive.reanalysis", arguments={}, after=()),
    Step(id="b", tool="archive.reanalysis", arguments={}, after=()),
    Step(id="c", tool="region.mean", arguments={}, after=("a", "b")),
)
PATH = ReferencePath(steps=STEPS, toolbox=Toolbox(groups={}))


def dots(png: bytes, colour: str) -> int:
    pixels = np.asarray(Image.open(io.BytesIO(png)).convert("RGB"), int)
    return int((np.abs(pixels - np.round(np.array(to_rgb(colour)) * 255)).max(axis=2) <= 2).sum())


def test_steps_stand_after_what_they_rest_on():
    assert spots(PATH) == {"a": Spot(0, 0), "b": Spot(0, 1), "c": Spot(1, 0)}


def test_steps_done_with_other_arguments_are_ringed():
    def drawn(*arguments):
        pairs = [Aligned(step=step, call=n, exact=True, arguments=share) for n, (step, share) in enumerate(arguments)]
        return dots(draw(PATH, pairs, {}), WRONG)

    assert drawn(("a", 1.0), ("b", 1.0), ("c", 1.0)) == drawn() == 0
    one, two = drawn(("a", 0.5), ("b", 1.0)), drawn(("a", 0.5), ("b", 0.0))
    assert 20 < one < two

import numpy as np

from mesocosm.earth.planet.sensors.photo.scenery import Layer
from mesocosm.earth.planet.sensors.photo.shapes import box
from mesocosm.earth.planet.sensors.photo.sketch import Sketch
from mesocosm.suites.eo.lake.growth import without


def _square(x: float, y: float) -> np.ndarray:
    return box(10.0, 10.0, at=(x, y))


def _scenery() -> Sketch:
    sketch = Sketch()
    sketch.face(box(200.0, 200.0), (90, 120, 70), Layer.LAND)
    for number, x in enumerate((-30.0, 0.0, 30.0)):
        thing = sketch.thing(f"h{number}", "house", _square(x, 0.0), 6.0)
        sketch.shadow(_square(x, 0.0), 6.0)
        sketch.face(_square(x, 0.0), (200, 10 * number, 0), Layer.ROOF, owner=thing)
    return sketch


def test_house_that_is_gone_takes_its_faces_and_shadow_along() -> None:
    scenery = _scenery().packed()
    left = without(scenery, {"h1": _square(0.0, 0.0)})
    assert [thing.id for thing in left.things] == ["h0", "h2"]
    assert left.colours[:, 1].tolist() == [120, 0, 20]
    assert left.owners.tolist() == [-1, 0, 1]
    assert left.caster_boxes.bounds[0].tolist() == [-35.0, 25.0]
    assert len(left.corners) == left.starts[-1] == 12


def test_nothing_gone_is_the_same_scenery() -> None:
    scenery = _scenery().packed()
    assert without(scenery, {}) is scenery

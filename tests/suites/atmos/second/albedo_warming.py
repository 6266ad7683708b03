"""The temperature that radiates what falls on the disk, searched before and after the thaw."""

import math

from tests.suites.atmos.second.book import second
from tests.suites.atmos.second.constants import SUN
from tests.suites.atmos.second.numerics import either
from tests.suites.atmos.second.physics import balance


@second("albedo_warming")
def albedo_warming(p, taken):
    disk, sphere = math.pi, 4 * math.pi
    area = sphere / 2 if "locked" in taken else sphere
    light = SUN / either(p, taken, "outer", "inner") ** 2 * disk
    before, after = (
        balance(light * (1 - albedo), area)
        for albedo in (either(p, taken, "fresh", "old"), either(p, taken, "bare", "part"))
    )
    return {"rise": after - before, "T": after}

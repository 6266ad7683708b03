"""The temperature that radiates what falls on the disk, searched before and after the thaw."""

import math

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import SUN
from mesocosm.suites.atmos.second.numerics import either
from mesocosm.suites.atmos.second.physics import balance


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

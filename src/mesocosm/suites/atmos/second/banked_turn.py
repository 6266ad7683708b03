"""The angle of bank from the load, then the radius from the rate of turn."""

import math

from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.constants import G


@second("banked_turn")
def banked_turn(p, taken):
    speed = p["out" if "outbound" in taken else "home"]
    limit = p["freight" if "freight" in taken else "passenger"] / 100
    wanted = math.tan if "sideways" in taken else (lambda bank: 1 / math.cos(bank) - 1)
    bank = brentq(lambda angle: wanted(angle) - limit, 1e-6, 1.5)
    rate = G * math.tan(bank) / speed
    return {"R": speed / rate, "b": math.degrees(bank), "t": 2 * math.pi / rate}

"""Integrate the height gradient that the wind needs, then the thickness it takes."""

import numpy as np
from scipy.constants import degree
from scipy.integrate import quad

from mesocosm.suites.atmos.second.book import second


@second("slow_rotator_thermal_wind")
def slow_rotator_thermal_wind(p, taken):
    wind = p["later" if "later" in taken else "first"]
    end = p["latitude"] if "part_way" in taken else 90.0
    top = p["haze" if "haze" in taken else "cloud"]
    gas = p["mixed" if "mixed" in taken else "pure"]
    fall, _ = quad(lambda x: (wind * np.cos(x)) ** 2 * np.tan(x), 0, end * degree)
    thickness_of_one_kelvin, _ = quad(lambda pressure: gas / pressure, top, p["ground"], limit=200)
    return {"dT": fall / thickness_of_one_kelvin, "dPhi": fall}

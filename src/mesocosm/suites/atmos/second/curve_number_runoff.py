"""What is retained is to the retention as what runs off is to the rain beyond the abstraction; in inches."""

import numpy as np
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second


@second("curve_number_runoff")
def curve_number_runoff(p, taken):
    forest = p["below" if "lower" in taken else "upper"]
    number = np.average([p["forest"], p["farm"]], weights=[forest, 100 - forest])
    retention = 1000 / number - 10
    rain = p["autumn" if "autumn" in taken else "spring"] / 25.4
    beyond = rain - retention * p["revised" if "revised" in taken else "usual"]
    runoff = brentq(lambda q: (beyond - q) * beyond - q * retention, 0, beyond)
    return {"Q": runoff * 25.4, "S": retention * 25.4, "c": 100 * runoff / rain}

"""Looks for the humidity at which the wet bulb would cool down to its reading."""

from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second
from mesocosm.suites.atmos.second.physics import bolton


@second("psychrometer_humidity")
def psychrometer_humidity(p, taken):
    dry, wet = p["warm" if "warm" in taken else "cool"], p["high" if "damp" in taken else "low"]
    hectopascals = p["mountain" if "mountain" in taken else "valley"]
    coefficient = p["still" if "still" in taken else "fan"]

    def wet_bulb(humidity):
        vapour = humidity / 100 * bolton(dry) / 100
        return brentq(lambda t: (bolton(t) / 100 - vapour) / hectopascals - coefficient * (dry - t), -40, dry)

    humidity = brentq(lambda trial: wet_bulb(trial) - wet, 0, 100, xtol=1e-10)
    return {"e": humidity * bolton(dry) / 1e4, "RH": humidity}

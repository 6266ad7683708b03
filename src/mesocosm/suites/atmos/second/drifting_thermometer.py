"""Two readings of an explicit field of temperature on the probe's track."""

from mesocosm.suites.atmos.second.book import second


@second("drifting_thermometer")
def drifting_thermometer(p, taken):
    warming = p["noon" if "noon" in taken else "morning"]
    gradient = p["gradient"] * (-1 if "colder" in taken else 1)
    kmh = (p["river"] + (p["motor"] if "powered" in taken else 0)) * 3.6

    def temperature(x, t):
        return 12 + warming * t + gradient * x

    end = p["minutes"] / 60
    rise = temperature(kmh * end, end) - temperature(0, 0)
    h = 1e-4
    return {"rate": (temperature(kmh * h, h) - temperature(-kmh * h, -h)) / (2 * h), "dT": rise}

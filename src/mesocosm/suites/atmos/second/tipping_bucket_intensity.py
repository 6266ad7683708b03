"""A record of tips, minute by minute around midnight."""

import numpy as np
from metpy.units import units

from mesocosm.suites.atmos.second.book import second


@second("tipping_bucket_intensity")
def tipping_bucket_intensity(p, taken):
    late, early = int(p["second"]), int(p["first"])
    record = np.concatenate([-p["before"] * np.linspace(0.99, 0.01, early), p["after"] * np.linspace(0.01, 0.99, late)])
    start = 0.0 if "late" in taken else -p["before"]
    count, _ = np.histogram(record, bins=[start, p["after"]])
    water = count[0] * p["found" if "recalibrated" in taken else "maker"] * units("cm^3")
    depth = water / (p["large" if "large" in taken else "small"] * units("cm^2"))
    rate = depth / ((p["after"] - start) * units.minute)
    volume = depth * p["basin"] * units("km^2")
    return {"i": rate.to("mm/hour").magnitude, "h": depth.to("mm").magnitude, "V": volume.to("m^3").magnitude}

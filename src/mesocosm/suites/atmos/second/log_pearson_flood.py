"""The exact quantile of the Pearson type III distribution; the risk as the chance of at least one such year."""

import numpy as np
from scipy.stats import pearson3

from mesocosm.suites.atmos.second.book import second


@second("log_pearson_flood")
def log_pearson_flood(p, taken):
    years = p["bridge" if "bridge" in taken else "levee"]
    skew = p["regional" if "regional" in taken else "station"]
    spread = p["since" if "dam" in taken else "before"]
    mean = np.log10(p["lower" if "lower" in taken else "upper"])
    logarithm = pearson3(skew, loc=mean, scale=spread).isf(1 / years)
    safe = np.prod(np.full(int(p["life"]), 1 - 1 / years))
    return {"Q": 10**logarithm, "K": (logarithm - mean) / spread, "R": 1 - safe}

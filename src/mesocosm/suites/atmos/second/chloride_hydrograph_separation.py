"""Water and chloride balances as two equations for two discharges."""

import numpy as np

from mesocosm.suites.atmos.second.book import second


@second("chloride_hydrograph_separation")
def chloride_hydrograph_separation(p, taken):
    flow, salt = (p["later"], p["later_salt"]) if "recession" in taken else (p["peak"], p["peak_salt"])
    storm = p["drip" if "throughfall" in taken else "rain"]
    old, new = np.linalg.solve([[1, 1], [p["ground"], storm]], [flow, flow * salt])
    part = new if "new" in taken else old
    return {"Q": part, "share": 100 * part / flow}

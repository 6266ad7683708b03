"""The code that runs in the sandbox: CLIMADA's ImpactCalc on one hazard, one exposure and its curves.

It imports the standard library and CLIMADA alone. CLIMADA imports GDAL and Fiona when it is imported, for maps of night
lights and for one definition of coordinates; neither takes part in the calculation, and where they are not installed
empty modules stand in for them.
"""

from __future__ import annotations

import importlib.util
import logging
import sys
import types
import warnings
from typing import Any

PERIL = "XX"
"""Any peril; hazard, exposure and curves must name the same one."""


def main(request: dict[str, Any]) -> dict[str, Any]:
    """Return the losses by event, by asset and by return period, and the point of each asset."""
    _stand_in_for_gdal_and_fiona()
    warnings.simplefilter("ignore")
    logging.disable(logging.WARNING)
    from climada.engine import ImpactCalc

    hazard, exposure = _hazard(request["hazard"]), _exposure(request)
    if request["exposure"]["point"] is None:
        exposure.assign_centroids(hazard, distance="haversine", threshold=request["greatest_distance_km"])
    impact = ImpactCalc(exposure, _curves(request["curves"]), hazard).impact(save_mat=False, assign_centroids=False)
    periods = request["return_periods_years"]
    return {
        "annual": float(impact.aai_agg),
        "of_event": impact.at_event.tolist(),
        "annual_of_asset": impact.eai_exp.tolist(),
        "point": [int(point) for point in exposure.gdf[f"centr_{PERIL}"]],
        "of_periods": impact.calc_freq_curve(periods).impact.tolist() if periods else [],
    }


def _hazard(given: dict[str, Any]) -> Any:
    import numpy as np
    from climada.hazard import Centroids, Hazard
    from scipy.sparse import csr_matrix

    events = len(given["frequency_per_year"])
    shape = (events, len(given["latitude"]))
    matrix = given["intensity"]
    places = (matrix["event"], matrix["point"])
    shares = matrix["fraction"] or np.ones(len(matrix["value"]))
    return Hazard(
        haz_type=PERIL,
        units=given["intensity_unit"],
        centroids=Centroids(lat=np.array(given["latitude"]), lon=np.array(given["longitude"])),
        event_id=np.arange(1, events + 1),
        event_name=[str(number) for number in range(events)],
        date=np.ones(events, dtype=int),
        frequency=np.array(given["frequency_per_year"]),
        intensity=csr_matrix((matrix["value"], places), shape=shape),
        fraction=csr_matrix((shares, places), shape=shape),
    )


def _exposure(request: dict[str, Any]) -> Any:
    import pandas as pd
    from climada.entity import Exposures

    given, numbers = request["exposure"], _numbers(request["curves"])
    table = {name: given[name] for name in ("latitude", "longitude", "value")}
    table[f"impf_{PERIL}"] = [numbers[name] for name in given["curve"]]
    if given["point"] is not None:
        table[f"centr_{PERIL}"] = given["point"]
    return Exposures(pd.DataFrame(table), value_unit=given["value_unit"])


def _curves(given: dict[str, Any]) -> Any:
    import numpy as np
    from climada.entity import ImpactFunc, ImpactFuncSet

    numbers = _numbers(given)
    return ImpactFuncSet(
        [
            ImpactFunc(
                haz_type=PERIL,
                id=numbers[name],
                name=name,
                intensity_unit=curve["intensity_unit"],
                intensity=np.array(curve["intensity"], dtype=float),
                mdd=np.array(curve["damage"], dtype=float),
                paa=np.array(curve["affected"], dtype=float),
            )
            for name, curve in given.items()
        ]
    )


def _numbers(curves: dict[str, Any]) -> dict[str, int]:
    """Number the curves, since CLIMADA identifies them by number."""
    return {name: number for number, name in enumerate(sorted(curves), start=1)}


def _stand_in_for_gdal_and_fiona() -> None:
    if importlib.util.find_spec("fiona") is None:
        coordinates = types.ModuleType("fiona.crs")
        coordinates.from_epsg = lambda code: {"init": f"epsg:{code}", "no_defs": True}  # type: ignore[attr-defined]
        sys.modules["fiona"] = types.ModuleType("fiona")
        sys.modules["fiona.crs"] = coordinates
    if importlib.util.find_spec("osgeo") is None:
        library = types.ModuleType("osgeo")
        library.gdal = types.ModuleType("osgeo.gdal")  # type: ignore[attr-defined]
        sys.modules["osgeo"] = library
        sys.modules["osgeo.gdal"] = library.gdal

"""Seasons of AquaCrop-OSPy in the sandbox, which runs the text of this module; it imports no module of mesocosm."""

import math
from typing import Any


def main(request: dict[str, Any]) -> dict[str, Any]:
    """Return a report of each season: importing the engine takes longer than a season."""
    round_quickly()
    return {"reports": [grow(season) for season in request["seasons"]]}


def grow(request: dict[str, Any]) -> dict[str, Any]:
    """Return the season's yields and daily table, or the engine's words under `refused` if it rejects the inputs."""
    from aquacrop.core import AquaCropModel  # the package itself imports nothing where "-m" is among the arguments

    first, last = request["date"][0].replace("-", "/"), request["date"][-1].replace("-", "/")
    model = AquaCropModel(
        sim_start_time=first,
        sim_end_time=last,
        weather_df=weather_frame(request),
        soil=soil_of(request["soil"]),
        crop=crop_of(request, last),
        initial_water_content=water_of(request["initial_water"]),
        irrigation_management=irrigation_of(request["irrigation"]),
        field_management=field_of(request["bund_height_m"]),
        fallow_field_management=field_of(request["bund_height_m"]),
        co2_concentration=carbon_of(request["co2_ppm"]),
        off_season=request["planting_date"] != request["date"][0],
    )
    try:
        return {"shipped": shipped_crop(request["crop"]), **season(model)}
    except AssertionError as error:
        return {"refused": str(error) or "the engine refuses these inputs and gives no reason"}


def weather_frame(request: dict[str, Any]) -> Any:
    import pandas as pd

    columns = {"MinTemp": "tmin_c", "MaxTemp": "tmax_c", "Precipitation": "rain_mm", "ReferenceET": "et0_mm"}
    frame = pd.DataFrame({theirs: request[ours] for theirs, ours in columns.items()})
    frame["Date"] = pd.to_datetime(request["date"])
    return frame


def soil_of(soil: dict[str, Any]) -> Any:
    from aquacrop.entities.soil import Soil

    if soil["texture"]:
        return Soil(soil["texture"])
    parts = round(sum(layer["thickness_m"] for layer in soil["layers"]) * 10)
    number = soil["curve_number"]
    choice = {"calc_cn": 1} if number is None else {"cn": number}
    made = Soil("custom", dz=[0.1] * parts, adj_rew=0, **choice)
    for layer in soil["layers"]:
        shares = (layer["wilting_point"], layer["field_capacity"], layer["saturation"])
        made.add_layer(layer["thickness_m"], *shares, layer["conductivity_mm_day"], 100)
    return made


def crop_of(request: dict[str, Any], last: str) -> Any:
    from aquacrop.entities.crop import Crop

    planting = request["planting_date"][5:].replace("-", "/")
    return Crop(request["crop"], planting_date=planting, harvest_date=last[5:], **request["crop_parameters"])


def water_of(water: dict[str, Any]) -> Any:
    from aquacrop.entities.inititalWaterContent import InitialWaterContent

    # The engine leaves layers that are not named without any water, so all are named.
    layers = list(range(1, water["layers"] + 1))
    if water["depth_m"]:
        return InitialWaterContent("Num", "Depth", water["depth_m"], water["water_content"])
    if water["available_percent"] is not None:
        return InitialWaterContent("Pct", "Layer", layers, [water["available_percent"]] * len(layers))
    short = {"wilting_point": "WP", "field_capacity": "FC", "saturation": "SAT"}[water["at"]]
    return InitialWaterContent("Prop", "Layer", layers, [short] * len(layers))


def irrigation_of(irrigation: dict[str, Any]) -> Any:
    import pandas as pd
    from aquacrop.entities.irrigationManagement import IrrigationManagement

    most = {"MaxIrr": irrigation["most_daily_mm"], "MaxIrrSeason": irrigation["most_season_mm"]}
    if irrigation["method"] == "rainfed":
        return IrrigationManagement(irrigation_method=0)
    if irrigation["method"] == "threshold":
        return IrrigationManagement(irrigation_method=1, SMT=[irrigation["threshold_percent"]] * 4, **most)
    schedule = pd.DataFrame({"Date": pd.to_datetime(irrigation["dates"]), "Depth": irrigation["depth_mm"]})
    return IrrigationManagement(irrigation_method=3, Schedule=schedule, **most)


def field_of(bund_height_m: float | None) -> Any:
    from aquacrop.entities.fieldManagement import FieldMngt

    return FieldMngt() if bund_height_m is None else FieldMngt(bunds=True, z_bund=bund_height_m)


def carbon_of(ppm: float | None) -> Any:
    from aquacrop.entities.co2 import CO2

    return CO2() if ppm is None else CO2(constant_conc=True, current_concentration=ppm)


def season(model: Any) -> dict[str, Any]:
    import numpy as np

    model.run_model(till_termination=True)
    flux, growth, storage = model.get_water_flux(), model.get_crop_growth(), model.get_water_storage()
    days = int(np.flatnonzero(flux["dap"].to_numpy())[-1]) + 1  # the season ends at harvest, whatever weather follows
    thickness = np.asarray(model.soil.profile.dz)
    stored = storage.to_numpy()[:days, 3:] @ thickness * 1000 + flux["surface_storage"].to_numpy()[:days]
    return {
        "stored_at_start_mm": float(np.asarray(model._init_cond.thini) @ thickness * 1000),
        "stored_mm": stored.tolist(),
        "flux": {name: flux[name].to_numpy()[:days].tolist() for name in FLUXES},
        "growth": {name: growth[name].to_numpy()[:days].tolist() for name in GROWTH},
        "stages": stages(model),
        "emergence": emergence(model),
        "harvested": bool(model._init_cond.crop_mature or model._init_cond.crop_dead),
        "died": bool(model._init_cond.crop_dead),
    }


def shipped_crop(crop: str) -> dict[str, float]:
    """Return the parameters of a crop as the engine ships them."""
    from aquacrop.entities.crops.crop_params import crop_params

    return {name: float(value) for name, value in crop_params[crop].items() if isinstance(value, int | float)}


FLUXES = ("IrrDay", "Infl", "Runoff", "DeepPerc", "CR", "Es", "EsPot", "Tr", "TrPot", "dap")
GROWTH = (
    "gdd_cum", "z_root", "canopy_cover", "canopy_cover_ns", "biomass", "harvest_index_adj", "DryYield", "FreshYield",
    "YieldPot",
)  # fmt: skip


def stages(model: Any) -> dict[str, float]:
    """Return the days from planting of the crop's calendar without water stress; -1 for stages that do not apply."""
    crop = model._param_struct.Seasonal_Crop_List[0]
    names = {"maximum_canopy": "MaxCanopyCD", "yield_formation": "HIstartCD", "maturity": "MaturityCD"}
    return {ours: float(getattr(crop, theirs, -1) or -1) for ours, theirs in names.items()}


def emergence(model: Any) -> dict[str, float]:
    """Return the days, or else the degree days, from planting to emergence in a soil that is wet enough."""
    crop = model._param_struct.Seasonal_Crop_List[0]
    return {"dap" if crop.CalendarType == 1 else "gdd_cum": float(crop.Emergence)}


def round_quickly() -> None:
    """Let the engine round numpy's numbers as numpy does, bit for bit, but without numpy's arrays.

    The engine calls `round` for every compartment of the soil several times a day: two thirds of its time.
    """
    import sys

    import aquacrop.core
    import numpy as np

    assert aquacrop.core
    scales = {digits: 10.0**digits for digits in (1, 2, 3, 4, 5, 6)}

    def quick(value: Any, digits: Any = None) -> Any:
        scale = scales.get(digits)
        if scale is None or type(value) is not np.float64 or not abs(value) * scale < EXACT:
            return round(value) if digits is None else round(value, digits)
        scaled = float(value) * scale
        whole = float(round(scaled))
        return np.float64((whole if whole else math.copysign(0.0, scaled)) / scale)

    for name, module in list(sys.modules.items()):
        if name.startswith("aquacrop."):
            module.round = quick  # type: ignore[attr-defined]  # found before Python's own


EXACT = 2.0**51
"""Bound below which floats have halves."""

"""The evaporation that closes a daily account of the store."""

from metpy.units import units
from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second


@second("catchment_water_balance")
def catchment_water_balance(p, taken):
    rain, days = p["wet" if "wet" in taken else "dry"], int(p["days"])
    outflow = p["river"] + (p["canal"] if "canal" in taken else 0)
    daily_loss = outflow * 86400 / (p["area"] * 1e6) * 1000

    def misfit(evaporation):
        store = sum((rain - evaporation) / days - daily_loss for _ in range(days))
        return store - (-p["storage"] if "falling" in taken else p["storage"])

    evaporation = brentq(misfit, -5000, 5000)
    river = (p["river"] * units("m^3/s") * days * units.day / (p["area"] * units("km^2"))).to("mm").magnitude
    return {"ET": evaporation, "V": evaporation * p["area"] * 1000, "r": river / rain}

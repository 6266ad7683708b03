"""Small patches of the fault added up, with units; energy as half the stress drop times slip times area."""

import numpy as np
from metpy.units import units

from mesocosm.suites.atmos.second.book import second


@second("earthquake_moment")
def earthquake_moment(p, taken):
    along = (p["west"] + p["east"] * ("both" in taken)) * units.km
    rows = np.diff(np.linspace(0, p["depth"], 41)) * units.km
    dip = p["dip"] * units.degree
    down = rows / np.cos(90 * units.degree - dip) if "vertical" in taken else rows
    slip = p["large" if "larger" in taken else "small"] * units.m
    patches = down * along
    moment = (p["stiff" if "stiff" in taken else "soft"] * units.GPa * slip * patches).sum().to("N*m")
    energy = (p["drop"] * units.MPa * slip * patches / 2).sum().to("J").magnitude
    # in dyne centimetres, as Hanks and Kanamori have it
    dyne = np.log10(moment.to("dyne*cm").magnitude) - np.log10(p["reference"] * 1e16)
    return {"M0": moment.magnitude, "Mw": dyne / 1.5, "E": energy}

"""Continuity searched step by step for the outflow that the storage allows."""

from itertools import pairwise

from scipy.optimize import brentq

from mesocosm.suites.atmos.second.book import second


@second("muskingum_routing")
def muskingum_routing(p, taken):
    burst = "late" if "late" in taken else "early"
    inflows = [p["i0"], p[f"{burst}1"], p[f"{burst}2"]]

    def storage(inflow, outflow):
        mean = p["weight"] * inflow + (1 - p["weight"]) * outflow
        return p["slow" if "slow" in taken else "quick"] * mean

    outflows = [p["full" if "full" in taken else "low"]]
    for before, after in pairwise(inflows):

        def gap(outflow, before=before, after=after):
            gain = p["step"] * ((before + after) - (outflows[-1] + outflow)) / 2
            return storage(after, outflow) - storage(before, outflows[-1]) - gain

        outflows.append(brentq(gap, -1000, 2000))
    return {"Q2": outflows[2], "Q1": outflows[1], "S": 3600 * storage(inflows[2], outflows[2])}

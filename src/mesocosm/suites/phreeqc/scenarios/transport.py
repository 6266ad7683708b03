"""One-dimensional columns: cation exchange and calcite under advection, a tracer front under dispersion.

Every cell is printed after every shift, so the listings are long; the answer stands in one block among a hundred.
"""

from __future__ import annotations

import re

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario, Wrong

EVERY_CELL = "Leave every cell printed after every shift."


def advected_cell(r: Readings, shift: int, cell: int) -> Readings:
    """The listing from one cell of one ADVECTION shift on, to the end of that shift."""
    return _from_cell(r, "Beginning of advection time step ", f"{shift},", cell)


def transported_cell(r: Readings, shift: int, cell: int) -> Readings:
    """The listing from one cell of one TRANSPORT shift on, after its last mixing, to the end of that shift."""
    return _from_cell(r, "Transport step ", f"{shift:3d}.", cell)


def _from_cell(r: Readings, step: str, number: str, cell: int) -> Readings:
    text = r.listing.text
    start = text.rfind(f"\n{step}{number}")
    if start < 0:
        raise KeyError(f"no {step}{number} in the listing")
    end = text.find(f"\n{step}", start + 1)
    within = text[start : end if end > 0 else len(text)]
    found = re.search(rf"^(?:Cell|Using mix|Using solution) {cell}\.", within, re.MULTILINE)
    if found is None:
        raise KeyError(f"no cell {cell} in {step}{number}")
    return Readings(within[found.start() :])


# ------------------------------------------------------------------ calcium drives potassium off an exchanger


def _draw_exchange(draw: Generator) -> Parameters:
    cell = int(draw.integers(2, 6))
    capacity, solid = round(float(draw.uniform(0.4, 1.2)), 2), round(float(draw.uniform(2.5, 6.0)), 1)
    calcium = round(float(draw.uniform(0.8, 2.4)), 2)
    # Calcium's front passes the cell after about this many shifts; later than that, hardly any potassium is left.
    washed = int(cell * (1 + capacity * solid / calcium))
    return {
        "cells": int(draw.integers(6, 9)),
        "cell": cell,
        "shift": int(draw.integers(cell + 1, max(cell + 1, min(washed, 12)) + 1)),
        "sodium": round(float(draw.uniform(0.5, 4.0)), 2),
        "potassium": round(float(draw.uniform(0.1, 1.0)), 2),
        "capacity": capacity,
        "solid": solid,
        "calcium": calcium,
    }


def _ask_exchange(p: Parameters) -> str:
    return (
        f"A column of {p['cells']} cells holds in each cell one kilogram of pore water and {p['solid']} kg of sand "
        f"that carries {p['capacity']} mmol of exchange sites X per kilogram of sand. It is filled at 25 °C with a "
        f"water of pH 7 that holds {p['sodium']} mmol/kgw sodium and {p['potassium']} mmol/kgw potassium, both as "
        f"chlorides; the exchanger of every cell is in equilibrium with it. A solution of {p['calcium']} meq/kgw "
        f"calcium chloride (milliequivalents), pH 7, is pushed through with ADVECTION, 14 shifts in all, without "
        f"dispersion. {EVERY_CELL} What is the total potassium in the water of cell {p['cell']} (cell 1 lies at "
        f"the inlet) after shift {p['shift']}, in mol per kilogram of water?"
    )


def _deck_exchange(p: Parameters, wrong: Wrong) -> str:
    cells = int(p["cells"])
    calcium = float(p["calcium"]) / (1 if "equivalents_as_moles" in wrong else 2)
    solid = 1 if "one_kilogram_of_sand" in wrong else float(p["solid"])
    capacity = float(p["capacity"]) * solid / 1000
    sites = f" NaX {capacity:.6g}\n" if "sodium_exchanger" in wrong else f" X {capacity:.6g}\n -equilibrate 1\n"
    return f"""SOLUTION 0
 pH 7
 units mmol/kgw
 Ca {calcium:.6g}
 Cl {2 * calcium:.6g}
SOLUTION 1-{cells}
 pH 7
 units mmol/kgw
 Na {p["sodium"]}
 K {p["potassium"]}
 Cl {float(p["sodium"]) + float(p["potassium"]):.6g}
END
EXCHANGE 1-{cells}
{sites}END
ADVECTION
 -cells {cells}
 -shifts 14
END
"""


def _read_exchange(r: Readings, p: Parameters, wrong: Wrong) -> float:
    shift = int(p["shift"]) + 2 if "two_shifts_late" in wrong else int(p["shift"])
    cell = int(p["cells"]) if "outlet" in wrong else int(p["cell"])
    block = advected_cell(r, shift, cell)
    if "on_the_exchanger" in wrong:
        return block.number("Exchange composition", "KX", 0, 0)
    return block.total("K", 0)


exchange_column = Scenario(
    name="exchange_column",
    topic="transport",
    database="phreeqc.dat",
    mistakes={
        "equivalents_as_moles": "took the milliequivalents of calcium for millimoles",
        "one_kilogram_of_sand": "took the exchange sites of one kilogram of sand for those of a cell",
        "sodium_exchanger": "started with all exchange sites on sodium instead of in equilibrium with the water",
        "two_shifts_late": "read the cell two shifts too late",
        "outlet": "read the last cell of the column instead of the one asked for",
        "on_the_exchanger": "read the potassium on the exchanger instead of that in the water",
    },
    draw=_draw_exchange,
    ask=_ask_exchange,
    deck=_deck_exchange,
    read=_read_exchange,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-5,
    high=1e-2,
)

# ------------------------------------------------------------------ a tracer front with dispersion and diffusion


def _draw_tracer(draw: Generator) -> Parameters:
    cell = int(draw.integers(2, 8))
    return {
        "cell": cell,
        "shift": max(1, cell + int(draw.integers(-2, 2))),
        "bromide": round(float(draw.uniform(1.0, 9.0)), 1),
        "background": round(float(draw.uniform(0.05, 0.6)), 2),
        "length": int(draw.integers(2, 7)),
        "dispersivity": round(float(draw.uniform(0.4, 2.5)), 1),
        "days": round(float(draw.uniform(3.0, 15.0)), 1),
        "diffusion": round(float(draw.uniform(0.6, 1.8)), 2),
    }


def _ask_tracer(p: Parameters) -> str:
    return (
        f"A column of 10 cells, each {p['length']} cm long, holds at 25 °C a solution of {p['background']} mmol/kgw "
        f"sodium bromide, pH 7, and is displaced by one of {p['bromide']} mmol/kgw sodium bromide, pH 7. Use TRANSPORT "
        f"with forward flow, 9 shifts of {p['days']} days each, a dispersivity of {p['dispersivity']} cm, a diffusion "
        f"coefficient of {p['diffusion']}e-9 m2/s and flux boundary conditions at both ends. {EVERY_CELL} What is the "
        f"total bromide of cell {p['cell']} (cell 1 lies at the inlet) after shift {p['shift']}, in mol per kilogram "
        "of water?"
    )


def _deck_tracer(p: Parameters, wrong: Wrong) -> str:
    metre = 100
    length = float(p["length"]) / metre * (10 if "length_of_the_column" in wrong else 1)
    dispersivity = 0.0 if "no_dispersivity" in wrong else float(p["dispersivity"]) / metre
    seconds = float(p["days"]) * (3600 if "hours" in wrong else 86400)
    ends = "constant" if "constant_ends" in wrong else "flux"
    background = 0 if "no_background" in wrong else p["background"]
    return f"""SOLUTION 0
 pH 7
 units mmol/kgw
 Na {p["bromide"]}
 Br {p["bromide"]}
SOLUTION 1-10
 pH 7
 units mmol/kgw
 Na {background}
 Br {background}
END
TRANSPORT
 -cells 10
 -shifts 9
 -time_step {seconds:.6g}
 -flow_direction forward
 -boundary_conditions {ends} {ends}
 -lengths {length:.6g}
 -dispersivities {dispersivity:.6g}
 -diffusion_coefficient {p["diffusion"]}e-9
END
"""


def _read_tracer(r: Readings, p: Parameters, wrong: Wrong) -> float:
    shift = int(p["shift"]) + 1 if "one_shift_late" in wrong else int(p["shift"])
    cell = int(p["cell"]) + 1 if "counted_from_the_inflow" in wrong else int(p["cell"])
    return transported_cell(r, shift, cell).total("Br", 0)


tracer_front = Scenario(
    name="tracer_front",
    topic="transport",
    database="phreeqc.dat",
    mistakes={
        "length_of_the_column": "gave the length of the whole column as that of one cell",
        "no_dispersivity": "left the dispersivity out, so that only diffusion spreads the front",
        "hours": "took the days of a shift for hours",
        "constant_ends": "set constant concentrations at both ends instead of flux boundaries",
        "no_background": "left the bromide of the resident water out",
        "one_shift_late": "read the cell one shift too late",
        "counted_from_the_inflow": "counted the inflowing solution as the first cell, and so read one cell too far",
    },
    draw=_draw_tracer,
    ask=_ask_tracer,
    deck=_deck_tracer,
    read=_read_tracer,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=5e-5,
    high=1e-2,
)

# ------------------------------------------------------------------ a limestone column under carbonated water


def _draw_calcite(draw: Generator) -> Parameters:
    return {
        "temperature": int(draw.integers(6, 22)),
        "log_pressure": round(float(draw.uniform(-1.6, -0.9)), 2),
        "salt": int(draw.integers(60, 300)),
        "calcite": int(draw.integers(24, 42)),
        "shift": int(draw.integers(4, 8)),
    }


def _ask_calcite(p: Parameters) -> str:
    return (
        f"Water with {p['salt']} mmol/kgw sodium chloride, pH 7, first equilibrates at {p['temperature']} °C with soil "
        f"air whose CO2(g) pressure is held at 10^{p['log_pressure']} atm. It then flows, cut off from any gas and at "
        f"the same temperature, by ADVECTION with 11 shifts through a column of 7 cells. Each cell starts with one "
        f"kilogram of pure water at that temperature and {p['calcite']} mmol of calcite, with which its water "
        f"equilibrates. {EVERY_CELL} How many moles of calcite are left in cell 1 after shift {p['shift']}?"
    )


def _deck_calcite(p: Parameters, wrong: Wrong) -> str:
    temperature = 25 if "room_temperature" in wrong else p["temperature"]
    pressure = -3.4 if "outside_air" in wrong else p["log_pressure"]
    salt = 0 if "salt_left_out" in wrong else p["salt"]
    gas = f" CO2(g) {pressure} 10\n" if "stayed_open" in wrong else ""
    return f"""SOLUTION 0
 temp {temperature}
 pH 7
 units mmol/kgw
 Na {salt}
 Cl {salt}
EQUILIBRIUM_PHASES 0
 CO2(g) {pressure} 10
SAVE solution 0
END
SOLUTION 1-7
 temp {temperature}
EQUILIBRIUM_PHASES 1-7
 Calcite 0 {p["calcite"]}e-3
{gas}END
ADVECTION
 -cells 7
 -shifts 11
END
"""


def _read_calcite(r: Readings, p: Parameters, wrong: Wrong) -> float:
    shift = 11 if "last_shift" in wrong else int(p["shift"])
    block = advected_cell(r, shift, 2 if "second_cell" in wrong else 1)
    if "dissolved_in_the_shift" in wrong:
        return -block.phase("Calcite", "delta", 0)
    return block.phase("Calcite", "final", 0)


calcite_column = Scenario(
    name="calcite_column",
    topic="transport",
    database="phreeqc.dat",
    mistakes={
        "room_temperature": "ran the column at 25 °C instead of its own temperature",
        "outside_air": "used the carbon dioxide pressure of the open air instead of the soil's",
        "salt_left_out": "left the sodium chloride out, so the ionic strength is too low",
        "stayed_open": "kept the soil gas in contact with the column",
        "dissolved_in_the_shift": "read what dissolved during the shift instead of what is left",
        "last_shift": "read the cell after the last shift instead of the one asked for",
        "second_cell": "read the second cell instead of the first",
    },
    draw=_draw_calcite,
    ask=_ask_calcite,
    deck=_deck_calcite,
    read=_read_calcite,
    unit="mol",
    digits=4,
    style="scientific",
    low=1e-3,
    high=5e-2,
)

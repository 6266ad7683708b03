"""One-dimensional columns: cation exchange and calcite under advection, a tracer front under dispersion.

Every cell is printed after every shift, so the listings are long; the answer stands in one block among a hundred.
"""

from __future__ import annotations

import re

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import EXCHANGE, Readings
from mesocosm.suites.phreeqc.scenario import Fork, Parameters, Scenario, Taken

EVERY_CELL = "Leave every cell printed after every shift."


def advected_cell(r: Readings, shift: int, cell: int) -> Readings:
    """Return the listing from one cell of one ADVECTION shift on, to the end of that shift."""
    return _from_cell(r, "Beginning of advection time step ", f"{shift},", cell)


def transported_cell(r: Readings, shift: int, cell: int) -> Readings:
    """Return the listing from one cell of one TRANSPORT shift on, after its last mixing, to the end of that shift."""
    return _from_cell(r, "Transport step ", f"{shift:3d}.", cell)


def _from_cell(r: Readings, step: str, number: str, cell: int) -> Readings:
    text = r.listing.text
    start = text.rfind(f"\n{step}{number}")
    if start < 0:
        raise KeyError(f"no {step}{number} in the listing")
    end = text.find(f"\n{step}", start + 1)
    within = text[start : end if end > 0 else len(text)]
    match = re.search(rf"^(?:Cell|Using mix|Using solution) {cell}\.", within, re.MULTILINE)
    if match is None:
        raise KeyError(f"no cell {cell} in {step}{number}")
    return Readings(within[match.start() :])


# ------------------------------------------------------------------ calcium drives potassium off an exchanger


def _draw_exchange(draw: Generator) -> Parameters:
    cell = int(draw.integers(1, 4))
    capacity, solid = round(float(draw.uniform(0.4, 0.9)), 2), round(float(draw.uniform(2.5, 6.0)), 1)
    # Calcium's front passes a cell after about `delay` shifts for each cell up to there, and takes the potassium away;
    # the samples are taken while it comes near, for no two of them would differ long before or long after.
    delay = float(draw.uniform(2.2, 4.0))
    return {
        "cells": int(draw.integers(6, 9)),
        "cell": cell,
        "shift": min(max(2, round(cell * delay * float(draw.uniform(0.6, 0.9)))), 10),
        "pause": int(draw.integers(2, 5)),
        "sodium": round(float(draw.uniform(0.5, 4.0)), 2),
        "potassium": round(float(draw.uniform(0.1, 1.0)), 2),
        "capacity": capacity,
        "fine_capacity": round(capacity * float(draw.uniform(1.4, 2.2)), 2),
        "solid": solid,
        "calcium": round(capacity * solid / (delay - 1), 2),
    }


def _ask_exchange(p: Parameters, taken: Taken) -> str:
    sand = "fine" if "fine_sand" in taken else "coarse"
    start = (
        "The sand goes in with sodium on all of its sites, and the water equilibrates with it before the flow starts"
        if "sodium_sand" in taken
        else "The exchanger of every cell is in equilibrium with just this water"
    )
    unit = "mmol/kgw (millimoles)" if "moles" in taken else "meq/kgw (milliequivalents)"
    where = "on the exchanger" if "held" in taken else "in the water"
    sample = "later" if "later" in taken else "earlier"
    return (
        f"Coarse sand carries {p['capacity']} and fine sand {p['fine_capacity']} mmol of exchange sites X per "
        f"kilogram. Each of the {p['cells']} cells of a column at 25 °C holds {p['solid']} kg of {sand} sand and one "
        f"kilogram of water of pH 7 with {p['sodium']} mmol/kgw sodium and {p['potassium']} mmol/kgw potassium, both "
        f"as chlorides. {start}. ADVECTION pushes calcium chloride solution, {p['calcium']} {unit}, pH 7, through the "
        f"column in 14 shifts, without dispersion. {EVERY_CELL} Samples are taken after shifts {p['shift']} and "
        f"{int(p['shift']) + int(p['pause'])}. How much potassium is {where} of cell {_cell_exchange(p, taken)} "
        f"(cell 1 lies at the inlet) in the {sample} sample, in mol per kilogram of water?"
    )


def _cell_exchange(p: Parameters, taken: Taken) -> int:
    return int(p["cell"]) + (1 if "next_cell" in taken else 0)


def _deck_exchange(p: Parameters, taken: Taken) -> str:
    cells = int(p["cells"])
    calcium = float(p["calcium"]) / (1 if "moles" in taken else 2)
    capacity = float(p["fine_capacity" if "fine_sand" in taken else "capacity"]) * float(p["solid"]) / 1000
    sites = (
        f" NaX {capacity:.6g}\nEND\nRUN_CELLS\n -cells 1-{cells}"
        if "sodium_sand" in taken
        else f" X {capacity:.6g}\n -equilibrate 1"
    )
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
{sites}
END
ADVECTION
 -cells {cells}
 -shifts 14
END
"""


def _read_exchange(r: Readings, p: Parameters, taken: Taken) -> float:
    shift = int(p["shift"]) + (int(p["pause"]) if "later" in taken else 0)
    block = advected_cell(r, shift, _cell_exchange(p, taken))
    return block.number(EXCHANGE, "KX", 0, 0) if "held" in taken else block.total("K", 0)


exchange_column = Scenario(
    name="exchange_column",
    topic="transport",
    database="phreeqc.dat",
    forks={
        "moles": Fork(
            "took the milliequivalents of calcium for millimoles", "took the millimoles of calcium for milliequivalents"
        ),
        "fine_sand": Fork("filled the column with the fine sand", "filled the column with the coarse sand"),
        "sodium_sand": Fork(
            "started with all exchange sites on sodium instead of in equilibrium with the water",
            "started with the exchanger in equilibrium with the water instead of on sodium",
        ),
        "later": Fork("read the later sample instead of the earlier", "read the earlier sample instead of the later"),
        "next_cell": Fork("read one cell too far from the inlet", "read one cell too near to the inlet"),
        "held": Fork(
            "read the potassium on the exchanger instead of that in the water",
            "read the potassium in the water instead of that on the exchanger",
        ),
    },
    draw=_draw_exchange,
    ask=_ask_exchange,
    deck=_deck_exchange,
    read=_read_exchange,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-6,
    high=1e-2,
)

# ------------------------------------------------------------------ a tracer front with dispersion and diffusion


def _draw_tracer(draw: Generator) -> Parameters:
    cell = int(draw.integers(2, 8))
    dispersivity = round(float(draw.uniform(0.2, 1.0)), 1)
    days = round(float(draw.uniform(6.0, 15.0)), 1)
    return {
        "cell": cell,
        "shift": max(1, cell + int(draw.integers(-2, 2))),
        "bromide": round(float(draw.uniform(1.0, 9.0)), 1),
        "background": round(float(draw.uniform(0.05, 0.6)), 2),
        "length": int(draw.integers(2, 7)),
        "dispersivity": dispersivity,
        "gravel": round(dispersivity * float(draw.uniform(2.5, 5.0)), 1),
        "days": days,
        "fast": round(days * float(draw.uniform(0.05, 0.2)), 1),
        "diffusion": round(float(draw.uniform(0.6, 1.8)), 2),
    }


def _ask_tracer(p: Parameters, taken: Taken) -> str:
    resident, inflow = _bromide(p, taken)
    filling = "gravel" if "gravel" in taken else "sand"
    pump = "fast" if "fast" in taken else "slow"
    inlet = "constant" if "constant" in taken else "flux"
    shift, cell = _place_tracer(p, taken)
    return (
        f"A column of 10 cells, each {p['length']} cm long, holds at 25 °C a solution of {resident} mmol/kgw sodium "
        f"bromide, pH 7, and is displaced by one of {inflow} mmol/kgw, also pH 7. The dispersivity is "
        f"{p['dispersivity']} cm for a filling of sand and {p['gravel']} cm for gravel; a shift takes {p['days']} days "
        f"with the pump on slow and {p['fast']} days on fast. The filling is {filling} and the pump runs on {pump}. "
        f"Use TRANSPORT with forward flow, 9 shifts, a diffusion coefficient of {p['diffusion']}e-9 m2/s, a {inlet} "
        f"boundary at the inlet and a flux boundary at the outlet. {EVERY_CELL} What is the total bromide of cell "
        f"{cell} (cell 1 lies at the inlet) after shift {shift}, in mol per kilogram of water?"
    )


def _bromide(p: Parameters, taken: Taken) -> tuple[float, float]:
    """Return the initial and the inflowing bromide, in mmol/kgw."""
    weak, strong = float(p["background"]), float(p["bromide"])
    return (strong, weak) if "washed_out" in taken else (weak, strong)


def _place_tracer(p: Parameters, taken: Taken) -> tuple[int, int]:
    """Return the shift and the cell to read."""
    return int(p["shift"]) + ("next_shift" in taken), int(p["cell"]) + ("next_cell" in taken)


def _deck_tracer(p: Parameters, taken: Taken) -> str:
    metre = 100
    resident, inflow = _bromide(p, taken)
    dispersivity = float(p["gravel" if "gravel" in taken else "dispersivity"]) / metre
    days = float(p["fast" if "fast" in taken else "days"])
    inlet = "constant" if "constant" in taken else "flux"
    return f"""SOLUTION 0
 pH 7
 units mmol/kgw
 Na {inflow}
 Br {inflow}
SOLUTION 1-10
 pH 7
 units mmol/kgw
 Na {resident}
 Br {resident}
END
TRANSPORT
 -cells 10
 -shifts 9
 -time_step {days * 86400:.6g}
 -flow_direction forward
 -boundary_conditions {inlet} flux
 -lengths {float(p["length"]) / metre:.6g}
 -dispersivities {dispersivity:.6g}
 -diffusion_coefficient {p["diffusion"]}e-9
END
"""


def _read_tracer(r: Readings, p: Parameters, taken: Taken) -> float:
    shift, cell = _place_tracer(p, taken)
    return transported_cell(r, shift, cell).total("Br", 0)


tracer_front = Scenario(
    name="tracer_front",
    topic="transport",
    database="phreeqc.dat",
    forks={
        "washed_out": Fork(
            "let the weak solution displace the strong one", "let the strong solution displace the weak one"
        ),
        "gravel": Fork("used the dispersivity of gravel instead of sand", "used the dispersivity of sand for gravel"),
        "fast": Fork("ran the pump on fast instead of slow", "ran the pump on slow instead of fast"),
        "constant": Fork(
            "held the concentration at the inlet constant instead of the flux",
            "gave the flux at the inlet instead of holding the concentration constant",
        ),
        "next_shift": Fork("read the cell one shift too late", "read the cell one shift too early"),
        "next_cell": Fork("read one cell too far from the inlet", "read one cell too near to the inlet"),
    },
    draw=_draw_tracer,
    ask=_ask_tracer,
    deck=_deck_tracer,
    read=_read_tracer,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=4e-5,
    high=1e-2,
)

# ------------------------------------------------------------------ a carbonate column under carbonated water


def _draw_calcite(draw: Generator) -> Parameters:
    ground, log_pressure = int(draw.integers(6, 14)), round(float(draw.uniform(-1.7, -1.2)), 2)
    return {
        "temperature": ground,
        "laboratory": ground + int(draw.integers(12, 22)),
        "log_pressure": log_pressure,
        "meadow": round(log_pressure - float(draw.uniform(0.3, 0.6)), 2),
        "salt": int(draw.integers(60, 300)),
        "calcite": int(draw.integers(26, 40)),
        "shift": int(draw.integers(3, 7)),
        "pause": int(draw.integers(2, 5)),
    }


def _ask_calcite(p: Parameters, taken: Taken) -> str:
    soil = "meadow" if "meadow" in taken else "forest"
    where = "laboratory" if "laboratory" in taken else "ground"
    mineral = "dolomite" if "dolomite" in taken else "calcite"
    gas = "and the same soil air" if "open" in taken else "alone, cut off from any gas"
    wanted = "have dissolved in cell 1 by" if "dissolved" in taken else "are left in cell 1 at"
    sample = "second" if "later" in taken else "first"
    return (
        f"Soil air holds CO2(g) at 10^{p['log_pressure']} atm under forest and 10^{p['meadow']} atm under meadow; the "
        f"ground is at {p['temperature']} °C, the laboratory at {p['laboratory']} °C. All is at the temperature of the "
        f"{where}. Water with {p['salt']} mmol/kgw sodium chloride, pH 7, equilibrates with the soil air of the {soil} "
        f"and then flows by ADVECTION with 11 shifts through 7 cells. Each cell starts with one kilogram of pure water "
        f"and {p['calcite']} mmol of {mineral}. After each shift, but not before the first, the water of every cell "
        f"equilibrates with its {mineral} {gas}. {EVERY_CELL} The column is examined after shift {p['shift']} and "
        f"after shift {int(p['shift']) + int(p['pause'])}. How many moles of {mineral} {wanted} the {sample} "
        "examination?"
    )


def _mineral(taken: Taken) -> str:
    return "Dolomite" if "dolomite" in taken else "Calcite"


def _deck_calcite(p: Parameters, taken: Taken) -> str:
    temperature = p["laboratory" if "laboratory" in taken else "temperature"]
    gas = f" CO2(g) {p['meadow' if 'meadow' in taken else 'log_pressure']} 10\n"
    return f"""SOLUTION 0
 temp {temperature}
 pH 7
 units mmol/kgw
 Na {p["salt"]}
 Cl {p["salt"]}
EQUILIBRIUM_PHASES 0
{gas}SAVE solution 0
END
SOLUTION 1-7
 temp {temperature}
EQUILIBRIUM_PHASES 1-7
 {_mineral(taken)} 0 {p["calcite"]}e-3
{gas if "open" in taken else ""}END
ADVECTION
 -cells 7
 -shifts 11
END
"""


def _read_calcite(r: Readings, p: Parameters, taken: Taken) -> float:
    shift = int(p["shift"]) + (int(p["pause"]) if "later" in taken else 0)
    left = advected_cell(r, shift, 1).phase(_mineral(taken), "final", 0)
    return float(p["calcite"]) / 1000 - left if "dissolved" in taken else left


calcite_column = Scenario(
    name="calcite_column",
    topic="transport",
    database="phreeqc.dat",
    forks={
        "laboratory": Fork(
            "ran the column at the laboratory's temperature instead of the ground's",
            "ran the column at the ground's temperature instead of the laboratory's",
        ),
        "meadow": Fork(
            "used the soil air of the meadow instead of the forest's", "used the soil air of the forest for the meadow"
        ),
        "open": Fork("kept the soil gas in contact with the column", "cut the column off from the soil gas"),
        "dolomite": Fork("filled the column with dolomite", "filled the column with calcite"),
        "dissolved": Fork(
            "gave what has dissolved instead of what is left", "gave what is left instead of what has dissolved"
        ),
        "later": Fork(
            "read the second examination instead of the first", "read the first examination instead of the second"
        ),
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

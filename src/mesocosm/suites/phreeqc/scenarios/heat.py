"""Hot waters: anhydrite along a temperature series, silica scale of a brine, calcite scale on degassing."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Fork, Parameters, Scenario, Taken

MOLES_OF_WATER_PER_KG = 55.508


def _metal(taken: Taken) -> tuple[str, str]:
    """Return word and symbol of a brine's second metal."""
    return ("magnesium", "Mg") if "magnesium" in taken else ("calcium", "Ca")


def _precipitated(r: Readings, phase: str) -> float:
    """Return the moles of a scale; no question offers an option without any, since a zero would stand out."""
    moles = r.phase(phase, "delta")
    if moles <= 0:
        raise ValueError(f"no {phase} precipitates")
    return moles


# ------------------------------------------------------------------ anhydrite along a temperature series

SERIES = ((5, 1), (6, 1), (6, 4), (7, 2), (8, 2))
"""Numbers of steps, each with the step that is read: it and the next, counted from either end, have four different
temperatures.
"""


def _draw_series(draw: Generator) -> Parameters:
    steps, step = SERIES[int(draw.integers(len(SERIES)))]
    sodium = round(float(draw.uniform(0.2, 1.2)), 2)
    return {
        "sodium": sodium,
        "calcium": int(draw.integers(8, 25)),
        "south_sodium": round(sodium + float(draw.uniform(0.6, 1.5)), 2),
        "south_calcium": int(draw.integers(8, 25)),
        "start": int(draw.choice([40, 50, 60])),
        "end": int(draw.choice([180, 190, 200])),
        "deep": 50 * int(draw.integers(6, 13)),
        "steps": steps,
        "step": step,
    }


def _ask_series(p: Parameters, taken: Taken) -> str:
    first, last = ("end", "start") if "cooled" in taken else ("start", "end")
    ends = (
        f"the last being {p[last]} °C and the first already one interval away from {p[first]} °C"
        if "start_left_out" in taken
        else "both ends included"
    )
    return (
        f"Per kilogram of water a north brine holds {p['sodium']} mol sodium chloride and {p['calcium']} mmol "
        f"{_metal(taken)[0]} chloride, a south brine {p['south_sodium']} mol and {p['south_calcium']} mmol; both have "
        f"pH 7 at 25 °C. The {'south' if 'south_brine' in taken else 'north'} brine meets an excess of anhydrite, no "
        f"other mineral forms, and {_pressure_text(p, taken)}. It runs through a series of {p['steps']} reaction "
        f"temperatures, evenly spaced from {p[first]} to {p[last]} °C, {ends}; each step starts from the same brine. "
        "Use the Pitzer database, pitzer.dat. What is the total sulfur in solution at step "
        f"{_step_series(p, taken)} of the series, in mol per kilogram of water?"
    )


def _pressure_text(p: Parameters, taken: Taken) -> str:
    if "deep" in taken:
        return f"the pressure is held at {p['deep']} atm, that of a deep loop"
    return f"the pressure is left to the program, as in the autoclave, not held at the {p['deep']} atm of a deep loop"


def _step_series(p: Parameters, taken: Taken) -> int:
    return int(p["step"]) + ("later_step" in taken)


def _deck_series(p: Parameters, taken: Taken) -> str:
    brine = "south_" if "south_brine" in taken else ""
    sodium, calcium = 1000 * float(p[f"{brine}sodium"]), float(p[f"{brine}calcium"])
    pressure = f"REACTION_PRESSURE 1\n {p['deep']}\n" if "deep" in taken else ""
    return f"""SOLUTION 1
 temp 25
 pH 7
 units mmol/kgw
 Na {sodium}
 {_metal(taken)[1]} {calcium}
 Cl {sodium + 2 * calcium}
EQUILIBRIUM_PHASES 1
 Anhydrite 0 10
REACTION_TEMPERATURE 1
 {_temperatures(p, taken)}
{pressure}END
"""


def _temperatures(p: Parameters, taken: Taken) -> str:
    start, end, steps = float(p["start"]), float(p["end"]), int(p["steps"])
    if "cooled" in taken:
        start, end = end, start
    if "start_left_out" not in taken:
        return f"{start:g} {end:g} in {steps} steps"
    return " ".join(f"{start + (end - start) * step / steps:.2f}" for step in range(1, steps + 1))


def _read_series(r: Readings, p: Parameters, taken: Taken) -> float:
    return r.total("S", _step_series(p, taken))


anhydrite_series = Scenario(
    name="anhydrite_series",
    topic="heat",
    database="pitzer.dat",
    forks={
        "later_step": Fork("read the step after the one asked for", "read the step before the one asked for"),
        "cooled": Fork("ran the series from hot to cold", "ran the series from cold to hot"),
        "start_left_out": Fork(
            "spread the series over as many intervals as there are steps, without its start",
            "counted the start as the first step of the series",
        ),
        "magnesium": Fork(
            "gave the brine magnesium instead of calcium chloride",
            "gave the brine calcium instead of magnesium chloride",
        ),
        "south_brine": Fork("used the south brine instead of the north brine", "used the north brine for the south"),
        "deep": Fork("held the pressure of the deep loop", "left the pressure to the program"),
    },
    draw=_draw_series,
    ask=_ask_series,
    deck=_deck_series,
    read=_read_series,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-5,
    high=2e-1,
)

# ------------------------------------------------------------------ silica scale of a geothermal brine


def _draw_silica(draw: Generator) -> Parameters:
    depth = round(float(draw.uniform(2.3, 2.5)), 2)
    return {
        "depth": depth,
        "new_depth": round(depth + float(draw.uniform(0.2, 0.45)), 2),
        "gradient": int(draw.integers(70, 76)),
        "surface": int(draw.integers(8, 20)),
        "pond": int(draw.integers(32, 46)),
        "winter": int(draw.integers(12, 26)),
        "steam": int(draw.integers(18, 33)),
        "caustic": round(float(draw.uniform(0.15, 0.45)), 2),
        "sodium": round(float(draw.uniform(0.05, 0.5)), 2),
    }


def _ask_silica(p: Parameters, taken: Taken) -> str:
    well = "new" if "new_well" in taken else "old"
    steam = f"{p['steam']} % of the water as pure steam"
    separator = f"bypasses the separator, which would take {steam}" if "bypassed" in taken else f"loses {steam}"
    caustic = "receives" if "caustic" in taken else "goes without"
    season = "winter" if "winter" in taken else "summer"
    return (
        f"A geothermal brine of {p['sodium']} mol sodium chloride per kilogram of water (pH 7 at 25 °C) is in "
        f"equilibrium with an excess of {_rock(taken).lower()} at the bottom of two wells, the old {p['depth']} km and "
        f"the new {p['new_depth']} km deep; the ground is {p['surface']} °C at the surface and warms by "
        f"{p['gradient']} °C per kilometre. One kilogram of the {well} well's water, with all that is dissolved but "
        f"without the rock, {separator}, {caustic} the dose of {p['caustic']} mmol NaOH, and cools in a pond of "
        f"{p['pond']} °C in summer, {p['winter']} °C in winter. It is {season}, and amorphous silica, SiO2(a), is the "
        "only mineral that can form. How many moles of it precipitate?"
    )


def _rock(taken: Taken) -> str:
    return "Chalcedony" if "chalcedony" in taken else "Quartz"


def _deck_silica(p: Parameters, taken: Taken) -> str:
    depth = float(p["new_depth" if "new_well" in taken else "depth"])
    reservoir = float(p["surface"]) + float(p["gradient"]) * depth
    steam = 0.0 if "bypassed" in taken else MOLES_OF_WATER_PER_KG * float(p["steam"]) / 100
    caustic = float(p["caustic"]) / 1000 if "caustic" in taken else 0.0
    salt = 1000 * float(p["sodium"])
    return f"""SOLUTION 1
 temp 25
 pH 7
 units mmol/kgw
 Na {salt}
 Cl {salt}
EQUILIBRIUM_PHASES 1
 {_rock(taken)} 0 10
REACTION_TEMPERATURE 1
 {reservoir:.2f}
SAVE solution 1
END
USE solution 1
EQUILIBRIUM_PHASES 2
 SiO2(a) 0 0
REACTION 2
 H2O {-steam:.5f}
 NaOH {caustic:.6f}
 1 moles
REACTION_TEMPERATURE 2
 {p["winter" if "winter" in taken else "pond"]}
END
"""


def _read_silica(r: Readings, p: Parameters, taken: Taken) -> float:
    return _precipitated(r, "SiO2(a)")


silica_scale = Scenario(
    name="silica_scale",
    topic="heat",
    database="phreeqc.dat",
    forks={
        "new_well": Fork("took the water of the new well", "took the water of the old well"),
        "chalcedony": Fork(
            "took chalcedony for the quartz of the reservoir", "took quartz for the chalcedony of the reservoir"
        ),
        "winter": Fork("cooled the pond as in winter", "cooled the pond as in summer"),
        "bypassed": Fork("forgot the water lost as steam", "took steam off a brine that loses none"),
        "caustic": Fork("dosed the brine with sodium hydroxide", "left the sodium hydroxide out"),
    },
    draw=_draw_silica,
    ask=_ask_silica,
    deck=_deck_silica,
    read=_read_silica,
    unit="mol",
    digits=4,
    style="scientific",
    low=5e-5,
    high=2e-2,
)

# ------------------------------------------------------------------ calcite scale where the gas escapes


def _draw_degassing(draw: Generator) -> Parameters:
    reservoir = int(draw.integers(100, 121))
    below = round(float(draw.uniform(0.2, 0.7)), 2)
    return {
        "reservoir": reservoir,
        "lower": reservoir + int(draw.integers(14, 28)),
        "wellhead": reservoir - int(draw.integers(8, 35)),
        "log_pressure_below": below,
        "log_pressure_early": round(below + float(draw.uniform(0.2, 0.5)), 2),
        "log_pressure_above": round(float(draw.uniform(-1.2, -0.7)), 2),
        "log_pressure_weir": round(float(draw.uniform(-2.6, -1.9)), 2),
        "sodium": round(float(draw.uniform(0.02, 0.2)), 2),
        "calcium": int(draw.integers(2, 9)),
    }


def _ask_degassing(p: Parameters, taken: Taken) -> str:
    zone = "lower" if "lower_zone" in taken else "upper"
    time = "of the first years" if "early" in taken else "of today"
    where = "weir" if "weir" in taken else "separator"
    scale = (
        "Only then, at that temperature but shut off from any gas, does calcite precipitate to equilibrium."
        if "after_the_gas" in taken
        else "Meanwhile calcite precipitates to equilibrium."
    )
    return (
        f"A brine of {p['sodium']} mol sodium chloride and {p['calcium']} mmol {_metal(taken)[0]} chloride per "
        f"kilogram of water is in equilibrium with an excess of calcite in an upper zone at {p['reservoir']} °C and a "
        f"lower one at {p['lower']} °C, both under CO2(g) of 10^{p['log_pressure_below']} atm today and "
        f"10^{p['log_pressure_early']} atm in the first years. The {zone} zone's water {time} flows, without the rock, "
        f"to the {where}. There it cools to {p['wellhead']} °C and loses gas until its CO2(g) pressure is "
        f"10^{p['log_pressure_above']} atm in the separator, 10^{p['log_pressure_weir']} atm at the weir. {scale} The "
        "water never boils; the pressure is left to the program. How many moles of calcite precipitate from one "
        "kilogram of water?"
    )


def _deck_degassing(p: Parameters, taken: Taken) -> str:
    salt, second = 1000 * float(p["sodium"]), float(p["calcium"])
    wellhead = f"REACTION_TEMPERATURE 2\n {p['wellhead']}\n"
    shut = f"{wellhead}SAVE solution 1\nEND\nUSE solution 1\nEQUILIBRIUM_PHASES 2\n" if "after_the_gas" in taken else ""
    return f"""SOLUTION 1
 temp 25
 pH 7
 units mmol/kgw
 Na {salt}
 {_metal(taken)[1]} {second}
 Cl {salt + 2 * second}
EQUILIBRIUM_PHASES 1
 Calcite 0 10
 CO2(g) {p["log_pressure_early" if "early" in taken else "log_pressure_below"]} 10
REACTION_TEMPERATURE 1
 {p["lower" if "lower_zone" in taken else "reservoir"]}
SAVE solution 1
END
USE solution 1
EQUILIBRIUM_PHASES 2
 CO2(g) {p["log_pressure_weir" if "weir" in taken else "log_pressure_above"]} 0
{shut} Calcite 0 0
{wellhead}END
"""


def _read_degassing(r: Readings, p: Parameters, taken: Taken) -> float:
    return _precipitated(r, "Calcite")


calcite_degassing = Scenario(
    name="calcite_degassing",
    topic="heat",
    database="phreeqc.dat",
    forks={
        "magnesium": Fork("gave the brine magnesium instead of calcium", "gave the brine calcium instead of magnesium"),
        "lower_zone": Fork("took the water of the lower zone", "took the water of the upper zone"),
        "early": Fork("used the gas pressure of the first years", "used today's gas pressure in the reservoir"),
        "weir": Fork("let the gas escape down to the weir's pressure", "let the gas escape only to the separator's"),
        "after_the_gas": Fork(
            "let the gas escape first and calcite precipitate shut off from it",
            "let the gas escape while calcite precipitated",
        ),
    },
    draw=_draw_degassing,
    ask=_ask_degassing,
    deck=_deck_degassing,
    read=_read_degassing,
    unit="mol",
    digits=4,
    style="scientific",
    low=1e-5,
    high=3e-2,
)

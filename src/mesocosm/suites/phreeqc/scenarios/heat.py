"""Hot waters: anhydrite along a temperature series, silica scale of a flashed brine, calcite scale on degassing."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Parameters, Scenario, Wrong

MOLES_OF_WATER_PER_KG = 55.508


def _precipitated(r: Readings, phase: str) -> float:
    """Moles of a scale; no question offers an option where none forms, since a zero would stand out."""
    moles = r.phase(phase, "delta")
    if moles <= 0:
        raise ValueError(f"no {phase} precipitates")
    return moles


# ------------------------------------------------------------------ anhydrite while the water is heated


def _draw_series(draw: Generator) -> Parameters:
    steps = int(draw.integers(6, 10))
    return {
        "sodium": round(float(draw.uniform(0.2, 1.2)), 2),
        "calcium": int(draw.integers(3, 25)),
        "start": int(draw.choice([40, 50, 60])),
        "end": int(draw.choice([180, 190, 200])),
        "steps": steps,
        "step": int(draw.integers(2, steps)),
    }


def _ask_series(p: Parameters) -> str:
    return (
        f"A brine of {p['sodium']} mol sodium chloride and {p['calcium']} mmol calcium chloride (CaCl2) per kilogram "
        "of water, pH 7 at 25 °C, is heated in contact with an excess of anhydrite, and no other mineral forms. Use "
        f"the Pitzer database, pitzer.dat. The heating is a series of {p['steps']} reaction temperatures evenly spaced "
        f"from {p['start']} to {p['end']} °C, both ends included; each step starts from the same brine, and the "
        f"pressure is left to the program. What is the total sulfur in solution at step {p['step']} of the series, in "
        "mol per kilogram of water?"
    )


def _deck_series(p: Parameters, wrong: Wrong) -> str:
    sodium = 0 if "salt_left_out" in wrong else 1000 * float(p["sodium"])
    calcium = 0 if "calcium_left_out" in wrong else p["calcium"]
    mineral = "Gypsum" if "gypsum" in wrong else "Anhydrite"
    return f"""SOLUTION 1
 temp 25
 pH 7
 units mmol/kgw
 Na {sodium}
 Ca {calcium}
 Cl {float(sodium) + 2 * float(calcium)}
EQUILIBRIUM_PHASES 1
 {mineral} 0 10
REACTION_TEMPERATURE 1
 {_temperatures(p, wrong)}
END
"""


def _temperatures(p: Parameters, wrong: Wrong) -> str:
    if "spread_over_all_steps" not in wrong:
        return f"{p['start']} {p['end']} in {p['steps']} steps"
    start, end, steps = float(p["start"]), float(p["end"]), int(p["steps"])
    return " ".join(f"{start + (end - start) * step / steps:.2f}" for step in range(1, steps + 1))


def _read_series(r: Readings, p: Parameters, wrong: Wrong) -> float:
    step = int(p["step"]) - ("step_before" in wrong) + ("start_not_counted" in wrong)
    if "calcium_read" in wrong:
        return r.total("Ca", step)
    if "activity_read" in wrong:
        return r.species("SO4-2", "activity", step)
    return r.total("S", step)


anhydrite_series = Scenario(
    name="anhydrite_series",
    topic="heat",
    database="pitzer.dat",
    mistakes={
        "step_before": "read the step before the one asked for, counting the unheated brine as the first",
        "spread_over_all_steps": "spread the rise over as many intervals as there are steps, so each step is too hot",
        "start_not_counted": "took the starting temperature as no step, and so read one step too hot",
        "salt_left_out": "left the sodium chloride out, so the ionic strength is too low",
        "calcium_left_out": "left the calcium chloride out, and with it the common ion",
        "gypsum": "let gypsum dissolve in place of anhydrite",
        "activity_read": "read the activity of the sulfate ion instead of the total molality",
        "calcium_read": "read total calcium in place of total sulfur, as if both came from the mineral alone",
    },
    draw=_draw_series,
    ask=_ask_series,
    deck=_deck_series,
    read=_read_series,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-4,
    high=1e-1,
)

# ------------------------------------------------------------------ silica scale of a flashed brine


def _draw_silica(draw: Generator) -> Parameters:
    return {
        "depth": round(float(draw.uniform(2.3, 2.5)), 2),
        "gradient": int(draw.integers(70, 76)),
        "surface": int(draw.integers(8, 20)),
        "pond": int(draw.integers(30, 46)),
        "steam": int(draw.integers(10, 26)),
        "sodium": round(float(draw.uniform(0.05, 0.5)), 2),
    }


def _ask_silica(p: Parameters) -> str:
    return (
        f"A geothermal brine of {p['sodium']} mol sodium chloride per kilogram of water (pH 7 at 25 °C) lies at a "
        f"depth of {p['depth']} km, where the ground is {p['surface']} °C at the surface and warms by {p['gradient']} "
        "°C per kilometre. There it is in equilibrium with an excess of quartz. One kilogram of its water, taken with "
        f"all that is dissolved in it, is brought up, loses {p['steam']} % of its water as pure steam (1 kg of water "
        f"is {MOLES_OF_WATER_PER_KG} mol) and cools in a pond to {p['pond']} °C, where amorphous silica, SiO2(a), is "
        "the only mineral that can form, and it reaches equilibrium. How many moles of SiO2(a) precipitate?"
    )


def _deck_silica(p: Parameters, wrong: Wrong) -> str:
    surface = 0 if "surface_forgotten" in wrong else float(p["surface"])
    reservoir = surface + float(p["gradient"]) * float(p["depth"])
    source = "Chalcedony" if "chalcedony_below" in wrong else "Quartz"
    scale = "Chalcedony" if "chalcedony_scale" in wrong else "SiO2(a)"
    pond = 25 if "room_temperature" in wrong else p["pond"]
    steam = 0.0 if "no_steam" in wrong else MOLES_OF_WATER_PER_KG * float(p["steam"]) / 100
    salt = 0 if "salt_left_out" in wrong else 1000 * float(p["sodium"])
    return f"""SOLUTION 1
 temp 25
 pH 7
 units mmol/kgw
 Na {salt}
 Cl {salt}
EQUILIBRIUM_PHASES 1
 {source} 0 10
REACTION_TEMPERATURE 1
 {reservoir:.2f}
SAVE solution 1
END
USE solution 1
EQUILIBRIUM_PHASES 2
 {scale} 0 0
REACTION 2
 H2O -1
 {steam:.5f} moles
REACTION_TEMPERATURE 2
 {pond}
END
"""


def _read_silica(r: Readings, p: Parameters, wrong: Wrong) -> float:
    if "left_in_brine" in wrong:
        return r.total("Si")
    return _precipitated(r, "Chalcedony" if "chalcedony_scale" in wrong else "SiO2(a)")


silica_scale = Scenario(
    name="silica_scale",
    topic="heat",
    database="phreeqc.dat",
    mistakes={
        "surface_forgotten": "left the surface temperature out of the reservoir's",
        "chalcedony_below": "took chalcedony for the quartz of the reservoir",
        "chalcedony_scale": "let chalcedony precipitate in the pond in place of amorphous silica",
        "room_temperature": "cooled the pond to 25 °C instead of its own temperature",
        "no_steam": "forgot the water lost as steam",
        "left_in_brine": "read the silica left in the brine instead of what precipitated",
        "salt_left_out": "left the sodium chloride out",
    },
    draw=_draw_silica,
    ask=_ask_silica,
    deck=_deck_silica,
    read=_read_silica,
    unit="mol",
    digits=4,
    style="scientific",
    low=1e-4,
    high=2e-2,
)

# ------------------------------------------------------------------ calcite scale where the gas escapes


def _draw_degassing(draw: Generator) -> Parameters:
    reservoir = int(draw.integers(100, 136))
    return {
        "reservoir": reservoir,
        "wellhead": reservoir - int(draw.integers(8, 35)),
        "log_pressure_below": round(float(draw.uniform(0.2, 1.0)), 2),
        "log_pressure_above": round(float(draw.uniform(-1.6, -0.7)), 2),
        "sodium": round(float(draw.uniform(0.02, 0.2)), 2),
        "calcium": int(draw.integers(1, 6)),
    }


def _ask_degassing(p: Parameters) -> str:
    return (
        f"A hot brine of {p['sodium']} mol sodium chloride and {p['calcium']} mmol calcium chloride (CaCl2) per "
        f"kilogram of water (pH 7 at 25 °C) stands at {p['reservoir']} °C in equilibrium with an excess of calcite and "
        f"with CO2(g) at 10^{p['log_pressure_below']} atm. The water, without the rock, flows to a wellhead, where it "
        f"cools to {p['wellhead']} °C and loses gas until its CO2(g) pressure is 10^{p['log_pressure_above']} atm, "
        "while calcite precipitates to equilibrium. The water stays under enough pressure not to boil, and the "
        "pressure is left to the program. How many moles of calcite precipitate from the water that held one kilogram "
        "at the start?"
    )


def _deck_degassing(p: Parameters, wrong: Wrong) -> str:
    salt = 0 if "salt_left_out" in wrong else 1000 * float(p["sodium"])
    calcium = 0 if "calcium_left_out" in wrong else float(p["calcium"])
    reservoir = 25 if "cold_reservoir" in wrong else p["reservoir"]
    wellhead = p["reservoir"] if "no_cooling" in wrong else p["wellhead"]
    above = -3.4 if "outside_air" in wrong else p["log_pressure_above"]
    scale = "Aragonite" if "aragonite" in wrong else "Calcite"
    return f"""SOLUTION 1
 temp 25
 pH 7
 units mmol/kgw
 Na {salt}
 Ca {calcium}
 Cl {float(salt) + 2 * float(calcium)}
EQUILIBRIUM_PHASES 1
 Calcite 0 10
 CO2(g) {0 if "one_atmosphere" in wrong else p["log_pressure_below"]} 10
REACTION_TEMPERATURE 1
 {reservoir}
SAVE solution 1
END
USE solution 1
EQUILIBRIUM_PHASES 2
 {scale} 0 0
 CO2(g) {above} 0
REACTION_TEMPERATURE 2
 {wellhead}
END
"""


def _read_degassing(r: Readings, p: Parameters, wrong: Wrong) -> float:
    if "calcium_left" in wrong:
        return r.total("Ca")
    return _precipitated(r, "Aragonite" if "aragonite" in wrong else "Calcite")


calcite_degassing = Scenario(
    name="calcite_degassing",
    topic="heat",
    database="phreeqc.dat",
    mistakes={
        "salt_left_out": "left the sodium chloride out, so the ionic strength is too low",
        "calcium_left_out": "left the calcium chloride out, and with it the common ion",
        "cold_reservoir": "equilibrated the reservoir water at 25 °C",
        "one_atmosphere": "took one atmosphere of carbon dioxide in the reservoir",
        "no_cooling": "kept the water at the reservoir's temperature while it degassed",
        "outside_air": "let the water degas down to the carbon dioxide of the open air",
        "aragonite": "let aragonite precipitate instead of calcite",
        "calcium_left": "read the calcium left in solution instead of the calcite precipitated",
    },
    draw=_draw_degassing,
    ask=_ask_degassing,
    deck=_deck_degassing,
    read=_read_degassing,
    unit="mol",
    digits=4,
    style="scientific",
    low=1e-5,
    high=2e-2,
)

"""Solid solutions: barite with celestite, ideal; aragonite with strontianite, not ideal."""

from __future__ import annotations

from numpy.random import Generator

from mesocosm.simulators.phreeqc.reading import Readings
from mesocosm.suites.phreeqc.scenario import Fork, Parameters, Scenario, Taken

# ------------------------------------------------------------------ barium and strontium sulfate, ideal

SALT_GRAMS_PER_MOL = {"Na2SO4": 142.04, "Na2SO4:10H2O": 322.20}


def _draw_sulfate(draw: Generator) -> Parameters:
    barium, surface = int(draw.integers(30, 160)), int(draw.integers(8, 25))
    return {
        "temperature": surface + int(draw.integers(20, 45)),
        "surface": surface,
        "sodium": round(float(draw.uniform(0.2, 1.0)), 2),
        "barium": barium,
        "second_barium": round(barium * float(draw.uniform(1.4, 2.5))),
        "strontium": int(draw.integers(300, 600)),
        "second_strontium": int(draw.integers(150, 280)),
        "salt": round(float(draw.uniform(1.6, 3.5)), 2),
    }


def _ask_sulfate(p: Parameters, taken: Taken) -> str:
    well = "south" if "south_well" in taken else "north"
    where = "surface" if "surface" in taken else "formation"
    salt = "the decahydrate" if "hydrate" in taken else "the anhydrous salt"
    solid = "as two pure minerals" if "separate" in taken else "as one ideal solid solution"
    wanted = "molality of the free ion Ba+2" if "free_ion" in taken else "total barium left in solution"
    anhydrous, hydrate = (f"({name}, {mass:.2f} g/mol)" for name, mass in SALT_GRAMS_PER_MOL.items())
    return (
        f"Water of a north well holds {p['barium']} mg barium and {p['strontium']} mg strontium per kilogram of water, "
        f"that of a south well {p['second_barium']} mg and {p['second_strontium']} mg (137.33 and 87.62 g/mol). Both "
        f"hold {p['sodium']} mol/kgw sodium at pH 7, and chloride balances the charge. The formation is at "
        f"{p['temperature']} °C, the surface at {p['surface']} °C. Sodium sulfate is at hand as anhydrous salt "
        f"{anhydrous} and as decahydrate {hydrate}. At the temperature of the {where}, {p['salt']} g of {salt} are "
        f"dissolved per kilogram of water of the {well} well. Barite and celestite, absent at first, precipitate to "
        f"equilibrium {solid}; no other solid forms. What is the {wanted}, in mol per kilogram of water?"
    )


def _salt(taken: Taken) -> str:
    return "Na2SO4:10H2O" if "hydrate" in taken else "Na2SO4"


def _deck_sulfate(p: Parameters, taken: Taken) -> str:
    solid = "SOLID_SOLUTIONS 1\n Sulfate\n -comp Barite 0\n -comp Celestite 0"
    if "separate" in taken:
        solid = "EQUILIBRIUM_PHASES 1\n Barite 0 0\n Celestite 0 0"
    well = "second_" if "south_well" in taken else ""
    salt = _salt(taken)
    return f"""SOLUTION 1
 temp {p["surface" if "surface" in taken else "temperature"]}
 pH 7
 units mmol/kgw
 Na {1000 * float(p["sodium"])}
 Ba {float(p[well + "barium"]) / 137.33:.5f}
 Sr {float(p[well + "strontium"]) / 87.62:.5f}
 Cl 10 charge
{solid}
REACTION 1
 {salt} 1
 {1000 * float(p["salt"]) / SALT_GRAMS_PER_MOL[salt]:.5f} mmol
END
"""


def _read_sulfate(r: Readings, p: Parameters, taken: Taken) -> float:
    return r.species("Ba+2") if "free_ion" in taken else r.total("Ba")


barite_celestite = Scenario(
    name="barite_celestite",
    topic="solid_solutions",
    database="phreeqc.dat",
    forks={
        "separate": Fork(
            "let barite and celestite form as two pure minerals instead of one solid solution",
            "let barite and celestite form one solid solution instead of two pure minerals",
        ),
        "hydrate": Fork(
            "weighed the sodium sulfate as the decahydrate instead of the anhydrous salt",
            "weighed the sodium sulfate as the anhydrous salt instead of the decahydrate",
        ),
        "surface": Fork(
            "ran the water at the temperature of the surface", "ran the water at the temperature of the formation"
        ),
        "south_well": Fork("took the water of the south well", "took the water of the north well"),
        "free_ion": Fork(
            "read the free barium ion instead of total barium", "read total barium instead of the free barium ion"
        ),
    },
    draw=_draw_sulfate,
    ask=_ask_sulfate,
    deck=_deck_sulfate,
    read=_read_sulfate,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-9,
    high=1e-4,
)

# ------------------------------------------------------------------ calcium and strontium carbonate, not ideal


def _draw_carbonate(draw: Generator) -> Parameters:
    cave, log_pressure = int(draw.integers(5, 15)), round(float(draw.uniform(-1.8, -1.0)), 2)
    return {
        "temperature": cave,
        "spring": cave + int(draw.integers(25, 45)),
        "log_pressure": log_pressure,
        "cave_pressure": round(log_pressure - float(draw.uniform(0.3, 0.8)), 2),
        "sodium": int(draw.integers(20, 500)),
        "strontianite": round(float(draw.uniform(0.05, 0.35)), 2),
        "first": round(float(draw.uniform(0.8, 1.7)), 2),
        "second": round(float(draw.choice([-1, 1]) * draw.uniform(0.2, 0.5)), 2),
    }


def _ask_carbonate(p: Parameters, taken: Taken) -> str:
    where = "spring" if "spring" in taken else "cave"
    air = "the cave air" if "cave_air" in taken else "soil air"
    contact = "and then, shut off from any gas," if "shut_off" in taken else "and, still in contact with it,"
    mineral = _mineral(taken).lower()
    first, second = ("strontianite", mineral) if "strontium_first" in taken else (mineral, "strontianite")
    return (
        f"A cave is at {p['temperature']} °C, a hot spring at {p['spring']} °C; soil air holds CO2(g) at "
        f"10^{p['log_pressure']} atm, the cave air at 10^{p['cave_pressure']} atm. At the temperature of the {where}, "
        f"water with {p['sodium']} mmol/kgw sodium chloride, pH 7 at the start, equilibrates with {air} {contact} with "
        f"a solid solution of {_aragonite(p):.2f} mol {mineral} and {p['strontianite']} mol strontianite per "
        f"kilogram of water. Component 1 (mole fraction x1) is {first}, component 2 (x2) {second}. "
        f"{_guggenheim(p, taken)}. What is the total strontium in solution, in mol per kilogram of water?"
    )


def _guggenheim(p: Parameters, taken: Taken) -> str:
    """Write the law of the activity coefficients; the engine keeps the excess free energy at another temperature."""
    one, other = "x2^2 (a0 - a1 (4 x1 - 1))", "x1^2 (a0 + a1 (4 x2 - 1))"
    if "kilojoules" in taken:
        return (
            f"Its Guggenheim parameters are a0 = {p['first']} kJ/mol and a1 = {p['second']} kJ/mol at any temperature: "
            f"RT ln g1 = {one} and RT ln g2 = {other} with activity coefficients g"
        )
    return (
        f"Its dimensionless Guggenheim parameters at 25 °C are a0 = {p['first']} and a1 = {p['second']}: there, "
        f"ln g1 = {one} and ln g2 = {other} with activity coefficients g; RT ln g does not change with temperature"
    )


def _aragonite(p: Parameters) -> float:
    return 1 - float(p["strontianite"])


def _deck_carbonate(p: Parameters, taken: Taken) -> str:
    calcium = f"{_mineral(taken)} {_aragonite(p):.2f}"
    strontium = f"Strontianite {p['strontianite']}"
    first, second = (strontium, calcium) if "strontium_first" in taken else (calcium, strontium)
    shut = "SAVE solution 1\nEND\nUSE solution 1\n" if "shut_off" in taken else ""
    return f"""SOLUTION 1
 temp {p["spring" if "spring" in taken else "temperature"]}
 pH 7
 units mmol/kgw
 Na {p["sodium"]}
 Cl {p["sodium"]}
EQUILIBRIUM_PHASES 1
 CO2(g) {p["cave_pressure" if "cave_air" in taken else "log_pressure"]} 10
{shut}SOLID_SOLUTIONS 1
 Carbonate
 -comp1 {first}
 -comp2 {second}
 -Gugg_{"kJ" if "kilojoules" in taken else "nondim"} {p["first"]} {p["second"]}
END
"""


def _mineral(taken: Taken) -> str:
    return "Calcite" if "calcite" in taken else "Aragonite"


def _read_carbonate(r: Readings, p: Parameters, taken: Taken) -> float:
    return r.total("Sr")


aragonite_strontianite = Scenario(
    name="aragonite_strontianite",
    topic="solid_solutions",
    database="phreeqc.dat",
    forks={
        "kilojoules": Fork(
            "entered the dimensionless Guggenheim parameters as kJ/mol",
            "entered the Guggenheim parameters in kJ/mol as dimensionless ones",
        ),
        "strontium_first": Fork(
            "made strontianite the first component, which turns the sign of a1",
            "made the calcium carbonate the first component, which turns the sign of a1",
        ),
        "calcite": Fork("took calcite for aragonite", "took aragonite for calcite"),
        "spring": Fork(
            "ran the water at the spring's temperature instead of the cave's",
            "ran the water at the cave's temperature instead of the spring's",
        ),
        "cave_air": Fork("used the carbon dioxide of the cave air", "used the carbon dioxide of the soil air"),
        "shut_off": Fork(
            "shut the gas off before the solid dissolved", "kept the gas in contact while the solid dissolved"
        ),
    },
    draw=_draw_carbonate,
    ask=_ask_carbonate,
    deck=_deck_carbonate,
    read=_read_carbonate,
    unit="mol/kgw",
    digits=4,
    style="scientific",
    low=1e-6,
    high=1e-2,
)

"""The root of crust that carries a mountain range, after Airy."""

from __future__ import annotations

from mesocosm.questions.forks import Fork, Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Printed, Symbol, Template, Variable


def _ask(p: Printed, taken: Taken) -> str:
    relief = "plateau" if "plateau" in taken else "hills"
    crust = "mafic" if "mafic" in taken else "felsic"
    mantle = "hot" if "hot" in taken else "cold"
    ice = "are covered by" if "ice" in taken else "are free of"
    return (
        f"Crust of {p['felsic']:g} kg/m³ where felsic and {p['mafic']:g} kg/m³ where mafic floats on a mantle of "
        f"{p['cold']:g} kg/m³ where cold and {p['hot']:g} kg/m³ where hot. Where its surface is at sea level the crust "
        f"is {p['normal']:g} km thick. The rock of a range of hills rises {p['hills']:g} km above sea level, that of a "
        f"plateau {p['plateau']:g} km. In ice ages the heights carry {p['ice']:g} km of ice on top of their rock, in "
        f"warm ages none. Assume local (Airy) balance, {crust} crust and {mantle} mantle, and take the {relief} when "
        f"the heights {ice} ice and the balance is complete, with the rock at the height given."
    )


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    height = x["plateau" if "plateau" in taken else "hills"]
    crust = x["mafic" if "mafic" in taken else "felsic"]
    mantle = x["hot" if "hot" in taken else "cold"]
    load = height * crust + (x["ice"] * x["ice_density"] if "ice" in taken else 0.0)
    root = load / (mantle - crust)
    return {"r": root, "t": x["normal"] + height + root, "p": load * x["g"]}


def _write(taken: Taken) -> str:
    ice = r" + \rho_3 d" if "ice" in taken else ""
    return rf"\frac{{\rho_1 h{ice}}}{{\rho_2 - \rho_1}}"


template = Template(
    category="solid earth",
    kind="knowledge",
    reference="Turcotte and Schubert (2014), Geodynamics, Section 2.2",
    background=(
        "In Airy's balance the load above sea level, height times crustal density plus any ice, equals the mass that "
        "the root displaces: r (ρ_mantle − ρ_crust)."
    ),
    variables={
        "felsic": Variable("kg/m**3", 2680, 2740, 10),
        "mafic": Variable("kg/m**3", 2840, 2880, 10),
        "cold": Variable("kg/m**3", 3320, 3360, 10),
        "hot": Variable("kg/m**3", 3200, 3240, 10),
        "normal": Variable("km", 30, 36, 1),
        "hills": Variable("km", 1.4, 1.7, 0.05),
        "plateau": Variable("km", 2.9, 3.3, 0.05),
        "ice": Variable("km", 1.6, 2.2, 0.1),
    },
    constants=("ice_density", "g"),
    forks={
        "plateau": Fork("used the height of the plateau", "used the height of the hills", "misreading"),
        "mafic": Fork("used the density of mafic crust", "used the density of felsic crust", "misreading"),
        "hot": Fork("used the density of the hot mantle", "used the density of the cold mantle", "misreading"),
        "ice": Fork("added ice that was not there", "left out the weight of the ice", "reasoning"),
    },
    ask=_ask,
    solve=_solve,
    parts={
        "r": Part("the thickness of the root below the base of normal crust", "km", 3, 50),
        "t": Part("the total thickness of the crust", "km", 30, 95),
        "p": Part("the pressure of the rock and any ice at sea level", "MPa", 20, 150),
    },
    collection="further",
    formula=Formula(
        symbols={
            "h": Symbol(
                "the height of that rock above sea level",
                lambda x, taken: x["plateau" if "plateau" in taken else "hills"],
            ),
            "d": Symbol("the thickness of ice in ice ages", lambda x, taken: x["ice"]),
            r"\rho_1": Symbol(
                "the density of that crust", lambda x, taken: x["mafic" if "mafic" in taken else "felsic"]
            ),
            r"\rho_2": Symbol("the density of that mantle", lambda x, taken: x["hot" if "hot" in taken else "cold"]),
            r"\rho_3": Symbol("the density of ice", lambda x, taken: x["ice_density"]),
        },
        write=_write,
    ),
)

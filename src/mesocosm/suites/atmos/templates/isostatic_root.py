"""The root of crust that carries a mountain range, after Airy."""

from __future__ import annotations

from mesocosm.questions.forks import Taken
from mesocosm.suites.atmos.template import SI, Formula, Part, Symbol, Template, Variable, fork


def _solve(x: SI, taken: Taken) -> dict[str, float]:
    load = x["height"] * x["crust"] + (x["ice"] * x["ice_density"] if "ice" in taken else 0.0)
    root = load / (x["mantle"] - x["crust"])
    return {"r": root, "t": x["normal"] + x["height"] + root, "p": load * x["g"]}


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
        "plateau": fork("used the height of the [plateau|hills]", height=("plateau", "hills")),
        "mafic": fork("used the density of [mafic|felsic] crust", crust=("mafic", "felsic")),
        "hot": fork("used the density of the [hot|cold] mantle", mantle=("hot", "cold")),
        "ice": fork("[added ice that was not there|left out the weight of the ice]", "reasoning"),
    },
    question=(
        "Crust of {felsic} kg/m³ where felsic and {mafic} kg/m³ where mafic floats on a mantle of {cold} kg/m³ where "
        "cold and {hot} kg/m³ where hot. Where its surface is at sea level the crust is {normal} km thick. The rock of "
        "a range of hills rises {hills} km above sea level, that of a plateau {plateau} km. In ice ages the heights "
        "carry {ice} km of ice on top of their rock, in warm ages none. Assume local (Airy) balance, "
        "[mafic:mafic|felsic] crust and [hot:hot|cold] mantle, and take the [plateau:plateau|hills] when the heights "
        "are [ice:covered by|free of] ice and the balance is complete, with the rock at the height given."
    ),
    solve=_solve,
    parts={
        "r": Part("the thickness of the root below the base of normal crust", "km", 3, 50),
        "t": Part("the total thickness of the crust", "km", 30, 95),
        "p": Part("the pressure of the rock and any ice at sea level", "MPa", 20, 150),
    },
    collection="further",
    formula=Formula(
        symbols={
            "h": Symbol("the height of that rock above sea level", "height"),
            "d": Symbol("the thickness of ice in ice ages", "ice"),
            r"\rho_1": Symbol("the density of that crust", "crust"),
            r"\rho_2": Symbol("the density of that mantle", "mantle"),
            r"\rho_3": Symbol("the density of ice", "ice_density"),
        },
        latex=r"\frac{\rho_1 h[ice: + \rho_3 d|]}{\rho_2 - \rho_1}",
    ),
)

"""The nouns of questions: words of the taxonomy with their plurals."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Noun:
    word: str
    """The singular as tools understand it; the taxonomy says which leaves it means."""
    plural: str

    def counted(self, count: int) -> str:
        """Return a count with the noun, such as `1 ship` and `2 ships`."""
        return f"{count} {self.word if count == 1 else self.plural}"


CAR = Noun("car", "cars")
TRUCK = Noun("truck", "trucks")
BUS = Noun("bus", "buses")
VEHICLE = Noun("road vehicle", "road vehicles")
SHIP = Noun("ship", "ships")
BOAT = Noun("boat", "boats")
VESSEL = Noun("vessel", "vessels")
BUILDING = Noun("building", "buildings")
"""The noun for all buildings: a house, a shop and a block of flats look alike from above, so no question tells them
apart.
"""
TREE = Noun("tree", "trees")
POOL = Noun("swimming pool", "swimming pools")
TANK = Noun("storage tank", "storage tanks")
PLANE = Noun("plane", "planes")
CHURCH = Noun("church", "churches")
HALL = Noun("factory hall", "factory halls")
CRANE = Noun("crane", "cranes")
SOLAR = Noun("solar array", "solar arrays")
TENNIS = Noun("tennis court", "tennis courts")
BASKETBALL = Noun("basketball court", "basketball courts")
PITCH = Noun("football pitch", "football pitches")
BRIDGE = Noun("bridge", "bridges")
ROUNDABOUT = Noun("roundabout", "roundabouts")
CAR_PARK = Noun("car park", "car parks")
HELIPAD = Noun("helipad", "helipads")
COACH = Noun("railway coach", "railway coaches")

MOVING = (CAR, TRUCK, BUS, VEHICLE, SHIP, BOAT, VESSEL)
"""Things that differ from one day to the next."""
COUNTED = (  # without containers: piles of one colour side by side look like one
    *MOVING,
    BUILDING,
    POOL,
    TANK,
    PLANE,
    HALL,
    CRANE,
    SOLAR,
    TENNIS,
    BRIDGE,
    CAR_PARK,
)
RADAR = (SHIP, BOAT, VESSEL, TANK, BRIDGE, PLANE, BUILDING)
"""Things that a radar picture shows; it does not show what a building is for, nor tells cranes from ships below them.
"""
RATIOS = ((CAR, BUILDING), (CAR, TRUCK), (BUILDING, POOL), (BOAT, SHIP), (CAR, BUS))
"""Pairs for questions about how many of the one there are to each of the other."""
LANDMARKS = (
    CHURCH,
    ROUNDABOUT,
    HELIPAD,
    BRIDGE,
    PITCH,
    BASKETBALL,
    TENNIS,
    POOL,
    CAR_PARK,
    TANK,
    PLANE,
    CRANE,
    SOLAR,
    SHIP,
    BUS,
    TRUCK,
    HALL,
    BOAT,
)
"""Things that a person would use as a landmark, if only one is in sight."""
BY_WORD = {noun.word: noun for noun in (*COUNTED, *LANDMARKS, TREE, COACH)}

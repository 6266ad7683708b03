"""What questions call things: words of the taxonomy with their plurals."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Noun:
    word: str
    """As tools understand it; the taxonomy says which leaves it means."""
    plural: str

    def counted(self, count: int) -> str:
        """As in `1 ship` and `2 ships`."""
        return f"{count} {self.word if count == 1 else self.plural}"


CAR = Noun("car", "cars")
TRUCK = Noun("truck", "trucks")
BUS = Noun("bus", "buses")
VEHICLE = Noun("road vehicle", "road vehicles")
SHIP = Noun("ship", "ships")
BOAT = Noun("boat", "boats")
VESSEL = Noun("vessel", "vessels")
BUILDING = Noun("building", "buildings")
"""Whether one is a house, a shop or a block of flats is not to be seen from above, so no question turns on it."""
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
"""What differs from one day to the next."""
COUNTED = (  # containers are not: piles of one colour side by side look like one
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
"""What a radar picture tells: not what a building is for, nor cranes from ships below them."""
RATIOS = ((CAR, BUILDING), (CAR, TRUCK), (BUILDING, POOL), (BOAT, SHIP), (CAR, BUS))
"""Pairs of which one asks how many there are to each of the other."""
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
"""What a person would steer by, where there is only one in sight."""
BY_WORD = {noun.word: noun for noun in (*COUNTED, *LANDMARKS, TREE, COACH)}

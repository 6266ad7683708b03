"""Every class of thing that pictures of the planet annotate: what it is a kind of, how large it is, and who sees it.

A question may ask for a super-class: `is_a("truck", "vehicle")`. Sizes are of the longer side as things are drawn; a
sensor shows a class when that side is at least a pixel and a half (photograph of 0.3 to 1 m), or about two pixels of
10 m that differ from their surroundings (optical scene, radar).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Label = Literal[
    "house",
    "apartment_block",
    "commercial_building",
    "church",
    "factory_hall",
    "car",
    "truck",
    "bus",
    "train",
    "ship",
    "boat",
    "plane",
    "storage_tank",
    "crane",
    "container_stack",
    "solar_array",
    "tennis_court",
    "basketball_court",
    "football_pitch",
    "swimming_pool",
    "bridge",
    "roundabout",
    "car_park",
    "tree",
    "helipad",
]
SuperClass = Literal[
    "building",
    "vehicle",
    "road_vehicle",
    "vessel",
    "aircraft",
    "port_equipment",
    "energy",
    "sports_ground",
    "transport",
    "vegetation",
]
Sensor = Literal["photograph", "optical", "radar"]
ABOVE: dict[SuperClass, SuperClass] = {"road_vehicle": "vehicle"}
"""Super-classes that are themselves kinds of another."""


@dataclass(frozen=True)
class LabelClass:
    """What is known of a class before any picture is seen."""

    label: Label
    kind_of: SuperClass
    size_m: tuple[float, float]
    """The least and the greatest longer side."""
    sensors: tuple[Sensor, ...] = ("photograph",)
    synonyms: tuple[str, ...] = ()
    attribute: str = ""
    """What parts its kinds, such as a ship's `kind`; empty where nothing does."""


_ALL: tuple[Sensor, ...] = ("photograph", "optical", "radar")
_SEEN: tuple[Sensor, ...] = ("photograph", "optical")
CLASSES: tuple[LabelClass, ...] = (
    LabelClass("house", "building", (4.0, 60.0), synonyms=("home", "detached house", "dwelling"), attribute="roof"),
    LabelClass("apartment_block", "building", (5.0, 150.0), _ALL, ("flats", "apartment building", "block of flats")),
    LabelClass("commercial_building", "building", (4.0, 200.0), _ALL, ("office", "shop", "school"), "use"),
    LabelClass("church", "building", (12.0, 40.0), synonyms=("chapel",)),
    LabelClass("factory_hall", "building", (6.0, 250.0), _ALL, ("warehouse", "factory", "industrial hall"), "use"),
    LabelClass("car", "road_vehicle", (3.6, 6.0), synonyms=("automobile", "small vehicle", "van"), attribute="colour"),
    LabelClass("truck", "road_vehicle", (7.0, 17.0), synonyms=("lorry", "large vehicle"), attribute="kind"),
    LabelClass("bus", "road_vehicle", (10.0, 19.0), synonyms=("coach",)),
    LabelClass("train", "vehicle", (20.0, 27.0), synonyms=("railway coach", "railway vehicle", "wagon")),
    LabelClass("ship", "vessel", (39.0, 262.0), _ALL, ("cargo ship", "freighter", "large vessel"), "kind"),
    LabelClass("boat", "vessel", (4.0, 30.0), synonyms=("small vessel", "yacht", "motorboat")),
    LabelClass("plane", "aircraft", (7.0, 75.0), _SEEN, ("aeroplane", "airplane", "airliner"), "kind"),
    LabelClass("storage_tank", "energy", (8.0, 90.0), _ALL, ("tank", "oil tank")),
    LabelClass("crane", "port_equipment", (30.0, 130.0), _ALL, ("gantry crane", "ship-to-shore crane")),
    LabelClass("container_stack", "port_equipment", (5.0, 14.0), synonyms=("container", "shipping container")),
    LabelClass("solar_array", "energy", (6.0, 400.0), _SEEN, ("solar panel", "photovoltaic array")),
    LabelClass("tennis_court", "sports_ground", (23.0, 40.0), _SEEN),
    LabelClass("basketball_court", "sports_ground", (15.0, 34.0), _SEEN),
    LabelClass("football_pitch", "sports_ground", (60.0, 120.0), _SEEN, ("soccer field", "football field")),
    LabelClass("swimming_pool", "sports_ground", (5.0, 50.0), synonyms=("pool",)),
    LabelClass("bridge", "transport", (8.0, 900.0), _ALL, ("overpass", "viaduct")),
    LabelClass("roundabout", "transport", (20.0, 60.0), _SEEN, ("traffic circle",)),
    LabelClass("car_park", "transport", (10.0, 250.0), _SEEN, ("parking lot",)),
    LabelClass("tree", "vegetation", (2.0, 16.0)),
    LabelClass("helipad", "transport", (15.0, 40.0), _SEEN, ("helicopter pad",)),
)


def label_class(label: str) -> LabelClass:
    """The class of a label."""
    return _BY_LABEL[label]


def labels_of(name: str) -> tuple[Label, ...]:
    """The labels that a name stands for: a label, a super-class or a synonym; none of a name that is not known."""
    wanted = name.strip().lower().replace("_", " ")
    return tuple(each.label for each in CLASSES if wanted in _names(each))


def is_a(label: Label, name: str) -> bool:
    """Whether a thing of a label is what a name asks for."""
    return label in labels_of(name)


def _names(each: LabelClass) -> frozenset[str]:
    above = [each.kind_of, ABOVE.get(each.kind_of, each.kind_of)]
    return frozenset(name.replace("_", " ") for name in (each.label, *above, *each.synonyms))


_BY_LABEL: dict[str, LabelClass] = {each.label: each for each in CLASSES}

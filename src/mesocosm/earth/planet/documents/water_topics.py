"""Sentences about rivers, floods and roads, in three voices: an office, a newspaper, a study."""

from __future__ import annotations

from mesocosm.earth.planet.documents.air_topics import Voice
from mesocosm.earth.planet.documents.scene import Scene, join_words


def rivers(scene: Scene, voice: Voice) -> str:
    """Describe the highest flow at the chief gauge."""
    if not scene.gauges:
        return ""
    pen, at, place = scene.pen, scene.at, scene.gauges[0]
    river, name = scene.river(place), place.name
    peak, day, usual = pen.value(at("peak", place)), pen.day(at("peak day", place)), pen.value(at("usual flow", place))
    first, times = pen.value(at("first flow", place)), pen.number(at("flow share", place))
    if at("peak", place).value < 1.5 * max(at("first flow", place).value, at("usual flow", place).value):
        return _steady(scene, voice)
    return {
        "office": pen.pick(
            f"The {river} crested at {name} on {day} at {peak} (long-term mean {usual}).",
            f"{river}, gauge {name}: rise from {first} to a peak of {peak} on {day}.",
            f"At the {name} gauge the {river} rose from {first} to {peak} and peaked on {day}.",
        ),
        "news": pen.pick(
            f"The {river} came up to {peak} at {name} on {day}, {times} times its usual flow.",
            f"At {name} the {river}, which carries {usual} in an ordinary week, swelled to {peak} on {day}.",
            f"By {day} the {river} was running at {peak} through {name}.",
        ),
        "study": pen.pick(
            f"Discharge of the {river} at {name} increased from {first} to a maximum of {peak} on {day}, {times} times "
            "the long-term mean.",
            f"The {river} at {name} peaked at {peak} on {day}; initial discharge was {first} and the long-term mean is "
            f"{usual}.",
        ),
    }[voice]


def _steady(scene: Scene, voice: Voice) -> str:
    """Describe a river that did not rise."""
    pen, at, place = scene.pen, scene.at, scene.gauges[0]
    river, name = scene.river(place), place.name
    low, peak, usual = (pen.value(at(key, place)) for key in ("low flow", "peak", "usual flow"))
    return {
        "office": pen.pick(
            f"The {river} at {name} stayed between {low} and {peak} (long-term mean {usual}).",
            f"{river}, gauge {name}: lowest flow {low}, highest {peak}, mean of many years {usual}.",
        ),
        "news": pen.pick(
            f"The {river} at {name} was down to {low}; in an average year it carries {usual}.",
            f"There was {low} in the {river} at {name} when it was lowest.",
        ),
        "study": pen.pick(
            f"Discharge of the {river} at {name} ranged from {low} to {peak} (long-term mean {usual}).",
            f"At {name} the {river} carried {low} at its lowest and {peak} at its highest, against a mean of {usual}.",
        ),
    }[voice]


def other_rivers(scene: Scene, voice: Voice) -> str:
    pen, at = scene.pen, scene.at
    peaks = [
        (f"{scene.river(place)} at {place.name}", pen.value(at("peak", place)), pen.day(at("peak day", place)))
        for place in scene.gauges[1:]
    ]
    if not peaks:
        return ""
    flows = join_words([f"{flow} in the {river} ({day})" for river, flow, day in peaks])
    return pen.pick(
        f"Highest flows elsewhere: {'; '.join(f'{river}, {flow} on {day}' for river, flow, day in peaks)}.",
        f"The other gauges showed at most {flows}.",
        f"Elsewhere the rivers carried up to {flows}.",
    )


def flood(scene: Scene, voice: Voice) -> str:
    pen, facts = scene.pen, scene.facts
    if not facts.has("flooded"):
        return {
            "office": pen.pick("No land was flooded.", "No flooding has been reported."),
            "news": "",
            "study": "No inundation deeper than 0.1 m was observed.",
        }[voice]
    area, day = pen.value(facts.get("flooded")), pen.day(facts.get("flooded day"))
    deep = facts.all("deepest")[0]
    depth, near = pen.value(deep), deep.place
    return {
        "office": pen.pick(
            f"Flooded land: {area} at its greatest, on {day}; deepest water {depth}, near {near}.",
            f"In all {area} stood under water on {day}. The greatest depth, {depth}, was found near {near}.",
            f"The flood covered {area} on {day}, and was {depth} deep at the worst place, near {near}.",
        ),
        "news": pen.pick(
            f"From the air, {area} of fields and gardens looked like a lake on {day}. Near {near} the water stood "
            f"{depth} deep.",
            f"Water lay {depth} deep near {near}, and {area} of the district was flooded on {day}.",
        ),
        "study": pen.pick(
            f"Inundation deeper than 0.1 m extended over {area} on {day}, with a maximum depth of {depth} near {near}.",
            f"Flood extent was largest on {day} ({area}); water depth reached {depth} near {near}.",
        ),
    }[voice]


def roads(scene: Scene, voice: Voice) -> str:
    pen, facts, shut = scene.pen, scene.facts, scene.shut
    if not shut:
        return {"office": pen.pick("All main roads stayed open.", "No road closures."), "news": "", "study": ""}[voice]
    road = shut[0]
    count, first = pen.count(facts.get("closed"), "road"), pen.count(facts.get("closed"), "road", first=True)
    where = facts.get("shut", road.id).place.replace(",", "", 1)
    begin, days = pen.day(facts.get("shut", road.id)), pen.count(facts.get("shut days", road.id), "day")
    depth = pen.value(facts.get("road depth", road.id))
    more = f" {join_words([other.name for other in shut[1:5]])} also closed." if shut[1:] else ""
    return {
        "office": pen.pick(
            f"{first} closed by water. The {where} was shut on {begin} for {days} ({depth} of water).{more}",
            f"Closures: {count}. {where}, from {begin}, {days}, water up to {depth}.{more}",
        ),
        "news": pen.pick(
            f"Drivers could not use the {where} for {days} from {begin}.{more}",
            f"The {where} disappeared under {depth} of water on {begin} and was closed for {days}.{more}",
        ),
        "study": pen.pick(
            f"Depths on roads exceeded the limit of 0.3 m on {count}; the {where} was impassable for {days} from "
            f"{begin}.",
            f"In all {count} became impassable, chiefly the {where}, where depth reached {depth}.",
        ),
    }[voice]


def journeys(scene: Scene, voice: Voice) -> str:
    pen, facts = scene.pen, scene.facts
    delays = facts.all("delay")
    parts = []
    if delays:
        longest = delays[0]
        here, _, there = longest.place.partition(" to ")
        usual = pen.value(next(fact for fact in facts.all("journey") if fact.place == longest.place))
        late = pen.value(longest)
        parts.append(
            {
                "office": pen.pick(
                    f"The longest delay was {late}, from {here} to {there} (usual journey {usual}).",
                    f"Journeys from {here} to {there}, usually {usual}, took {late} longer.",
                ),
                "news": pen.pick(
                    f"Anyone going from {here} to {there} lost {late}.",
                    f"The drive from {here} to {there}, as a rule {usual}, took {late} more than that.",
                ),
                "study": pen.pick(
                    f"The greatest increase in travel time was {late} ({here} to {there}; baseline {usual}).",
                    f"Travel time from {here} to {there} increased by {late} over a baseline of {usual}.",
                ),
            }[voice]
        )
    if scene.severed:
        names = join_words([place.name for place in scene.severed[:4]])
        cut = {"office": "could not be reached by road", "news": "was cut off", "study": "lost all road access"}[voice]
        parts.append(f"{names} {cut.replace('was', 'were') if len(scene.severed) > 1 else cut}.")
    return " ".join(parts)

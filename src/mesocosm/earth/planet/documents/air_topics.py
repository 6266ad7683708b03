"""Sentences about the air, in three voices: an office, a newspaper, a study."""

from __future__ import annotations

from typing import Literal

from mesocosm.earth.planet.documents.scene import Scene, join_words

Voice = Literal["office", "news", "study"]
MILD_C = 5.0
"""Lowest temperature, °C, above which no text mentions frost."""


def rain(scene: Scene, voice: Voice) -> str:
    pen, at = scene.pen, scene.at
    first, *rest = scene.ranked("rain")
    if at("wet days", first).value == 0:
        return dryness(scene, voice)
    total, name = pen.value(at("rain", first)), first.name
    day, most = pen.day(at("wettest day", first)), pen.value(at("wettest", first))
    others = rest[: 2 if voice != "news" else 1]
    also = join_words([f"{pen.value(at('rain', place))} at {place.name}" for place in others]) if others else ""
    tail = {
        "office": pen.pick(f", with {also}", f"; {also}") if also else "",
        "news": f" ({also})" if also else "",
        "study": f", compared with {also}" if also else "",
    }[voice]
    return {
        "office": pen.pick(
            f"Rain totals reached {total} at {name}{tail}. The wettest day at {name} was {day} ({most}).",
            f"{name} recorded {total} in all{tail}. Of this {most} fell on {day}.",
            f"Highest total: {name}, {total}{tail}. The heaviest fall in a day, {most}, was measured on {day}.",
        ),
        "news": pen.pick(
            f"{name} had {total} of rain{tail}. Of that, {most} came down on {day} alone.",
            f"On {day} the gauge at {name} caught {most}; by the end it stood at {total}{tail}.",
            f"People at {name} will remember {day}, when {most} fell. The total there came to {total}{tail}.",
        ),
        "study": pen.pick(
            f"Accumulated precipitation was greatest at {name} ({total}){tail}; the daily maximum of {most} occurred "
            f"on {day}.",
            f"The largest station total, {total}, was observed at {name}{tail}. Daily precipitation peaked at {most} "
            f"on {day}.",
            f"Station totals were led by {name} with {total}{tail}. The maximum one-day amount there was {most} "
            f"({day}).",
        ),
    }[voice]


def areal_rain(scene: Scene, voice: Voice) -> str:
    pen = scene.pen
    mean = pen.value(scene.facts.get("rain"))
    return {
        "office": pen.pick(f"Averaged over the land the fall was {mean}.", f"Areal mean: {mean}."),
        "news": pen.pick(f"Spread over the whole district that makes {mean}.", f"The district as a whole had {mean}."),
        "study": pen.pick(f"The areal mean over land was {mean}.", f"Averaged over all land cells, {mean} fell."),
    }[voice]


def wind(scene: Scene, voice: Voice) -> str:
    pen = scene.pen
    first = scene.ranked("wind")[0]
    speed, day, name = pen.value(scene.at("wind", first)), pen.day(scene.at("wind day", first)), first.name
    low = pen.value(scene.at("pressure", first))
    return {
        "office": pen.pick(
            f"Wind: hourly mean up to {speed} at {name} on {day}; lowest pressure there {low}.",
            f"The strongest hourly wind, {speed}, was logged at {name} on {day}. Pressure fell to {low}.",
            f"Sustained winds of {speed} were measured at {name} ({day}), with the barometer down to {low}.",
        ),
        "news": pen.pick(
            f"The wind touched {speed} at {name} on {day}.",
            f"At {name} the anemometer showed {speed} for an hour on {day}.",
        ),
        "study": pen.pick(
            f"The maximum hourly mean wind was {speed} ({name}, {day}) and minimum sea-level pressure {low}.",
            f"Sea-level pressure at {name} fell to {low}, and hourly wind there reached {speed} on {day}.",
        ),
    }[voice]


def heat(scene: Scene, voice: Voice) -> str:
    pen, at = scene.pen, scene.at
    first, *rest = scene.ranked("highest")
    top, day, name = pen.value(at("highest", first)), pen.day(at("highest day", first)), first.name
    tail = join_words([f"{pen.value(at('highest', place))} at {place.name}" for place in rest[:2]]) if rest else ""
    return {
        "office": pen.pick(
            f"The highest temperature was {top} at {name} on {day}{', with ' + tail if tail else ''}.",
            f"Maximum: {name} {top} ({day}){'; ' + tail if tail else ''}.",
            f"{name} reached {top} on {day}{'; elsewhere ' + tail if tail else ''}.",
        ),
        "news": pen.pick(
            f"The mercury climbed to {top} at {name} on {day}.",
            f"The day to stay indoors at {name} was {day}: {top} in the shade.",
            f"Nowhere was it warmer than at {name}, where {day} brought {top}.",
        ),
        "study": pen.pick(
            f"Maximum temperature reached {top} at {name} on {day}{' (' + tail + ')' if tail else ''}.",
            f"The highest daily maximum, {top}, was observed at {name} on {day}.",
        ),
    }[voice]


def discomfort(scene: Scene, voice: Voice) -> str:
    pen = scene.pen
    first = scene.ranked("discomfort")[0]
    hours = scene.at("discomfort", first)
    felt = pen.number(scene.at("humidex", first))
    if hours.value < 1:
        return {
            "office": f"The humidex stayed below 40 at every station; highest value {felt}, at {first.name}.",
            "news": "For all that, the air was dry enough to bear.",
            "study": f"Humidex did not reach 40 at any station (maximum {felt}, {first.name}).",
        }[voice]
    length = pen.value(hours)
    return {
        "office": pen.pick(
            f"Great discomfort (humidex 40 and above) lasted {length} at {first.name}, with a highest value of {felt}.",
            f"{first.name} counted {length} at humidex 40 or more; the index peaked at {felt}.",
        ),
        "news": pen.pick(
            f"Doctors at {first.name} counted {length} in which the damp heat was a danger to the old and the sick.",
            f"For {length} it felt like 40 degrees or worse at {first.name}.",
        ),
        "study": pen.pick(
            f"Humidex was at or above 40 for {length} at {first.name}, with a maximum of {felt}.",
            f"At {first.name} exposure to humidex of 40 or more amounted to {length} (maximum {felt}).",
        ),
    }[voice]


def cold(scene: Scene, voice: Voice) -> str:
    pen, at = scene.pen, scene.at
    first, *rest = scene.ranked("lowest", lowest=True)
    low, day, name = pen.value(at("lowest", first)), pen.day(at("lowest day", first)), first.name
    nights = pen.count(at("frost days", first), "day")
    mild = "no cold night" if at("lowest", first).value > MILD_C else "no frost"
    frost = f"frost on {nights}" if at("frost days", first).value else mild
    tail = join_words([f"{pen.value(at('lowest', place))} at {place.name}" for place in rest[:2]]) if rest else ""
    return {
        "office": pen.pick(
            f"The lowest reading was {low} at {name} on {day}{', with ' + tail if tail else ''}.",
            f"Minimum: {name} {low} ({day}){'; ' + tail if tail else ''}. The station had {frost}.",
            f"{name} had {frost}; it was coldest on {day} with {low}.",
        ),
        "news": pen.pick(
            f"{name} woke to {low} on {day}.",
            f"It was coldest at {name}, with {low} on the morning of {day} and {frost}.",
        ),
        "study": pen.pick(
            f"Minimum temperature fell to {low} at {name} on {day}; there was {frost}.",
            f"The lowest minimum, {low}, was observed at {name} ({day}), a station with {frost} in the period.",
        ),
    }[voice]


def power(scene: Scene, voice: Voice) -> str:
    pen = scene.pen
    peak, day = pen.value(scene.facts.get("demand")), pen.day(scene.facts.get("demand day"))
    return {
        "office": pen.pick(
            f"Demand for power peaked at {peak} on {day}.",
            f"Electricity: peak load {peak} ({day}); no load was shed.",
            f"The grid carried its highest load, {peak}, on {day}.",
        ),
        "news": pen.pick(
            f"The power company says demand rose to {peak} on {day}.",
            f"On {day} homes and works drew {peak} between them.",
        ),
        "study": pen.pick(
            f"Regional electricity demand peaked at {peak} on {day}.",
            f"Peak hourly demand was {peak}, reached on {day}.",
        ),
    }[voice]


def dryness(scene: Scene, voice: Voice) -> str:
    pen, at = scene.pen, scene.at
    first = scene.ranked("dry spell")[0]
    run, total = pen.count(at("dry spell", first), "day"), pen.value(at("rain", first))
    normal, name = pen.value(at("normal rain", first)), first.name
    soil = pen.value(scene.facts.get("soil"))
    return {
        "office": pen.pick(
            f"{name} measured {total} against a normal of {normal}; the longest run without rain was {run}. Soil "
            f"water stands at {soil} of what the ground can hold.",
            f"Rain at {name}: {total} (normal {normal}). Longest dry run: {run}. Soil water: {soil} of capacity.",
        ),
        "news": pen.pick(
            f"{name} has had {total} where {normal} would be usual, and once went {run} without a drop worth the name.",
            f"The farmers round {name} waited {run} for rain. In all {total} fell; {normal} is normal.",
        ),
        "study": pen.pick(
            f"At {name} precipitation amounted to {total} (climatological {normal}), and the longest run of days below "
            f"1 mm was {run}. Relative soil water at the end was {soil}.",
            f"Precipitation at {name} was {total}, the normal being {normal}; the longest dry run lasted {run}. Mean "
            f"plant-available soil water had fallen to {soil} of capacity.",
        ),
    }[voice]


def month(scene: Scene, voice: Voice) -> str:
    """Describe a month at the largest town: its mean, its normal, its rain."""
    pen, at, town = scene.pen, scene.at, scene.towns[0]
    mean, normal, name = pen.value(at("mean", town)), pen.value(at("normal mean", town)), town.name
    total, usual = pen.value(at("rain", town)), pen.value(at("normal rain", town))
    wet = pen.count(at("wet days", town), "wet day")
    return {
        "office": pen.pick(
            f"Mean temperature at {name}: {mean} (normal {normal}). Rain: {total} on {wet} (normal {usual}).",
            f"{scene.month} closed at {name} with a mean of {mean}, the normal being {normal}, and {total} of rain on "
            f"{wet}; {usual} is usual.",
            f"{name} had a monthly mean of {mean} against {normal} in the long run. The gauge took {total} on {wet}, "
            f"where {usual} would be expected.",
        ),
        "news": pen.pick(
            f"{scene.month} at {name} averaged {mean}; the books say {normal} is right for the time of year. Rain came "
            f"on {wet} and made {total}.",
            f"On {wet} {name} got {total} of rain. The month's mean was {mean}, beside a normal of {normal}.",
        ),
        "study": pen.pick(
            f"For {scene.month} the mean temperature at {name} was {mean} (normal {normal}); precipitation was {total} "
            f"(normal {usual}) on {wet}.",
            f"Monthly means at {name} were {mean} for temperature and {total} for precipitation, the latter on {wet}; "
            f"the corresponding normals are {normal} and {usual}.",
        ),
    }[voice]

"""Situation reports of an emergency service."""

from __future__ import annotations

from mesocosm.earth.planet.documents.draft import Draft
from mesocosm.earth.planet.documents.scene import Scene, sentence
from mesocosm.earth.planet.documents.topics import EFFECTS, RIVERS, WEATHER, key_rows, table, tell


def _service(scene: Scene) -> str:
    return scene.pen.pick(
        f"{scene.capital} Emergency Service",
        f"Civil Protection, District of {scene.capital}",
        f"{scene.capital} Fire and Rescue Authority",
        f"District Crisis Centre, {scene.capital}",
    )


def _subject(scene: Scene) -> str:
    return f"{scene.noun}, {scene.capital} district" if scene.noun else f"{scene.month}, {scene.capital} district"


def _begun(scene: Scene) -> str:
    """Say when the event took place."""
    pen = scene.pen
    begin, end = pen.day(scene.facts.get("begin")), pen.day(scene.facts.get("end"))
    if scene.family == "month":
        return pen.pick(f"This report covers {begin} to {end}.", f"Period: {begin} to {end}.")
    return pen.pick(
        f"The {scene.noun} affected the district from {begin} to {end}.",
        f"Period of the {scene.noun}: {begin} to {end}.",
        f"The {scene.noun} began on {begin} and was over on {end}.",
    )


def _outlook(scene: Scene) -> str:
    pen = scene.pen
    return {
        "wet": pen.pick(
            "Crews are still pumping out cellars. Residents should keep away from the banks until further notice.",
            "The duty officer expects to stand down the field post within the day.",
            "Sandbags remain in place. Damage is being counted street by street.",
        ),
        "hot": pen.pick(
            "Cool rooms stay open in the town halls. Please look in on neighbours who live alone.",
            "Ambulance crews work extra shifts until the nights are cooler.",
        ),
        "cold": pen.pick(
            "Shelters stay open at night. Water mains are being checked for bursts.",
            "Gritting continues on hills and bridges.",
        ),
        "dry": pen.pick(
            "Open fires remain forbidden. Restrictions on garden watering are under review.",
            "Tankers stand by for villages whose wells fall dry.",
        ),
        "month": pen.pick(
            "Staffing for the coming month is unchanged.",
            "Lessons from the month's call-outs go to the winter exercise.",
        ),
    }[scene.family]


def number_lines(scene: Scene) -> Draft:
    head = f"# Situation report no. {scene.number}: {_subject(scene)}"
    parts = ["Situation", "Rivers and flooding", "Roads, power, services", "Measures"]
    texts = [
        f"{_begun(scene)} {tell(scene, 'office', WEATHER[scene.family])}",
        tell(scene, "office", RIVERS),
        tell(scene, "office", EFFECTS[scene.family]),
        _outlook(scene),
    ]
    body = "\n\n".join(
        f"## {at}. {name}\n\n{text}" for at, (name, text) in enumerate(zip(parts, texts, strict=True), 1)
    )
    service = _service(scene)
    line = f"{service}, {scene.dated}"
    return Draft(head, service, f"{head}\n\n{line}\n\n{body}\n\nDuty officer: {scene.person(scene.number % 5)}")


def label_lines(scene: Scene) -> Draft:
    """Write short lines, each under a bold label."""
    pen, service = scene.pen, _service(scene)
    head = f"# SITREP {scene.number:02d} - {sentence(_subject(scene))}"
    lines = [
        ("What happened", _begun(scene)),
        ("Weather", tell(scene, "office", WEATHER[scene.family][:2])),
        (pen.pick("Water", "Rivers"), tell(scene, "office", RIVERS[:1] + RIVERS[2:])),
        (pen.pick("Impact", "Effects"), tell(scene, "office", EFFECTS[scene.family])),
        (pen.pick("Next", "Ongoing", "Action"), _outlook(scene)),
    ]
    body = "\n".join(f"- **{label}:** {text}" for label, text in lines if text)
    return Draft(head, service, f"{head}\n\n*{service}. Issued {scene.dated}.*\n\n{body}")


def memo(scene: Scene) -> Draft:
    """Write to the district governor, in whole paragraphs."""
    pen, service = scene.pen, _service(scene)
    title = f"# {sentence(scene.noun) if scene.noun else scene.month}: report to the District Governor"
    first = f"{_begun(scene)} {tell(scene, 'office', EFFECTS[scene.family])}"
    second = tell(scene, "office", WEATHER[scene.family])
    third = tell(scene, "office", RIVERS)
    paragraphs = [text for text in (first, *pen.shuffled([second, third])) if text]
    opening = pen.pick("For your information before this morning's meeting.", "As asked, the position in brief.")
    body = "\n\n".join([opening, *paragraphs, _outlook(scene)])
    sign = f"{scene.person(1 + scene.number % 4)}, {service}"
    return Draft(title, service, f"{title}\n\n{scene.dated}\n\n{body}\n\n{sign}")


def at_a_glance(scene: Scene) -> Draft:
    """Write a table of figures first, then the explanation."""
    pen, service = scene.pen, _service(scene)
    title = f"# {sentence(_subject(scene))}: state of affairs, {scene.dated}"
    figures = table((pen.pick("At a glance", "Key figures"), "Value"), key_rows(scene))
    body = [
        f"{service}, report {scene.number}.",
        figures,
        f"{_begun(scene)} {tell(scene, 'office', WEATHER[scene.family][1:])}".strip(),
        tell(scene, "office", (*RIVERS[1:2], *EFFECTS[scene.family])),
        _outlook(scene),
    ]
    return Draft(title, service, "\n\n".join([title, *filter(None, body)]))


STYLES = (number_lines, label_lines, memo, at_a_glance)

"""Briefs of a local newspaper."""

from __future__ import annotations

from mesocosm.earth.planet.documents.draft import Draft
from mesocosm.earth.planet.documents.scene import Scene
from mesocosm.earth.planet.documents.topics import EFFECTS, RIVERS, WEATHER, key_rows, tell


def _paper(scene: Scene) -> str:
    pen = scene.pen
    return f"{scene.capital} {pen.pick('Courier', 'Post', 'Observer', 'Gazette', 'Echo')}"


def _headline(scene: Scene) -> str:
    pen = scene.pen
    if scene.family == "wet" and scene.shut:
        road = scene.shut[0].name
        return pen.pick(
            f"Floods close {road}",
            f"{road} under water after {scene.noun}",
            f"{scene.severed[0].name} cut off by flood" if scene.severed else f"Water over the {road}",
        )
    if scene.family == "wet" and scene.facts.has("flooded"):
        near = scene.facts.all("deepest")[0].place
        return pen.pick(f"Fields under water near {near}", f"Rivers rise after {scene.noun}", "Banks give way to water")
    return {
        "wet": pen.pick(
            f"{scene.capital} weathers the {scene.noun}", "Umbrellas up, damage slight", "Wet, windy and soon over"
        ),
        "hot": pen.pick(f"{scene.capital} swelters", "No relief from the heat", "Fans sold out as heat lingers"),
        "cold": pen.pick(f"Frost grips {scene.capital}", "Pipes burst in bitter cold", "Ice on the market square"),
        "dry": pen.pick("Fields thirst for rain", "The long dry spell in figures", "Wells run low"),
        "month": pen.pick(
            f"How {scene.month} was", f"{scene.month} in the record books", f"The weather in {scene.month}"
        ),
    }[scene.family]


def _voice(scene: Scene) -> str:
    """Quote an eyewitness."""
    pen, name = scene.pen, scene.person(40 + scene.number % 9)
    said = {
        "wet": (
            "You could hear it all night",
            "We carried the chairs upstairs and waited",
            "My father never saw the like",
        ),
        "hot": ("I sleep on the balcony", "The dogs will not leave the cellar", "We open at five and close at noon"),
        "cold": ("The pump froze solid", "I have worn two coats since Sunday", "Even the pigeons stayed in"),
        "dry": ("The hay is half what it was", "We cart water to the cattle", "Ask me again when it has rained"),
        "month": ("One year is like another, until it is not", "My roses liked it", "I have no complaint"),
    }[scene.family]
    who = pen.pick("who keeps the shop by the bridge", "a farmer", "a bus driver", "who has lived here for a lifetime")
    return f'"{pen.pick(*said)}," said {name}, {who}.'


def _paragraphs(scene: Scene) -> list[str]:
    river = tell(scene, "news", (*RIVERS[:1], RIVERS[2]))
    return [
        text
        for text in (tell(scene, "news", WEATHER[scene.family]), river, tell(scene, "news", EFFECTS[scene.family]))
        if text
    ]


def straight(scene: Scene) -> Draft:
    """Write the worst first, under a dateline."""
    title, paper = _headline(scene), _paper(scene)
    paragraphs = _paragraphs(scene)
    lead = list(reversed(paragraphs)) if scene.family == "wet" and scene.shut else paragraphs
    body = "\n\n".join([f"{scene.capital.upper()}, {scene.dated} - {lead[0]}", *lead[1:]])
    return Draft(title, paper, f"# {title}\n\n{body}\n\n({paper})")


def with_a_voice(scene: Scene) -> Draft:
    title, paper = _headline(scene), _paper(scene)
    first, *rest = _paragraphs(scene)
    body = "\n\n".join([first, _voice(scene), *scene.pen.shuffled(rest)])
    by = f"By {scene.person(50 + scene.number % 6)}"
    return Draft(title, paper, f"# {title}\n\n*{by}, {paper}, {scene.dated}*\n\n{body}")


def in_figures(scene: Scene) -> Draft:
    """Write a box with figures beside the news."""
    title, paper, pen = _headline(scene), _paper(scene), scene.pen
    lines = "\n".join(f"- {label}: {value}" for label, value in key_rows(scene))
    begin, end = pen.day(scene.facts.get("begin")), pen.day(scene.facts.get("end"))
    what = f"The {scene.noun}" if scene.noun else scene.month
    head = pen.pick(f"{what} in figures, {begin} to {end}:", f"The numbers, from {begin} to {end}:")
    return Draft(title, paper, f"# {title}\n\n{head}\n\n{lines}\n\n{_voice(scene)}\n\n{paper}, {scene.dated}")


def short(scene: Scene) -> Draft:
    """Write one paragraph for the foot of the page."""
    title, paper = _headline(scene), _paper(scene)
    paragraphs = _paragraphs(scene)
    return Draft(title, paper, f"**{title}.** {' '.join(paragraphs[:2])}\n\n*{paper}, {scene.dated}*")


STYLES = (straight, with_a_voice, in_figures, short)

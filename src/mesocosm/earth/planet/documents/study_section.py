"""Method-and-result sections of a study."""

from __future__ import annotations

from mesocosm.earth.planet.documents.draft import Draft
from mesocosm.earth.planet.documents.scene import Scene, sentence
from mesocosm.earth.planet.documents.topics import EFFECTS, RIVERS, WEATHER, gauge_table, station_table, tell


def _title(scene: Scene) -> str:
    pen, year = scene.pen, scene.pen.year
    if scene.family == "month":
        return pen.pick(
            f"Surface climate of {scene.capital} in {scene.month} {year}",
            f"{scene.month} {year} at the stations around {scene.capital}",
        )
    return pen.pick(
        f"The {scene.noun} of {scene.months} {year} around {scene.capital}: observations and effects",
        f"Effects of the {year} {scene.noun} in the {scene.capital} region",
        f"Anatomy of a {scene.noun}: {scene.capital}, {scene.months} {year}",
    )


def _method(scene: Scene) -> str:
    """Describe data and methods."""
    pen = scene.pen
    span = pen.span(scene.facts.get("begin"), scene.facts.get("end"), year=True)
    data = pen.pick(
        f"We use daily station observations from {span}, archived by the regional weather office.",
        f"Daily records of the town stations were analysed for {span}.",
        f"The analysis rests on hourly and daily observations ({span}).",
    )
    checks = pen.pick(
        "Days run from 00 to 24 UTC. Values failing a range or step test would have been rejected; none did.",
        "All days are UTC days. Records were checked for gaps and for agreement between neighbours.",
        "Normals are those of the climatology used by the weather office, interpolated to the days of the period.",
    )
    flows = pen.pick(
        "Discharge is the daily mean at the gauge.",
        "River flows are daily means derived from stage by the current ratings.",
    )
    if not scene.gauges:
        flows = ""
    return " ".join(filter(None, [data, *pen.shuffled([checks, flows])]))


def _results(scene: Scene) -> tuple[str, str]:
    """Describe the results for the air, and for water and people."""
    return tell(scene, "study", WEATHER[scene.family]), tell(scene, "study", (*RIVERS, *EFFECTS[scene.family]))


def _authors(scene: Scene) -> str:
    first = scene.number % 7
    return f"{scene.person(10 + first)} and {scene.person(18 + first)}"


def _table(scene: Scene) -> str:
    pen = scene.pen
    caption = {
        "wet": "Precipitation and wind at the stations",
        "hot": "Temperature and thermal discomfort at the stations",
        "cold": "Temperature and frost at the stations",
        "dry": "Precipitation and dry runs at the stations",
        "month": "Monthly values at the stations",
    }[scene.family]
    return f"{pen.pick('**Table 1.**', 'Table 1:')} {caption}.\n\n{station_table(scene)}"


def with_heading(scene: Scene) -> Draft:
    title, authors = _title(scene), _authors(scene)
    weather, effects = _results(scene)
    return Draft(
        title,
        authors,
        f"# {title}\n\n{authors}\n\n## 2 Data and methods\n\n{_method(scene)}\n\n"
        f"## 3 Results\n\n{weather} Table 1 gives the values by station.\n\n{_table(scene)}\n\n{effects}",
    )


def run_in(scene: Scene) -> Draft:
    """Write with headings inside the paragraphs, as in short communications."""
    title, authors = _title(scene), _authors(scene)
    weather, effects = _results(scene)
    return Draft(
        title,
        authors,
        f"# {title}\n\n*{authors}*\n\n**Methods.** {_method(scene)}\n\n"
        f"**Results.** {weather} {effects}\n\n{_table(scene)}",
    )


def subsections(scene: Scene) -> Draft:
    pen, title, authors = scene.pen, _title(scene), _authors(scene)
    weather, effects = _results(scene)
    gauges = f"\n\nTable 2: Flows at the gauges.\n\n{gauge_table(scene)}" if scene.gauges else ""
    limits = pen.pick(
        "With so few stations the spatial pattern remains uncertain.",
        "One period is no climatology, and we draw no conclusion on trends.",
        "Peak flows above the highest gauging carry the uncertainty of the extrapolated rating."
        if scene.gauges
        else "No discharge was gauged, so that the water balance stays open.",
    )
    return Draft(
        title,
        authors,
        f"# {title}\n\n{authors}\n\n### 3.1 Meteorology\n\n{weather}\n\n{_table(scene)}\n\n"
        f"### 3.2 Hydrology and effects\n\n{effects}{gauges}\n\n"
        f"### 3.3 Limits\n\n{limits}\n\n### Appendix: data\n\n{_method(scene)}",
    )


def data_note(scene: Scene) -> Draft:
    """Write with the table first."""
    pen, title, authors = scene.pen, _title(scene), _authors(scene)
    weather, effects = _results(scene)
    paragraphs = pen.shuffled([weather, effects])
    head = pen.pick("What the records show", "Findings", "Results")
    how = pen.pick("How the values were obtained", "Method", "Data")
    return Draft(
        title,
        authors,
        f"# {sentence(title)}\n\n{authors} ({scene.issued.year})\n\n{_table(scene)}\n\n## {head}\n\n"
        + "\n\n".join(filter(None, paragraphs))
        + f"\n\n## {how}\n\n{_method(scene)}",
    )


STYLES = (with_heading, run_in, subsections, data_note)

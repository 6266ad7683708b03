"""The page: one HTML file with its pictures beside it, which loads nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mesocosm.earth.planet.gallery.air import air_quality, growth, smoke
from mesocosm.earth.planet.gallery.figure_style import Picture
from mesocosm.earth.planet.gallery.imagery import clouds, colours, damage_pair, flood_pair, photograph
from mesocosm.earth.planet.gallery.maps import region_map, town_plan
from mesocosm.earth.planet.gallery.water import flood_map, hydrograph
from mesocosm.earth.planet.gallery.weather import month_of_weather, plume, weather_maps
from mesocosm.earth.planet.planet import Planet
from mesocosm.errors import UserError
from mesocosm.files import write_whole

PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Planet of seed {{ seed }}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 72rem; padding: 1rem;
  color: #222; background: #fbfaf7; }
h1 { font-weight: 600; margin-bottom: 0; }
figure { margin: 2rem 0; padding: 1rem; background: #fff; border: 1px solid #e3dfd6; border-radius: 6px; }
figure h2 { margin: 0 0 .5rem; font-size: 1.1rem; }
img { max-width: 100%; height: auto; display: block; margin: 0 auto; }
figcaption { color: #555; margin-top: .5rem; }
nav a { margin-right: .8rem; }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #181818; } figure { background: #222; border-color: #383838; }
  figcaption { color: #aaa; } a { color: #8ab4f8; }
}
</style>
</head>
<body>
<h1>Planet of seed {{ seed }}</h1>
<p>An invented Earth: every picture below is made from the number {{ seed }} and nothing else, and all of them tell the
same story. No place, name or day on it is real.</p>
<nav>{% for picture in pictures %}<a href="#{{ picture.name }}">{{ picture.title }}</a>{% endfor %}</nav>
{% for picture in pictures %}
<figure id="{{ picture.name }}">
<h2>{{ picture.title }}</h2>
<img src="{{ picture.name }}.png" alt="{{ picture.caption }}" loading="lazy">
<figcaption>{{ picture.caption }} Seed {{ seed }}.</figcaption>
</figure>
{% endfor %}
</body>
</html>
"""
Watch = Callable[[str, int, int], None]
"""Callback for each finished picture: its title, the number of finished pictures, the most there may be."""


def make_gallery(seed: int, folder: Path, watch: Watch | None = None) -> list[Path]:
    """Draw a planet and write its page; return the files, the page first."""
    from jinja2 import Environment

    _check_folder(folder)
    planet = Planet(seed, "tiny")
    region = planet.regions[0]
    drawn: tuple[Callable[[], Picture | None], ...] = (
        lambda: region_map(planet, region),
        lambda: town_plan(planet, planet.settlement(region.key).places[0].id),
        lambda: photograph(planet, region),
        lambda: weather_maps(planet, region),
        lambda: month_of_weather(planet, region),
        lambda: plume(planet, region),
        lambda: air_quality(planet, region),
        lambda: hydrograph(planet, region),
        lambda: flood_map(planet, region),
        lambda: flood_pair(planet, region),
        lambda: colours(planet, region),
        lambda: clouds(planet, region),
        lambda: damage_pair(planet, region),
        lambda: growth(planet, region),
        lambda: smoke(planet, region),
    )
    pictures = []
    for number, draw in enumerate(drawn, start=1):
        picture = draw()
        if picture is not None:
            write_whole(folder / f"{picture.name}.png", picture.png)
            pictures.append(picture)
        if watch is not None:
            watch(picture.title if picture else "", number, len(drawn))
    page = Environment(autoescape=True).from_string(PAGE).render(seed=seed, pictures=pictures)
    write_whole(folder / "index.html", page)
    return [folder / "index.html", *(folder / f"{picture.name}.png" for picture in pictures)]


def _check_folder(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise UserError(f"{folder} is a file; name a folder")
    strange = (
        [path.name for path in folder.iterdir() if path.suffix not in (".png", ".html")] if folder.is_dir() else []
    )
    if strange:
        raise UserError(f"{folder} holds files that belong to no gallery ({sorted(strange)[0]}); name another folder")

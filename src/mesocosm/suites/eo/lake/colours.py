"""Names of colours as people give them to roofs, cars and tanks seen from above."""

from __future__ import annotations

ColourName = str
COLOURS = ("white", "light grey", "grey", "black", "red", "orange", "brown", "yellow", "green", "blue", "purple")
FLAT = 34
"""Difference between the largest and the smallest of red, green and blue below which a colour counts as grey."""


def colour_name(red: int, green: int, blue: int) -> ColourName:
    """Return the name of a colour by its hue in whole numbers; dull colours by their brightness."""
    most, least = max(red, green, blue), min(red, green, blue)
    if most - least < FLAT or 5 * (most - least) < most:
        return _grey((red + green + blue) // 3)
    hue = _hue(red, green, blue, most, least)
    if hue < 18 or hue >= 335:
        return "red" if 2 * (most - least) > most else "brown"
    if hue < 42:
        return "orange" if most > 190 and 2 * (most - least) > most else "brown"
    if hue < 68:
        return "yellow" if most > 150 else "brown"
    if hue < 170:
        return "green"
    return "blue" if hue < 265 else "purple"


def _grey(level: int) -> ColourName:
    if level >= 205:
        return "white"
    if level >= 150:
        return "light grey"
    return "grey" if level >= 75 else "black"


def _hue(red: int, green: int, blue: int, most: int, least: int) -> int:
    """Return the hue in degrees on the circle of colours: 0 red, 120 green, 240 blue."""
    spread = most - least
    if most == red:
        return (60 * (green - blue) // spread) % 360
    if most == green:
        return 120 + 60 * (blue - red) // spread
    return 240 + 60 * (red - green) // spread

"""A small made-up town: streets on both banks of a river, with one bridge in the middle and one at the end."""

from __future__ import annotations

from pydantic import JsonValue

ROWS, COLUMNS = 5, 6
"""Numbers of crossings along the river, and across both banks."""
SPACING_DEG = 0.0015
"""Distance between crossings: 167 m to the north, 118 m to the east at this latitude."""
WEST, SOUTH = 10.0, 45.0
BANK = COLUMNS // 2
"""The first column of the eastern bank."""
BRIDGES = {2: "900", 4: "901"}
"""Ids of the ways over the river, by row."""


def town_osm() -> str:
    """Return the town as OpenStreetMap XML: streets along the rows and columns, bridges with ids of their own."""
    nodes = [
        f'<node id="{_node(row, column)}" version="1" lat="{SOUTH + row * SPACING_DEG:.4f}" '
        f'lon="{WEST + column * SPACING_DEG:.4f}"/>'
        for row in range(ROWS)
        for column in range(COLUMNS)
    ]
    streets = [_way(str(100 + row), [(row, column) for column in range(BANK)]) for row in range(ROWS)]
    streets += [_way(str(200 + row), [(row, column) for column in range(BANK, COLUMNS)]) for row in range(ROWS)]
    streets += [_way(str(300 + column), [(row, column) for row in range(ROWS)]) for column in range(COLUMNS)]
    bridges = [_way(name, [(row, BANK - 1), (row, BANK)], bridge=True) for row, name in BRIDGES.items()]
    return "\n".join(['<osm version="0.6">', *nodes, *streets, *bridges, "</osm>"])


def _node(row: int, column: int) -> int:
    return 1 + row * COLUMNS + column


def _way(name: str, places: list[tuple[int, int]], *, bridge: bool = False) -> str:
    points = "".join(f'<nd ref="{_node(row, column)}"/>' for row, column in places)
    kind = '<tag k="highway" v="residential"/>' + ('<tag k="bridge" v="yes"/>' if bridge else "")
    return f'<way id="{name}" version="1">{points}{kind}</way>'


def town_inputs() -> dict[str, JsonValue]:
    """Return ten minutes of trips from west to east, with the middle bridge closed after five minutes."""
    middle = SOUTH + (ROWS - 1) / 2 * SPACING_DEG
    west, east = (WEST + column * SPACING_DEG for column in (1, COLUMNS - 2))
    return {
        "osm": town_osm(),
        "population": {
            "zones": [
                {"id": "west", "people": 800, "jobs": 100, "point": [round(west, 4), round(middle, 4)]},
                {"id": "east", "people": 200, "jobs": 500, "point": [round(east, 4), round(middle, 4)]},
            ],
            "trips_per_person": 0.2,
            "distance_scale_km": 2.0,
            "to_s": 600,
        },
        "closures": [{"ways": [BRIDGES[2]], "from_s": 300}],
        "end_s": 1800,
    }

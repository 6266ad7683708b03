"""A command of the package's own: `mesocosm gravity`."""

from __future__ import annotations

import click

from mesocosm.screen.tables import json_option, show_json, show_table

DISTANCES_M = (0.0, 50.0, 100.0, 200.0, 500.0, 1000.0)


@click.command()
@click.option("--depth", type=click.FloatRange(min=1), default=200.0, show_default=True, help="Of the centre, metres.")
@click.option("--mass", type=click.FloatRange(min=0), default=1e9, show_default=True, help="Excess mass, kilograms.")
@json_option
def command(depth: float, mass: float, as_json: bool) -> None:
    """Tell the pull of a buried sphere along the surface."""
    from mesocosm_toy.ground import Ground

    sphere = Ground(item="", seed=0, x_m=0.0, y_m=0.0, depth_m=depth, excess_mass_kg=mass)
    pulls = {distance: sphere.anomaly(distance, 0.0) for distance in DISTANCES_M}
    if as_json:
        show_json([{"distance_m": distance, "anomaly_microgal": pull} for distance, pull in pulls.items()])
    else:
        show_table(("distance m", "anomaly microgal"), [(f"{at:g}", f"{pull:.1f}") for at, pull in pulls.items()])

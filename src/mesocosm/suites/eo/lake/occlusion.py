"""Things in a picture's window that its list leaves out: those mostly hidden by crowns or roofs, and in radar those
that radar does not show. A part of such a thing may still be visible, so questions check for them.

This module changes no picture: it reads the records that the picture was drawn from.
"""

from __future__ import annotations

from collections.abc import Collection

from mesocosm.earth.planet.sensors.photo.annotations import annotate
from mesocosm.suites.eo.lake.frame import Thing
from mesocosm.suites.eo.lake.overpasses import Look
from mesocosm.suites.eo.lake.photos import LEAST_INSIDE, shown_sceneries
from mesocosm.suites.eo.lake.site_locations import SIDE_M
from mesocosm.suites.eo.lake.site_scene import RADAR_PIXEL_M, stage_of
from mesocosm.suites.eo.lake.store import Parts, pack_things


def build_left_out(look: Look, listed: Collection[str]) -> Parts:
    """Return the things that a photograph's or radar picture's list leaves out; `listed` has the ids of the list."""
    stage = stage_of(look.site)
    window = stage.photo_window if look.sensor == "rgb" else stage.window(SIDE_M, RADAR_PIXEL_M)
    notes = annotate(window, shown_sceneries(stage, look), LEAST_INSIDE)
    things = tuple(
        Thing(note.thing.id, note.thing.label, note.polygon, note.box, note.inside, dict(note.thing.attributes))
        for note in notes
        if note.thing.id not in listed
    )
    return {"things": pack_things(things)}

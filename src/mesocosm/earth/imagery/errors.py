"""Errors of a catalogue, of a query or of a file; a person can mend all of them.

UserError
├── DamagedCatalogue   a file of the catalogue is missing, truncated or altered
├── MissingAsset       a scene names a file that does not exist
├── UnreadableRaster   a file is not a GeoTIFF, is broken, or does not say where or when it was taken
└── InvalidRecord
    ├── InvalidScene   a scene, a table or a STAC item that cannot enter a catalogue
    ├── DuplicateScene two scenes of one name
    └── InvalidQuery   a place outside the globe, a time without zone, a range that ends before it starts
"""

from __future__ import annotations

from mesocosm.errors import InvalidRecord, UserError


class DamagedCatalogue(UserError):
    """A file of the catalogue is missing, truncated or altered."""


class MissingAsset(UserError):
    """A scene names a file that does not exist."""


class UnreadableRaster(UserError):
    """A file is not a GeoTIFF, is broken, or does not say where or when it was taken."""


class InvalidScene(InvalidRecord):
    """A scene, a table of scenes or a STAC item cannot enter a catalogue."""


class DuplicateScene(InvalidRecord):
    """Two scenes have one name."""


class InvalidQuery(InvalidRecord):
    """A place lies outside the globe, a time has no zone, or a range ends before it starts."""

"""What is wrong with a catalogue, a question put to it, or a file behind it; all are a person's to mend.

UserError
├── DamagedCatalogue   a file of the catalogue is missing, cut short or altered
├── MissingAsset       a scene names a file that is not there
├── UnreadableRaster   a file is no GeoTIFF, is broken, or does not say where or when it was taken
└── InvalidRecord
    ├── InvalidScene   a scene, a table or a STAC item that cannot enter a catalogue
    ├── DuplicateScene two scenes of one name
    └── InvalidQuery   a place that is nowhere, a time without zone, a range that ends before it starts
"""

from __future__ import annotations

from mesocosm.errors import InvalidRecord, UserError


class DamagedCatalogue(UserError):
    """A file of the catalogue is missing, cut short or altered."""


class MissingAsset(UserError):
    """A scene names a file that is not there."""


class UnreadableRaster(UserError):
    """A file that is no GeoTIFF, is broken, or does not say where or when it was taken."""


class InvalidScene(InvalidRecord):
    """A scene, a table of scenes or a STAC item that cannot enter a catalogue."""


class DuplicateScene(InvalidRecord):
    """Two scenes of one name."""


class InvalidQuery(InvalidRecord):
    """A place that is nowhere, a time without zone, a range that ends before it starts."""

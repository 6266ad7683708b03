"""Everything that satellites have taken of a planet: calendars of orbits, an index of all files, each file on demand.

missions      satellites that come again every few days, with gaps; cameras that come when they can
tiles         the squares about the towns that every pass takes
skies         how much cloud stood over each town at the hour of the pass
sealing       names that tell nothing to whoever lacks the key
acquisitions  what was taken where and when
files         the bytes of one file of one acquisition
archive       all of it under one roof: list, look up, make
indexing      the whole archive as entries of a catalogue, without pixels

Nothing depends on what was made before: any file of any year is made from its name alone.
"""

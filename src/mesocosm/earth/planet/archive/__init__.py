"""All satellite acquisitions of a planet: calendars of orbits, an index of all files, each file on demand.

missions      satellites with regular repeats and gaps; cameras that come at uneven intervals
tiles         the squares about the towns that every pass takes
cloud_cover   the cloud over each town at the hour of the pass
sealed_names  names that reveal nothing without the key
acquisitions  what was taken where and when
capture       pixels of an acquisition
files         the bytes of one file of one acquisition
columns       acquisitions as columns of the catalogue
archive       one class over all of these: list, look up, make
indexing      the whole archive as entries of a catalogue, without pixels

Nothing depends on what was made before: any file of any year is made from its name alone.
"""

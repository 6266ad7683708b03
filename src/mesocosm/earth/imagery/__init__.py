"""Pictures of the ground in a catalogue: found by place, time, sensor and cloud, whoever took them.

scene        what is known of a picture: where, when, by which sensor, in which files
catalogue    keep scenes in a folder and look them up
items        scenes from STAC items
rasters      scenes from GeoTIFF files
annotations  what stands in a picture, read from the formats of published data sets

Scenes lie in GeoParquet files in the layout of stac-geoparquet, which any reader of that format opens. Look-ups go
through an index that is derived from them and rebuilt where it does not fit: see `index`.
"""

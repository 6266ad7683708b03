"""A catalogue of satellite scenes, found by place, time, sensor and cloud cover, from any provider.

scene        metadata of a scene: where, when, by which sensor, in which files
catalogue    keep scenes in a folder and look them up
items        scenes from STAC items
rasters      scenes from GeoTIFF files
annotations  labels of a picture, read from the formats of published data sets

Scenes lie in GeoParquet files in the layout of stac-geoparquet, which any reader of that format opens. Look-ups use an
index that is derived from these files and rebuilt when it does not match them: see `index`.
"""

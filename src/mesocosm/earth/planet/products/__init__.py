"""File formats of the planet, one module per format; every function returns the bytes of a file, the same for the same
values.

rasters    cloud-optimised GeoTIFF: elevation, land cover, flood depth, scenes
cf         NetCDF after the CF conventions: hourly weather, daily water, discharge
zarrs      Zarr version 3: the fields of the NetCDF files, for object stores
vectors    GeoParquet and GeoJSON: places, roads, rivers, buildings
osm        OpenStreetMap XML: roads and towns, for routing and map tools
gribs      GRIB2: surface and pressure-level weather, for forecasting tools
soundings  BUFKIT: profiles over a town, for sounding tools
epw        EnergyPlus weather: a year of a town, for building simulators
tables     CSV: stations and what they measure
stac       STAC items and collections of the rasters

Values are rounded to whole steps before they are written, and compression is by libraries whose wheels include their
own coder (libdeflate, libaec, zstd), so that no byte depends on the system's zlib.
"""

"""Which optional libraries come with which extra, so that a missing one answers with its install line."""

MODULES: dict[str, tuple[str, ...]] = {
    "inspect": ("inspect_ai", "openai", "pandas", "pyarrow"),
    "gym": ("gymnasium",),
    "mcp": ("mcp", "uvicorn", "starlette"),
    "science": ("scipy", "xarray", "rasterio", "shapely"),
    "sandbox": ("sandlock",),
    "phreeqc": ("phreeqc",),
    "figures": ("matplotlib",),
    "weather": ("eccodes", "pyproj", "scores", "shapefile", "contourpy", "httpx"),
}

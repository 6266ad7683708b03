"""Datasets of the Climate Data Store that are fetched, and the store's names for ours."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from mesocosm.earth.archives.archive import Collection, Step, Variable
from mesocosm.types import TimeInterval

CREDIT = "contains modified Copernicus Climate Change Service information"
DATASETS = {
    "reanalysis": "reanalysis-era5-single-levels",
    "reanalysis_levels": "reanalysis-era5-pressure-levels",
    "seasonal": "seasonal-monthly-single-levels",
    "projections": "projections-cmip6",
}
INPUTS = {
    "variables": "variable",
    "levels": "pressure_level",
    "scenario": "experiment",
    "model": "model",
    "step": "temporal_resolution",
    "years": "year",
    "lead_months": "leadtime_month",
}
"""Our arguments, with the store's names for them."""
ERA5: dict[str, str | list[str] | list[float]] = {
    "product_type": ["reanalysis"],
    "data_format": "netcdf",
    "download_format": "unarchived",
}
FIXED: dict[str, dict[str, str | list[str] | list[float]]] = {
    "reanalysis": {**ERA5},
    "reanalysis_levels": {**ERA5},
    "seasonal": {
        "originating_centre": "ecmwf", "system": "51", "product_type": ["monthly_mean"], "data_format": "netcdf",
    },
}  # fmt: skip
"""Inputs that are the same in every request, by collection."""
NAMES: dict[str, dict[str, tuple[str, str, str]]] = {
    "reanalysis": {
        "temperature_2m": ("2m_temperature", "t2m", "K"),
        "dew_point_2m": ("2m_dewpoint_temperature", "d2m", "K"),
        "pressure_msl": ("mean_sea_level_pressure", "msl", "Pa"),
        "surface_pressure": ("surface_pressure", "sp", "Pa"),
        "wind_east_10m": ("10m_u_component_of_wind", "u10", "m s-1"),
        "wind_north_10m": ("10m_v_component_of_wind", "v10", "m s-1"),
        "cloud_cover": ("total_cloud_cover", "tcc", "1"),
        "shortwave": ("surface_solar_radiation_downwards", "ssrd", "J m-2"),
        "precipitation": ("total_precipitation", "tp", "m"),
        "snowfall": ("snowfall", "sf", "m"),
    },
    "reanalysis_levels": {
        "geopotential": ("geopotential", "z", "m2 s-2"),
        "temperature": ("temperature", "t", "K"),
        "wind_east": ("u_component_of_wind", "u", "m s-1"),
        "wind_north": ("v_component_of_wind", "v", "m s-1"),
        "relative_humidity": ("relative_humidity", "r", "%"),
        "specific_humidity": ("specific_humidity", "q", "kg kg-1"),
        "omega": ("vertical_velocity", "w", "Pa s-1"),
    },
    "seasonal": {
        "temperature": ("2m_temperature", "t2m", "K"),
        "precipitation": ("total_precipitation", "tprate", "m s-1"),
    },
    "projections": {
        "temperature": ("near_surface_air_temperature", "tas", "K"),
        "temperature_max": ("daily_maximum_near_surface_air_temperature", "tasmax", "K"),
        "temperature_min": ("daily_minimum_near_surface_air_temperature", "tasmin", "K"),
        "precipitation": ("precipitation", "pr", "kg m-2 s-1"),
    },
}
"""By collection and our name of a variable: the store's name, the name in its files, the unit as CF writes it."""
WORDED = {"m of water equivalent": "m"}
"""Units that files write in words, with the unit as CF writes it."""
SHORT = {collection: {name: entry[1] for name, entry in names.items()} for collection, names in NAMES.items()}
SUMS = ("precipitation", "snowfall", "shortwave")
LEVELS = (1.0, 2.0, 3.0, 5.0, 7.0, 10.0, 20.0, 30.0, 50.0, 70.0, 100.0, 125.0, 150.0, 175.0, 200.0, 225.0, 250.0,
          300.0, 350.0, 400.0, 450.0, 500.0, 550.0, 600.0, 650.0, 700.0, 750.0, 775.0, 800.0, 825.0, 850.0, 875.0,
          900.0, 925.0, 950.0, 975.0, 1000.0)  # fmt: skip
"""Pressure levels of ERA5, in hPa."""
SCENARIOS = {"historical": "historical", "ssp126": "ssp1_2_6", "ssp245": "ssp2_4_5", "ssp585": "ssp5_8_5"}
MODELS = ("access_cm2", "cesm2", "ec_earth3_cc", "gfdl_esm4", "ipsl_cm6a_lr", "miroc6", "mpi_esm1_2_lr",
          "mri_esm2_0", "noresm2_mm", "ukesm1_0_ll")  # fmt: skip
STEPS = {"daily": "day", "monthly": "month"}
MOST_VALUES = 4_000_000
ERA5_DELAY = timedelta(days=5)
"""Delay until hours are available."""
STEPS_OF_HOURS: tuple[Step, ...] = ("hour", "3 hours", "6 hours", "12 hours", "day", "month")


def collections(today: datetime) -> tuple[Collection, ...]:
    """List all collections as they are on a day."""
    midnight = datetime(today.year, today.month, today.day, tzinfo=UTC)
    era5 = {"": TimeInterval(start=_first(1940), end=midnight - ERA5_DELAY)}
    past, ahead = TimeInterval(start=_first(1850), end=_first(2015)), TimeInterval(start=_first(2015), end=_first(2101))
    return (
        Collection(
            name="reanalysis", kind="reanalysis", about="ERA5 near the ground", periods=era5, steps=STEPS_OF_HOURS,
            variables=_variables("reanalysis"), grid_degrees=0.25, most_values=MOST_VALUES, most_days=62,
            licence=f"CC-BY-4.0; ERA5 (Hersbach et al. 2020), {CREDIT}", provider="ERA5, ECMWF",
        ),
        Collection(
            name="reanalysis_levels", kind="reanalysis", about="ERA5 on pressure levels", periods=era5, levels=LEVELS,
            variables=_variables("reanalysis_levels"), grid_degrees=0.25, most_values=MOST_VALUES, most_days=62,
            steps=STEPS_OF_HOURS, licence=f"CC-BY-4.0; ERA5 (Hersbach et al. 2020), {CREDIT}", provider="ERA5, ECMWF",
        ),
        Collection(
            name="seasonal", kind="seasonal", about="C3S seasonal forecasts of ECMWF's system 51, monthly means",
            variables=_variables("seasonal"), periods={"": TimeInterval(start=_first(1993), end=midnight)},
            steps=("month",), members=51, longest_lead=6, grid_degrees=1.0, most_values=MOST_VALUES, most_days=7200,
            licence=f"CC-BY-4.0; {CREDIT}", provider="SEAS5.1, ECMWF",
        ),
        Collection(
            name="projections", kind="projections", about="CMIP6 projections", variables=_variables("projections"),
            periods={name: past if name == "historical" else ahead for name in SCENARIOS}, steps=("day", "month"),
            models=MODELS, grid_degrees=1.0, most_values=MOST_VALUES, most_days=36600,
            licence="CC-BY-4.0 or as the modelling centre says; CMIP6, World Climate Research Programme",
            provider="CMIP6",
        ),
    )  # fmt: skip


def theirs(collection: Collection, argument: str, name: str) -> str:
    """Return the store's name for one of ours."""
    if argument == "variables":
        return NAMES[collection.name][collection.variable(name).name][0]
    if argument == "scenario":
        return SCENARIOS.get(name, name)
    return {ours: word for word, ours in STEPS.items()}.get(name, name) if argument == "step" else name


def ours(collection: Collection, argument: str, names: Sequence[str]) -> list[str]:
    """Return our names for the store's; variables and scenarios without a name of ours are left out."""
    if argument == "variables":
        words = {entry[0]: name for name, entry in NAMES[collection.name].items()}
        return [words[name] for name in names if name in words]
    if argument == "scenario":
        words = {word: name for name, word in SCENARIOS.items()}
        return [words[name] for name in names if name in words]
    return [STEPS.get(name, name) for name in names] if argument == "step" else list(names)


def _variables(collection: str) -> tuple[Variable, ...]:
    hourly = collection == "reanalysis"
    return tuple(
        Variable(name=name, units=unit, cell=("sum" if name in SUMS else "point") if hourly else "mean")
        for name, (_, _, unit) in NAMES[collection].items()
    )


def _first(year: int) -> datetime:
    return datetime(year, 1, 1, tzinfo=UTC)

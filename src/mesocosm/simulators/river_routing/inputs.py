"""The inputs of a run: reaches that flow into one another, and the daily runoff or weather of their catchments."""

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal

from pydantic import Field, FiniteFloat, model_validator

from mesocosm.earth.planet.water.channel_routing import OVERBANK_SHARE, WAVE_M_S
from mesocosm.errors import did_you_mean
from mesocosm.simulators.river_routing.parameters import Parameters
from mesocosm.types import Record

MOST_DAYS = 40_000
MOST_REACHES = 20_000
MOST_NUMBERS = 400_000
"""Limit of reaches times days."""
MOST_CELL_DAYS = 4_000_000
"""Limit of cells times days: about a minute of work on a slow machine."""

SoilName = Literal["sand", "loam", "silt", "clay", "peat", "rock"]
CoverName = Literal["trees", "shrubs", "grass", "crops", "built", "bare", "snow", "water", "wetland"]
Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$")]
Depths = tuple[Annotated[FiniteFloat, Field(ge=0, le=2000)], ...]
WaveSpeed = Annotated[FiniteFloat, Field(ge=0.05, le=20)]
Temperatures = tuple[Annotated[FiniteFloat, Field(ge=-90, le=60)], ...]


class Reach(Record):
    """A stretch of river and the land that drains into it, without the land of the reaches above."""

    id: Id
    flows_to: Id | None = None
    """Id of the reach below; None at an outlet."""
    length_km: FiniteFloat = Field(ge=0, le=1000)
    bankfull_m3_s: FiniteFloat = Field(gt=0, le=1e6)
    """Discharge above which water leaves the channel."""
    wave_speed_m_s: WaveSpeed | None = None
    """Wave speed within the banks; by default that of the river."""
    overbank_wave_speed_m_s: WaveSpeed | None = None
    """Speed of discharge above bankfull; low where a flood plain is wide. By default half the wave speed."""
    catchment_km2: FiniteFloat = Field(ge=0, le=1e6)
    """Area including the lake; with weather, counted in hundredths of a square kilometre."""
    lake_km2: FiniteFloat = Field(default=0.0, ge=0, le=1e5)
    """Surface of the lake at the lower end of the reach, part of the catchment."""
    initial_discharge_m3_s: FiniteFloat = Field(default=0.0, ge=0, le=1e6)
    soil: SoilName | None = None
    """Soil and cover are required with `weather`."""
    cover: CoverName | None = None


class Weather(Record):
    """Daily columns of every catchment, by the id of its reach."""

    precipitation_mm: dict[Id, Depths]
    temperature_c: dict[Id, Temperatures]
    """Daily mean; precipitation falls as snow at 0 °C or less."""
    reference_evaporation_mm: dict[Id, Depths]


class RiverInputs(Record):
    """A river and the days to route."""

    first_day: date
    reaches: tuple[Reach, ...] = Field(min_length=1, max_length=MOST_REACHES)
    runoff_mm: dict[Id, Depths] | None = None
    """Depth of water that each catchment sheds per day, by the id of its reach."""
    weather: Weather | None = None
    wave_speed_m_s: WaveSpeed = WAVE_M_S
    runoff_enters: Literal["top", "along"] = "top"
    """Point at which runoff enters its reach: at the upper end, or evenly along it."""
    parameters: Parameters = Parameters()
    """Parameters of the land stores of all catchments; by default they follow from soil and cover."""

    @model_validator(mode="after")
    def _fits(self) -> RiverInputs:
        if (self.runoff_mm is None) == (self.weather is None):
            raise ValueError("exactly one of runoff_mm, weather must be given")
        self._check_reaches()
        columns = self.columns()
        for name, column in columns.items():
            self._check_column(name, column)
        lengths = {len(series) for column in columns.values() for series in column.values()}
        if len(lengths) != 1 or not 0 < min(lengths) <= MOST_DAYS:
            listed = ", ".join(f"{length:,}" for length in sorted(lengths)[:5])
            raise ValueError(f"all series must have one length of 1 to {MOST_DAYS:,} days, got {listed}")
        if min(lengths) * len(self.reaches) > MOST_NUMBERS:
            raise ValueError(f"reaches times days must not exceed {MOST_NUMBERS:,}")
        return self

    @property
    def days(self) -> int:
        return len(next(iter(next(iter(self.columns().values())).values())))

    def speeds(self, reach: Reach) -> tuple[float, float]:
        """Return the wave speeds of a reach in m/s: within its banks and above them."""
        wave = reach.wave_speed_m_s if reach.wave_speed_m_s is not None else self.wave_speed_m_s
        over = reach.overbank_wave_speed_m_s
        return wave, OVERBANK_SHARE * wave if over is None else over

    def columns(self) -> dict[str, dict[str, tuple[float, ...]]]:
        """Return the series by the name of their input."""
        if self.runoff_mm is not None:
            return {"runoff_mm": self.runoff_mm}
        assert self.weather is not None
        return {f"weather.{name}": getattr(self.weather, name) for name in Weather.model_fields}

    def _check_reaches(self) -> None:
        ids = [reach.id for reach in self.reaches]
        known = set(ids)
        if len(known) < len(ids):
            twice = next(name for at, name in enumerate(ids) if name in ids[:at])
            raise ValueError(f"reaches: id {twice} is given twice")
        for reach in self.reaches:
            if reach.flows_to is not None and reach.flows_to not in known:
                hint = did_you_mean(reach.flows_to, ids)
                raise ValueError(
                    f"reaches: {reach.id} flows to {reach.flows_to}, which is not there; {hint}".rstrip("; ")
                )
            self._check_reach(reach)

    def _check_reach(self, reach: Reach) -> None:
        wave, over = self.speeds(reach)
        if over > wave:
            raise ValueError(
                f"reaches: overbank_wave_speed_m_s of {reach.id} must not exceed its wave speed, {wave:g} m/s, "
                f"got {over:g}"
            )
        if reach.lake_km2 > reach.catchment_km2:
            raise ValueError(
                f"reaches: lake_km2 of {reach.id} must not exceed its catchment_km2, {reach.catchment_km2:g} km², "
                f"got {reach.lake_km2:g}"
            )
        if self.weather is not None and (reach.soil is None or reach.cover is None):
            raise ValueError(f"reaches: {reach.id} needs soil and cover, as weather is given")

    def _check_column(self, name: str, column: dict[str, tuple[float, ...]]) -> None:
        known = {reach.id for reach in self.reaches}
        for missing in sorted(known - column.keys()):
            raise ValueError(f"{name} lacks the reach {missing}")
        for odd in sorted(column.keys() - known):
            raise ValueError(f"{name}: there is no reach {odd}")

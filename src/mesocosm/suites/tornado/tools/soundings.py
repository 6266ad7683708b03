"""Forecast soundings near a point, as a picture or as text, from one quota."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeVar

from pydantic import Field

from mesocosm.errors import InvalidRecord, ToolError
from mesocosm.suites.tornado.days.day import Forecast
from mesocosm.tools.tool import Output, tool
from mesocosm.types import Image

if TYPE_CHECKING:
    from mesocosm.earth.weather.soundings.indices import Analysis
    from mesocosm.earth.weather.soundings.profile import Sounding
    from mesocosm.earth.weather.soundings.stations import Station

Shown = TypeVar("Shown", str, bytes)

Latitude = Annotated[float, Field(ge=-90, le=90)]
Longitude = Annotated[float, Field(ge=-180, le=180)]
Hour = Annotated[int, Field(ge=0, le=48)]
"""Forecast hour; as published, soundings may be asked for beyond the hours of the maps."""

DEFAULT_QUOTA = 50
FARTHEST_KM = 1000
"""Largest distance of a station in km: a farther one tells nothing of the point; a wrong sign of longitude is far
beyond.
"""


@dataclass
class SoundingQuota:
    """How many soundings an episode may see; only those it saw count, as published."""

    limit: int = DEFAULT_QUOTA
    used: int = 0

    @property
    def left(self) -> int:
        return self.limit - self.used

    def check(self) -> None:
        """Refuse a request when no sounding is left."""
        if self.left <= 0:
            raise ToolError(f"the {self.limit} soundings of this day are used up; go on without them")

    def describe(self) -> str:
        return f"{self.left} of {self.limit} soundings left"


class Found(NamedTuple):
    """The sounding nearest to a point, with its indices."""

    sounding: Sounding
    analysis: Analysis
    distance_km: float
    sha256: str


@tool(read_only=True)
def request_sounding(
    forecast: Forecast, quota: SoundingQuota, /, latitude: Latitude, longitude: Longitude, forecast_hour: Hour
) -> Output:
    """Get a picture of the forecast sounding nearest to a point.

    The picture shows a skew-T log-p diagram with parcel paths and wind barbs, a hodograph, and a table of indices
    (CAPE, CIN, LCL, LFC, EL, storm-relative helicity, shear, STP, SCP, lapse rates, precipitable water). The reply
    names the station, how far it is from the point, and how many soundings are left. Failed requests do not count.

    Args:
        latitude: Degrees north.
        longitude: Degrees east; negative over the United States.
        forecast_hour: Hours since the start of the model run, 0 to 48.
    """
    from mesocosm.earth.weather.soundings.sounding_figure import draw_sounding
    from mesocosm.earth.weather.soundings.text import title

    quota.check()
    found, picture = _show(forecast, latitude, longitude, forecast_hour, draw_sounding)
    quota.used += 1
    caption = title(found.sounding, found.distance_km)
    return _output(found, quota, f"{caption}; {quota.describe()}", (Image(png=picture, caption=caption),))


@tool(read_only=True)
def read_sounding(
    forecast: Forecast, quota: SoundingQuota, /, latitude: Latitude, longitude: Longitude, forecast_hour: Hour
) -> Output:
    """Get the forecast sounding nearest to a point as text: indices and a table of levels.

    The reply names the station, how far it is from the point, and how many soundings are left; text and pictures are
    counted together. Failed requests do not count.

    Args:
        latitude: Degrees north.
        longitude: Degrees east; negative over the United States.
        forecast_hour: Hours since the start of the model run, 0 to 48.
    """
    from mesocosm.earth.weather.soundings.text import sounding_text

    quota.check()
    found, text = _show(forecast, latitude, longitude, forecast_hour, sounding_text)
    quota.used += 1
    return _output(found, quota, f"{text}\n\n{quota.describe()}")


def _show(
    forecast: Forecast, latitude: float, longitude: float, hour: int, show: Callable[[Sounding, Analysis, float], Shown]
) -> tuple[Found, Shown]:
    """Show the nearest station's sounding; tell the agent what its file lacks."""
    import hashlib

    from mesocosm.earth.weather.soundings.bufkit import read_bufkit
    from mesocosm.earth.weather.soundings.indices import analyse
    from mesocosm.earth.weather.soundings.stations import nearest_station

    day = forecast.day
    stations = day.stations()
    station, distance_km = nearest_station(stations, latitude, longitude)
    if distance_km > FARTHEST_KM:
        raise ToolError(
            f"no station lies within {FARTHEST_KM:,} km of latitude {latitude:g}, longitude {longitude:g}; the "
            f"nearest, {station.id}, is {distance_km:,.0f} km away. Longitudes are negative over the United States"
        )
    with _usable(station, hour, [other for other in stations if other != station]):
        path = day.sounding_file(station.id)
        file = read_bufkit(path)
        if hour not in file.blocks:
            raise ToolError(f"`forecast_hour` {hour} is not there for {station.id}; it has hours {file.shown_hours}")
        sounding = file.sounding(hour)
        sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
        found = Found(sounding, analyse(sounding.profile), distance_km, sha256)
        return found, show(found.sounding, found.analysis, distance_km)


@contextmanager
def _usable(station: Station, hour: int, others: Sequence[Station]) -> Iterator[None]:
    """Tell the agent that a station's file is unusable and where the next station is.

    Files come from outside and any of hundreds may be asked for: one that is cut, odd or missing must not end the day.
    """
    try:
        yield
    except (InvalidRecord, OSError, ValueError, ArithmeticError, LookupError) as error:
        raise ToolError(
            f"the sounding of {station.id} for hour {hour} cannot be used: {_reason(error)}. "
            f"This request does not count; ask elsewhere{_next_station(station, others)}"
        ) from error


def _reason(error: Exception) -> str:
    """Say what is wrong with a file, without the path at which we keep it."""
    if isinstance(error, InvalidRecord):
        return re.sub(r"^\S*[/\\]\S*: ", "", str(error))
    return "its file cannot be read"


def _next_station(station: Station, others: Sequence[Station]) -> str:
    from mesocosm.earth.weather.soundings.stations import nearest_station

    if not others:
        return ""
    other, _ = nearest_station(others, station.latitude, station.longitude)
    return f", such as at {other.id}, latitude {other.latitude:.2f}, longitude {other.longitude:.2f}"


def _output(found: Found, quota: SoundingQuota, text: str, images: tuple[Image, ...] = ()) -> Output:
    station = found.sounding.station
    return Output(
        text=text,
        images=images,
        data={
            "station": station.id,
            "latitude": station.latitude,
            "longitude": station.longitude,
            "distance_km": round(found.distance_km, 1),
            "soundings_left": quota.left,
            "indices": {name: index["value"] for name, index in found.analysis.indices.as_dict().items()},
        },
        inputs={f"bufkit {station.id}": found.sha256},
    )

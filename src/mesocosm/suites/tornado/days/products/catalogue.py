"""Every published product of an hour."""

from __future__ import annotations

from collections.abc import Callable

from mesocosm.suites.tornado.days.places import Field, nodes
from mesocosm.suites.tornado.days.products import air, instability, land, precipitation, sky
from mesocosm.suites.tornado.days.products.moment import Moment, moment
from mesocosm.suites.tornado.days.scenario import Scenario
from mesocosm.suites.tornado.days.storms import Cells

GROUPS: tuple[Callable[[Moment], dict[str, Field]], ...] = (
    *(air.on_pressure_levels, air.near_ground, air.storm_winds, air.isotherms),
    *(instability.parcels, instability.mixed_air),
    *(precipitation.echoes, precipitation.rain_and_snow),
    *(sky.clouds, sky.satellite, sky.radiation, sky.haze),
    *(land.constants, land.heat),
)


def product_fields(scenario: Scenario, hour: int, cells: Cells) -> dict[str, Field]:
    """Map product names to values in GRIB's units, rows from the south; NaN where a quantity does not exist."""
    now = moment(scenario, nodes(), hour, cells)
    fields = {name: field for group in GROUPS for name, field in group(now).items()}
    return {name: fields[name] for name in sorted(fields)}

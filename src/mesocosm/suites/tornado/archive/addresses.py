"""Where the services are. Each address is a setting, so that a mirror or a test stands in for the real one."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields

from mesocosm.errors import UserError


@dataclass(frozen=True)
class Addresses:
    """Base addresses, without a slash at the end."""

    hrrr: str = "https://noaa-hrrr-bdp-pds.s3.amazonaws.com"
    bufkit: str = "https://mtarchive.geol.iastate.edu"
    spc: str = "https://www.spc.noaa.gov"


def addresses(environment: Mapping[str, str] = os.environ) -> Addresses:
    """The real services, or what MESOCOSM_HRRR_URL, MESOCOSM_BUFKIT_URL and MESOCOSM_SPC_URL say."""
    variables = {field.name: f"MESOCOSM_{field.name.upper()}_URL" for field in fields(Addresses)}
    given = {name: environment[variable] for name, variable in variables.items() if environment.get(variable)}
    for name, url in given.items():
        if not url.startswith(("https://", "http://")):
            raise UserError(f"{variables[name]} must start with https:// or http://, got {url!r}")
    return Addresses(**{name: url.rstrip("/") for name, url in given.items()})

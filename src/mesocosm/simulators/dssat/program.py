"""The DSSAT program: its location, the machine it runs on, and the files it needs besides an experiment's own."""

from __future__ import annotations

import platform
import re
import shutil
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from mesocosm.errors import InvalidRecord, ToolUnavailable, did_you_mean
from mesocosm.registry import require

PACKAGE = "DSSATTools"
EMULATORS = ("qemu-x86_64-static", "qemu-x86_64")
MACHINE = "x86_64"
PROFILE = "DSSATPRO.L48"
ENVIRONMENT = {"DSSAT_HOME": "./"}
"""The program looks for its own files below its working folder, because it truncates longer paths."""


def command(experiment_file: str) -> tuple[str, ...]:
    """Return the command that runs every treatment of an experiment, through an emulator on other processors."""
    return *emulator(), str(package_folder() / "bin" / "dscsm048"), "A", experiment_file


def emulator() -> tuple[str, ...]:
    """Return the emulator command, empty on the program's own processor; raise `ToolUnavailable` if there is none."""
    if platform.machine() == MACHINE:
        return ()
    found = next(filter(None, map(shutil.which, EMULATORS)), None)
    if found is None:
        raise ToolUnavailable(
            f"DSSAT's program is for {MACHINE} and this machine is {platform.machine()}: install qemu-user-static"
        )
    return (str(Path(found).resolve()),)


def package_folder() -> Path:
    """Return the package's folder without importing the package, which would write links into the temporary folder."""
    try:
        folder = Path(str(distribution(PACKAGE).locate_file(PACKAGE)))
    except PackageNotFoundError:
        require(PACKAGE)
        raise
    return folder.resolve()


def own_files(crop_code: str) -> dict[str, bytes]:
    """Return codes, standard data, the crop's genotypes and the profile that names the crop's model."""
    data = package_folder() / "dssat-csm-os" / "Data"
    model = models().get(crop_code)
    if model is None:
        hint = did_you_mean(crop_code, models())
        raise InvalidRecord(f"experiment must be of a crop of DSSAT, got {crop_code!r}; {hint or ', '.join(models())}")
    patterns = ("*.CDE", "MODEL.ERR", "DSCSM048.CTR", "StandardData/*", f"Genotype/{crop_code}*", f"Pest/{crop_code}*")
    paths = [path for pattern in patterns for path in sorted(data.glob(pattern)) if path.is_file()]
    files = {str(path.relative_to(data)): path.read_bytes() for path in paths}
    return files | {PROFILE: _profile(crop_code, model).encode()}


def models() -> dict[str, str]:
    """Return the model of each crop by its two-letter code, from the package's own profile."""
    text = (package_folder() / "dssat-csm-os" / "Data" / "DSSATPRO.v48").read_text(encoding="latin-1")
    return dict(re.findall(r"^M([A-Z]{2}) C: \S+ \S+ (\w{8})", text, re.MULTILINE))


def _profile(crop_code: str, model: str) -> str:
    places = ("WED    ./", f"M{crop_code}    ./ dscsm048 {model}", "CRD    ./Genotype", "PSD    ./Pest")
    return "\n".join((*places, "SLD    ./", "STD    ./StandardData", ""))

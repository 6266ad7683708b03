"""The program itself: where it lies, on which machine it runs, and the files it wants beside those of an experiment."""

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
"""The program finds its own files below its working folder: it cuts longer paths off."""


def command(experiment_file: str) -> tuple[str, ...]:
    """The words that run every treatment of an experiment; through an emulator where the machine is another."""
    return *emulator(), str(package_folder() / "bin" / "dscsm048"), "A", experiment_file


def emulator() -> tuple[str, ...]:
    """What the program must run through here: nothing on its own machine; where it cannot run at all, that is told."""
    if platform.machine() == MACHINE:
        return ()
    found = next(filter(None, map(shutil.which, EMULATORS)), None)
    if found is None:
        raise ToolUnavailable(
            f"DSSAT's program is for {MACHINE} and this machine is {platform.machine()}: install qemu-user-static"
        )
    return (str(Path(found).resolve()),)


def package_folder() -> Path:
    """Where the package lies, without importing it: that would write links into the folder for temporary files."""
    try:
        folder = Path(str(distribution(PACKAGE).locate_file(PACKAGE)))
    except PackageNotFoundError:
        require(PACKAGE)
        raise
    return folder.resolve()


def own_files(crop_code: str) -> dict[str, bytes]:
    """Codes, standard data, the crop's genotypes and the profile that names the crop's model."""
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
    """The model of each crop by its two letters, as the package's own profile has them."""
    text = (package_folder() / "dssat-csm-os" / "Data" / "DSSATPRO.v48").read_text(encoding="latin-1")
    return dict(re.findall(r"^M([A-Z]{2}) C: \S+ \S+ (\w{8})", text, re.MULTILINE))


def _profile(crop_code: str, model: str) -> str:
    places = ("WED    ./", f"M{crop_code}    ./ dscsm048 {model}", "CRD    ./Genotype", "PSD    ./Pest")
    return "\n".join((*places, "SLD    ./", "STD    ./StandardData", ""))

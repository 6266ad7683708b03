"""Location of real data and published results: beside the checkout, and not on every machine."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared"

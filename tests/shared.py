"""Where real data and published results lie: beside the checkout, and not everywhere."""

from pathlib import Path

ROOT = Path(__file__).parent.parent
SHARED = ROOT.parent / "shared"

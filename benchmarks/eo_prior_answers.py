"""Count the answers of the train split for the language-prior agent: python benchmarks/eo_prior_answers.py 720

Every town of the train split is built on the way, about half a minute of a processor for each site.
"""

from __future__ import annotations

import sys
from importlib.resources import files
from pathlib import Path

from mesocosm.suite import split_seed
from mesocosm.suites.eo.items import make
from mesocosm.suites.eo.prior_answers import commonest, with_prior_answer
from mesocosm.suites.eo.questions.type_folder import TYPES

SEED = 0
"""Seed of the items that are counted."""


def main(items: int) -> None:
    """Write the answers into the texts of the question types."""
    pairs = (make(split_seed("train", SEED), index) for index in range(items))
    answers = commonest((item.data.question_type, reference.hidden) for item, reference in pairs)
    for name, answer in answers.items():
        path = Path(str(files(TYPES) / f"{name}.toml"))
        path.write_text(with_prior_answer(path.read_text(encoding="utf-8"), answer), encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]))

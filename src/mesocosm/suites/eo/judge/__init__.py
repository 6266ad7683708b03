"""The judge of answers in words: it compares them with the truth by stated rules, with three possible verdicts.

`verdict` decides what rules can; what they leave undecided scores nothing unless a model is asked (`judge/role.py`).
Every verdict says who gave it.
"""

from mesocosm.suites.eo.judge.judging import as_text, verdict
from mesocosm.suites.eo.judge.verdict import Verdict

__all__ = ["Verdict", "as_text", "verdict"]

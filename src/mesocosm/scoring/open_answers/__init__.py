"""Grade open answers without a judge: split keys and boxes, and compare values, formulas and short texts."""

from mesocosm.scoring.open_answers.grading import grade
from mesocosm.scoring.open_answers.pairing import answers_in, pair, split_key
from mesocosm.scoring.open_answers.structured import Kind, grade_formula, grade_value, grade_word
from mesocosm.scoring.open_answers.verdict import Verdict

__all__ = [
    "Kind",
    "Verdict",
    "answers_in",
    "grade",
    "grade_formula",
    "grade_value",
    "grade_word",
    "pair",
    "split_key",
]

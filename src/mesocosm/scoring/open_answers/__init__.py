"""Open answers graded without a judge: keys and boxes taken apart, values, formulas and short texts compared."""

from mesocosm.scoring.open_answers.grading import Kind, grade, grade_value
from mesocosm.scoring.open_answers.parts import answers_in, pair, split_key
from mesocosm.scoring.open_answers.verdict import Verdict

__all__ = ["Kind", "Verdict", "answers_in", "grade", "grade_value", "pair", "split_key"]

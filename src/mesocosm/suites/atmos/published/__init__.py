"""Open answers graded as published: the rules of the released evaluators, with the false positives they bring.

For comparison only; `mesocosm.scoring.open_answers` is the grader of this project.
"""

from mesocosm.suites.atmos.published.grading import expression_published, grade_published, quantity_published
from mesocosm.suites.atmos.published.sub_answers import boxes_published, split_published

__all__ = ["boxes_published", "expression_published", "grade_published", "quantity_published", "split_published"]

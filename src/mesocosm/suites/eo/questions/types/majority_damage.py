"""The commonest grade among the buildings of the view, or among the damaged ones."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from mesocosm.suites.eo.evidence.conclusions import conclude_grades
from mesocosm.suites.eo.evidence.evidence import Evidence
from mesocosm.suites.eo.evidence.support import Support
from mesocosm.suites.eo.evidence.supported_answers import grades_sought
from mesocosm.suites.eo.plans.tool_runner import SECOND, Hands, Plan, wholes
from mesocosm.suites.eo.questions.counting import DETECT
from mesocosm.suites.eo.questions.disaster import GRADES, TARGETS, draw_aftermath, grade_of
from mesocosm.suites.eo.questions.kind import Kind
from mesocosm.suites.eo.questions.question import Question
from mesocosm.suites.eo.records import ChoiceAnswer

if TYPE_CHECKING:
    from numpy.random import Generator

    from mesocosm.suites.eo.lake.imagery import Imagery


def draw_question(lake: Imagery, site: str, draw: Generator) -> Question | None:
    """Draw a question about the commonest grade among the buildings of the view, or among the damaged ones."""
    scene, form = draw_aftermath(lake, site, draw), ("all", "damaged")[int(draw.integers(2))]
    if scene is None:
        return None
    among = {grade: words for grade, words in GRADES.items() if form == "all" or grade != "none"}
    order = Counter(grade for grade in map(grade_of, scene.buildings) if grade in among).most_common()
    if not order or order[0][1] < 4 or (len(order) > 1 and order[0][1] < max(1.3 * order[1][1], order[1][1] + 2)):
        return None

    def second() -> str:
        counts = {grade: scene.graded_by_pixels((grade,)) for grade in among}
        return max(counts, key=counts.__getitem__)

    return scene.question(
        form,
        ChoiceAnswer(value=order[0][0], among=among),
        second,
        f"The commonest grade is {order[0][0]}.",
        (DETECT,) * len(among),
        {},
        {},
    )


def plan(hands: Hands) -> Plan:
    """Search for the buildings of one grade after the other."""
    counts: Counter[str] = Counter()
    for grade in ("none", "minor", "major", "destroyed"):
        if grade != "none" or hands.form == "all":
            seen = yield hands.call(DETECT, image=SECOND, target=TARGETS[grade])
            counts[grade] = len(wholes(seen))
    return counts.most_common(1)[0][0]


def add_commonest_grade(evidence: Evidence, support: Support) -> None:
    counts: dict[str, int] = {}
    for look in evidence.of("boxes"):
        grades = grades_sought(look)
        if len(grades) == 1:
            counts[next(iter(grades))] = evidence.asked_count(look)
    if counts and max(counts.values()):
        support.specs.append(ChoiceAnswer(value=max(counts, key=counts.__getitem__), among=GRADES))


TYPE = Kind(
    name="majority_damage",
    task="disaster",
    classes=tuple(GRADES),
    draw=draw_question,
    plan=plan,
    supports=(add_commonest_grade,),
    needs=("boxes", "object"),
    captures="after",
    conclude=conclude_grades,
)

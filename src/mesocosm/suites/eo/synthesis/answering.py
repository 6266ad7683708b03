"""An answer of a word or a number as a sentence."""

from __future__ import annotations

import re

from mesocosm.suites.eo.records import QuestionType
from mesocosm.suites.eo.synthesis.evidence import Evidence
from mesocosm.suites.eo.synthesis.recalling import article
from mesocosm.suites.eo.synthesis.support import numbers_in
from mesocosm.suites.eo.taxonomy import plain, singular

SHORTEST = 4
"""Words from which on an answer is a sentence already."""
SENTENCES: dict[QuestionType, str] = {
    "majority_damage": "The commonest grade of damage is {answer}.",
    "damage_severity": "The damage to it is graded {answer}.",
    "scene_understanding": "The picture shows this kind of place: {answer}.",
    "cross_modal_identification": "It is {article} {answer}.",
    "area_dominance": "The largest share of the view is that of {answer}.",
    "spatial_relation": "It lies {answer} of there.",
    "overlap_analysis": "About {answer} of it is covered.",
    "arithmetic_reasoning": "The figure asked for is {answer}.",
}
GRADED = re.compile(r"damage|destroyed")
"""In what was looked for: a state that is not named again."""
DATED = "The day is {answer}."


def sentence(asked: QuestionType, evidence: Evidence, answer: str) -> str:
    """The answer as a person would say it; as it is where it is a sentence already or no sentence fits."""
    plain_answer = answer.strip().rstrip(".")
    if len(plain_answer.split()) >= SHORTEST or not plain_answer:
        return answer
    if plain_answer[:4].isdigit() and plain_answer.count("-") == 2:
        return DATED.format(answer=plain_answer)
    if asked.endswith("counting") or asked in ("damage_count", "moving_reasoning", "image_cut_reasoning"):
        return _counted(evidence, plain_answer)
    if asked == "spatial_relation" and plain_answer == "same place":
        return "They lie in the same place."
    if asked == "spatial_relation" and numbers_in(plain_answer):
        return f"It is {plain_answer} from the one to the other."
    if asked == "cross_modal_identification" and numbers_in(plain_answer):
        return _counted(evidence, plain_answer)
    if asked == "multispectral_temporal_analysis" and numbers_in(plain_answer):
        return f"The mean changed by {plain_answer}."
    return SENTENCES.get(asked, "{answer}").format(answer=plain_answer, article=article(plain_answer))


def _counted(evidence: Evidence, answer: str) -> str:
    """With the name of what was counted, where one kind was looked for."""
    if not numbers_in(answer) or not answer.isdigit():
        return answer
    targets = {singular(look.target) for look in evidence.of("boxes")}
    if evidence.of("reckoning"):
        return f"The number comes to {answer}."
    if len(targets) != 1:
        return f"The count is {answer}."
    target = next(iter(targets))
    name = plain("such building" if GRADED.search(target) else target, int(answer))
    return f"There {'is' if answer == '1' else 'are'} {answer} {name}."

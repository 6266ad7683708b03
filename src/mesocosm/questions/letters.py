"""Letters of options: the letter of the right option, the check of an answered letter, and its score."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pydantic import JsonValue

from mesocosm import seeding
from mesocosm.episode.agent import Case
from mesocosm.errors import ToolError
from mesocosm.questions.forks import Taken
from mesocosm.questions.truth import LetteredTruth
from mesocosm.trace.schema import Trace
from mesocosm.types import Reference, Score

LETTERS = ("A", "B", "C", "D")


def place_letters(suite: str, seed: int, index: int, offered: Iterable[Taken], asked: Taken) -> dict[str, Taken]:
    """Assign the values to letters; the letter of the truth is drawn for each item alone.

    If letters were balanced over a few items, an agent that counts them could infer the last one.
    """
    true_letter = LETTERS[int(seeding.generator(suite, seed, index, "letter").integers(len(LETTERS)))]
    draw = seeding.generator(suite, seed, index, "shuffle")
    others = [taken for taken in offered if taken != asked]
    shuffled = iter([others[number] for number in draw.permutation(3)])
    return {letter: asked if letter == true_letter else next(shuffled) for letter in LETTERS}


def check_letter(answer: JsonValue) -> JsonValue:
    """Return one of the four letters; accept spaces around it and lower case."""
    letter = answer.strip().strip(")").upper() if isinstance(answer, str) else answer
    if letter not in LETTERS:
        raise ToolError(f"the answer must be one of the letters {', '.join(LETTERS)}, got {answer!r}")
    return letter


def careless_mistake(case: Case[object, LetteredTruth]) -> frozenset[str]:
    """Draw one of the item's single mistakes by the agent's seed."""
    offered = sorted(names[0] for names in case.reference.hidden.mistakes.values() if len(names) == 1)
    draw = seeding.generator("agent", "careless", case.item.id, case.seed)
    return frozenset({offered[draw.integers(len(offered))]})


def nearest_letter(value: float, options: Mapping[str, str]) -> str:
    """Return the letter whose printed number is nearest to a value."""
    return min(options, key=lambda letter: abs(float(options[letter]) - value))


def matching_letter(value: float, options: Mapping[str, str], share: float) -> str:
    """Return the letter nearest to a value if it is within a relative tolerance of the printed number; else ''."""
    letter = nearest_letter(value, options)
    printed = float(options[letter])
    return letter if abs(value - printed) <= share * abs(printed) else ""


def score_letter(reference: Reference[LetteredTruth], trace: Trace, profile: str) -> Score:
    """Score a letter as right or wrong, with the mistakes that lead to it; a missing or unreadable letter is wrong."""
    given = trace.answer.value if trace.answer.accepted else None
    right = float(given == reference.answer)
    explanation = f"{_describe(given, trace)}, right is {reference.answer}"
    if not right and (revealed := reference.hidden.mistakes.get(str(given))):
        explanation += f"; {option_follows(str(given), revealed)}"
    return Score(value=right, metrics={"success": right}, profile=profile, explanation=explanation)


def option_follows(letter: str, mistakes: Sequence[str]) -> str:
    """Say which mistake leads to a wrong option. The agent may still have chosen its letter by chance."""
    which = "this mistake" if len(mistakes) == 1 else "these mistakes together"
    return f"option {letter} is what follows from {which}: {' and '.join(mistakes)}"


def _describe(given: JsonValue, trace: Trace) -> str:
    if given is not None:
        return f"answered {given}"
    return "no letter was handed in" if trace.answer.value is None else "what was handed in is no accepted letter"

"""How a program hands in an answer: with a call, or in words where there are no calls to make."""

from __future__ import annotations

import json

from mesocosm.episode.agent import Action, Case, call


def hand_in_letter(case: Case, letter: str) -> Action:
    """The action that answers with a letter."""
    return call("submit", answer=letter) if case.tools else f"The answer is {letter}."


def hand_in_answers(case: Case, answers: dict[str, str]) -> Action:
    """The action that answers several sub-questions."""
    return call("submit_answers", answers=answers) if case.tools else json.dumps(answers)

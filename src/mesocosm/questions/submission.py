"""How a program submits an answer: by a call, or as a text if there are no tools."""

from __future__ import annotations

import json

from mesocosm.episode.agent import Action, Case, call


def hand_in_letter(case: Case, letter: str) -> Action:
    """Return the action that submits a letter."""
    return call("submit", answer=letter) if case.tools else f"The answer is {letter}."


def hand_in_answers(case: Case, answers: dict[str, str]) -> Action:
    """Return the action that submits the answers to several sub-questions."""
    return call("submit_answers", answers=answers) if case.tools else json.dumps(answers)

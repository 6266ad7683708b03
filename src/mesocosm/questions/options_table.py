"""The options of a lettered question in reports: which was chosen, which is right, and what leads to each."""

from __future__ import annotations

from mesocosm.questions.letters import option_follows
from mesocosm.suite.blocks import AnswerBlock, AnswerField, TableBlock
from mesocosm.suite.facts import Facts
from mesocosm.trace.schema import Trace


def options_answer(facts: Facts, trace: Trace, second: str = "") -> AnswerBlock:
    """Show the chosen option beside the right one, with the mistake that leads to it.

    Args:
        facts: The facts of the item.
        trace: The trace of the episode.
        second: The result of the second way, in words; empty if there is none.
    """
    chosen = _choose(trace)
    right = chosen == facts.label
    field = AnswerField(
        name="option",
        answer=option_words(facts, chosen) if chosen else "none was chosen",
        truth=option_words(facts, facts.label),
        verdict="right" if right else "wrong",
        second=second,
        note="" if right or chosen not in facts.options else option_follows(chosen, _sentences(facts, chosen)),
    )
    return AnswerBlock(fields=(field,))


def options_table(facts: Facts, trace: Trace) -> TableBlock:
    """Make a row per letter, with its value and the mistakes that lead to it; mark the right and the chosen one."""
    chosen = _choose(trace)
    named = (("right", facts.label), ("chosen", chosen))
    rows = (
        (letter, value, _meaning(facts, letter), ", ".join(name for name, one in named if one == letter))
        for letter, value in facts.printed.items()
    )
    return TableBlock(
        title="The options",
        headings=("option", "value", "what leads to this value", "right or chosen"),
        rows=tuple(rows),
    )


def _choose(trace: Trace) -> str:
    return str(trace.answer.value) if trace.answer.accepted else ""


def option_words(facts: Facts, letter: str) -> str:
    """Return the letter with the text of its option."""
    return f"{letter}: {facts.printed[letter]}" if facts.printed.get(letter) else letter


def _meaning(facts: Facts, letter: str) -> str:
    if letter == facts.label:
        return "the truth"
    return "this mistake: " + " and ".join(_sentences(facts, letter))


def _sentences(facts: Facts, letter: str) -> list[str]:
    return [facts.mistakes[name].sentence for name in facts.options[letter]]

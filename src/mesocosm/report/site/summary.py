"""An episode's numbers in words that need no manual."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from mesocosm.report.logged_episodes import StoredEpisode
from mesocosm.report.number_format import number, whole
from mesocosm.report.site.sanitising import short
from mesocosm.suite import split_of
from mesocosm.suite.blocks import AnswerBlock, Block
from mesocosm.trace.schema import Trace

LabelledTexts = list[tuple[str, str]]
"""Names of numbers, each with its number."""

ANSWERS = {
    "valid": "handed in, and scored",
    "repaired": "handed in after a try was refused, or in a form that was mended before scoring",
    "rejected": "handed in, but not in a form that could be scored",
    "missing": "none was handed in",
    "broken": "unknown: the episode broke on our side",
    "waiting": "not yet: the model's server had not replied",
}
ENDS = {
    "submitted": "the agent handed in its answer",
    "stopped": "the agent stopped by itself",
    "budget": "a limit of steps, time or tokens was reached",
    "context": "the conversation grew longer than the model can read",
    "images": "the model cannot look at the pictures it asked for",
    "loop": "the agent repeated itself",
    "crashed": "the agent's own program failed",
    "waiting": "the model's server had not replied",
    "broken": "something failed on our side",
    "unknown": "the log does not say",
}


HANDED_IN = {
    "valid": "handed in an answer",
    "repaired": "handed in an answer whose form was mended before scoring",
    "rejected": "handed in something that could not be scored",
    "missing": "handed in no answer",
}
JUDGED = {
    "right": "is right",
    "wrong": "is wrong",
    "partly right": "is partly right",
    "undecided": "no rule can call right or wrong, so that it earns nothing",
}


def sentence(episode: StoredEpisode, blocks: Sequence[Block], agent: str) -> str:
    """Describe in one sentence what happened."""
    row = episode.row
    if row.answer == "broken":
        return f"The episode of {agent} broke on our side and counts in no score."
    if row.answer == "waiting":
        return f"The episode of {agent} waits for the model's server and counts in no score yet."
    handed_in = HANDED_IN.get(row.answer, row.answer)
    right = _right(blocks, solved=row.success >= 1) if row.answer in ("valid", "repaired") else ""
    return f"{agent} {_made(episode.trace)} and {handed_in}{right}. Score: {number(row.score)} of 1."


def _made(trace: Trace) -> str:
    calls, refused = _calls(trace)
    if not calls:
        return "used no tool"
    return f"used tools {calls} time{'s' * (calls != 1)}" + (f", {refused} of them refused," if refused else "")


def _calls(trace: Trace) -> tuple[int, int]:
    """Return the number of calls that do not submit an answer, and how many of them gave an error."""
    calls = [seen for call, seen in trace.calls() if not hands_in(call.tool)]
    return len(calls), sum(seen is not None and seen.error is not None for seen in calls)


def hands_in(tool: str) -> bool:
    """Return whether a tool is one that submits answers, by its name."""
    return tool.rpartition(".")[2].startswith("submit")


def _right(blocks: Sequence[Block], *, solved: bool) -> str:
    """Say how many fields are right, if the suite judges them."""
    verdicts = [field.verdict for block in blocks if isinstance(block, AnswerBlock) for field in block.fields]
    if not verdicts or not all(verdicts):
        return ""
    if verdicts == ["right"] and not solved:
        return ", which is right but does not count"
    if len(verdicts) == 1:
        return f", which {JUDGED[verdicts[0]]}"
    return f": {verdicts.count('right')} of {len(verdicts)} fields are right"


def why(episode: StoredEpisode) -> str:
    """Return the scorer's words, with a sentence in the place of each mistake that it names."""
    mistakes = {name: mistake.sentence for name, mistake in episode.facts.mistakes.items() if mistake.sentence}
    if not mistakes:
        return episode.explanation
    names = "|".join(re.escape(name) for name in sorted(mistakes, key=len, reverse=True))
    return re.sub(rf"(?<!\w)(?:{names})(?!\w)", lambda found: mistakes[found[0]], episode.explanation)


def end(episode: StoredEpisode) -> str:
    """Say why the episode ended; empty if the agent submitted its answer."""
    reason = episode.row.end
    return "" if reason == "submitted" else f"The episode ended because {ENDS.get(reason, reason)}."


def outcome(episode: StoredEpisode) -> LabelledTexts:
    """Return the result and what it took."""
    row, end = episode.row, episode.trace.end
    calls, refused = _calls(episode.trace)
    facts = [
        ("Score from 0 to 1:", number(row.score)),
        ("Answer:", ANSWERS.get(row.answer, row.answer)),
        ("Ended because", ENDS.get(row.end, row.end)),
        ("Calls of tools, the handing in left out:", str(calls)),
        ("Of these, answered with an error:", str(refused)),
        *(
            [("Steps of the budget used:", number(row.steps, 0))]
            if row.steps != len(list(episode.trace.calls()))
            else []
        ),
        ("Tokens the model read and wrote:", whole(row.tokens) if row.tokens else "none"),
    ]
    if end is not None:
        facts.append(("Seconds it took:", number(end.runtime_s, 1)))
    return _short(facts)


def suite_measures(episode: StoredEpisode, words: Mapping[str, str]) -> LabelledTexts:
    """Return the suite's other metrics, in the words that its card has for each."""
    return _short((f"{metric_words(name, words)}:", _plain(value)) for name, value in episode.row.metrics.items())


def metric_words(name: str, words: Mapping[str, str]) -> str:
    """Return the description of a metric; its name if the card has none."""
    return words.get(name) or name.replace("_", " ")


def _plain(value: float) -> str:
    """Format a metric of one episode: most are counts or yes-or-no values."""
    return number(value, 0 if value.is_integer() else 3)


def setup(episode: StoredEpisode) -> LabelledTexts:
    """Return how the item and its world were made, so that anyone can make them again."""
    start = episode.trace.start
    if start is None:
        return []
    split, seed = split_of(start.seed)
    other = [] if split == "test" else [("split:", str(split))]
    options = ((f"{name}:", value) for name, value in start.options.items())
    return _short([*other, ("seed:", str(seed)), *options])


def _short(facts: Iterable[tuple[str, str]]) -> LabelledTexts:
    return [(short(name), short(value)) for name, value in facts]

"""Trajectories of the Earth-observation workspace: who acts, what reviewers look for, how a step is put into words.

actor             the oracle planner, or any agent by name, acts a candidate out in the verified world
model_actor       any model that Inspect knows as the actor
habits            extra looks, and slips that it notices and mends
temptations       ways of giving in that a review must send back
slips             which calls had to be mended, for learners to leave out
contradictions    answers held against what the evidence bears out
failures/         the nine published failures, each found and planted by a module of its own
thoughts          thoughts from the facts of the trace (observation_text, intentions, conclusions)
answer_sentences  a word or number as a sentence
open_questions    choice tests as open questions
text_audit        the last look at the words
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence

from pydantic import JsonValue

from mesocosm import registry
from mesocosm.suite.splits import Split, check_split, split_seed
from mesocosm.suites.eo.evidence.evidence import gather
from mesocosm.suites.eo.judge import verdict
from mesocosm.suites.eo.lake.lake import lake
from mesocosm.suites.eo.questions.question import plain
from mesocosm.suites.eo.synthesis.actor import PLANNER, Attempt, Candidate, act
from mesocosm.suites.eo.synthesis.answer_sentences import sentence
from mesocosm.suites.eo.synthesis.failures import logical_rules
from mesocosm.suites.eo.synthesis.model_actor import names_model
from mesocosm.suites.eo.synthesis.open_questions import without_options
from mesocosm.suites.eo.synthesis.question_kind import question_type
from mesocosm.suites.eo.synthesis.slips import mark_slips
from mesocosm.suites.eo.synthesis.text_audit import audit
from mesocosm.suites.eo.synthesis.thoughts import add_thoughts
from mesocosm.synthesis.pipeline import Pictures
from mesocosm.synthesis.review import STRUCTURE, Finding, Rule
from mesocosm.synthesis.trajectory import Trajectory

MOST_CALLS = 15
"""Of a trajectory, as in evaluation."""


def uses_core_tool(trajectory: Trajectory) -> Iterable[Finding]:
    """At least one call that looks at a picture, beyond arithmetic and looking words up."""
    if trajectory.steps and all(look.kind == "reckoning" for look in gather(trajectory).looks):
        yield Finding(rule="no_core_tool", feedback="Not a single picture was looked at. Use a tool that looks.")


def keeps_budget(trajectory: Trajectory) -> Iterable[Finding]:
    """As many calls as an evaluation allows, at most."""
    if len(trajectory.steps) > MOST_CALLS:
        yield Finding(rule="over_budget", feedback="There are too many calls. Take a shorter way.")


class Workshop:
    """Candidates of a split and seed, acted out by one actor."""

    def __init__(self, split: Split, seed: int, actor: str) -> None:
        self._split = split
        self._seed = seed
        self._actor = actor
        self._last: tuple[int, Candidate] | None = None

    @functools.cached_property
    def rules(self) -> Sequence[Rule]:
        """Structure first, then the nine failures."""
        return (*STRUCTURE, uses_core_tool, keeps_budget, *logical_rules())

    @functools.cached_property
    def tools(self) -> Mapping[str, JsonValue]:
        """All tools with their schemas."""
        from mesocosm.suites.eo import suite
        from mesocosm.tools.export import openai_tools

        return {str(schema["function"]["name"]): schema for schema in openai_tools(suite.tools())}

    def act(self, number: int, findings: Sequence[Finding], attempt: int) -> tuple[Trajectory, Pictures]:
        """An attempt at a candidate; feedback makes the planner draw anew, and it mostly keeps to the straight way."""
        feedback = tuple(finding.feedback for finding in findings)
        return act(self._candidate(number), Attempt(self._actor, self._split, self._seed, attempt, feedback))

    def _candidate(self, number: int) -> Candidate:
        """Types and answer classes take turns with the number, so that no label prevails."""
        from mesocosm.suites.eo.items import make

        if self._last is None or self._last[0] != number:
            candidate = make(split_seed(self._split, self._seed), number)
            lake().prepare(candidate[1].hidden.site)  # drawn within a call, pictures would be on the call's time
            self._last = (number, candidate)
        return self._last[1]

    def word(self, trajectory: Trajectory) -> Trajectory:
        """Thoughts from what had been seen by then, open text throughout, and the answer as a sentence."""
        return self._answer_as_sentence(add_thoughts(without_options(mark_slips(trajectory))))

    def _answer_as_sentence(self, trajectory: Trajectory) -> Trajectory:
        """With the answer as a sentence, if the judge takes it for what it took the short one for."""
        if self._last is None:
            return trajectory
        spec, asked = self._last[1][1].hidden.answer, question_type(trajectory)

        def judged(answer: str) -> bool | None:
            return verdict(answer, spec, trajectory.task).value

        # All ways through a task have a sentence, or none has: else a bare answer would give the right one away.
        said = sentence(asked, spec, trajectory.answer)
        if not judged(sentence(asked, spec, plain(spec))) or judged(said) != judged(trajectory.answer):
            return trajectory
        return trajectory.model_copy(update={"answer": said})

    def audit(self, trajectory: Trajectory) -> Sequence[Finding]:
        return audit(trajectory)


def workshop(split: str, seed: int, actor: str = "oracle") -> Workshop:
    """The workshop of this suite."""
    split_seed(split, seed)  # refuse a seed that the split does not have, before anything is written for it
    _check_actor(actor)
    return Workshop(check_split(split), seed, actor)


def _check_actor(actor: str) -> None:
    """Refuse who cannot act, before anything is written for it."""
    if names_model(actor):
        from mesocosm.adapters.inspect.models import check_models

        check_models([actor])
    elif actor != PLANNER:
        registry.load("suites", "eo").check_agent(actor)

"""Trajectories of the Earth-observation workspace: the actors, the reviewers, the words of a step.

actor             the oracle planner, or any agent by name, carries out a candidate in the verified world
model_actor       any model that Inspect knows as the actor
habits            extra looks, and slips that the planner notices and mends
temptations       shortcuts of the planner that a review must send back
slips             which calls had to be mended, for learners to leave out
contradictions    answers compared with what the evidence supports
failures/         the nine published failures, each found and planted by a module of its own
thoughts          thoughts from the facts of the trace (observation_text, intentions, conclusions)
answer_sentences  a word or number as a sentence
open_questions    choice tests as open questions
text_audit        the last check of the words
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
"""Most calls of a trajectory, as in evaluation."""


def uses_core_tool(trajectory: Trajectory) -> Iterable[Finding]:
    """Require at least one call that looks at a picture, beyond arithmetic and lookups."""
    if trajectory.steps and all(look.kind == "reckoning" for look in gather(trajectory).looks):
        yield Finding(rule="no_core_tool", feedback="Not a single picture was looked at. Use a tool that looks.")


def keeps_budget(trajectory: Trajectory) -> Iterable[Finding]:
    """Require at most as many calls as an evaluation allows."""
    if len(trajectory.steps) > MOST_CALLS:
        yield Finding(rule="over_budget", feedback="There are too many calls. Take a shorter way.")


class Workshop:
    """Candidates of a split and seed, carried out by one actor."""

    def __init__(self, split: Split, seed: int, actor: str) -> None:
        self._split = split
        self._seed = seed
        self._actor = actor
        self._last: tuple[int, Candidate] | None = None

    @functools.cached_property
    def rules(self) -> Sequence[Rule]:
        """The rules of a review: structure first, then the nine failures."""
        return (*STRUCTURE, uses_core_tool, keeps_budget, *logical_rules())

    @functools.cached_property
    def tools(self) -> Mapping[str, JsonValue]:
        """All tools with their schemas."""
        from mesocosm.suites.eo import suite
        from mesocosm.tools.export import openai_tools

        return {str(schema["function"]["name"]): schema for schema in openai_tools(suite.tools())}

    def act(self, number: int, findings: Sequence[Finding], attempt: int) -> tuple[Trajectory, Pictures]:
        """Attempt a candidate; after feedback the planner draws anew, and mostly takes the straight way."""
        feedback = tuple(finding.feedback for finding in findings)
        return act(self._candidate(number), Attempt(self._actor, self._split, self._seed, attempt, feedback))

    def _candidate(self, number: int) -> Candidate:
        """Return the candidate of a number; types and answer classes take turns, so that no label prevails."""
        from mesocosm.suites.eo.items import make

        if self._last is None or self._last[0] != number:
            candidate = make(split_seed(self._split, self._seed), number)
            lake().prepare(candidate[1].hidden.site)  # pictures drawn within a call would count against its time
            self._last = (number, candidate)
        return self._last[1]

    def word(self, trajectory: Trajectory) -> Trajectory:
        """Add thoughts from what had been seen by then, make the text open, and write the answer as a sentence."""
        return self._answer_as_sentence(add_thoughts(without_options(mark_slips(trajectory))))

    def _answer_as_sentence(self, trajectory: Trajectory) -> Trajectory:
        """Write the answer as a sentence, if the judge's verdict on it is that on the short answer."""
        if self._last is None:
            return trajectory
        spec, asked = self._last[1][1].hidden.answer, question_type(trajectory)

        def judged(answer: str) -> bool | None:
            return verdict(answer, spec, trajectory.task).value

        # Either all answers to a task become sentences or none does: else a bare answer would show whether it is right.
        said = sentence(asked, spec, trajectory.answer)
        if not judged(sentence(asked, spec, plain(spec))) or judged(said) != judged(trajectory.answer):
            return trajectory
        return trajectory.model_copy(update={"answer": said})

    def audit(self, trajectory: Trajectory) -> Sequence[Finding]:
        return audit(trajectory)


def workshop(split: str, seed: int, actor: str = "oracle") -> Workshop:
    """Return the workshop of this suite."""
    split_seed(split, seed)  # refuse a seed that the split does not have, before anything is written for it
    _check_actor(actor)
    return Workshop(check_split(split), seed, actor)


def _check_actor(actor: str) -> None:
    """Refuse an actor that cannot act, before anything is written for it."""
    if names_model(actor):
        from mesocosm.adapters.inspect.models import check_models

        check_models([actor])
    elif actor != PLANNER:
        registry.load("suites", "eo").check_agent(actor)

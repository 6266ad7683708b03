"""Trajectories of surveys: the oracle acts; every third candidate guesses first and is sent back."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from pydantic import JsonValue

from mesocosm.suite import split_seed
from mesocosm.synthesis.pipeline import Pictures
from mesocosm.synthesis.review import STRUCTURE, Finding, Rule
from mesocosm.synthesis.trajectory import Step, Trajectory
from mesocosm_toy.toy.items import make

TOOLS: dict[str, JsonValue] = {
    name: {"type": "function", "function": {"name": name, "description": f"{name}.", "parameters": {"type": "object"}}}
    for name in ("read_meter", "submit")
}


class Workshop:
    """Workshop whose only picture is eight bytes that stand for a PNG."""

    rules: Sequence[Rule] = STRUCTURE
    tools: Mapping[str, JsonValue] = TOOLS

    def __init__(self, split: str, seed: int, actor: str) -> None:
        self.split, self.seed, self.actor = split, seed, actor

    def act(self, number: int, findings: Sequence[Finding], attempt: int) -> tuple[Trajectory, Pictures]:
        """Take a reading over the sphere; candidates 0, 3, 6, ... answer without one first, 5 never takes one."""
        item, reference = make(split_seed(self.split, self.seed), number)
        where = reference.hidden
        png = f"picture {number}".encode()
        name = hashlib.sha256(png).hexdigest()
        arguments: JsonValue = {"x_m": where.x_m, "y_m": where.y_m}
        reading = Step(tool="read_meter", arguments=arguments, seen="12 microgal", images=(name,))
        guesses = number == 5 or (number % 3 == 0 and not findings)
        assert not guesses or attempt == 0 or number == 5
        trajectory = Trajectory(
            item=item.id,
            suite="toy",
            split=self.split,
            seed=self.seed,
            category="survey",
            system="You survey.",
            task=item.prompt,
            tools=tuple(TOOLS),
            steps=() if guesses else (reading,),
            answer=str(reference.answer),
            facts={"x_m": where.x_m, "site": f"site-{number}"},
            score=0.0 if guesses or number == 7 else 1.0,
        )
        return trajectory, {name: png}

    def word(self, trajectory: Trajectory) -> Trajectory:
        """Return a thought before the reading and one before the answer."""
        steps = tuple(step.model_copy(update={"thought": "I read the meter."}) for step in trajectory.steps)
        return trajectory.model_copy(update={"steps": steps, "thought": "That is enough."})

    def audit(self, trajectory: Trajectory) -> Sequence[Finding]:
        """Find nothing wrong with trajectories."""
        return ()


def workshop(split: str, seed: int, actor: str) -> Workshop:
    """Return the workshop of this suite."""
    return Workshop(split, seed, actor)

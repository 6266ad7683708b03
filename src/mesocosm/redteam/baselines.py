"""What exploits are compared with: agents that need no skill, and guessing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pydantic import JsonValue

from mesocosm.episode.agent import Case, ScriptAgent, withhold
from mesocosm.episode.loop import run_episode
from mesocosm.episode.player import player
from mesocosm.episode.reference_agents import needs_reference
from mesocosm.episode.task import Task
from mesocosm.errors import UserError
from mesocosm.redteam.exploit import GUESS, NOTHING, PLAIN, Exploit, NotApplicable
from mesocosm.redteam.players import play_beside
from mesocosm.redteam.tally import ByProfile, Standards, mean, winner_of
from mesocosm.redteam.target import Target
from mesocosm.redteam.tool_roles import plain, submission
from mesocosm.suite import Suite
from mesocosm.trace.schema import Trace
from mesocosm.types import ToolCall

BORROWED_FROM = 3
"""Number of other items whose answers are tried on each item, if there is no list to choose from."""

ORACLE = "oracle"
REPLAY = "replay"
Tell = Callable[[str], object]
"""Function that is told what is being done."""


def set_standards(target: Target, exploits: Sequence[Exploit], tell: Tell = lambda what: None) -> Standards:
    """Measure doing nothing, the plain answer, every constant choice, the suite's own baselines, and guessing."""
    named = target.suite.card.baselines if target.baselines is None else target.baselines
    trivial = dict.fromkeys([NOTHING, *_twins(target.suite, exploits), *target.suite.card.guessers, *named])
    baselines = {name: _baseline(target, name, tell) for name in trivial if not _knows_truth(name)}
    baselines[PLAIN] = target.every_score([play_beside(target, index, PLAIN, _plain) for index in range(target.limit)])
    if all(exploit.twin != GUESS for exploit in exploits):
        nothing = {profile: mean(scores) for profile, scores in baselines[NOTHING].items()}
        return Standards(baselines=baselines, guess_rate=0.0, guess_worth=nothing)
    offered = _choices(target)
    if not offered:
        return open_guesses(target, baselines, tell)
    baselines |= {f"always {choice}": target.every_score(_constant(target, choice)) for choice in offered}
    worth = dict.fromkeys(target.suite.card.profiles, 1 / len(offered))
    return Standards(baselines=baselines, guess_rate=1 / len(offered), guess_worth=worth)


def replay(target: Target) -> Exploit:
    """Make the exploit that submits the right answer of another item, none of those that measure guessing."""

    def act(task: Task) -> None:
        """The right answer of another item."""
        index = int(task.item.rpartition("-")[2])
        _repeat(last_call(target, _neighbour(target, index, BORROWED_FROM + 1)))(task)

    return Exploit(REPLAY, "leak", act, twin=GUESS)


def last_call(target: Target, index: int) -> ToolCall:
    """Return how the suite's own solver submits its answer."""
    if index not in target.solved:
        calls = [call for call, _ in _oracle(target, index).calls()]
        if not calls:
            raise UserError(f"exploits submit by calls, and {target.suite.name} accepts none under these options")
        target.solved[index] = calls[-1]
    return target.solved[index]


def _twins(suite: Suite, exploits: Sequence[Exploit]) -> list[str]:
    """Return the agents that exploits are compared with; agents of another suite cannot play this one."""
    named = {exploit.twin for exploit in exploits} - {GUESS, PLAIN, NOTHING}
    return sorted(name for name in named if name.partition(".")[0] == suite.name or "." not in name)


def _plain(task: Task) -> None:
    try:
        plain(task)
    except NotApplicable:
        return


def _choices(target: Target) -> tuple[JsonValue, ...]:
    with target.world(0, "nobody") as world:
        try:
            return submission(Task(world)).choices
        except NotApplicable:
            return ()


def _constant(target: Target, choice: JsonValue) -> list[Trace]:
    def act(task: Task) -> None:
        desk = submission(task)
        task.call(desk.tool, **{desk.argument: choice})

    return [play_beside(target, index, f"always {choice}", act) for index in range(target.limit)]


def _knows_truth(name: str) -> bool:
    return name == ORACLE or needs_reference(name)


def _baseline(target: Target, name: str, tell: Tell) -> ByProfile:
    tell(f"agent {name}")
    return target.every_score([_play_named(target, index, name) for index in range(target.limit)])


def _play_named(target: Target, index: int, name: str) -> Trace:
    """Play an episode by an agent that is not told the truth, wherever its code may run."""
    with target.world(index, name) as world, player(name, isolated=True) as play:
        item, _ = target.suite.case(target.seed, index)
        return play(world, Case(item, withhold(item.id), world.tools, options=world.options))


def _oracle(target: Target, index: int) -> Trace:
    """Play an episode by the suite's own solver, which also works if the suite is not registered."""
    with target.world(index, ORACLE) as world:
        item, reference = target.suite.case(target.seed, index)
        case = Case(item, reference, world.tools, options=world.options)
        return run_episode(world, ScriptAgent(target.suite.oracle(case)))


def open_guesses(target: Target, baselines: dict[str, ByProfile], tell: Tell) -> Standards:
    """Measure what a guess is worth if answers are open, by the best kind of guess that is known.

    One kind of guess is the right answers of other items; the others are the suite's agents that answer without any
    work. A guess wins if it scores more than nothing and more than every other guess at the item. An exploit that is
    only one more guess wins no more often than the best kind does; its rate is (wins + 1) / (tries + 2), by Laplace's
    rule of succession, since the tries are few.
    """
    borrowed = [_attempt(target, index, tell) for index in range(target.limit)]
    kinds: list[ByProfile] = [target.by_profile([scores for each in borrowed for scores in each])]
    kinds += [baselines[name] for name in target.suite.card.guessers]
    others = [[kind["default"][index] for kind in kinds[1:]] for index in range(target.limit)]
    guesses = [[scores["default"] for scores in each] + more for each, more in zip(borrowed, others, strict=True)]
    wins = [0] * len(kinds)
    for each, nothing in zip(guesses, baselines[NOTHING]["default"], strict=True):
        if (winner := winner_of(each, nothing)) is not None:
            wins[max(0, winner - BORROWED_FROM + 1)] += 1
    return Standards(
        baselines=baselines,
        guess_rate=max((won + 1) / (len(kind["default"]) + 2) for won, kind in zip(wins, kinds, strict=True)),
        guess_worth={profile: max(mean(kind[profile]) for kind in kinds) for profile in target.suite.card.profiles},
        guesses=guesses,
        guessed=max((kind["default"] for kind in kinds), key=mean),
    )


def _attempt(target: Target, index: int, tell: Tell) -> list[dict[str, float]]:
    """Return the scores on an item of the right answers of other items."""
    tell(f"guesses at item {index + 1} of {target.limit}")
    others = [_neighbour(target, index, step) for step in range(1, BORROWED_FROM + 1)]
    acts = [_repeat(last_call(target, other)) for other in others]
    return [target.scores(index, play_beside(target, index, GUESS, act)) for act in acts]


def _neighbour(target: Target, index: int, step: int) -> int:
    """Return another item, one of those attacked if there are enough: making an item may take seconds."""
    return (index + step) % target.limit if target.limit > BORROWED_FROM + 1 else index + step


def _repeat(call: ToolCall) -> Callable[[Task], object]:
    arguments = call.arguments if isinstance(call.arguments, dict) else {}
    return lambda task: task.call(call.tool, **arguments)

"""Suites as Gymnasium environments: `gymnasium.make("mesocosm.adapters.gymnasium:mesocosm/Toy-v0")`.

Gymnasium looks for no entry points (since its version 1.0): it imports the module before the colon, which registers
every suite that is installed, those that come by an entry point of ours among them.

An action is a tool call as JSON text, `{"tool": "read_file", "arguments": {"path": "a.txt"}}`. The answer
to a malformed action says what is wrong, as in every interface; no exception is raised.

An observation holds the text of the task (`system`, `goal`), the result of the last call (`text`) and its pictures
twice: as PNG files, as in every other interface (`pictures`), and the last one scaled into a square of pixels for
networks of a fixed size (`image`). `info["tools"]` has the schemas of the tools after `reset`, and again after a step
that has changed which tools there are.
"""

from __future__ import annotations

import io
import json
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mesocosm import registry
from mesocosm.arguments import accept_former_names, flag, limit_of, refuse_keywords, string, whole
from mesocosm.episode.briefing import brief
from mesocosm.episode.world import World
from mesocosm.errors import BrokenEpisode, InvalidRecord
from mesocosm.extras import needs
from mesocosm.suite import Suite, split_of_id, split_seed
from mesocosm.suite.splits import check_split
from mesocosm.tools.sampling import sample
from mesocosm.tools.view import ToolView
from mesocosm.types import Fault, Image, Item, Observation, Reference, ToolCall

with needs("mesocosm.adapters.gymnasium", "gym"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AsyncVectorEnv, SyncVectorEnv, VectorEnv

PICTURE = (256, 256, 3)
LONGEST_TEXT = 2_000_000
ITEM_OF_RESET = 'an item is named when an episode begins: env.reset(options={"item": ID})'
PNG = b"\x89PNG\r\n\x1a\n"
"""The first bytes of every PNG file."""


class Unicode(spaces.Space[str]):
    """A space of any text. Gymnasium's own `Text` accepts letters and digits only, and hangs in shared memory."""

    def __init__(self, longest: int = LONGEST_TEXT, seed: int | None = None) -> None:
        super().__init__(None, None, seed)
        self.longest = longest

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        return "".join(chr(code) for code in self.np_random.integers(32, 0x2FFF, size=self.np_random.integers(20)))

    def contains(self, x: Any) -> bool:
        return isinstance(x, str) and len(x) <= self.longest

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and other.longest == self.longest


class ToolCallSpace(Unicode):
    """A space of any text; a sample is a well-formed call of a random tool.

    Before the first `reset` of its environment the tool is any of the suite; after it, one that the world shows.
    """

    def __init__(self, suite: str, seed: int | None = None) -> None:
        super().__init__(LONGEST_TEXT, seed)
        self.suite = suite
        self._tools = registry.load("suites", suite).tools()

    def show(self, tools: ToolView) -> None:
        """Draw from the tools of a world, or from those of the suite if the world shows none."""
        self._tools = tools if tools else self._tools

    def sample(self, mask: Any = None, probability: Any = None) -> str:
        names = list(self._tools)
        name = names[self.np_random.integers(len(names))]
        return json.dumps({"tool": name, "arguments": sample(self._tools[name], self.np_random)})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ToolCallSpace) and other.suite == self.suite

    def __reduce__(self) -> tuple[Any, ...]:
        # A tool's argument model is made at run time and cannot be pickled; its suite's name can.
        return (ToolCallSpace, (self.suite,))


class Pictures(spaces.Space[tuple[bytes, ...]]):
    """A space of any number of PNG files."""

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(None, None, seed)

    def sample(self, mask: Any = None, probability: Any = None) -> tuple[bytes, ...]:
        return tuple(_png(int(self.np_random.integers(256))) for _ in range(self.np_random.integers(3)))

    def contains(self, x: Any) -> bool:
        return isinstance(x, tuple) and all(isinstance(one, bytes) and one.startswith(PNG) for one in x)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pictures)


class SuiteEnv(gymnasium.Env[dict[str, Any], str]):
    """One suite, in one `variant` of its options: `reset` draws an item by seed, or takes `options={"item": id}`.

    Items are of the train split unless another is named, so that no agent learns what it will be tested on; an item
    of another split is refused.
    """

    metadata = {  # noqa: RUF012 - declared so by Gymnasium
        "render_modes": ["ansi", "rgb_array"],
        "render_fps": 1,
    }

    @refuse_keywords(item=ITEM_OF_RESET, items="how many items it draws from is `limit`, as in limit=10")
    @accept_former_names(n="limit", options="variant")
    def __init__(
        self, suite: str, *, split: str = "train", seed: int = 0, limit: int | None = None, profile: str = "default",
        variant: dict[str, str] | None = None, render_mode: str | None = None,
    ) -> None:  # fmt: skip
        self.suite = _suite(suite)
        self.split = check_split(split)
        self.suite.check_profile(profile)
        self.profile = profile
        if variant is not None and not isinstance(variant, dict):
            raise InvalidRecord(f"variant must be a dictionary of the suite's options, got {variant!r}")
        if "item" in (variant or {}) and "item" not in self.suite.card.options:
            raise InvalidRecord(f"variant has no 'item': {ITEM_OF_RESET}")
        self.variant = self.suite.settle(variant)
        self.item_seed = self.suite.seed_under(split_seed(split, whole("seed", seed, least=0)), self.variant)
        self.limit = limit_of(limit) or self.suite.count_under(self.variant)
        if render_mode not in (None, *self.metadata["render_modes"]):
            modes = ", ".join(self.metadata["render_modes"])
            raise InvalidRecord(f"render_mode must be None or one of {modes}, got {render_mode!r}")
        self.render_mode = render_mode
        self.action_space: ToolCallSpace = ToolCallSpace(self.suite.name)
        self.observation_space = spaces.Dict(
            {
                "system": Unicode(),
                "goal": Unicode(),
                "text": Unicode(),
                "pictures": Pictures(),
                "image": spaces.Box(0, 255, PICTURE, np.uint8),
                "step": spaces.Box(0, np.iinfo(np.int64).max, (), np.int64),
            }
        )
        self._world: World | None = None
        self._case: tuple[Item, Reference] | None = None
        self._seen = Observation(text="")
        self._over = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        wanted = _wanted_item(options)
        super().reset(seed=None if seed is None else whole("seed", seed, least=0))
        index = int(self.np_random.integers(self.limit))
        case = self._named(wanted) if wanted is not None else self.suite.case(self.item_seed, index)
        self.close()
        self._case = case
        self._world = self.suite.world(*self._case, options=self.variant, agent="gymnasium")
        self.action_space.show(self._world.tools)
        briefing = brief(self._world)
        self._seen, self._over = Observation(text="", images=briefing.images), False
        info = {"item": briefing.item, "split": self.split, "tools": _schemas(self._world), "options": briefing.options}
        return self._observe(), {**info, "budget": briefing.budget.model_dump(), "briefing": briefing}

    def step(self, action: str) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        world, (item, reference) = self._playing()
        if self._over:
            raise gymnasium.error.ResetNeeded(f"{world.ending}; call reset() for another episode")
        try:
            self._seen = _act(world, action)
        except BrokenEpisode as error:
            self._seen, self._over = Observation(text=str(error), done=True), True
            return self._observe(), 0.0, False, True, {"item": item.id, "broken": str(error)}
        info: dict[str, Any] = {"item": item.id, "error": self._seen.error.kind if self._seen.error else ""}
        if self._seen.tools is not None:
            info["tools"] = _schemas(world)
        if not world.done:
            return self._observe(), 0.0, False, False, info
        self._over = True
        score = self.suite.score(item, reference, world.finish(), self.profile)
        info |= {"score": score.value, "metrics": score.metrics, "end": world.ended}
        return self._observe(), score.value, world.ended == "submitted", world.ended != "submitted", info

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            return _pixels(self._seen.images)
        if self.render_mode is None:
            gymnasium.logger.warn(
                f"render() shows nothing without a render_mode; give one when the environment is made: "
                f'gymnasium.make("{env_id(self.suite.name)}", render_mode="ansi") or "rgb_array"'
            )
        return self._seen.text if self.render_mode == "ansi" else None

    def close(self) -> None:
        if self._world is not None:
            self._world.close()
            self._world = None

    def _named(self, item: str) -> tuple[Item, Reference]:
        """Return an item by its id; refuse an item of another split."""
        if (split := split_of_id(item, self.suite.name)) != self.split:
            raise InvalidRecord(
                f"{item} is an item of the split {split}, and this environment plays the split {self.split}; make one "
                f"with split={split!r}"
            )
        return self.suite.find(item)

    def _playing(self) -> tuple[World, tuple[Item, Reference]]:
        if self._world is None or self._case is None:
            raise gymnasium.error.ResetNeeded("call reset() before step()")
        return self._world, self._case

    def _observe(self) -> dict[str, Any]:
        world, _ = self._playing()
        return {
            "system": world.system,
            "goal": world.prompt,
            "text": self._seen.text,
            "pictures": tuple(image.png for image in self._seen.images),
            "image": _pixels(self._seen.images),
            "step": np.array(world.ledger.steps, np.int64),
        }


def env_id(suite: str) -> str:
    """Return the id of a suite's environment: `mesocosm/Toy-v0` for `toy`."""
    return f"mesocosm/{suite.capitalize()}-v0"


def env_ids(suite: str) -> tuple[str, str]:
    """Return both spellings of a suite's id: in Gymnasium's capitals, and with the name of the suite."""
    return env_id(suite), f"mesocosm/{suite}-v0"


def make_env(registered: str, **given: Any) -> SuiteEnv:
    """Make the environment of a suite that is registered with Gymnasium."""
    if "suite" in given:
        raise InvalidRecord(f"{env_id(registered)} is the suite {registered!r}; leave out suite={given['suite']!r}")
    return SuiteEnv(registered, **given)


# Without this Gymnasium wraps "human" in a window of pygame, which fails at `reset`; with it, `SuiteEnv` refuses it.
make_env.metadata = {**SuiteEnv.metadata, "render_modes": [*SuiteEnv.metadata["render_modes"], "human"]}  # type: ignore[attr-defined]


def register() -> None:
    """Register every suite that is installed; a second call changes nothing."""
    for suite in registry.names("suites"):
        for name in env_ids(suite):
            if name not in gymnasium.registry:
                # Gymnasium's checker of environments counts a refused `reset` as made.
                entry = f"{__name__}:make_env"
                gymnasium.register(name, entry_point=entry, kwargs={"registered": suite}, disable_env_checker=True)


class OneActionEach(VectorEnv[Any, Any, Any]):
    """Refuses anything but one text per environment: a single text would be split into its letters."""

    def step(self, actions: Any) -> Any:
        if isinstance(actions, str) or len(actions) != self.num_envs:
            got = "one text" if isinstance(actions, str) else f"{len(actions)} actions"
            raise InvalidRecord(f"step takes a list of one action for each of {self.num_envs} environments, got {got}")
        return super().step(actions)


class SyncSuites(OneActionEach, SyncVectorEnv):
    """Several environments in one process."""


class AsyncSuites(OneActionEach, AsyncVectorEnv):
    """Several environments, each in a process of its own."""


@accept_former_names(num_envs="count")
def make_vector(suite: str, count: int, *, processes: bool = False, **options: Any) -> SyncSuites | AsyncSuites:
    """Make several environments, of the train split unless `split` names another.

    Shared memory stays off: it cannot hold text.
    """
    name = env_id(_suite(suite).name)
    makers = [lambda: gymnasium.make(name, **options) for _ in range(whole("count", count, least=1))]
    return AsyncSuites(makers, shared_memory=False) if flag("processes", processes) else SyncSuites(makers)


def _suite(name: str) -> Suite:
    """Return a suite by its name; the error for an id of Gymnasium gives the name in it."""
    for suite in registry.names("suites"):
        if isinstance(name, str) and name.rpartition(":")[2] in env_ids(suite):
            raise InvalidRecord(f"suite must be the name of a suite, got an id of Gymnasium, {name!r}; give {suite!r}")
    found: Suite = registry.load("suites", string("suite", name))
    return found


def _schemas(world: World) -> dict[str, Any]:
    """Return the tools that are shown, with the schemas of their arguments."""
    return {name: json.loads(tool.schema_bytes) for name, tool in world.tools.items()}


def _wanted_item(options: dict[str, Any] | None) -> str | None:
    """Return the item that the options of `reset` name, if any."""
    if options is not None and not isinstance(options, dict):
        raise InvalidRecord(f"options of reset must be a dictionary such as {{'item': ID}}, got {options!r}")
    for name in options or {}:
        if name != "item":
            raise InvalidRecord(f"reset has no option {name!r}; it takes item, the id of an item to play")
    wanted = (options or {}).get("item")
    return None if wanted is None else string("item", wanted)


def _act(world: World, action: str) -> Observation:
    try:
        call = json.loads(action)
        name, arguments = call["tool"], call.get("arguments", {})
        if not isinstance(name, str) or ("arguments" not in call and call.keys() - ToolCall.model_fields):
            raise TypeError  # arguments under another key would be ignored
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return world.refuse("", None, Fault(kind="action", message=_what_is_wrong(action, world)))
    return world.call(name, arguments)


def _what_is_wrong(action: object, world: World) -> str:
    """Say how an action is written, and what is wrong with this one: its type, or its keys."""
    problem = f"an action is JSON text such as {_example_action(world)}, got {repr(action)[:80]}"
    if isinstance(action, dict):
        return f"{problem}; give json.dumps of it"
    try:
        wrong = sorted(json.loads(action).keys() - ToolCall.model_fields)  # type: ignore[arg-type]  # what is no text, too
    except ValueError as error:
        return f"{problem}, which is not JSON: {error}"
    except (TypeError, AttributeError, RecursionError):
        return problem
    named = f", not {', '.join(map(repr, wrong))}" if wrong else ""
    return f"{problem}; its keys are 'tool', a name, and 'arguments', an object{named}"


def _example_action(world: World) -> str:
    """Return a call of a tool that needs no argument, if the world has one."""
    needed = {name: tool.schema["required"] for name, tool in world.tools.items()}
    name = min(needed, key=lambda name: len(needed[name]))
    return json.dumps({"tool": name, "arguments": dict.fromkeys(needed[name], "...")})


def _png(shade: int) -> bytes:
    """Return a small grey picture."""
    from PIL import Image as Pillow

    file = io.BytesIO()
    Pillow.new("L", (2, 2), shade).save(file, "PNG")
    return file.getvalue()


def _pixels(images: tuple[Image, ...]) -> NDArray[np.uint8]:
    """Scale the last picture into a square; black if there is none."""
    from PIL import Image as Pillow

    square = Pillow.new("RGB", PICTURE[:2])
    if images:
        picture = Pillow.open(io.BytesIO(images[-1].png)).convert("RGB")
        picture.thumbnail(PICTURE[:2])
        square.paste(picture)
    return np.asarray(square, np.uint8).copy()


register()

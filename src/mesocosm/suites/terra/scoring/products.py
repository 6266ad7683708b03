"""What the calls of an episode brought into it, compared with what the steps of a reference establish.

A call establishes a step by a file of the same contents, or by the same call of the same tool on the same data; files
count as the same by content, or as made by the calls that establish the step which makes them. A call does the like of
a step that needs a tool if it draws with the same numbers, or shares half of the arguments otherwise.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from mesocosm.suites.terra.scoring.agreement import Files, agreement, differing
from mesocosm.suites.terra.scoring.calls import Call, went_well
from mesocosm.suites.terra.scoring.evidence import COMPUTING, ENGINES, WRITING, base_name, in_data, names_in, texts_of
from mesocosm.suites.terra.scoring.lineage import ITEM, Lineage
from mesocosm.suites.terra.scoring.provenance import Basis
from mesocosm.suites.terra.scoring.reference import ReferencePath, Step, Way

LEAST_ALIKE = 0.5
"""Share of a step's arguments that a call must repeat to bring data like the step's."""
LEAST_READ = 0.9
"""Share of the steps that bring data after which an agent counts as having read them all."""
DRAWING = ("chart", "map", "feature_map", "image")
"""Prefixes of tools that draw."""
OWN = (*COMPUTING, *WRITING)


class Products:
    """What calls brought into the episode, compared with what the steps of a reference establish."""

    def __init__(self, calls: Sequence[Call], reference: ReferencePath, lineage: Lineage) -> None:
        self._calls, self._reference, self.lineage = calls, reference, lineage
        self._before = reference.before()
        self._step = {step.id: step for step in reference.steps}
        self._done: dict[str, set[int]] = defaultdict(set)
        """Step to the calls that established it."""
        self._compare()
        self._alike = {step.id: self._calls_like(step) for step in reference.steps if self._needs_a_tool(step)}
        self._under = {name for step in self._done for name in self._before[step]}

    def _compare(self) -> None:
        """Find the calls that establish a step; files are known by content, or by the step that makes them."""
        makers = {digest: self._reference.makers.get(path) for path, digest in self._reference.files.items()}
        content: dict[str, str] = {}
        role: dict[str, str] = {}
        for place, call in enumerate(self._calls):
            content |= call.files
            if went_well(call):
                files = Files(content=content, role=role)
                done = {name for digest in call.files.values() if (name := makers.get(digest))}
                done |= {step.id for step in self._reference.steps if self._is_same(call, step, files)}
                for name in done:
                    self._done[name].add(place)
                    role |= dict.fromkeys(call.files, name)

    def _is_same(self, call: Call, step: Step, files: Files) -> bool:
        """Return whether a call asks the same of the same tool as a step; programs may do anything."""
        given = call.named_arguments()
        return not call.tool.startswith(OWN) and any(
            agreement(given, way.arguments, way.tool, self._reference, files).share == 1.0
            for way in self._ways(call, step)
        )

    def _ways(self, call: Call, step: Step) -> list[Way]:
        """Return the ways of doing a step that use a call's tool."""
        name = self._reference.toolbox.name
        return [way for way in step.ways() if name(way.tool) == name(call.tool)]

    def _needs_a_tool(self, step: Step) -> bool:
        """Return whether no program can do a step: it brings data as a file, runs an engine, or draws."""
        return self._is_drawn(step) or step.tool.startswith(ENGINES) or self._brings_data(step)

    @staticmethod
    def _is_drawn(step: Step) -> bool:
        return step.tool.startswith(DRAWING)

    def _brings_data(self, step: Step) -> bool:
        """Return whether a step makes a file, and not out of other files."""
        makes = step.id in self._reference.makers.values()
        return makes and not step.tool.startswith(OWN) and not names_in(" ".join(texts_of(step.arguments)))

    def _calls_like(self, step: Step) -> frozenset[int]:
        """Return the calls of the step's tool that do the like: the same numbers if it draws, else half of the rest."""
        alike = self._draws_the_like if self._is_drawn(step) else self._brings_the_like
        places = (place for place, call in enumerate(self._calls) if went_well(call) and self._ways(call, step))
        return frozenset(place for place in places if alike(self._calls[place], step))

    def _draws_the_like(self, call: Call, step: Step) -> bool:
        apart = differing(call.named_arguments(), step.arguments, step.tool, self._reference)
        return not any(list(in_data(wanted)) for _, wanted in apart.values())

    def _brings_the_like(self, call: Call, step: Step) -> bool:
        same = agreement(call.named_arguments(), step.arguments, step.tool, self._reference)
        return same.same > 0 and same.share >= LEAST_ALIKE

    # ------------------------------------------------------------ what follows

    def basis(self) -> Basis:
        """Return the calls that brought the data of the reference, or the like."""
        roots = [step for step in self._reference.steps if not step.tool.startswith(OWN) and not self._is_drawn(step)]
        same = frozenset(place for step in roots for place in self._done.get(step.id, ()))
        similar = frozenset(place for step in roots for place in self._alike.get(step.id, ()))
        similar |= {ITEM} if self._reads_item_files() else set()
        return Basis(lineage=self.lineage, same=same, similar=similar, complete=self._has_read_nearly_all(roots))

    def _reads_item_files(self) -> bool:
        """Return whether a step names a file that no step makes."""
        made = {base_name(path) for path in self._reference.files}
        return any(names_in(" ".join(texts_of(step.arguments))) - made for step in self._reference.steps)

    def _has_read_nearly_all(self, roots: Sequence[Step]) -> bool:
        sources = [step for step in roots if not names_in(" ".join(texts_of(step.arguments)))]
        read = sum(self.holds(step) or bool(self._alike.get(step.id)) for step in sources)
        return bool(sources) and read >= LEAST_READ * len(sources)

    def holds(self, step: Step) -> bool:
        """Return whether a step was established, or one that rests on it."""
        return bool(self._done.get(step.id)) or step.id in self._under

    def establishing(self) -> set[int]:
        return {place for places in self._done.values() for place in places}

    def describe(self, step: Step) -> str:
        places = self._done.get(step.id)
        return f"call {min(places) + 1}" if places else "under another step" if step.id in self._under else ""

    def drawn(self) -> dict[str, int]:
        """Return each step that draws with a call that draws the like of the same data; a call draws for one step."""
        used, found = self.establishing(), dict[str, int]()
        for step in self._reference.steps:
            if self._is_drawn(step) and not self._done.get(step.id):
                rest = sorted(self._alike[step.id] - used)
                place = next((place for place in rest if self._rests_on(step, self.lineage[place])), None)
                if place is not None:
                    used.add(place)
                    found[step.id] = place
        return found

    def follows(self, step: Step, above: Iterable[int], drawn: Mapping[str, int]) -> bool:
        """Return whether a step follows from values that rest on these calls, and on the calls that draw."""
        if self._is_drawn(step):
            return step.id in drawn
        return self._rests_on(step, frozenset(above))

    def _rests_on(self, step: Step, lineage: frozenset[int]) -> bool:
        """Return whether a lineage contains the data, or the like, for a step and for all that it rests on."""
        every = (*self._before[step.id], step.id)
        tools = (name for name in every if name in self._alike and not self._is_drawn(self._step[name]))
        return all(lineage & (self._alike[name] | self._done.get(name, set())) for name in tools)

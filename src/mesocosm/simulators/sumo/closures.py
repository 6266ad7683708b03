"""Closed and slow roads: SUMO's input about them, and the trips that are impossible while they last.

SUMO cuts the route of a car whose goal is closed short, and counts the car as arrived; a car that no open road leads on
waits until it is teleported over the closure. Such trips are taken out beforehand, by name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from xml.sax.saxutils import quoteattr

from mesocosm.registry import require
from mesocosm.simulators.sumo.demand import Journey
from mesocosm.simulators.sumo.documents import HEAD
from mesocosm.simulators.sumo.inputs import Notice, Slowdown, Stretch
from mesocosm.simulators.sumo.network import Network

KM_H = 3.6
"""Kilometres per hour in one metre per second."""
MOST_NAMED = 5
STARTS, ENDS, CUT_OFF = "starts on a closed road", "ends on a closed road", "no open road leads there"


@dataclass(frozen=True)
class Span:
    """An edge and the time in which it is closed or slow."""

    edge: str
    from_s: float
    to_s: float
    speed_m_s: float = 0.0
    """Speed limit; 0 where the edge is closed."""


def spans(
    stretches: Sequence[Stretch], network: Network, end_s: float, field: str, mapped: Collection[str] = ()
) -> tuple[Span, ...]:
    """Return closures or slowdowns edge by edge."""
    return tuple(
        Span(
            name,
            stretch.from_s,
            end_s if stretch.to_s is None else stretch.to_s,
            stretch.speed_km_h / KM_H if isinstance(stretch, Slowdown) else 0.0,
        )
        for number, stretch in enumerate(stretches)
        for name in network.edges_named(stretch, f"{field}.{number}", mapped)
    )


def left_out(stretches: Sequence[Stretch], network: Network) -> list[str]:
    """Return a warning about closed or slow ways from which no road for cars was made."""
    ways = sorted({way for stretch in stretches for way in stretch.ways if way not in network.by_way})
    if not ways:
        return []
    more = f" and {len(ways) - MOST_NAMED} more" if len(ways) > MOST_NAMED else ""
    named = f"{', '.join(ways[:MOST_NAMED])}{more}"
    why = "they are parts of junctions, not for cars, or apart from all other roads"
    return [f"left out {len(ways)} closed or slow ways of the map that are no roads of the network: {named}; {why}"]


def join_closures(closed: Sequence[Span]) -> tuple[Span, ...]:
    """Merge overlapping closures of an edge, since SUMO would open it when the first of them ends."""
    whole: list[Span] = []
    for span in sorted(closed, key=lambda span: (span.edge, span.from_s, span.to_s)):
        last = whole[-1] if whole else None
        if last is not None and last.edge == span.edge and span.from_s <= last.to_s:
            whole[-1] = replace(last, to_s=max(last.to_s, span.to_s))
        else:
            whole.append(span)
    return tuple(whole)


def additional_xml(closed: Sequence[Span], slow: Sequence[Span], network: Network, notice: Notice) -> bytes:
    """Return rerouters and speed signs as SUMO's XML."""
    times = sorted({(span.from_s, span.to_s) for span in closed})
    rows = [
        _rerouter(
            number,
            begin,
            end,
            [span.edge for span in closed if (span.from_s, span.to_s) == (begin, end)],
            network,
            notice,
        )
        for number, (begin, end) in enumerate(times)
    ]
    rows += [_sign(number, span, network) for number, span in enumerate(slow)]
    return HEAD + "\n".join(["<additional>", *rows, "</additional>"]).encode()


def _rerouter(number: int, begin: float, end: float, shut: list[str], network: Network, notice: Notice) -> str:
    seen = network.edges if notice == "everywhere" else _leading_to(set(shut), network)
    closings = "".join(f"<closingReroute id={quoteattr(name)}/>" for name in shut)
    return (
        f'<rerouter id="closure-{number}" edges={quoteattr(" ".join(seen))}>'
        f'<interval begin="{begin:.2f}" end="{end:.2f}">{closings}</interval></rerouter>'
    )


def _leading_to(shut: set[str], network: Network) -> Iterable[str]:
    return sorted(shut | {first for first, others in network.followers.items() if shut & set(others)})


def _sign(number: int, span: Span, network: Network) -> str:
    lanes = " ".join(network.edges[span.edge].lanes)
    speed = min(span.speed_m_s, network.edges[span.edge].speed_m_s)
    return (
        f'<variableSpeedSign id="slow-{number}" lanes={quoteattr(lanes)}>'
        f'<step time="{span.from_s:.2f}" speed="{speed:.3f}"/><step time="{span.to_s:.2f}" speed="-1"/>'
        "</variableSpeedSign>"
    )


def impossible(journeys: Sequence[Journey], closed: Sequence[Span], network: Network) -> dict[str, str]:
    """Return the trips that cannot begin when they should, by id, with the reason."""
    if not closed:
        return {}
    reasons: dict[str, str] = {}
    reaching: dict[frozenset[str], _Reach] = {}
    for trip in journeys:
        shut = frozenset(span.edge for span in closed if span.from_s <= trip.depart_s < span.to_s)
        if not shut:
            continue
        if shut not in reaching:
            reaching[shut] = _Reach(network, shut)
        reason = reaching[shut].why_not(trip)
        if reason:
            reasons[trip.id] = reason
    return reasons


class _Reach:
    """The edges that cars can reach while some edges are closed."""

    def __init__(self, network: Network, shut: frozenset[str]) -> None:
        self.shut = shut
        self.graph = network.graph.subgraph(name for name in network.edges if name not in shut)
        parts = require("networkx").strongly_connected_components(self.graph)
        self.part = {name: number for number, part in enumerate(parts) for name in part}

    def why_not(self, trip: Journey) -> str | None:
        if trip.start in self.shut:
            return STARTS
        if trip.end in self.shut:
            return ENDS
        if trip.start not in self.part or trip.end not in self.part:  # not for cars; a bus may use it
            return None
        if self.part[trip.start] == self.part[trip.end] or self._leads(trip):
            return None
        return CUT_OFF

    def _leads(self, trip: Journey) -> bool:
        return bool(require("networkx").has_path(self.graph, trip.start, trip.end))

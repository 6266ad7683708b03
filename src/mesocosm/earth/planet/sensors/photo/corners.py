"""Rings as plain lists of corners: for four to ten corners these are faster to cut and turn than arrays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

Corner = tuple[float, float]
Ring = list[Corner]


@dataclass(frozen=True, slots=True)
class Frame:
    """The box about a ring along its longest side: middle, long direction, length and breadth."""

    x: float
    y: float
    ax: float
    ay: float
    length: float
    breadth: float

    def place(self, u: float, v: float) -> Corner:
        """Return a point by its distances along the direction and left of it, from the middle."""
        return self.x + u * self.ax - v * self.ay, self.y + u * self.ay + v * self.ax

    def shape(self, corners: Sequence[Corner]) -> Ring:
        """Convert corners given along and left of the direction to the plane."""
        x, y, ax, ay = self.x, self.y, self.ax, self.ay
        return [(x + u * ax - v * ay, y + u * ay + v * ax) for u, v in corners]

    def box(self, length: float, breadth: float, u: float = 0.0, v: float = 0.0) -> Ring:
        """Return a rectangle along the frame about a point in it."""
        a, b = length / 2, breadth / 2
        return self.shape(((u - a, v - b), (u + a, v - b), (u + a, v + b), (u - a, v + b)))


def plain(ring: Sequence[Sequence[float]]) -> Ring:
    """Return the outer corners anticlockwise, without straight ones and the repeated first one."""
    last = -1 if len(ring) > 1 and ring[0][0] == ring[-1][0] and ring[0][1] == ring[-1][1] else None
    corners = [(float(x), float(y)) for x, y in ring[:last]]
    kept = [corner for corner, turn in zip(corners, turns(corners), strict=True) if abs(turn) > 0.02]
    return kept[::-1] if area(kept) < 0 else kept


def turns(ring: Ring) -> list[float]:
    """Return the cross product of the sides that meet at each corner: positive for a left turn."""
    values = []
    px, py = ring[-1]
    for k, (x, y) in enumerate(ring):
        nx, ny = ring[k + 1 - len(ring)]
        values.append((x - px) * (ny - y) - (y - py) * (nx - x))
        px, py = x, y
    return values


def area(ring: Ring) -> float:
    """Return the area in square metres; negative for a clockwise ring."""
    if not ring:
        return 0.0
    ox, oy = ring[0]
    total, (px, py) = 0.0, ring[-1]
    for x, y in ring:
        total += (px - ox) * (y - oy) - (x - ox) * (py - oy)
        px, py = x, y
    return 0.5 * total


def frame(ring: Ring) -> Frame:
    """Return the box about a ring along its longest side."""
    best, (ax, ay) = -1.0, (1.0, 0.0)
    for k, (x, y) in enumerate(ring):
        nx, ny = ring[k + 1 - len(ring)]
        length = (nx - x) * (nx - x) + (ny - y) * (ny - y)
        if length > best:
            best, (ax, ay) = length, (nx - x, ny - y)
    size = sqrt(best) or 1.0
    ax, ay = ax / size, ay / size
    along, across = [x * ax + y * ay for x, y in ring], [y * ax - x * ay for x, y in ring]
    u0, u1, v0, v1 = min(along), max(along), min(across), max(across)
    u, v = (u0 + u1) / 2, (v0 + v1) / 2
    x, y, length, breadth = u * ax - v * ay, u * ay + v * ax, u1 - u0, v1 - v0
    return Frame(x, y, ax, ay, length, breadth) if length >= breadth else Frame(x, y, -ay, ax, breadth, length)


def half(ring: Ring, x: float, y: float, nx: float, ny: float) -> Ring:
    """Return the part of a convex ring on the side of a line to which the normal points."""
    side = [(cx - x) * nx + (cy - y) * ny for cx, cy in ring]
    corners: Ring = []
    for k, (cx, cy) in enumerate(ring):
        a, b = side[k], side[k + 1 - len(ring)]
        if a >= 0:
            corners.append((cx, cy))
        if (a > 0 > b) or (a < 0 < b):
            to_x, to_y = ring[k + 1 - len(ring)]
            share = a / (a - b)
            corners.append((cx + (to_x - cx) * share, cy + (to_y - cy) * share))
    return corners


def convex_pieces(ring: Ring, depth: int = 6) -> list[Ring]:
    """Cut a ring at its inward corners into convex pieces; of the two cuts that prolong a side, choose the shorter."""
    inward = next((k for k, turn in enumerate(turns(ring)) if turn < -0.05), -1)
    if inward < 0 or depth == 0 or len(ring) < 5:
        return [ring]
    (px, py), (x, y), (nx, ny) = ring[inward - 1], ring[inward], ring[inward + 1 - len(ring)]
    ways = ((x - px, y - py), (x - nx, y - ny))
    cuts = [cut for cut in (_cut(ring, inward, *way) for way in ways) if cut is not None]
    if not cuts:
        return [ring]
    _, first, second = min(cuts, key=lambda cut: cut[0])
    return [*convex_pieces(first, depth - 1), *convex_pieces(second, depth - 1)]


def _cut(ring: Ring, corner: int, dx: float, dy: float) -> tuple[float, Ring, Ring] | None:
    """Cut a ring from a corner along a direction to another side; return the cut's length and both pieces."""
    (x, y), count = ring[corner], len(ring)
    best: tuple[float, int] | None = None
    for step in range(1, count - 1):
        k = (corner + step) % count
        (ax, ay), (bx, by) = ring[k], ring[(k + 1) % count]
        cross = dx * (by - ay) - dy * (bx - ax)
        if abs(cross) < 1e-9:
            continue
        t = ((ax - x) * (by - ay) - (ay - y) * (bx - ax)) / cross
        s = ((ax - x) * dy - (ay - y) * dx) / cross
        if t > 1e-6 and -1e-9 <= s <= 1 + 1e-9 and (best is None or t < best[0]):
            best = (t, k)
    if best is None:
        return None
    t, k = best
    point, turned = (x + t * dx, y + t * dy), ring[corner:] + ring[:corner]
    steps = (k - corner) % count
    first, second = [*turned[: steps + 1], point], [turned[0], point, *turned[steps + 1 :]]
    return (t * sqrt(dx * dx + dy * dy), first, second) if min(abs(area(first)), abs(area(second))) > 1.0 else None


def inset_ring(ring: Ring, by_m: float) -> Ring:
    """Return an anticlockwise ring with every side moved inwards; the ring itself if it is too narrow."""
    sides = []
    for k, (x, y) in enumerate(ring):
        nx, ny = ring[k + 1 - len(ring)]
        size = sqrt((nx - x) ** 2 + (ny - y) ** 2) or 1.0
        ux, uy = (nx - x) / size, (ny - y) / size
        sides.append((x - uy * by_m, y + ux * by_m, ux, uy))
    inner: Ring = []
    for k, (x, y, ux, uy) in enumerate(sides):
        px, py, vx, vy = sides[k - 1]
        cross = vx * uy - vy * ux
        if abs(cross) < 1e-3:
            return ring
        t = ((x - px) * uy - (y - py) * ux) / cross
        inner.append((px + t * vx, py + t * vy))
    return inner if 0.0 < area(inner) < area(ring) else ring


def holds(ring: Ring, x: float, y: float) -> bool:
    """Return whether a point lies inside."""
    inside, (px, py) = False, ring[-1]
    for cx, cy in ring:
        if (cy > y) != (py > y) and x < (px - cx) * (y - cy) / (py - cy) + cx:
            inside = not inside
        px, py = cx, cy
    return inside

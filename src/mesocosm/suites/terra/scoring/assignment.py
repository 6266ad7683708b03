"""The pairing of two sides with the largest worth, whatever the order: the assignment problem.

The shortest augmenting paths of Jonker and Volgenant (1987), Computing 38, 325-340, row by row with potentials. SciPy
has the same, but settles ties otherwise, and of calls that do a step equally well the one that is taken moves scores.
"""

from __future__ import annotations

import math
from collections.abc import Mapping


def best_pairing(worth: Mapping[tuple[int, int], float], rows: int, columns: int) -> dict[int, int]:
    """Return row to column such that the sum of worths is largest; pairs without a worth above 0 are left out."""
    if rows > columns:
        turned = best_pairing({(column, row): value for (row, column), value in worth.items()}, columns, rows)
        return {column: row for row, column in turned.items()}
    rows_of, row_price, column_price = [0] * (columns + 1), [0.0] * (rows + 1), [0.0] * (columns + 1)
    for row in range(1, rows + 1):
        came_from, end = _shortest_path(worth, row, rows_of, row_price, column_price)
        while end:
            rows_of[end] = rows_of[came_from[end]]
            end = came_from[end]
    pairs = {rows_of[column] - 1: column - 1 for column in range(1, columns + 1) if rows_of[column]}
    return {row: pairs[row] for row in sorted(pairs) if worth.get((row, pairs[row]), 0.0) > 0}


def _shortest_path(
    worth: Mapping[tuple[int, int], float],
    row: int,
    rows_of: list[int],
    row_price: list[float],
    column_price: list[float],
) -> tuple[list[int], int]:
    """Return the cheapest path from a row to a free column; rows and columns count from 1, column 0 is the start."""
    columns = len(rows_of)
    rows_of[0] = row
    came_from, least, used = [0] * columns, [math.inf] * columns, [False] * columns
    column = 0
    while True:
        used[column] = True
        here, step, following = rows_of[column], math.inf, 0
        for other in range(1, columns):
            if used[other]:
                continue
            cost = -worth.get((here - 1, other - 1), 0.0) - row_price[here] - column_price[other]
            if cost < least[other]:
                least[other], came_from[other] = cost, column
            if least[other] < step:
                step, following = least[other], other
        for other in range(columns):
            if used[other]:
                row_price[rows_of[other]] += step
                column_price[other] -= step
            else:
                least[other] -= step
        column = following
        if not rows_of[column]:
            return came_from, column

"""A check whether pairs of ends form one network."""

from collections.abc import Hashable, Iterable

import numpy as np
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components


def joined(edges: Iterable[tuple[Hashable, Hashable]]) -> bool:
    number: dict[Hashable, int] = {}
    pairs = np.array([[number.setdefault(end, len(number)) for end in edge] for edge in edges])
    graph = coo_array((np.ones(len(pairs)), pairs.T), (len(number), len(number)))
    return connected_components(graph, directed=False)[0] == 1

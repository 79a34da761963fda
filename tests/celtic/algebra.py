"""The number of knots by algebra, without following any strand.

A closed design is a plane graph: its tiles, joined through open sides. The strands cross once on
every edge and run from edge to edge around the tiles, so they are the link that belongs to this
graph's medial graph. For a connected graph, the link has one component more than the bicycle space
has dimensions: the sets of edges that are both a cut and a cycle, over the field of two elements.
The Laplacian modulo 2 takes a set of tiles to those with an odd number of edges in the cut around
the set, so that its kernel is made of the sets whose cut is a bicycle. A set and its complement
have the same cut: that is the one dimension more. So the knots are as many as the nullity of the
Laplacian modulo 2; parts that are not connected simply add up.
"""

from collections.abc import Mapping

from celtic.naive import beyond, is_open
from keltis.celtic import Cell


def laplacian(design: Mapping[Cell, int]) -> list[list[int]]:
    """Degrees on the diagonal, -1 for each pair of joined tiles."""
    cells = list(design)
    matrix = [[0] * len(cells) for _ in cells]
    for row, cell in enumerate(cells):
        for side in range(4):
            if is_open(design[cell], side):
                matrix[row][row] += 1
                matrix[row][cells.index(beyond(cell, side))] -= 1
    return matrix


def knots_by_nullity(design: Mapping[Cell, int]) -> int:
    """The nullity of the Laplacian over the field of two elements."""
    rows = [
        sum((entry % 2) << column for column, entry in enumerate(row)) for row in laplacian(design)
    ]
    rank = 0
    for column in range(len(rows)):
        pivot = next((row for row in rows if row >> column & 1), None)
        if pivot is not None:
            rank += 1
            rows.remove(pivot)
            rows = [row ^ pivot if row >> column & 1 else row for row in rows]
    return len(design) - rank

"""Which rows and columns a player can reach, by brute force, beside what validation accepts.

The model knows cards, steps, clovers and finished paths, and not `keltis._engine.validation`.
"""

import itertools
from collections.abc import Iterator
from types import SimpleNamespace
from typing import TypeAlias

import pytest

from keltis import Card, Colour, Phase, Rules, Tile
from keltis._engine import validation

Counts: TypeAlias = tuple[int, ...]
Stones: TypeAlias = frozenset[tuple[int, int]]
CLOVER, FINISHED = "a clover", "a finished path"
Position: TypeAlias = tuple[Counts, Counts, str | None]
"""The rows of the figures, the cards in the columns, and what a step is due to."""


class Model:
    """A player alone, with cards of one value, on a few short paths."""

    def __init__(self, paths: int, length: int, copies: int, clovers: Stones, enter: bool) -> None:
        self.paths, self.length, self.copies = range(paths), length, copies
        self.clovers, self.enter = clovers, enter

    def reachable(self) -> set[Position]:
        """Every position between two decisions."""
        start = (0,) * len(self.paths)
        found: set[Position] = {(start, start, None)}
        todo = [(start, start)]
        while todo:
            rows, cards = todo.pop()
            for after in self.turns(rows, cards):
                if after not in found:
                    found.add(after)
                    if after[2] is None:
                        todo.append(after[:2])
        return found

    def turns(self, rows: Counts, cards: Counts) -> Iterator[Position]:
        for path in self.paths:
            if cards[path] == self.copies:
                continue
            laid = one_more(cards, path)
            if rows[path] < self.length:  # T2, T3
                yield from self.arrivals(one_more(rows, path), laid, path)
                continue
            yield rows, laid, None
            for moved, other in self.steps(rows):  # T5
                yield rows, laid, FINISHED
                yield from self.arrivals(moved, laid, other)

    def arrivals(self, rows: Counts, cards: Counts, path: int) -> Iterator[Position]:
        """The positions after the figure on this path has come to its stone (P3, P6)."""
        steps = list(self.steps(rows)) if (path, rows[path]) in self.clovers else []
        if steps:
            yield rows, cards, CLOVER
        yield rows, cards, None  # P4
        for moved, other in steps:
            yield from self.arrivals(moved, cards, other)

    def steps(self, rows: Counts) -> Iterator[tuple[Counts, int]]:
        for path in self.paths:
            if 0 < rows[path] < self.length or (self.enter and rows[path] == 0):  # P5
                yield one_more(rows, path), path

    def is_accepted(self, rules: Rules, position: Position) -> bool:
        rows, cards, due = position
        missing = len(Colour) - len(self.paths)
        mover = SimpleNamespace(
            columns=tuple(
                (Card(colour, 0),) * count
                for colour, count in zip(Colour, cards + (0,) * missing, strict=True)
            ),
            rows=rows + (0,) * missing,
            large=None,
            seen=(),
        )
        seen = SimpleNamespace(
            rules=rules,
            players=(mover,),
            tiles=tuple(
                tuple(
                    Tile.CLOVER if (path, row) in self.clovers else None
                    for row in range(self.length + 1)
                )
                for path in range(len(Colour))
            ),
            discards=((),) * len(Colour),
            to_move=0,
            phase=Phase.DRAW if due is None else Phase.ADVANCE,
            may_decline=due == FINISHED,
            may_waste=False,
            barred=None,
        )
        return not [*validation.figure_faults(seen), *validation.turn_faults(seen, 1)]


def one_more(counts: Counts, path: int) -> Counts:
    return (*counts[:path], counts[path] + 1, *counts[path + 1 :])


def compare(model: Model) -> None:
    rules = Rules(
        values=(0,),
        copies=9,
        row_points=(0,) * model.length,
        goal_row=model.length,
        goal_figures=5,
        tiles=(),
        tile_rows=((),) * len(Colour),
        small_figures=5,
        large_figures=0,
        cards_removed=((1, 0),),
        hand_size=1,
        clover_may_be_declined=False,  # so that `may_decline` says what the step is due to
        advance_may_enter=model.enter,
    )
    reachable = model.reachable()
    all_rows = itertools.product(range(model.length + 1), repeat=len(model.paths))
    for rows in all_rows:
        if all(row == model.length for row in rows) and len(rows) == len(Colour):
            continue  # E1: the game is over
        for cards in itertools.product(range(model.copies + 1), repeat=len(model.paths)):
            for due in (None, CLOVER, FINISHED):
                position = rows, cards, due
                assert model.is_accepted(rules, position) is (position in reachable), position


thorough = pytest.mark.thorough
BOARDS = [(1, 4, 5, 4), (2, 2, 3, 4), (2, 3, 4, 2), (3, 2, 2, 2)]
MORE_BOARDS = [(2, 3, 4, 4), (2, 4, 3, 3), (3, 2, 3, 2)]
"""Paths, their length, cards of each colour, and the most clovers."""


@pytest.mark.parametrize(
    ("paths", "length", "copies", "clovers"),
    [
        *((*board, count) for *board, most in BOARDS for count in range(most + 1)),
        *(
            pytest.param(*board, count, marks=thorough)
            for *board, most in MORE_BOARDS
            for count in range(most + 1)
        ),
    ],
)
def test_p3_and_t5_every_position_of_figures_that_is_accepted_can_be_reached(
    paths: int, length: int, copies: int, clovers: int
) -> None:
    stones = itertools.product(range(paths), range(1, length + 1))
    for chosen in itertools.combinations(stones, clovers):
        compare(Model(paths, length, copies, frozenset(chosen), enter=False))


@pytest.mark.parametrize(
    ("length", "copies", "clovers"),
    [
        (1, 1, [(0, 1), (3, 1)]),
        pytest.param(1, 2, [(0, 1), (3, 1)], marks=thorough),
        pytest.param(2, 1, [(0, 2), (1, 1), (1, 2)], marks=thorough),
    ],
)
def test_p5_the_same_where_a_step_may_bring_a_figure_on_to_a_path(
    length: int, copies: int, clovers: list[tuple[int, int]]
) -> None:
    compare(Model(len(Colour), length, copies, frozenset(clovers), enter=True))
